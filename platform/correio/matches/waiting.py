"""Which matches wait for whom: the one definition behind lists, counts, feeds and the API."""

from __future__ import annotations

from django.db.models import F, QuerySet

from correio.matches.models import Match, Seat


def waiting_seats(user_id: int) -> QuerySet[Seat]:
    """Seats of this user that a running match waits for, most urgent first."""
    return Seat.objects.filter(
        user_id=user_id, acting=True, left_at=None, match__status=Match.Status.PLAYING
    ).order_by(F("deadline").asc(nulls_last=True), "match_id")
