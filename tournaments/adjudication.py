"""Places of a match that is not over when the play window of its round ends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from correio.matches.models import Match, Seat
from engines import registry

_NEVER = datetime.max.replace(tzinfo=UTC)


def places_so_far(match: Match, seats: Sequence[Seat]) -> list[int]:
    """By public score, then by time left in the bank; who left is below all who stayed, first leavers
    last. Equal keys share a place."""
    state = registry.rules(match.game, match.rules_version).load(bytes(match.snapshot or b""))
    points = state.points()
    keys = [
        (seat.left_at is None, seat.left_at or _NEVER, points[seat.seat] if seat.left_at is None else 0,
         (seat.bank_ms or 0) if seat.left_at is None else 0)
        for seat in seats
    ]  # fmt: skip
    return [1 + sum(other > key for other in keys) for key in keys]
