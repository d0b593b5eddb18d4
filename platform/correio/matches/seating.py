"""Who sits where, read once for each match object."""

from __future__ import annotations

from django.db.models import Prefetch, prefetch_related_objects

from correio.matches.models import Match, Seat


def seated(match: Match) -> list[Seat]:
    """Seats with their users, in order. Whoever asks for the same object gets the same rows."""
    with_users = Seat.objects.select_related("user").order_by()
    prefetch_related_objects([match], Prefetch("seats", with_users))
    return sorted(match.seats.all(), key=lambda seat: seat.seat)
