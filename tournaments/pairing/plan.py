"""T1: how many tables of which size, and T3, T4: who stays over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from tournaments.pairing.event import NoLegalPairing, Sizes
from tournaments.pairing.history import Past

_FAR = 60
"""Seats away from the preferred size never need to exceed this: every longer rest contains whole
preferred tables' worth of every other size."""

BYE_CHOICES = 200
"""How many sets of players to leave over are looked at, best first, if prohibited pairs forbid the best."""


def table_sizes(players: int, sizes: Sizes) -> list[int]:
    """Sizes of the tables, largest first; what is missing to `players` is byes.

    Fewest byes, then fewest seats at tables of another size than the preferred one.
    Raises NoLegalPairing if not a single table can be made.
    """
    for seated in range(players, sizes.min - 1, -1):
        for preferred in range(seated // sizes.preferred, -1, -1):
            rest = seated - preferred * sizes.preferred
            if rest > _FAR:
                break
            others = _fewest(rest, [k for k in range(sizes.max, sizes.min - 1, -1) if k != sizes.preferred])
            if others is not None:
                return sorted([sizes.preferred] * preferred + others, reverse=True)
    raise NoLegalPairing(f"{players} players are there and a table needs at least {sizes.min}")


def _fewest(seats: int, offered: Sequence[int]) -> list[int] | None:
    """That many seats in the fewest tables of the sizes offered; None if it cannot be done."""
    best: list[list[int] | None] = [[]]
    for total in range(1, seats + 1):
        choices = [
            [*rest, size] for size in offered if size <= total and (rest := best[total - size]) is not None
        ]
        best.append(min(choices, key=len, default=None))
    return best[seats]


def leftovers(available: Sequence[Past], byes: int) -> Iterator[tuple[Past, ...]]:
    """Sets of players to leave over, best first: nobody a second time while somebody has had none (T3),
    then lowest score, most rounds played, lowest rank (T4)."""
    order = sorted(available, key=lambda p: (p.byes, p.score, -p.played, -p.rank))
    return islice(combinations(order, byes), BYE_CHOICES)
