"""Arrangements of more than two seats: two successive matchings, annealing by swaps, then a descent; in
fields up to sixty four tables at a time are solved exactly, and in small ones the result is proven.

Every number is whole and every budget counts steps, so that the same event and seed give the same
tables on every machine (T11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from random import Random
from typing import Final

import rustworkx

from tournaments.pairing.criteria import Weights
from tournaments.pairing.exact import LARGEST_FIELD, improved
from tournaments.pairing.polish import LARGEST_FIELD as LARGEST_POLISHED
from tournaments.pairing.polish import polish

Tables = list[list[int]]

DESCENT_WINDOW: Final = 120
"""In large fields the descent tries swaps between players this near in the standings."""
MATCHING_WINDOW: Final = 24

# A table of -ln(u): rounded to whole numbers, so that the last bit of a logarithm cannot matter.
_SCALE: Final = 1024
_LOGS: Final = [round(-log((i + 0.5) / 4096) * _SCALE) for i in range(4096)]


def arrange(weights: Weights, sizes: Sequence[int], seed: str) -> Tables:
    """The cheapest tables found, sizes as given."""
    runs, steps = _effort(len(weights.players))
    floor = cheapest_possible(weights, sizes)
    best: Tables = []
    best_price = -1
    for run in range(runs):
        source = Random(f"{seed}:{run}")
        tables = first_tables(weights, sizes)
        anneal(weights, tables, source, steps)
        descend(weights, tables)
        price = weights.price(tables)
        if best_price < 0 or price < best_price:
            best, best_price = tables, price
        if best_price <= floor:
            return best
    if len(weights.players) <= LARGEST_FIELD:
        return improved(weights, best)
    if len(weights.players) <= LARGEST_POLISHED:
        polish(weights, best)
    return best


def _effort(players: int) -> tuple[int, int]:
    """(starts, steps of each): small fields are proven afterwards, in crowds luck averages out by itself."""
    if players <= LARGEST_FIELD:
        return 1, 2_000 * players
    if players <= 40:
        return 4, max(30_000, 2_000 * players)
    if players <= LARGEST_POLISHED:
        return 2, 80_000
    return 1, 600 * players


def cheapest_possible(weights: Weights, sizes: Sequence[int]) -> int:
    """A bound from below: what short or long tables cost at least, and nothing else."""
    off = sum(size for size in sizes if size != weights.preferred)
    return sum(sorted(weights.off_size)[:off])


def first_tables(weights: Weights, sizes: Sequence[int]) -> Tables:
    """Two successive matchings: columns of the standings matched one after the other to the tables, or
    for fours pairs and then pairs of pairs. Players at tables of another size are chosen first (T5)."""
    players = weights.players
    order = sorted(range(len(players)), key=lambda i: (-weights.scores[i], players[i].lot))
    off = sum(size for size in sizes if size != weights.preferred)
    special = set(sorted(order, key=lambda i: weights.off_size[i])[:off])
    tables: Tables = []
    taken = 0
    for size in sizes:
        if size != weights.preferred:
            group = [i for i in order if i in special][taken : taken + size]
            taken += size
            tables.append(group)
    regular = [i for i in order if i not in special]
    if weights.preferred == 4:
        couples = match(weights, [[i] for i in regular])
        tables += match(weights, couples)
    else:
        tables += _by_columns(weights, regular, weights.preferred)
    # In the order of `sizes`, which callers rely on for nothing but the multiset of sizes.
    return tables


def match(weights: Weights, groups: Sequence[Sequence[int]]) -> Tables:
    """Join an even number of groups two by two as cheaply as possible; neighbours in order only when the
    field is large."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(groups)))
    prices = {
        (a, b): _coarse(weights, groups[a], groups[b])
        for a in range(len(groups))
        for b in range(a + 1, min(len(groups), a + 1 + MATCHING_WINDOW))
    }
    ceiling = max(prices.values(), default=0) + 1
    graph.add_edges_from([(a, b, ceiling - price) for (a, b), price in prices.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    couples = sorted((min(couple), max(couple)) for couple in matched)
    alone = sorted(set(range(len(groups))) - {g for couple in couples for g in couple})
    couples += list(zip(alone[::2], alone[1::2], strict=True))
    return [[*groups[a], *groups[b]] for a, b in couples]


def _by_columns(weights: Weights, order: Sequence[int], size: int) -> Tables:
    """Blocks of the standings give each table its first player; the others are matched in, column by
    column."""
    tables = [[order[t * size]] for t in range(len(order) // size)]
    for column in range(1, size):
        newcomers = [order[t * size + column] for t in range(len(tables))]
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(2 * len(tables)))
        prices = {
            (t, n): _coarse(weights, tables[t], [newcomers[n]])
            for t in range(len(tables))
            for n in range(max(0, t - MATCHING_WINDOW), min(len(tables), t + MATCHING_WINDOW + 1))
        }
        ceiling = max(prices.values(), default=0) + 1
        graph.add_edges_from([(t, len(tables) + n, ceiling - price) for (t, n), price in prices.items()])
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        chosen = {min(couple): max(couple) - len(tables) for couple in matched}
        spare = iter(sorted(set(range(len(tables))) - set(chosen.values())))
        for t, table in enumerate(tables):
            table.append(newcomers[chosen[t] if t in chosen else next(spare)])
    return tables


def _coarse(weights: Weights, left: Sequence[int], right: Sequence[int]) -> int:
    """The price of joining two groups in small numbers: a start need not be exact, only near."""
    total = 0
    for i in left:
        for j in right:
            price = weights.pair[i][j]
            spread = price % weights.repeat_unit // weights.spread_unit
            repeats = price % weights.over_unit // weights.repeat_unit
            broken = price // weights.over_unit > 0
            total += spread + 100_000 * repeats + 10_000_000 * broken
    return total


class _Floor:
    """Tables under change: who sits where, what each table costs in T8, what all cost together."""

    def __init__(self, weights: Weights, tables: Tables) -> None:
        self.weights = weights
        self.tables = tables
        self.where = [0] * len(weights.players)
        for t, table in enumerate(tables):
            for i in table:
                self.where[i] = t
        self.again = [weights.floats_again(table) for table in tables]
        self.price = weights.price(tables)

    def try_swap(self, a: int, b: int, limit: int) -> bool:
        """Swap two players of different tables if that costs at most `limit` more."""
        weights = self.weights
        x, y = self.where[a], self.where[b]
        here, there = self.tables[x], self.tables[y]
        from_a, from_b = weights.pair[a], weights.pair[b]
        # Both sums meet the pair (a, b) itself once, which stays apart: taken out again.
        change = -2 * from_a[b]
        for i in here:
            change += from_b[i] - from_a[i]
        for i in there:
            change += from_a[i] - from_b[i]
        if len(here) != len(there):
            change += weights.seat_price(b, len(here)) - weights.seat_price(a, len(here))
            change += weights.seat_price(a, len(there)) - weights.seat_price(b, len(there))
        if not weights.watch_floats:
            if change > limit:
                return False
        elif change - self.again[x] - self.again[y] > limit:
            return False
        at_a, at_b = here.index(a), there.index(b)
        here[at_a], there[at_b] = b, a
        if weights.watch_floats:
            again_x, again_y = weights.floats_again(here), weights.floats_again(there)
            change += again_x + again_y - self.again[x] - self.again[y]
            if change > limit:
                here[at_a], there[at_b] = a, b
                return False
            self.again[x], self.again[y] = again_x, again_y
        self.where[a], self.where[b] = y, x
        self.price += change
        return True


def anneal(weights: Weights, tables: Tables, source: Random, steps: int) -> None:
    """Swap players between tables, in place; ends at the cheapest arrangement a stage ended with."""
    if len(tables) < 2:
        return
    floor = _Floor(weights, tables)
    cheapest, cheapest_price = [list(table) for table in tables], floor.price
    draw, count, logs, where = source.random, len(weights.players), _LOGS, floor.where
    stages = list(_temperatures(weights))
    for temperature in stages:
        for _ in range(max(1, steps // len(stages))):
            a, b = int(draw() * count), int(draw() * count)
            if where[a] != where[b]:
                floor.try_swap(a, b, temperature * logs[int(draw() * 4096)] // _SCALE)
        if floor.price < cheapest_price:
            cheapest, cheapest_price = [list(table) for table in tables], floor.price
    tables[:] = cheapest


def _temperatures(weights: Weights) -> Iterator[int]:
    """Falling, one stretch per criterion that can differ, from where a swap hardly matters to where
    none that costs is taken."""
    prices = [price for row in weights.pair for price in row]
    if any(price >= weights.forbidden_unit for price in prices):
        yield from _cooling(weights.forbidden_unit, weights.forbidden_unit // 4)
    if any(price % weights.forbidden_unit >= weights.over_unit for price in prices):
        yield from _cooling(weights.over_unit, weights.over_unit // 4)
    if any(price % weights.over_unit >= weights.repeat_unit for price in prices):
        yield from _cooling(2 * weights.repeat_unit, weights.repeat_unit // 4)
    spreads = [price % weights.repeat_unit for price in prices if price % weights.repeat_unit]
    if spreads:
        yield from _cooling(sum(spreads) // len(spreads), weights.spread_unit)
    yield 1
    yield 0


def _cooling(start: int, end: int) -> Iterator[int]:
    while start > end:
        yield start
        start = start * 4 // 5


def descend(weights: Weights, tables: Tables) -> None:
    """Take every swap that saves something until none does, in place."""
    floor = _Floor(weights, tables)
    order = sorted(range(len(weights.players)), key=lambda i: (-weights.scores[i], weights.players[i].lot))
    saved = True
    while saved:
        saved = False
        for position, a in enumerate(order):
            for b in order[position + 1 : position + 1 + DESCENT_WINDOW]:
                if floor.where[a] != floor.where[b] and floor.try_swap(a, b, -1):
                    saved = True
