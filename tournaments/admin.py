"""Tournaments for operators: to look at; acts belong to the director's desk, which staff may use."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from correio.operators import ReadOnlyAdmin
from tournaments.models import Act, Tournament


class Acts(admin.TabularInline):  # type: ignore[type-arg]
    model = Act
    fields = ["at", "kind", "by", "detail"]
    readonly_fields = ["at", "kind", "by", "detail"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ["name", "status", "title", "round_count", "created_by", "created_at"]
    list_select_related = ["created_by"]
    list_filter = ["status", "title"]
    search_fields = ["name", "slug"]
    exclude = ["script"]
    inlines = [Acts]
