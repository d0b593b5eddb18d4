"""Whether a ladder is what its history says, and how a member has moved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournaments.ladders import moves
from tournaments.ladders.models import Ladder, LadderMove, Member
from tournaments.ladders.moves import Move
from tournaments.ladders.office import locked

MOST_STEPS = 2_000
"""Moves of the ladder that a member's line goes back."""


@dataclass(frozen=True)
class Comparison:
    ladder: Ladder
    moves: int
    differing: list[str]
    """One sentence for each place that is not as rebuilt."""

    @property
    def same(self) -> bool:
        return not self.differing


@transaction.atomic
def compare(ladder: Ladder, *, replace: bool = False) -> Comparison:
    """Rebuilds the positions from the moves; with `replace` the live ones become the rebuilt."""
    ladder = locked(ladder.pk)
    rows = ladder.moves.order_by("seq").values_list("member", "before", "after")
    history = [Move(*row) for row in rows.iterator(chunk_size=5_000)]
    rebuilt = moves.rebuild(history)
    live = dict(ladder.members.filter(position__isnull=False).values_list("pk", "position"))
    differing = [
        f"member {key} stands on {live.get(key)}, not on {place}"
        for place, key in enumerate(rebuilt, 1)
        if live.pop(key, None) != place
    ]
    differing += [f"member {key} stands on {place}, not off the ladder" for key, place in live.items()]
    if ladder.size != len(rebuilt):
        differing.append(f"the ladder counts {ladder.size}, not {len(rebuilt)}")
    if replace and differing:
        _replace(ladder, rebuilt)
    return Comparison(ladder, len(history), differing)


def _replace(ladder: Ladder, rebuilt: list[int]) -> None:
    ladder.members.exclude(pk__in=rebuilt).update(position=None, due_at=None)
    rows = {member.pk: member for member in ladder.members.filter(pk__in=rebuilt)}
    for place, key in enumerate(rebuilt, 1):
        rows[key].position = place
    Member.objects.bulk_update(rows.values(), ["position"], batch_size=1_000)
    ladder.size = len(rebuilt)
    ladder.save(update_fields=["size"])


@dataclass(frozen=True)
class Step:
    """Where a member stood after a move of the ladder, their own or one that shifted them."""

    at: datetime
    position: int | None
    own: LadderMove | None


def line(member: Member) -> list[Step]:
    """Oldest first, back to joining or as far as `MOST_STEPS` moves of the ladder."""
    recent = member.ladder.moves.select_related("match").order_by("-seq")
    position = member.position
    steps: list[Step] = []
    for row in recent.filter(at__gte=member.first_joined_at)[:MOST_STEPS]:
        move = Move(row.member_id, row.before, row.after)
        if row.member_id == member.pk:
            steps.append(Step(row.at, position, row))
            position = row.before
        elif position is not None:
            before = moves.unshifted(position, move)
            if before != position:
                steps.append(Step(row.at, position, None))
            position = before
    return steps[::-1]
