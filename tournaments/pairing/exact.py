"""Small fields: no arrangement is better, proven by branch and bound from the best one found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.criteria import Weights

LARGEST_FIELD: Final = 12


def improved(weights: Weights, tables: Sequence[Sequence[int]]) -> list[list[int]]:
    """The cheapest arrangement into tables of the same sizes; the one given if it is among the cheapest."""
    best = [list(table) for table in tables]
    best_price = weights.price(tables)

    def complete(left: Sequence[int], sizes: Sequence[int], done: list[list[int]], price: int) -> None:
        nonlocal best, best_price
        if not left:
            best, best_price = [list(table) for table in done], price
            return
        first, rest = left[0], left[1:]
        for size in sorted(set(sizes)):
            fewer = list(sizes)
            fewer.remove(size)
            for others in combinations(rest, size - 1):
                table = [first, *others]
                total = price + weights.table_price(table)
                # Prices are never negative: what is already too dear cannot get cheaper.
                if total < best_price:
                    complete([i for i in rest if i not in others], fewer, [*done, table], total)

    complete(range(len(weights.players)), [len(table) for table in tables], [], 0)
    return best
