"""One bracket weighed: the best by all criteria, and among equals the first in the order of article 4, by
a few maximum-weight matchings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import Enum
from math import prod
from typing import Final, NamedTuple, TypeAlias

from tournaments.pairing.dutch.completion import Completion
from tournaments.pairing.dutch.contestants import Field
from tournaments.pairing.dutch.criteria import Digit, Weights
from tournaments.pairing.dutch.exchange import chosen_tops
from tournaments.pairing.dutch.graph import BITS, NOBODY, Edge, Graph, NoMatching, Partners

Pairs: TypeAlias = list[tuple[int, int]]
REWARDED: Final = frozenset({"C14", "C16", "C18", "C20"})
"""Criteria counted by who is paired, not by who is not."""
PART_BITS: Final = BITS - 24
"""What criteria may take of a weight; the rest is for the decisions below them."""


NO_OPPONENT: Final = "no opponent"


class Paired(NamedTuple):
    pairs: Pairs
    """Made in this bracket, the higher player first."""
    downfloaters: list[int]
    exchanges: int
    missed: dict[str, int]


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


class Scope(Enum):
    """How much of the field is looked at."""

    BRACKET = "bracket"
    """Nothing but the bracket; one of given players floats if the number is odd."""
    NEXT = "next"
    """With the next scoregroup; whether the others can be completed is checked afterwards."""
    ALL = "all"


class Incomplete(Exception):
    """This scope has no answer, a wider one may."""


def pair_exactly(task: Task, completion: Completion, floaters: frozenset[int]) -> Paired:
    """`floaters` are residents who, as the only downfloater, leave the next bracket as good as it can be
    ([C8]) and the round possible ([C4])."""
    for scope in Scope:
        try:
            return _Bracket(task, completion, scope, floaters).solve()
        except (Incomplete, NoMatching):
            continue
    raise AssertionError("completion was checked before the bracket")


def why_down(task: Task, completion: Completion, player: int) -> str:
    """The first criterion that would be kept worse if this downfloater were paired in the bracket: `C4` when
    the rest could not be paired then, `4.2` when the order of candidates alone decides. Who has nobody to
    play there is told so."""
    opponents = frozenset(task.residents) | (
        frozenset(task.moved_down) if player in task.residents else set()
    )
    if not task.field.may_meet[player] & _mask(opponents):
        return NO_OPPONENT
    best = _Bracket(task, completion, Scope.ALL, frozenset())
    chosen = best.sums(best.best())
    other = _Bracket(task, completion, Scope.ALL, frozenset(), frozenset({player}))
    try:
        instead = other.sums(other.best())
    except NoMatching:
        return "C4"
    for digit in best.weights.digits:
        if instead.get(digit.name, 0) != chosen[digit.name]:
            return digit.name.split("/")[0]
    return "4.2"


class _Bracket:
    def __init__(
        self,
        task: Task,
        completion: Completion,
        scope: Scope,
        floaters: frozenset[int],
        staying: frozenset[int] = frozenset(),
    ) -> None:
        """`staying` may not float, whatever it costs."""
        self.task = task
        self.staying = staying
        self.completion = completion
        self.scope = scope
        self.floaters = floaters
        self.home = frozenset(task.residents)
        self.moved = frozenset(task.moved_down)
        self.bracket = self.home | self.moved
        self.last = not task.following and not task.rest
        self.pairs: Pairs = []
        self._check_scope()

    def _check_scope(self) -> None:
        task, odd = self.task, len(self.bracket) % 2 == 1
        if self.scope is Scope.ALL or self.last:
            return
        unsure = bool(task.pab & self.bracket)
        if self.scope is Scope.NEXT:
            unsure = unsure or bool(task.pab.intersection(task.following))
        elif odd:
            unsure = unsure or not self.floaters
        else:
            unsure = unsure or not self.completion.possible(_mask(task.following) | _mask(task.rest))
        if unsure:
            raise Incomplete

    def best(self) -> Partners:
        partner = self.weigh(count_unplayed=self.last and bool(self.task.pab))
        if self.task.pab & self.bracket and not self.last and len(self._floating(partner)) == 1:
            # [C9] is for brackets whose only downfloater ends up with the bye.
            partner = self.weigh(count_unplayed=True)
        return partner

    def solve(self) -> Paired:
        partner = self.best()
        missed = self._missed(partner)
        partner = self.choose_moved_down(partner)
        partner = self.pair_moved_down(partner)
        partner, exchanges = self.pair_residents(partner)
        paired = {i for pair in self.pairs for i in pair}
        floating = sorted(self.bracket - paired)
        self._check_completion(partner)
        return Paired(sorted(self.pairs), floating, exchanges, missed)

    def weigh(self, *, count_unplayed: bool) -> Partners:
        self.weights = self._weights(count_unplayed=count_unplayed)
        self.full = self._edges(self.weights)
        if self.weights.range.bit_length() > PART_BITS:
            return self._weigh_in_parts(count_unplayed=count_unplayed)
        self.graph = self._graph(self.full, self.weights)
        return self.graph.best()

    def _weights(self, *, count_unplayed: bool, only: Collection[str] | None = None) -> Weights:
        task = self.task
        return Weights(
            task.field,
            task.moved_down,
            task.residents,
            task.following if self.scope is not Scope.BRACKET else (),
            initial=task.initial,
            count_unplayed=count_unplayed,
            only=only,
        )

    def _edges(self, weights: Weights) -> list[Edge]:
        task = self.task
        edges = weights.edges_inside()
        if self.last:
            edges += [(NOBODY, i, weights.bye(i)) for i in sorted(task.pab)]
        elif self.scope is Scope.BRACKET:
            if len(self.bracket) % 2:
                edges += [(NOBODY, i, 0) for i in sorted(self.floaters)]
        else:
            edges += self._edges_below(weights)
            if self.scope is Scope.ALL:
                edges += [(NOBODY, i, weights.bye(i)) for i in sorted(task.pab)]
        if self.staying:
            edges = [edge for edge in edges if self.staying.isdisjoint(edge[:2]) or self._inside(edge)]
        return edges

    def _inside(self, edge: Edge) -> bool:
        return edge[0] in self.bracket and edge[1] in self.bracket

    def _graph(self, edges: list[Edge], weights: Weights) -> Graph:
        task, nodes = self.task, len(self.bracket)
        if self.last:
            nodes += bool(task.pab)
        elif self.scope is Scope.BRACKET:
            nodes += nodes % 2
        elif self.scope is Scope.NEXT:
            nodes += len(task.following)
        else:
            nodes += len(task.following) + len(task.rest) + bool(task.pab)
        return Graph(edges, nodes=nodes, perfect=self.scope is not Scope.NEXT, range_=weights.range)

    def _weigh_in_parts(self, *, count_unplayed: bool) -> Partners:
        """With more digits than a weight has room for: as many at a time as fit, the highest first. Most come
        out as good as they can be; those need no room any more, but forbid edges. That binds only where
        everybody must be matched."""
        if self.scope is Scope.NEXT:
            raise Incomplete
        waiting = list(self.weights.digits)
        kept: list[Digit] = []
        forbidden: set[tuple[int, int]] = set()
        while True:
            taken: list[Digit] = []
            size = prod(digit.most + 1 for digit in kept)
            while waiting and (not taken or (size * (waiting[0].most + 1)).bit_length() <= PART_BITS):
                size *= waiting[0].most + 1
                taken.append(waiting.pop(0))
            names = [digit.name for digit in (*kept, *taken)]
            weights = self._weights(count_unplayed=count_unplayed, only=names)
            edges = [edge for edge in self._edges(weights) if edge[:2] not in forbidden]
            self.graph = self._graph(edges, weights)
            partner = self.graph.best()
            if not taken:
                return partner
            sums = weights.sums(sum(weight for i, j, weight in edges if partner.get(i) == j))
            for digit in taken:
                single = self._weights(count_unplayed=count_unplayed, only=[digit.name])
                ban = self._settled(digit, sums[digit.name], single)
                if ban is None:
                    kept.append(digit)
                else:
                    forbidden |= ban

    def _settled(self, digit: Digit, value: int, single: Weights) -> set[tuple[int, int]] | None:
        """The edges no matching may have that keeps this digit at its best; None if it is not for single
        edges to say."""
        name = digit.name.split("/")[0]
        edges = self._edges(single)
        if value == 0:
            return {(i, j) for i, j, weight in edges if weight}
        if value == digit.most and (name in REWARDED or name == "C7"):
            must = frozenset(i for i in self.bracket if single.paired[i])
        elif name == "C6" and 2 * value == len(self.bracket):
            must = self.bracket
        else:
            return None
        return {(i, j) for i, j, weight in edges if not weight and (i in must or j in must)}

    def _edges_below(self, weights: Weights) -> list[Edge]:
        """Pairs that are not of this bracket."""
        task = self.task
        following = frozenset(task.following)
        below = [*task.following, *task.rest] if self.scope is Scope.ALL else list(task.following)
        edges: list[Edge] = []
        for upper in (sorted(self.bracket), below):
            for i in upper:
                mask = task.field.may_meet[i]
                price = weights.after(i) if i in self.bracket or i in following else 0
                edges += [(i, j, price if j in following else 0) for j in below if j > i and mask >> j & 1]
        return edges

    def _floating(self, partner: Partners) -> list[int]:
        return [i for i in sorted(self.bracket) if partner.get(i, NOBODY) not in self.bracket]

    def sums(self, partner: Partners) -> dict[str, int]:
        """What a matching makes of each digit, the highest last."""
        return self.weights.sums(sum(weight for i, j, weight in self.full if partner.get(i) == j))

    def _missed(self, partner: Partners) -> dict[str, int]:
        most = {digit.name: digit.most for digit in self.weights.digits}
        counted: dict[str, int] = {}
        for name, value in self.sums(partner).items():
            criterion = name.split("/")[0]
            if criterion not in ("C6", "C7", "C8", "C9"):
                missed = -value if value < 0 else most[name] - value if criterion in REWARDED else 0
                counted[criterion] = counted.get(criterion, 0) + missed
        return {name: count for name, count in sorted(counted.items()) if count}

    def choose_moved_down(self, partner: Partners) -> Partners:
        """4.4: which MDPs are paired, the highest as far as the criteria allow; the others are in the
        Limbo."""
        home, moved = self.home, sorted(self.moved)
        count = sum(partner.get(i) in home for i in moved)
        if 0 < count < len(moved):
            waiting = moved
            for stage in self.graph.stages([(_paired_in(i, home), 1) for i in moved]):
                partner = self.graph.best(stage)
                done, waiting = frozenset(waiting[: len(stage)]), waiting[len(stage) :]
                chosen = frozenset(i for i in done if partner.get(i) in home)
                self._keep_moved_down(done, chosen)
        limbo = frozenset(i for i in moved if partner.get(i) not in home)
        self._keep_moved_down(self.moved, self.moved - limbo)
        self.placed = sorted(self.moved - limbo)
        return partner

    def _keep_moved_down(self, decided: frozenset[int], paired: frozenset[int]) -> None:
        home = self.home
        self.graph.keep(lambda i, j: i not in decided or (j in home) == (i in paired))

    def pair_moved_down(self, partner: Partners) -> Partners:
        """4.2: the first transposition of S2 for the MDPs of S1."""
        return self._transpose(self.placed, sorted(self.home), partner)

    def _transpose(self, tops: list[int], bottoms: list[int], partner: Partners) -> Partners:
        most = len(bottoms) - 1
        rank = {j: most - position for position, j in enumerate(bottoms)}
        waiting = tops
        for stage in self.graph.stages([(_opponent(i, rank), most) for i in tops]):
            partner = self.graph.best(stage)
            for i in waiting[: len(stage)]:
                self.pairs.append((min(i, partner[i]), max(i, partner[i])))
                self.graph.fix(i, partner[i])
            waiting = waiting[len(stage) :]
        return partner

    def pair_residents(self, partner: Partners) -> tuple[Partners, int]:
        """3.6: exchanges between S1 and S2, then transpositions of S2."""
        taken = {i for pair in self.pairs for i in pair}
        left = sorted(self.home - taken)
        count = sum(partner.get(i) in self.home for i in left) // 2
        if not count:
            return partner, 0
        tops = chosen_tops(self.graph, left, count)
        group = frozenset(left)

        def fits(i: int, j: int) -> bool:
            if i in group and j in group:
                return i in tops and j not in tops
            return i not in tops and j not in tops

        self.graph.keep(fits)
        partner = self._transpose(sorted(tops), [j for j in left if j not in tops], partner)
        return partner, len(tops.difference(left[:count]))

    def _check_completion(self, partner: Partners) -> None:
        if self.scope is Scope.NEXT:
            paired = {i for pair in self.pairs for i in pair}
            left = [i for i in (*self.bracket, *self.task.following) if i not in paired and i not in partner]
            if not self.completion.possible(_mask(left) | _mask(self.task.rest)):
                raise Incomplete


def _paired_in(player: int, home: frozenset[int]) -> Callable[[int, int], int]:
    return lambda i, j: int(i == player and j in home)


def _opponent(player: int, rank: dict[int, int]) -> Callable[[int, int], int]:
    return lambda i, j: rank[j] if i == player and j in rank else 0


def _mask(indices: Sequence[int] | frozenset[int]) -> int:
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask
