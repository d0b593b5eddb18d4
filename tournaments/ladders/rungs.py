"""Members change places: the positions, the history and the watch over the crown in one step.

The caller holds the ladder's lock. Rows of members read before are out of date afterwards.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, F, Max, OuterRef

from correio.accounts.models import User
from correio.due.nudge import nudge
from correio.matches.clocks import DAY, FISCHER, Control
from correio.matches.models import Match
from ratings import queries
from ratings.models import Rating
from tournaments.ladders import moves, rules
from tournaments.ladders.models import Crown, Ladder, LadderMove

LADDER_WORK = "ladder"
CLOCK = Control(FISCHER, 7 * DAY, 2 * DAY, 7 * DAY)
"""Two days a turn on top of a bank of seven, which never grows."""


def carry_out(
    ladder: Ladder, move: moves.Move[int], cause: str, now: datetime, match: Match | None = None
) -> LadderMove:
    """`move.who` is the key of the member."""
    others = ladder.members.exclude(pk=move.who)
    match move.before, move.after:
        case None, int(after):
            others.filter(position__gte=after).update(position=F("position") + 1)
            ladder.size += 1
        case int(before), None:
            others.filter(position__gt=before).update(position=F("position") - 1)
            ladder.size -= 1
        case int(before), int(after) if after < before:
            between = others.filter(position__gte=after, position__lt=before)
            between.update(position=F("position") + 1)
        case int(before), int(after):
            between = others.filter(position__gt=before, position__lte=after)
            between.update(position=F("position") - 1)
    changed = {"position": move.after} | ({"due_at": None} if move.after is None else {})
    ladder.members.filter(pk=move.who).update(**changed)
    ladder.last_seq += 1
    ladder.save(update_fields=["size", "last_seq"])
    if 1 in (move.before, move.after):
        _watch_the_top(ladder, now)
    return LadderMove.objects.create(
        ladder=ladder,
        seq=ladder.last_seq,
        member_id=move.who,
        before=move.before,
        after=move.after,
        cause=cause,
        match=match,
        at=now,
    )


def carry_out_all(
    ladder: Ladder, wanted: list[moves.Move[int]], cause: str, now: datetime, match: Match | None = None
) -> None:
    for move in wanted:
        carry_out(ladder, move, cause, now, match)


def _watch_the_top(ladder: Ladder, now: datetime) -> None:
    """Who comes to the top begins thirty days; who leaves it loses the crown."""
    top = ladder.members.filter(position=1).first()
    if top is None or top.pk != ladder.top_id:
        ladder.crowns.filter(lost_at=None).update(lost_at=now)
        ladder.top = top
        ladder.top_since = None if top is None else now
        ladder.crown_at = None if top is None else now + rules.CROWN_AFTER
        ladder.save(update_fields=["top", "top_since", "crown_at"])
        set_due(ladder, now)


def crown(ladder: Ladder) -> None:
    """The thirty days are over."""
    if ladder.top is not None and ladder.top_since is not None:
        Crown.objects.create(ladder=ladder, member=ladder.top, since=ladder.top_since)
    ladder.crown_at = None
    ladder.save(update_fields=["crown_at"])


def set_due(ladder: Ladder, now: datetime) -> None:
    """When something is to be done next with the ladder itself."""
    if ladder.snapshot_at is None and ladder.size:
        ladder.snapshot_at = rules.next_month(now)
    instants = [at for at in (ladder.crown_at, ladder.snapshot_at, ladder.play_at) if at is not None]
    ladder.due_at = min(instants, default=None)
    ladder.save(update_fields=["snapshot_at", "due_at"])
    if ladder.due_at is not None and ladder.due_at <= now:
        nudge(LADDER_WORK)


def of(ladder: Ladder, keys: Collection[int]) -> dict[int, int]:
    """Positions of those of these members who stand on the ladder."""
    rows = ladder.members.filter(pk__in=keys, position__isnull=False).values_list("pk", "position")
    return {key: position for key, position in rows if position is not None}


def entry_position(ladder: Ladder, user: User) -> int:
    """Below the last member rated at least as high; at the bottom while the rating is provisional."""
    own = queries.for_clock(ladder.title, CLOCK.base_ms, [user.pk]).get(user.pk)
    if own is None or own.provisional:
        return ladder.size + 1
    as_high = Rating.objects.filter(user=OuterRef("user"), pool=own.pool_id, rating__gte=own.rating)
    last = ladder.members.filter(Exists(as_high), position__isnull=False).aggregate(last=Max("position"))
    return (last["last"] or 0) + 1
