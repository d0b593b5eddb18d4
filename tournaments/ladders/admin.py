"""Ladders for operators: to look at; acts belong to the page of a member, which staff may use."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tournaments.ladders.models import Challenge, Ladder, LadderAct, Member


class _ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Ladder)
class LadderAdmin(_ReadOnly):
    list_display = ["slug", "size", "top", "due_at"]
    list_select_related = ["top"]


@admin.register(Member)
class MemberAdmin(_ReadOnly):
    list_display = ["user", "ladder", "position", "joined_at", "active_at", "due_at"]
    list_select_related = ["user", "ladder"]
    list_filter = ["ladder"]
    search_fields = ["user__username"]


@admin.register(Challenge)
class ChallengeAdmin(_ReadOnly):
    list_display = ["id", "ladder", "challenger", "status", "outcome", "answer_by", "match"]
    list_select_related = ["ladder", "challenger", "match"]
    list_filter = ["status", "outcome", "ladder"]


@admin.register(LadderAct)
class LadderActAdmin(_ReadOnly):
    list_display = ["at", "ladder", "kind", "member", "by", "why"]
    list_select_related = ["ladder", "member", "by"]
