"""Baku acceleration (C.04.5.1): points that count for pairing only, in the first half of the rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tournaments.trf.model import Acceleration, Tournament

Virtual: TypeAlias = Callable[[int, int], int]
"""Starting rank and round to tenths of a point."""
SUFFIX = "_BAKU"
"""Ends the code of an accelerated tournament in record 192."""


def accelerations(players: int, rounds: int, win: int = 10) -> tuple[Acceleration, ...]:
    """As records 250. Group A is the upper half, rounded up to an even number; the first half (rounded up)
    of the rounds is accelerated, the first half (rounded up) of these by a win, the rest by half a win."""
    group = 2 * -(-players // 4)
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    found = [Acceleration(win, 1, full, 1, group)]
    if accelerated > full:
        found.append(Acceleration(win // 2, full + 1, accelerated, 1, group))
    return tuple(found)


def virtual_points(tournament: Tournament) -> Virtual:
    """Records 250 if there are any, else what record 192 asks for (TRF26: 250 overrides 192)."""
    records = tournament.accelerations
    if not records and tournament.system.upper().endswith(SUFFIX) and tournament.rounds_total:
        records = accelerations(len(tournament.players), tournament.rounds_total, tournament.scoring.win)
    if not records:
        return lambda number, round_number: 0

    def points(number: int, round_number: int) -> int:
        return sum(
            record.points
            for record in records
            if record.first_round <= round_number <= record.last_round
            and record.first_player <= number <= record.last_player
        )

    return points
