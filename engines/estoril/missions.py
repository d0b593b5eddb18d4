"""Missions: what each counts, found by the `kind` key of the component data.

Sources: rulebook, "Mission Tiles"; rulings M1-M3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.estoril.components import CHARACTERS, DATA, FLAG, FLAGS, STRENGTH, TILES, Mission


class Counter:
    """Counts one seat's tiles for one mission; the highest count wins."""

    def count(self, tiles: bytes) -> int:
        raise NotImplementedError


class Sum(Counter):
    """A number for each tile, added up: symbols, women, strength."""

    def __init__(self, worth: Sequence[int]) -> None:
        self.worth: tuple[int, ...] = tuple(worth)

    def count(self, tiles: bytes) -> int:
        worth = self.worth
        total = 0
        for tile in tiles:
            total += worth[tile]
        return total


class Distinct(Counter):
    """Each of the shown flags once (M3)."""

    def __init__(self, flags: Sequence[str]) -> None:
        self.bit: tuple[int, ...] = tuple(
            1 << FLAG[tile] if FLAGS[FLAG[tile]] in flags else 0 for tile in range(TILES)
        )

    def count(self, tiles: bytes) -> int:
        mask = 0
        for tile in tiles:
            mask |= self.bit[tile]
        return mask.bit_count()


def most_symbol(mission: Mission) -> Counter:
    """A symbol printed twice counts twice (M3)."""
    return Sum([sum(c.abilities.count(key) for key in mission.of) for c in CHARACTERS])


def most_flag(mission: Mission) -> Counter:
    return Sum([int(c.flag in mission.of) for c in CHARACTERS])


def most_woman(mission: Mission) -> Counter:
    return Sum([int(c.woman) for c in CHARACTERS])


def most_strength(mission: Mission) -> Counter:
    """Printed strength only (M3)."""
    return Sum(STRENGTH)


def distinct_flags(mission: Mission) -> Counter:
    return Distinct(mission.of)


KINDS: Final = {
    "most_symbol": most_symbol,
    "most_flag": most_flag,
    "most_woman": most_woman,
    "most_strength": most_strength,
    "distinct_flags": distinct_flags,
}
"""By the kind in the component data. Expansion kinds are absent until their rules are written."""

COUNTERS: Final[tuple[Counter | None, ...]] = tuple(
    KINDS[mission.kind](mission) if mission.kind in KINDS else None for mission in DATA.missions
)
"""By mission number."""
POINTS: Final = tuple(mission.points for mission in DATA.missions)


def counts(mission: int, networks: Sequence[bytes]) -> list[int]:
    """By seat: what the mission counts."""
    counter = COUNTERS[mission]
    assert counter is not None
    return [counter.count(tiles) for tiles in networks]


def shares(mission: int, counted: Sequence[int]) -> list[int]:
    """By seat: points; the best divide them, rounded down (M1); with nothing nobody scores (M2)."""
    best = max(counted)
    if best <= 0:
        return [0] * len(counted)
    share = POINTS[mission] // counted.count(best)
    return [share if count == best else 0 for count in counted]
