"""Tournament points: the share of the table one finished ahead of, exact for tables of two to five."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.pairing.event import ByeKind, Table

POINT: Final = 24
"""Scores are whole numbers of 1/24 point: halves of every place fraction of every table size fit."""

BYE: Final[dict[ByeKind, int]] = {
    "pairing": POINT // 2,
    "full": POINT,
    "half": POINT // 2,
    "zero": 0,
}


def place_units(places: Sequence[int], seat: int) -> int:
    """(players beaten + half of those level) / (seats - 1), in units: mean one half at every size."""
    mine = places[seat]
    beaten = sum(place > mine for place in places)
    level = sum(place == mine for place in places) - 1
    return POINT * (2 * beaten + level) // (2 * (len(places) - 1))


def table_units(table: Table) -> list[int]:
    """What each seat of a table gets."""
    if table.nobody:
        return [0] * len(table.seats)
    return [place_units(table.places, seat) for seat in range(len(table.seats))]
