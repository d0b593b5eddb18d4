"""Ladders for operators: to look at; acts belong to the page of a member, which staff may use."""

from __future__ import annotations

from django.contrib import admin

from correio.operators import ReadOnlyAdmin
from tournaments.ladders.models import Challenge, Ladder, LadderAct, Member


@admin.register(Ladder)
class LadderAdmin(ReadOnlyAdmin):
    list_display = ["slug", "size", "top", "due_at"]
    list_select_related = ["top"]


@admin.register(Member)
class MemberAdmin(ReadOnlyAdmin):
    list_display = ["user", "ladder", "position", "joined_at", "active_at", "due_at"]
    list_select_related = ["user", "ladder"]
    list_filter = ["ladder"]
    search_fields = ["user__username"]


@admin.register(Challenge)
class ChallengeAdmin(ReadOnlyAdmin):
    list_display = ["id", "ladder", "challenger", "status", "outcome", "answer_by", "match"]
    list_select_related = ["ladder", "challenger", "match"]
    list_filter = ["status", "outcome", "ladder"]


@admin.register(LadderAct)
class LadderActAdmin(ReadOnlyAdmin):
    list_display = ["at", "ladder", "kind", "member", "by", "why"]
    list_select_related = ["ladder", "member", "by"]
