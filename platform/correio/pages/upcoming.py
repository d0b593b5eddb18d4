"""Tournaments of the home page: those one may still enter, then those that run."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, F, IntegerField, Q, When
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from tournaments.models import Entry, Tournament


@dataclass(frozen=True)
class Upcoming:
    name: str
    url: str
    at: datetime | None
    """When it starts; None: when the director says so, or it runs."""
    when: str
    words: str
    entered: str


def upcoming_tournaments(count: int) -> list[Upcoming]:
    alive = Tournament.objects.filter(status__in=["registration", "running"]).annotate(
        entered=Count("entries", filter=Q(entries__withdrawn_at=None, entries__place=Entry.Place.FIELD)),
        late=Case(When(status="registration", then=0), default=1, output_field=IntegerField()),
    )
    rows = alive.order_by("late", F("starts_at").asc(nulls_last=True), "-created_at")[:count]
    return [_upcoming(row) for row in rows]


def _upcoming(row: Tournament) -> Upcoming:
    registering = row.status == Tournament.Status.REGISTRATION
    entered: int = row.entered  # type: ignore[attr-defined]
    return Upcoming(
        name=row.name,
        url=row.get_absolute_url(),
        at=row.starts_at if registering else None,
        when=_("open") if registering else _("running"),
        words=_words(row),
        entered=_("%(n)d of %(most)d entered") % {"n": entered, "most": row.capacity}
        if row.capacity
        else ngettext("%d player", "%d players", entered) % entered,
    )


def _words(row: Tournament) -> str:
    try:
        game = registry.title(row.title)[1].name
    except registry.UnknownGame:
        game = row.title
    if row.round_count is None:
        return _("%(game)s: %(system)s") % {"game": game, "system": row.get_system_display()}
    rounds = ngettext("%d round", "%d rounds", row.round_count) % row.round_count
    return _("%(game)s: tables of %(seats)d, %(rounds)s") % {
        "game": game,
        "seats": row.seats,
        "rounds": rounds,
    }
