"""Re-solve a few tables at a time, exactly: where swaps of two players help no more, a rearrangement of four
tables often does.

Up to sixteen seats are cut into two halves in every way and each half into its tables in every way: of the
2.6 million arrangements of four tables of four none is better than the one that is kept. The criteria
keep their order, as whole numbers of 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tournaments.pairing.criteria import Weights
from tournaments.pairing.history import Float

LARGEST_FIELD: Final = 60
TABLES: Final = 4
SEATS: Final = 16
"""Of all tables that are solved together."""
PAIRS: Final = 30
"""At most at these tables: three of five."""
SOLUTIONS: Final = 300
"""How many groups of tables are solved at most."""

Numbers: TypeAlias = npt.NDArray[np.int64]
"""Prices, or players of a group as bits."""


def polish(weights: Weights, tables: list[list[int]]) -> None:
    """In place, until every group of tables is as cheap as it can be, or so many were solved."""
    prices = _SmallPrices(weights)
    count = min(TABLES, len(tables), SEATS // max(map(len, tables), default=1))
    if not prices.fit or count < 2:
        return
    solved: set[frozenset[tuple[int, ...]]] = set()
    group = _next_group(weights, tables, count, solved)
    while group is not None and len(solved) < SOLUTIONS:
        found = prices.best([tables[t] for t in group])
        if found is not None:
            for t, table in zip(group, found, strict=True):
                tables[t] = table
        solved.add(_identity(tables, group))
        group = _next_group(weights, tables, count, solved)


def _next_group(
    weights: Weights, tables: Sequence[Sequence[int]], count: int, solved: set[frozenset[tuple[int, ...]]]
) -> tuple[int, ...] | None:
    """Of those not solved yet the one nearest together in the standings: there is most to exchange."""
    for group in _groups(weights, tables, count):
        if _identity(tables, group) not in solved:
            return group
    return None


def _identity(tables: Sequence[Sequence[int]], group: Sequence[int]) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(sorted(tables[t])) for t in group)


def _groups(weights: Weights, tables: Sequence[Sequence[int]], count: int) -> Iterator[tuple[int, ...]]:
    def standing(t: int) -> tuple[int, int]:
        return -sum(weights.scores[i] for i in tables[t]) * 60 // len(tables[t]), min(tables[t])

    order = sorted(range(len(tables)), key=standing)
    for places in _by_nearness(len(tables), count):
        yield tuple(order[place] for place in places)


@lru_cache(maxsize=32)
def _by_nearness(tables: int, count: int) -> list[tuple[int, ...]]:
    return sorted(combinations(range(tables), count), key=lambda places: (places[-1] - places[0], places))


class _SmallPrices:
    """The price list of the round with radices for one group of tables instead of all."""

    def __init__(self, weights: Weights) -> None:
        self.preferred = weights.preferred
        pairs = [weights.digits(price) for row in weights.pair for price in row]
        seats = [weights.digits(price) for price in weights.off_size]
        # T8 is the lowest digit, and no sum over pairs; then T7 up to T2.
        unit = SEATS + 1
        units = [0] * (len(weights.radices) - 1)
        for digit in reversed(range(len(units))):
            units[digit] = unit
            dearest = max(p[digit] for p in pairs) * PAIRS
            unit *= dearest + max(s[digit] for s in seats) * SEATS + 1
        self.fit = unit < 2**63
        """As far as is known always: twenty rounds in which nobody had a point more than everybody fit."""
        if self.fit:
            self.pair = _packed(pairs, units).reshape(len(seats), len(seats))
            self.off_size = _packed(seats, units)
            self.scores: Numbers = np.array(weights.scores, dtype=np.int64)
            self.floated: Numbers = np.array(weights.floated, dtype=np.int64)

    def best(self, tables: Sequence[Sequence[int]]) -> list[list[int]] | None:
        """The cheapest arrangement into tables of the same sizes, in the same order; None if the one there
        is as cheap."""
        people = [i for table in tables for i in table]
        sizes = [len(table) for table in tables]
        everybody = (1 << len(people)) - 1
        prices = {
            size: self._of_tables(np.array(people)[_subsets(len(people), size).members])
            for size in set(sizes)
        }
        upper = _halves(len(people), sizes[:2], prices)
        lower = upper if sizes[2:] == sizes[:2] else _halves(len(people), sizes[2:], prices)
        where = _subsets(len(people), sum(sizes[2:])).ranks[everybody ^ upper.masks]
        totals = upper.prices + lower.prices[where]
        at = int(totals.argmin())
        if totals[at] >= sum(
            _price_there(prices[size], len(people), size, start) for size, start in _starts(sizes)
        ):
            return None
        found = [*upper.tables(at), *lower.tables(int(where[at]))]
        return [
            [people[bit] for bit in range(len(people)) if mask >> bit & 1] for mask in found[: len(sizes)]
        ]

    def _of_tables(self, members: Numbers) -> Numbers:
        """Of one table per row, like `Weights.table_price`."""
        size = members.shape[1]
        prices: Numbers = np.zeros(len(members), dtype=np.int64)
        for a, b in combinations(range(size), 2):
            prices += self.pair[members[:, a], members[:, b]]
        if size != self.preferred:
            prices += self.off_size[members].sum(axis=1)
        return prices + self._floats_again(members)

    def _floats_again(self, members: Numbers) -> Numbers:
        scores, floated = self.scores[members], self.floated[members]
        at_top = scores == scores.max(axis=1, keepdims=True)
        at_bottom = scores == scores.min(axis=1, keepdims=True)
        down = at_top & (at_top.sum(axis=1, keepdims=True) == 1) & (floated == Float.DOWN)
        up = at_bottom & (at_bottom.sum(axis=1, keepdims=True) == 1) & (floated == Float.UP)
        again: Numbers = (down | up).sum(axis=1)
        return again


def _packed(digits: Sequence[Sequence[int]], units: Sequence[int]) -> Numbers:
    """Each row as one number; the last digit (T8) is none of a pair's or a seat's."""
    return np.array([sum(d * u for d, u in zip(row, units, strict=False)) for row in digits], dtype=np.int64)


class _Subsets(NamedTuple):
    members: Numbers
    masks: Numbers
    ranks: Numbers
    """By mask: which of them it is."""


@lru_cache(maxsize=64)
def _subsets(count: int, size: int) -> _Subsets:
    """All of that size."""
    listed = list(combinations(range(count), size))
    members: Numbers = np.array(listed, dtype=np.int64).reshape(len(listed), size)
    masks: Numbers = (1 << members).sum(axis=1)
    ranks: Numbers = np.zeros(1 << count, dtype=np.int64)
    ranks[masks] = np.arange(len(masks))
    return _Subsets(members, masks, ranks)


class _Halves(NamedTuple):
    """Every set of players for one or two of the tables, with the cheapest way to seat them there."""

    masks: Numbers
    first: Numbers
    """Who then sits at the first table."""
    prices: Numbers

    def tables(self, at: int) -> tuple[int, int]:
        first = int(self.first[at])
        return first, int(self.masks[at]) ^ first


def _halves(count: int, sizes: Sequence[int], prices: Mapping[int, Numbers]) -> _Halves:
    """For two tables, one or none."""
    masks = _subsets(count, sum(sizes)).masks
    if not sizes:
        return _Halves(masks, masks, np.zeros(1, dtype=np.int64))
    if len(sizes) == 1:
        return _Halves(masks, masks, prices[sizes[0]])
    first, second = _cuts(count, sizes[0], sizes[1])
    both = prices[sizes[0]][first]
    both += prices[sizes[1]][second]
    at = both.argmin(axis=1)[:, None]
    chosen = np.take_along_axis(first, at, 1)[:, 0]
    return _Halves(masks, _subsets(count, sizes[0]).masks[chosen], np.take_along_axis(both, at, 1)[:, 0])


@lru_cache(maxsize=64)
def _cuts(count: int, size: int, other: int) -> tuple[Numbers, Numbers]:
    """Each set of players for two tables in a row: how to cut it, as ranks among the sets of a size."""
    both = _subsets(count, size + other)
    places = [p for p in combinations(range(size + other), size) if size != other or p[0] == 0]
    first: Numbers = (1 << both.members)[:, np.array(places)].sum(axis=2)
    second = both.masks[:, None] ^ first
    return _subsets(count, size).ranks[first], _subsets(count, other).ranks[second]


def _price_there(prices: Numbers, count: int, size: int, start: int) -> int:
    """Of the table of so many players who sit in a row."""
    return int(prices[_subsets(count, size).ranks[((1 << size) - 1) << start]])


def _starts(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for size in sizes:
        yield size, start
        start += size
