"""What a pairing says about itself: for the page's "why this table", and for whoever checks it."""

from __future__ import annotations

from typing import Literal

import msgspec

from tournaments.pairing.event import ByeKind


class Repeat(msgspec.Struct, frozen=True):
    players: tuple[str, str]
    met: int
    """Tables they shared before this round."""


class FloatReason(msgspec.Struct, frozen=True):
    player: str
    direction: Literal["up", "down"]
    again: bool
    """The same way as in the round before."""


class SeatReason(msgspec.Struct, frozen=True):
    player: str
    score: int
    """Units before the round; see `points.POINT`."""
    earlier: list[tuple[int, int]]
    """(seat, seats at the table) so far; the first seat is 0."""


class TableReason(msgspec.Struct, frozen=True):
    spread: int
    """T7: squared score differences inside the table, units squared."""
    repeats: list[Repeat]
    floats: list[FloatReason]
    off_size: bool
    """T5: a table of another size than the preferred one."""
    seats: list[SeatReason]
    """T10, in seat order."""


class PairedTable(msgspec.Struct, frozen=True):
    number: int
    seats: list[str]
    """In seat order: the first starts."""
    reason: TableReason


class PairedBye(msgspec.Struct, frozen=True):
    player: str
    kind: ByeKind
    score: int
    earlier: int
    """Pairing byes before."""
    fresh: int
    """How many of those available had had no pairing bye (T3)."""


class Criteria(msgspec.Struct, frozen=True):
    """The round as measured, in the order of the criteria: every number is better when smaller."""

    byes: int
    off_size_seats: int
    prohibited: int
    second_byes: int
    off_size_again: int
    largest_met: int
    """Most tables anybody available has shared with one other player, after this round."""
    repeats: int
    """Pairs that sit together although they met before."""
    repeat_cost: int
    spread: int
    floats_again: int


class Pairing(msgspec.Struct, frozen=True):
    round: int
    seed: str
    tables: list[PairedTable]
    byes: list[PairedBye]
    criteria: Criteria
