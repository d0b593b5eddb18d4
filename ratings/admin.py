"""Rating rows for operators: to look at; the only act is to void a result, through the ledger."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings import ledger
from ratings.models import Pool, RatedResult, Rating


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Pool)
class PoolAdmin(ReadOnly):
    list_display = ["key", "last_seq"]


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    list_display = ["user", "pool", "points", "games", "deviation_points", "last_day"]
    list_select_related = ["user", "pool"]
    list_filter = ["pool"]
    search_fields = ["user__username"]


@admin.register(RatedResult)
class RatedResultAdmin(ReadOnly):
    list_display = ["match", "pool", "seq", "reason", "half", "void", "finished_at"]
    list_select_related = ["match", "pool"]
    list_filter = ["pool", "reason", "void"]
    search_fields = ["match__code"]
    actions = ["void_results", "restore_results"]

    @admin.action(description="Void: rate the pool anew without these results", permissions=["view"])
    def void_results(self, request: HttpRequest, chosen: QuerySet[RatedResult]) -> None:
        self._each(request, chosen, void=True)

    @admin.action(description="Restore voided results", permissions=["view"])
    def restore_results(self, request: HttpRequest, chosen: QuerySet[RatedResult]) -> None:
        self._each(request, chosen, void=False)

    def _each(self, request: HttpRequest, chosen: QuerySet[RatedResult], *, void: bool) -> None:
        now, by = timezone.now(), request.user
        for result in chosen:
            if void:
                ledger.void(match_id=result.match_id, by=by, why=_("voided by an operator"), now=now)  # type: ignore[arg-type]
            else:
                ledger.restore(match_id=result.match_id, by=by, now=now)  # type: ignore[arg-type]
        messages.success(request, _("The pools are rated anew."))
