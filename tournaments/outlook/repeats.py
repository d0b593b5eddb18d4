"""From which round on somebody must meet somebody again, however the pairing is made."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

import msgspec

KNOWN: Final = {(12, 3): 4, (20, 4): 5}
"""Players and seats of a table: rounds without repeats, where counting alone promises one too many. 12 in
threes would be a nearly Kirkman triple system of order 12, 20 in fours a resolvable group-divisible design
of ten pairs; there is neither."""


class Fresh(msgspec.Struct, frozen=True):
    """How long a tournament can go without a repeat."""

    rounds: int
    """In any more at least one pair meets again."""
    exact: bool
    """So many can really be played without one; otherwise they are only not ruled out."""


def fresh_rounds(players: int, tables: Sequence[int]) -> Fresh:
    """`tables` are the sizes of every round, what is missing to `players` is left over."""
    size, seated = max(tables), sum(tables)
    if size == 2:
        return Fresh(_by_pairs(players, tables), True)
    if len(tables) + players - seated < size:
        # The players of a table come from different tables of the round before, or were left over.
        return Fresh(1, True)
    if (known := KNOWN.get((players, size))) is not None and seated == players and len(set(tables)) == 1:
        return Fresh(known, True)
    rounds = min(_by_pairs(players, tables), _by_opponents(players, tables))
    # An affine plane of order 3, 4 or 5 has its points on lines, one class of parallels a round.
    return Fresh(rounds, rounds == 1 or (seated == players == size * size == size * len(tables)))


def _by_pairs(players: int, tables: Sequence[int]) -> int:
    """Every round uses up pairs."""
    return comb(players, 2) // sum(comb(size, 2) for size in tables)


def _by_opponents(players: int, tables: Sequence[int]) -> int:
    """Somebody has at least the mean number of tables, and meets others at each."""
    least, seated = min(tables) - 1, sum(tables)
    rounds = 1
    while -(-(rounds + 1) * seated // players) * least <= players - 1:
        rounds += 1
    return rounds
