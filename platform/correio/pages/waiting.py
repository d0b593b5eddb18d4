"""Which matches wait for whom: the one definition behind the list, the title, the header and the API."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from correio.matches.models import Match, Seat


def waiting_seats(user: Any) -> QuerySet[Seat]:
    """Seats of this user that a running match waits for, most urgent first."""
    if user is None or not user.is_authenticated:
        return Seat.objects.none()
    return Seat.objects.filter(
        user=user, acting=True, left_at=None, match__status=Match.Status.PLAYING
    ).order_by(F("deadline").asc(nulls_last=True), "match_id")


def count_waiting(user: Any) -> int:
    return waiting_seats(user).count()
