"""Who of the residents heads a pair: S1 after the exchange with S2 (C.04.3, 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.pairing.dutch.completion import bits
from tournaments.pairing.dutch.graph import NOBODY, Decision, Edge, Graph, NoMatching, Partners


def chosen_tops(graph: Graph, left: Sequence[int], count: int) -> frozenset[int]:
    """The higher players of the `count` pairs to be made among `left` (in order), of all heaviest matchings
    in the one whose exchange comes first. Any pair's higher player is in S1: the candidate with the two
    exchanged would have come earlier. So the exchange is known by the players of S2 who head a pair.
    """
    group = frozenset(left)
    number = {j: position + 1 for position, j in enumerate(left)}
    first = frozenset(left[:count])

    def of_second(i: int, j: int) -> int:
        return -int(i in group and j in group and i not in first)

    def numbers_of_tops(i: int, j: int) -> int:
        return -number[i] if i in group and j in group else 0

    most = count * len(left)
    partner = graph.best([(of_second, count), (numbers_of_tops, most)])
    tops = _tops(partner, left, group)
    if tops == first:
        return tops
    graph.settle(of_second, count)
    graph.settle(numbers_of_tops, most)
    return _first_exchange(graph, left, group, first)


def _first_exchange(
    graph: Graph, left: Sequence[int], group: frozenset[int], first: frozenset[int]
) -> frozenset[int]:
    """With size and sum settled: the highest numbers leave S1, then the lowest leave S2."""

    def heads(player: int) -> Callable[[int, int], int]:
        sign = -1 if player in first else 1
        return lambda i, j: sign * int(i == player and j in group)

    waiting = [*sorted(first, reverse=True), *sorted(group - first)]
    tops: frozenset[int] = frozenset()
    decisions: list[Decision] = [(heads(player), 1) for player in waiting]
    for stage in graph.stages(decisions):
        tops = _tops(graph.best(stage), left, group)
        decided, waiting = frozenset(waiting[: len(stage)]), waiting[len(stage) :]
        graph.edges = [edge for edge in graph.edges if _agrees(edge[0], edge[1], group, decided, tops)]
    return tops


def _tops(partner: Partners, left: Sequence[int], group: frozenset[int]) -> frozenset[int]:
    return frozenset(i for i in left if partner.get(i, NOBODY) > i and partner[i] in group)


def _agrees(i: int, j: int, group: frozenset[int], decided: frozenset[int], tops: frozenset[int]) -> bool:
    """Whether a pair leaves those who were decided to head one, or not to, as they are."""
    if i in group and j in group:
        return (i not in decided or i in tops) and (j not in decided or j not in tops)
    return not (i in decided and i in tops) and not (j in decided and j in tops)


def exchange(left: Sequence[int], allowed: dict[int, int], floaters: int) -> frozenset[int] | None:
    """S1 when all allowed pairs are equally good and one of `floaters` is left over if the number is odd;
    None if the players cannot be paired so."""
    edges: list[Edge] = [(i, j, 0) for i in left for j in bits(allowed[i] & ~((2 << i) - 1))]
    odd = len(left) % 2
    if odd:
        edges += [(NOBODY, i, 0) for i in left if floaters >> i & 1]
    graph = Graph(edges, nodes=len(left) + odd, perfect=True)
    try:
        return chosen_tops(graph, left, len(left) // 2)
    except NoMatching:
        return None
