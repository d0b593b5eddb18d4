"""Two seats: one maximum-weight matching satisfies T2 and T6 to T8 in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import rustworkx

from tournaments.pairing.criteria import Weights

NEAR: Final = 200
"""Up to so many players the matching sees every pair; above, neighbours in the standings first."""


def match_duels(weights: Weights) -> list[list[int]] | None:
    """The cheapest pairs without a prohibited one and without a rematch over the cap; None if there are
    none."""
    players = weights.players
    order = sorted(range(len(players)), key=lambda i: (-weights.scores[i], players[i].lot))
    window = len(order) if len(order) <= NEAR else NEAR // 4
    while True:
        found = _match(weights, order, window)
        if 2 * len(found) == len(order):
            return found
        if window >= len(order):
            return None
        window *= 4


def _match(weights: Weights, order: Sequence[int], window: int) -> list[list[int]]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(order))
    prices = {
        (p, q): price
        for p in range(len(order))
        for q in range(p + 1, min(len(order), p + 1 + window))
        if (price := weights.table_price((order[p], order[q]))) < weights.over_unit
    }
    ceiling = max(prices.values(), default=0) + 1
    graph.add_edges_from([(p, q, ceiling - price) for (p, q), price in prices.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted([order[min(couple)], order[max(couple)]] for couple in matched)
