"""[C4]: whether those left can all be paired."""

from __future__ import annotations

from collections.abc import Iterator

import rustworkx

from tournaments.pairing.dutch.contestants import Field


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Completion:
    """Answers for one round; `pab` is the mask of those who may be left over when the number is odd."""

    def __init__(self, field: Field, pab: int) -> None:
        self.may_meet = field.may_meet
        self.pab = pab
        self.known: dict[int, bool] = {}
        self.perfectly: dict[int, bool] = {}

    def possible(self, players: int) -> bool:
        """Whether all of a mask can be paired, but for one with the bye if the number is odd."""
        found = self.known.get(players)
        if found is None:
            if players.bit_count() % 2:
                found = any(self.perfect(players & ~(1 << i)) for i in bits(players & self.pab))
            else:
                found = self.perfect(players)
            self.known[players] = found
        return found

    def perfect(self, players: int) -> bool:
        """A perfect matching exists. Everybody with at least half of the others for opponents is enough
        (Dirac); then a greedy try; then the exact answer."""
        found = self.perfectly.get(players)
        if found is None:
            found = self.perfectly[players] = self._perfect(players)
        return found

    def _perfect(self, players: int) -> bool:
        count = players.bit_count()
        if not count:
            return True
        if count % 2:
            return False
        degrees = {i: (self.may_meet[i] & players).bit_count() for i in bits(players)}
        least = min(degrees.values())
        if not least:
            return False
        if 2 * least >= count:
            return True
        return self._greedily(players, degrees) or self._exactly(players)

    def _greedily(self, players: int, degrees: dict[int, int]) -> bool:
        for i in sorted(degrees, key=degrees.__getitem__):
            if not players >> i & 1:
                continue
            partners = self.may_meet[i] & players
            if not partners:
                return False
            j = min(bits(partners), key=degrees.__getitem__)
            players &= ~(1 << i | 1 << j)
        return True

    def _exactly(self, players: int) -> bool:
        nodes = list(bits(players))
        place = {node: position for position, node in enumerate(nodes)}
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * len(nodes))
        graph.add_edges_from(
            [
                (place[i], place[j], 1)
                for i in nodes
                for j in bits(self.may_meet[i] & players & ~((2 << i) - 1))
            ]
        )
        return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(nodes)
