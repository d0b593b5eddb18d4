"""The operator's desk: what failed, with its traceback and another try; whether the sweeps are alive."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from correio.due.models import Count, Heartbeat, Parked
from correio.due.nudge import nudge
from correio.due.registry import works


def release(rows: QuerySet[Parked]) -> int:
    """Makes parked rows due again; returns how many."""
    waiting = rows.filter(released_at__isnull=True)
    known = {work.name for work in works()}
    names = set(waiting.values_list("work", flat=True)) & known
    released = waiting.update(released_at=timezone.now())
    if names:
        nudge(*names)
    return released


class _ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


SHOWN = ("work", "row", "attempts", "parked_at", "released_at", "shown_traceback")


@admin.register(Parked)
class ParkedAdmin(_ReadOnly):
    list_display = ["work", "row", "last_line", "attempts", "parked_at", "released_at"]
    list_filter = ["work", ("released_at", admin.EmptyFieldListFilter)]
    fields = SHOWN
    readonly_fields = SHOWN
    actions = ["retry"]
    change_form_template = "due/parked.html"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("correio_due.change_parked")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("what went wrong"))
    def last_line(self, parked: Parked) -> str:
        return parked.traceback.strip().rpartition("\n")[2][:200]

    @admin.display(description=_("traceback"))
    def shown_traceback(self, parked: Parked) -> str:
        return format_html("<pre>{}</pre>", parked.traceback)

    @admin.action(description=_("Try again"), permissions=["change"])
    def retry(self, request: HttpRequest, rows: QuerySet[Parked]) -> None:
        released = release(rows)
        text = ngettext("%d row is due again.", "%d rows are due again.", released) % released
        self.message_user(request, text, messages.SUCCESS)

    def response_change(self, request: HttpRequest, obj: Parked) -> HttpResponseRedirect:
        """The only change there is: the retry button."""
        self.retry(request, Parked.objects.filter(pk=obj.pk))
        return HttpResponseRedirect(request.path)


@admin.register(Heartbeat)
class HeartbeatAdmin(_ReadOnly):
    list_display = ["queue", "at", "lateness_ms", "swept"]


@admin.register(Count)
class CountAdmin(_ReadOnly):
    list_display = ["name", "value"]
