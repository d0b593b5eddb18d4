"""Tables that are decided instead of played out: at the end of a play window, or by a director."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match, Seat
from engines import registry
from tournaments.models import Table

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


def adjudicate_table(
    table: Table, *, places: list[int] | None, nobody: bool, why: str, by: User | None, now: datetime
) -> bool:
    """Ends the match of an open table; None: places by the score so far. False if it just ended by
    itself, which then stands. The caller holds the tournament's lock."""
    match = Match.objects.select_for_update().get(pk=table.match_id)
    if match.status != Match.Status.PLAYING:
        return False
    if nobody:
        places = [1] * match.seat_count
    elif places is None:
        places = places_so_far(match, list(match.seats.order_by("seat")))
    referee.adjudicate(match_id=match.pk, places=places, reason=why, by=by, now=now)
    table.nobody, table.decided_by, table.decided_why = nobody, by, why
    table.save(update_fields=["nobody", "decided_by", "decided_why"])
    return True
