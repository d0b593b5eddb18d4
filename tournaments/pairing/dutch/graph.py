"""Maximum-weight matching with decisions one below the other, as digits of whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import rustworkx

BITS: Final = 118
"""Room for a weight: the matching doubles them and works in signed 128 bits."""
NOBODY: Final = -1
"""A node for being left over."""
Edge: TypeAlias = tuple[int, int, int]
"""Two nodes, the lower first, and what their pair is worth."""
Decision: TypeAlias = tuple[Callable[[int, int], int], int]
"""What a pair adds to one digit, and the most the digit can be, in size."""
Partners: TypeAlias = dict[int, int]


class NoMatching(Exception):
    """Not every node can be matched, though all must."""


class Graph:
    """Edges to choose among. Sums of `edges` over a matching stay below `range` in size."""

    def __init__(self, edges: list[Edge], *, nodes: int, perfect: bool, range_: int = 1) -> None:
        self.edges = edges
        self.nodes = nodes
        """How many there are; all have to be matched when `perfect`."""
        self.perfect = perfect
        self.range = range_
        if range_.bit_length() > BITS:
            raise OverflowError(f"weights of {range_.bit_length()} bits")

    def best(self, decisions: Sequence[Decision] = ()) -> Partners:
        """The heaviest matching, and among those the best by these decisions in their order."""
        edges = self.edges
        for value, most in decisions:
            radix = most + 1
            edges = [(i, j, weight * radix + value(i, j)) for i, j, weight in edges]
        partner = heaviest(edges, perfect=self.perfect)
        if self.perfect and len(partner) != self.nodes:
            raise NoMatching
        return partner

    def stages(self, decisions: Iterable[Decision]) -> Iterator[list[Decision]]:
        """Decisions for as few matchings as the weights have room for."""
        room = 1 << BITS
        stage: list[Decision] = []
        size = self.range
        for decision in decisions:
            if stage and size * (decision[1] + 1) > room:
                yield stage
                stage, size = [], self.range
            stage.append(decision)
            size *= decision[1] + 1
        if stage:
            yield stage

    def keep(self, wanted: Callable[[int, int], bool]) -> None:
        self.edges = [edge for edge in self.edges if wanted(edge[0], edge[1])]

    def settle(self, value: Callable[[int, int], int], most: int) -> None:
        """From now on one more digit counts before all decisions."""
        radix = most + 1
        self.edges = [(i, j, weight * radix + value(i, j)) for i, j, weight in self.edges]
        self.range *= radix

    def fix(self, i: int, j: int) -> None:
        """Takes a pair out."""
        gone = (i, j)
        self.edges = [edge for edge in self.edges if edge[0] not in gone and edge[1] not in gone]
        self.nodes -= 2


def heaviest(edges: Sequence[Edge], *, perfect: bool) -> Partners:
    place: dict[int, int] = {}
    nodes: list[int] = []
    for i, j, _ in edges:
        for node in (i, j):
            if node not in place:
                place[node] = len(nodes)
                nodes.append(node)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(nodes))
    graph.add_edges_from([(place[i], place[j], weight) for i, j, weight in edges])
    partner: Partners = {}
    for a, b in rustworkx.max_weight_matching(graph, max_cardinality=perfect, weight_fn=int):
        partner[nodes[a]], partner[nodes[b]] = nodes[b], nodes[a]
    return partner
