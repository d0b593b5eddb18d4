"""One bracket paired exactly: the best by all criteria, and among equals the first in the order of
article 4, by a few maximum-weight matchings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import rustworkx

from tournaments.pairing.dutch.contestants import Field
from tournaments.pairing.dutch.criteria import PAB, Edge, Weights

BITS: Final = 118
"""Room for weights: the matching doubles them and works in signed 128 bits."""
Decision: TypeAlias = tuple[Callable[[int, int], int], int]
"""What an edge adds and the most it can add: one digit below the criteria."""


class NoCompletePairing(Exception):
    """Not everybody can be paired (C.04.3, 1.9.3)."""


class Paired(NamedTuple):
    pairs: list[Edge]
    """Made in this bracket, the higher player first."""
    downfloaters: list[int]
    exchanges: int
    """Players of the original S1 in S2 when the candidate was found (4.3)."""
    failures: dict[str, int]
    """What the criteria count, by name; only what is not perfect."""


class Task(NamedTuple):
    """A bracket in front of all that comes after it."""

    field: Field
    moved_down: Sequence[int]
    residents: Sequence[int]
    following: Sequence[int]
    """The next scoregroup, for [C8]."""
    rest: Sequence[int]
    """Everybody after that; for [C4] only."""
    pab: frozenset[int]
    """Who may get the bye ([C2], [C5]); empty when nobody is left over."""
    initial: int
    partial: bool = False
    """Whether players after the bracket may stay unpaired: then [C4] is for the caller to see to."""


def match(edges: dict[Edge, int], *, perfect: bool) -> dict[int, int]:
    """Partner of each player in the heaviest matching; a perfect one if asked for."""
    nodes = sorted({node for edge in edges for node in edge})
    place = {node: position for position, node in enumerate(nodes)}
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(nodes))
    graph.add_edges_from([(place[i], place[j], weight) for (i, j), weight in edges.items()])
    partner: dict[int, int] = {}
    for a, b in rustworkx.max_weight_matching(graph, max_cardinality=perfect, weight_fn=int):
        partner[nodes[a]], partner[nodes[b]] = nodes[b], nodes[a]
    return partner


def pair_exactly(task: Task) -> Paired:
    return _Bracket(task).solve()


class _Bracket:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.players = task.field.players
        self.home = frozenset(task.residents)
        self.moved = frozenset(task.moved_down)
        self.bracket = self.home | self.moved
        self.everybody = sorted([*self.bracket, *task.following, *task.rest])
        self.pairs: list[Edge] = []

    def solve(self) -> Paired:
        task = self.task
        last = not task.following and not task.rest
        self.weigh(count_unplayed=last and bool(task.pab))
        partner = self.best()
        if task.pab & self.bracket and not last and len(self.floating(partner)) == 1:
            # [C9] is for brackets whose only downfloater ends up with the bye.
            self.weigh(count_unplayed=True)
            partner = self.best()
        failures = self.failures(partner)
        partner = self.choose_moved_down(partner)
        partner = self.pair_moved_down(partner)
        partner, exchanges = self.pair_residents(partner)
        pairs = sorted(self.pairs)
        paired = {i for pair in pairs for i in pair}
        floating = sorted(self.bracket - paired)
        return Paired(pairs, floating, exchanges, failures)

    def weigh(self, *, count_unplayed: bool) -> None:
        task = self.task
        self.weights = Weights(
            task.field,
            task.moved_down,
            task.residents,
            task.following,
            initial=task.initial,
            count_unplayed=count_unplayed,
        )
        if self.weights.range.bit_length() > BITS:
            raise OverflowError(f"criteria need {self.weights.range.bit_length()} bits")
        weights, following, bracket, moved = self.weights, frozenset(task.following), self.bracket, self.moved
        may_meet = task.field.may_meet
        self.edges: dict[Edge, int] = {}
        for position, i in enumerate(self.everybody):
            mask = may_meet[i] >> i
            for j in self.everybody[position + 1 :]:
                if not mask >> (j - i) & 1:
                    continue
                if j in bracket:
                    if j not in moved:
                        self.edges[i, j] = weights.inside(i, j)
                elif j in following:
                    self.edges[i, j] = weights.after(i, j)
                else:
                    self.edges[i, j] = 0
            if i in task.pab:
                self.edges[PAB, i] = weights.bye(i)

    def best(self, decisions: Sequence[Decision] = ()) -> dict[int, int]:
        """The best by the criteria and, below them, by these decisions in their order."""
        edges = self.edges
        if decisions:
            edges = {}
            for (i, j), weight in self.edges.items():
                for value, most in decisions:
                    weight = weight * (most + 1) + value(i, j)
                edges[i, j] = weight
        partner = match(edges, perfect=not self.task.partial)
        if not self.task.partial and len(partner) != len(self.everybody) + bool(self.task.pab):
            raise NoCompletePairing
        return partner

    def floating(self, partner: dict[int, int]) -> list[int]:
        return [i for i in sorted(self.bracket) if partner.get(i, PAB) not in self.bracket]

    def failures(self, partner: dict[int, int]) -> dict[str, int]:
        total = sum(weight for (i, j), weight in self.edges.items() if partner.get(i) == j)
        sums = self.weights.sums(total)
        most = {digit.name: digit.most for digit in self.weights.digits}
        counted: dict[str, int] = {}
        for name, value in sums.items():
            criterion = name.split("/")[0]
            if criterion in ("C6", "C7", "C8", "C9"):
                continue
            missed = -value if value < 0 else (most[name] - value if criterion in REWARDED else 0)
            counted[criterion] = counted.get(criterion, 0) + missed
        return {name: count for name, count in counted.items() if count}

    def stages(self, decisions: Iterable[Decision]) -> Iterable[list[Decision]]:
        """Decisions in as few matchings as the weights have room for."""
        room = 1 << BITS
        stage: list[Decision] = []
        size = self.weights.range
        for decision in decisions:
            if stage and size * (decision[1] + 1) > room:
                yield stage
                stage, size = [], self.weights.range
            stage.append(decision)
            size *= decision[1] + 1
        if stage:
            yield stage

    def keep(self, wanted: Callable[[int, int], bool]) -> None:
        self.edges = {edge: weight for edge, weight in self.edges.items() if wanted(*edge)}

    def choose_moved_down(self, partner: dict[int, int]) -> dict[int, int]:
        """4.4: which MDPs are paired, the highest as far as the criteria allow; the others are in the
        Limbo."""
        moved = sorted(self.moved)
        count = sum(partner.get(i) in self.home for i in moved)
        if 0 < count < len(moved):
            waiting = moved
            for stage in self.stages((self._is_paired_here(i), 1) for i in moved):
                partner = self.best(stage)
                done, waiting = frozenset(waiting[: len(stage)]), waiting[len(stage) :]
                chosen = frozenset(i for i in done if partner.get(i) in self.home)
                self.keep(lambda i, j, d=done, c=chosen: i not in d or (j in self.home) == (i in c))
        self.limbo = {i for i in moved if partner.get(i) not in self.home}
        self.keep(lambda i, j: i not in self.moved or (j in self.home) == (i not in self.limbo))
        return partner

    def _is_paired_here(self, player: int) -> Callable[[int, int], int]:
        return lambda i, j: int(i == player and j in self.home)

    def pair_moved_down(self, partner: dict[int, int]) -> dict[int, int]:
        """4.2: the first transposition of S2 for the MDPs of S1."""
        home = sorted(self.home)
        rank = {j: len(home) - 1 - position for position, j in enumerate(home)}
        moved = sorted(self.moved - self.limbo)
        for stage in self.stages((_opponent(i, rank), len(home) - 1) for i in moved):
            partner = self.best(stage)
            for i in moved[: len(stage)]:
                self.fix(i, partner[i])
            moved = moved[len(stage) :]
        return partner

    def fix(self, i: int, j: int) -> None:
        self.pairs.append((min(i, j), max(i, j)))
        self.keep(lambda a, b: a not in (i, j) and b not in (i, j))
        self.everybody = [k for k in self.everybody if k not in (i, j)]

    def pair_residents(self, partner: dict[int, int]) -> tuple[dict[int, int], int]:
        """3.6: exchanges between S1 and S2 (4.3), then transpositions of S2 (4.2)."""
        taken = {i for pair in self.pairs for i in pair}
        left = sorted(self.home - taken)
        count = sum(partner.get(i) in self.home for i in left) // 2
        if not count:
            return partner, 0
        group = frozenset(left)
        number = {j: position + 1 for position, j in enumerate(left)}
        first = frozenset(left[:count])
        second = group - first

        def pair_of_second(i: int, j: int) -> int:
            return -int(i in second and j in second)

        def numbers_of_tops(i: int, j: int) -> int:
            return -number[i] if i in group and j in group else 0

        partner = self.best([(pair_of_second, count), (numbers_of_tops, count * len(left))])
        exchanges = sum(i in second and partner.get(i, PAB) > i for i in second & self._paired_in(group, partner))
        tops = first
        if exchanges:
            partner, tops = self.choose_exchange(group, first, left, count, partner)
        bottoms = [j for j in left if j not in tops]

        def fits(i: int, j: int) -> bool:
            if i in group and j in group:
                return i in tops and j not in tops
            return i not in tops and j not in tops

        self.keep(fits)
        rank = {j: len(bottoms) - 1 - position for position, j in enumerate(bottoms)}
        waiting = sorted(tops)
        for stage in self.stages((_opponent(i, rank), len(bottoms) - 1) for i in waiting):
            partner = self.best(stage)
            for i in waiting[: len(stage)]:
                self.fix(i, partner[i])
            waiting = waiting[len(stage) :]
        return partner, exchanges

    def _paired_in(self, group: frozenset[int], partner: dict[int, int]) -> set[int]:
        return {i for i in group if partner.get(i) in group}

    def choose_exchange(
        self, group: frozenset[int], first: frozenset[int], left: list[int], count: int, partner: dict[int, int]
    ) -> tuple[dict[int, int], frozenset[int]]:
        """4.3: with the fewest exchanged and the smallest difference of numbers settled, the highest numbers
        that leave S1, then the lowest that leave S2."""
        number = {j: position + 1 for position, j in enumerate(left)}
        exchanged = sum(i in group and partner.get(i) in group and i not in first and partner[i] > i for i in left)
        total = sum(number[i] for i in left if partner.get(i) in group and partner[i] > i)
        self.settle_exchange(group, first, number, exchanged, total, count)
        order = [*sorted(first, reverse=True), *sorted(group - first)]

        def top(player: int) -> Callable[[int, int], int]:
            sign = -1 if player in first else 1
            return lambda i, j: sign * int(i == player and j in group)

        waiting = order
        for stage in self.stages((top(player), 1) for player in order):
            partner = self.best(stage)
            tops = {i for i in left if partner.get(i) in group and partner[i] > i}
            done, waiting = frozenset(waiting[: len(stage)]), waiting[len(stage) :]
            self.keep(lambda i, j, d=done, t=frozenset(tops): _fits_tops(i, j, group, d, t))
        return partner, frozenset(i for i in left if partner.get(i) in group and partner[i] > i)

    def settle_exchange(
        self, group: frozenset[int], first: frozenset[int], number: dict[int, int], exchanged: int, total: int, count: int
    ) -> None:
        """Keeps the number and the sum of an exchange as digits above what is still to be decided."""
        radix = count * len(number) + 1
        size = (count + 1) * radix
        for edge, weight in self.edges.items():
            i, j = edge
            extra = 0
            if i in group and j in group:
                extra = -number[i] - (radix if i not in first else 0)
            self.edges[edge] = weight * size + extra
        self.weights.range *= size


def _fits_tops(i: int, j: int, group: frozenset[int], done: frozenset[int], tops: frozenset[int]) -> bool:
    """Whether an edge agrees with who of the decided is the higher player of a pair."""
    if i in group and j in group:
        return (i not in done or i in tops) and (j not in done or j not in tops)
    return not ((i in done and i in tops) or (j in done and j in tops))


def _opponent(player: int, rank: dict[int, int]) -> Callable[[int, int], int]:
    return lambda i, j: rank[j] if i == player and j in rank else 0


REWARDED: Final = frozenset({"C14", "C16", "C18", "C20"})
