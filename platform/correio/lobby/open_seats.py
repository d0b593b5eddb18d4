"""Tables with open seats, as the lobby lists them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from correio.lobby.presets import Pace
from correio.matches.clocks import DAY, HOUR
from correio.matches.models import Match, Seat

PACES: dict[Pace, Q] = {
    "days": Q(clock_base_ms__gte=DAY),
    "hours": Q(clock_base_ms__lt=DAY, clock_base_ms__gt=2 * HOUR),
    "live": Q(clock_base_ms__lte=2 * HOUR),
}


def open_tables(
    now: datetime,
    *,
    title: str | None = None,
    seats: int | None = None,
    pace: Pace | None = None,
    rated: bool | None = None,
) -> QuerySet[Match]:
    """Public ones, newest first."""
    found = Match.objects.filter(status=Match.Status.OPEN, private=False)
    found = found.filter(Q(open_until=None) | Q(open_until__gt=now))
    if title is not None:
        found = found.filter(title=title)
    if seats is not None:
        found = found.filter(seat_count=seats)
    if pace is not None:
        found = found.filter(PACES[pace])
    if rated is not None:
        found = found.filter(rated=rated)
    return _with_seats(found).order_by("-created_at", "-pk")


def my_tables(user: Any) -> QuerySet[Match]:
    """Open ones where this user sits, private ones included."""
    if not user.is_authenticated:
        return Match.objects.none()
    mine = Match.objects.filter(status=Match.Status.OPEN, seats__user=user)
    return _with_seats(mine).order_by("-created_at")


def _with_seats(found: QuerySet[Match]) -> QuerySet[Match]:
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    return found.select_related("created_by").prefetch_related(seats)


def free_seats(match: Match) -> int:
    return match.seat_count - sum(seat.user_id is not None for seat in match.seats.all())
