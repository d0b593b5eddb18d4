"""Geometry of a round: 2 x 3 locations of 2 x 2 cells, each location turned by quarter turns.

A *place* is a cell (0..23: four per slot, clockwise from the top left as it lies on the table) or
the reward of a slot (24..29). Sets of places are bit masks of 30 bits: they stay single-digit ints.
A place's *code* names it free of any layout: location << 3 | numeral, 4 for the reward.
Outer, inner, adjacent: rulebook, "Important Concepts About the Location Board Grid".
"""

from __future__ import annotations

from collections.abc import Sequence
from math import perm
from typing import Final

from engines.estoril.components import DATA, Location

SLOTS: Final = 6
COLUMNS: Final = 3
CELLS: Final = 24
REWARD: Final = 24
"""First reward place; slot s has its reward at REWARD + s."""
PLACES: Final = 30
ALL_CELLS: Final = (1 << CELLS) - 1
ALL_REWARDS: Final = ((1 << SLOTS) - 1) << REWARD
NUMERALS: Final = ("I", "II", "III", "IV", "R")
REWARD_NUMERAL: Final = 4
NOWHERE: Final = (-1,) * 8

ALL_OUTER: Final = frozenset({"all_spaces_outer"})
"""Rules of locations all of whose spaces count as outer spaces."""

_CORNERS: Final = ((0, 0), (0, 1), (1, 1), (1, 0))


def position(cell: int) -> tuple[int, int]:
    """Row and column of a cell in the grid of cells (4 rows, 6 columns)."""
    slot, corner = divmod(cell, 4)
    row, column = _CORNERS[corner]
    return slot // COLUMNS * 2 + row, slot % COLUMNS * 2 + column


def _touching(cell: int) -> int:
    row, column = position(cell)
    mask = 0
    for other in range(CELLS):
        r, c = position(other)
        if abs(r - row) + abs(c - column) == 1:
            mask |= 1 << other
    return mask


def _near(slot: int) -> tuple[int, ...]:
    row, column = divmod(slot, COLUMNS)
    return tuple(
        other for other in range(SLOTS) if abs(other // COLUMNS - row) + abs(other % COLUMNS - column) == 1
    )


ADJACENT: Final = tuple(_touching(cell) for cell in range(CELLS))
"""By cell: the cells side by side with it, across locations too, never diagonally."""
EDGE: Final = sum(1 << cell for cell in range(CELLS) if ADJACENT[cell].bit_count() < 4)
NEAR_SLOTS: Final = tuple(_near(slot) for slot in range(SLOTS))
HERE: Final = tuple(15 << 4 * slot for slot in range(SLOTS))
"""By slot: its four cells."""
NEAR: Final = tuple(sum(HERE[other] for other in NEAR_SLOTS[slot]) for slot in range(SLOTS))
"""By slot: the cells of adjacent locations."""
AROUND: Final = tuple(HERE[slot] | NEAR[slot] for slot in range(SLOTS))
HERE_ALL: Final = tuple(HERE[slot] | 1 << REWARD + slot for slot in range(SLOTS))
"""By slot: its cells and its reward."""
AROUND_ALL: Final = tuple(
    HERE_ALL[slot] | sum(HERE_ALL[other] for other in NEAR_SLOTS[slot]) for slot in range(SLOTS)
)


def _bits(width: int, offset: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(bit + offset for bit in range(width) if mask >> bit & 1) for mask in range(1 << width))


_LOW: Final = _bits(12, 0)
_HIGH: Final = _bits(12, 12)
_REWARDS: Final = _bits(6, REWARD)


def places(mask: int) -> tuple[int, ...]:
    """The places of a mask in ascending order."""
    if mask >> 24:
        return _LOW[mask & 4095] + _HIGH[mask >> 12 & 4095] + _REWARDS[mask >> 24]
    return _LOW[mask & 4095] + _HIGH[mask >> 12]


class Piece:
    """One location lying in one slot under one turn."""

    def __init__(self, slot: int, number: int, turn: int) -> None:
        location: Location = DATA.locations[number]
        self.spaces = 0
        self.secret = 0
        self.reward_cell = -1
        """The cell its reward covers, -1 if it lies in the middle."""
        where = [-1] * 8
        names = [number << 3 | REWARD_NUMERAL] * 4
        look = [0] * 4
        for index, cell in enumerate(location.cells):
            place = slot * 4 + (index + turn) % 4
            if cell.numeral == "R":
                self.reward_cell = place
                self.secret |= cell.secret << REWARD + slot
                continue
            numeral = NUMERALS.index(cell.numeral)
            where[numeral] = place
            names[place & 3] = number << 3 | numeral
            self.spaces |= 1 << place
            self.secret |= cell.secret << place
            if cell.look == "here":
                look[place & 3] = HERE_ALL[slot]
            elif cell.look == "here_or_adjacent":
                look[place & 3] = AROUND_ALL[slot]
            elif cell.look == "any":
                look[place & 3] = ALL_CELLS | ALL_REWARDS
        if location.centre is not None:
            self.secret |= location.centre.secret << REWARD + slot
        where[REWARD_NUMERAL] = REWARD + slot
        self.outer = self.spaces if location.rule in ALL_OUTER else self.spaces & EDGE
        self.where = tuple(where)
        self.names = tuple(names)
        self.look = tuple(look)
        self.cells = tuple(place for place in where[:REWARD_NUMERAL] if place >= 0)
        """Its spaces in the order of their numerals."""


_PIECES: Final = tuple(
    tuple(tuple(Piece(slot, number, turn) for turn in range(4)) for number in range(len(DATA.locations)))
    for slot in range(SLOTS)
)


class Grid:
    """The locations of one round as they lie; never changed, shared by every copy of a state."""

    __slots__ = (
        "boards", "cells", "look", "names", "order", "outer", "pieces", "secret", "spaces", "turns",
        "where",
    )  # fmt: skip

    def __init__(self, boards: Sequence[int], turns: Sequence[int]) -> None:
        a = _PIECES[0][boards[0]][turns[0]]
        b = _PIECES[1][boards[1]][turns[1]]
        c = _PIECES[2][boards[2]][turns[2]]
        d = _PIECES[3][boards[3]][turns[3]]
        e = _PIECES[4][boards[4]][turns[4]]
        f = _PIECES[5][boards[5]][turns[5]]
        self.boards = tuple(boards)
        self.turns = tuple(turns)
        self.pieces = (a, b, c, d, e, f)
        self.spaces = a.spaces | b.spaces | c.spaces | d.spaces | e.spaces | f.spaces
        self.secret = a.secret | b.secret | c.secret | d.secret | e.secret | f.secret
        """Top Secret places, rewards included."""
        self.outer = a.outer | b.outer | c.outer | d.outer | e.outer | f.outer
        self.look = a.look + b.look + c.look + d.look + e.look + f.look
        """By cell: the places its look symbol reaches, 0 without a symbol."""
        self.names = a.names + b.names + c.names + d.names + e.names + f.names
        """By cell: its code."""
        self.cells = (a.cells, b.cells, c.cells, d.cells, e.cells, f.cells)
        """By slot: its spaces in the order of their numerals."""
        self.order = tuple(sorted(range(SLOTS), key=self.boards.__getitem__))
        """Slots in the order in which they are resolved."""
        where: list[tuple[int, ...]] = [NOWHERE] * 32
        for slot in range(SLOTS):
            where[boards[slot]] = self.pieces[slot].where
        self.where = where
        """By location, by numeral: the place, -1 if it does not lie on the table."""

    def code(self, place: int) -> int:
        """Layout-free name of a place."""
        if place < CELLS:
            return self.names[place]
        return self.boards[place - REWARD] << 3 | REWARD_NUMERAL


def arrange(items: Sequence[int], taken: int, index: int) -> list[int]:
    """The index-th of the perm(len(items), taken) ordered selections of items."""
    rest = list(items)
    chosen = []
    for _ in range(taken):
        index, pick = divmod(index, len(rest))
        chosen.append(rest.pop(pick))
    return chosen


def arrangements(items: Sequence[int], taken: int) -> int:
    return perm(len(items), taken)
