"""What is rated, what counts half, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations

from correio.accounts.models import User
from correio.matches.models import Match, Seat
from ratings.models import Pool, RatedResult

AGAIN_WITHIN = timedelta(days=30)
HALF_AFTER = 5
"""Rated matches of the same players within that time that count whole."""
NOT_AFTER = 10
"""And that count at all."""


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
    if any(_linked(one, other) for one, other in combinations(users, 2)):
        return reason.OWN_BOT
    if any(seat.turns < 2 for seat in seats):
        return reason.TOO_SHORT
    return ""


def _linked(one: User, other: User) -> bool:
    """A bot and its owner, or two bots of one owner; house bots belong to nobody."""
    owners = {one.owner_id, other.owner_id} - {None}
    return (
        one.owner_id == other.pk
        or other.owner_id == one.pk
        or (len(owners) == 1 and one.owner_id == other.owner_id)
    )


def repeats(pool: Pool, match: Match, seats: Sequence[Seat], roster: str) -> int:
    """How many rated matches the same players had in this pool shortly before. Tournament pairings are
    not chosen by the players, and house bots among themselves gain nothing: none of these count."""
    exempt = match.origin == Match.Origin.TOURNAMENT or all(
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
    ).exclude(match__origin=Match.Origin.TOURNAMENT)
    return before.count()
