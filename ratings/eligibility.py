"""What is rated, what counts half, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from correio.matches.models import Match, Seat
from ratings.models import Annulment, LinkedAccounts, Pool, RatedResult

AGAIN_WITHIN = timedelta(days=30)
HALF_AFTER = 5
"""Rated matches of the same players within that time that count whole."""
NOT_AFTER = 10
"""And that count at all."""

PAIRED: Final = frozenset({"tournament", "ladder"})
"""Origins of matches whose players did not choose each other freely: meeting again is no fault there."""


def why_unrated(match: Match, seats: Sequence[Seat]) -> str:
    """A `RatedResult.Reason`, or nothing for a match that may be rated."""
    reason = RatedResult.Reason
    users = [seat.user for seat in seats if seat.user is not None]
    if match.status == Match.Status.CANCELLED:
        return reason.ABORTED
    if not match.rated or len(users) < len(seats):
        return reason.NOT_RATED
    if any(user.is_guest for user in users):
        return reason.GUEST
    # Who answers for the seat: the owner of a bot, else the player; house bots belong to nobody.
    behind = [user.owner_id or user.pk for user in users]
    if len(set(behind)) < len(behind):
        return reason.OWN_BOT
    if LinkedAccounts.objects.filter(one__in=behind, other__in=behind).exists():
        return reason.LINKED
    if any(seat.turns < 2 for seat in seats):
        return reason.TOO_SHORT
    if Annulment.objects.filter(account__in=users, lifted_at=None).exists():
        return reason.ANNULLED
    return ""


def repeats(pool: Pool, match: Match, seats: Sequence[Seat], roster: str) -> int:
    """How many rated matches the same players had in this pool shortly before. Pairings of
    tournaments and ladders, and house bots among themselves, who gain nothing, do not count."""
    exempt = match.origin in PAIRED or all(
        seat.user is not None and seat.user.is_bot and seat.user.owner_id is None for seat in seats
    )
    if exempt or match.finished_at is None:
        return 0
    before = RatedResult.objects.filter(
        pool=pool,
        roster=roster,
        seq__isnull=False,
        void=False,
        finished_at__gt=match.finished_at - AGAIN_WITHIN,
        finished_at__lte=match.finished_at,
    ).exclude(match__origin__in=PAIRED)
    return before.count()
