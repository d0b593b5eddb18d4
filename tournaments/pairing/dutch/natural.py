"""A bracket paired without weighing: when some candidate misses no more than every candidate must, the
first of these in the order of article 4 is the answer.

What must be missed follows from counting. With more players who want one colour than the others can take,
so many pairs want the same colour ([C12]), and so many of them strongly ([C13]); everything else need not
be missed at all. Whoever reaches these bounds is perfect among what is possible, so it is enough to forbid
every pair that would miss more and to take the first complete candidate of allowed pairs. If there is none,
this says None, and the bracket is weighed (`exact`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from tournaments.pairing.dutch.colours import STRONG
from tournaments.pairing.dutch.completion import Completion, bits
from tournaments.pairing.dutch.contestants import DOWN, UP
from tournaments.pairing.dutch.exact import Paired, Pairs, Task
from tournaments.pairing.dutch.exchange import exchange
from tournaments.pairing.dutch.transposition import first_matching

TRIES: Final = 40
"""Pairings of moved-down players tried before the bracket is weighed instead."""
FLOATERS: Final = 12
"""Players asked, for one downfloater, whether the next bracket can take them."""


class Counted(NamedTuple):
    """Who may be left over and what every pair may not be."""

    floaters: int
    """Mask; 0 when the number is even."""
    allowed: dict[int, int]
    missed: dict[str, int]


def pair_naturally(task: Task, floaters: int) -> Paired | None:
    """`floaters` as in `floaters_of`; not for a bracket in which somebody may get the bye, unless it is the
    last."""
    if len(task.moved_down) > len(task.residents):
        return None
    counted = _Counting(task).by_colours(floaters)
    return None if counted is None else _first(task, counted)


def floaters_of(task: Task, completion: Completion) -> int | None:
    """Mask of residents one of whom floats when the number is odd, without harm to what comes after; 0 when
    nobody needs to; None when this cannot be said by counting."""
    odd = (len(task.moved_down) + len(task.residents)) % 2 == 1
    following, rest = _mask(task.following), _mask(task.rest)
    if not following:
        return _left_over(task) or None if odd else 0
    if task.pab.intersection(task.residents) or task.pab.intersection(task.moved_down):
        return None
    if odd:
        return _wanted_below(task, completion, following, rest) or None
    return 0 if completion.possible(following | rest) else None


def _left_over(task: Task) -> int:
    """[C9]: of those who may have the bye, who missed fewest games."""
    players = task.field.players
    candidates = task.pab.intersection(task.residents)
    least = min((players[i].unplayed for i in candidates), default=0)
    return _mask(i for i in candidates if players[i].unplayed == least)


def _wanted_below(task: Task, completion: Completion, following: int, rest: int) -> int:
    """[C8]: residents for whom the next bracket has an opponent, and then pairs all of its own but at most
    one, with whom everybody after it can be paired."""
    found = 0
    even_then = following.bit_count() % 2 == 1
    for i in task.residents:
        for o in bits(task.field.may_meet[i] & following):
            left = following & ~(1 << o)
            if even_then:
                fine = completion.perfect(left) and completion.possible(rest)
            else:
                fine = _all_but_one(left, rest, completion)
            if fine:
                found |= 1 << i
                break
    return found


def _all_but_one(left: int, rest: int, completion: Completion) -> bool:
    for f in sorted(bits(left), reverse=True)[:FLOATERS]:
        if completion.perfect(left & ~(1 << f)) and completion.possible(rest | 1 << f):
            return True
    return False


class _Counting:
    def __init__(self, task: Task) -> None:
        self.may_meet = task.field.may_meet
        self.players = task.field.players
        self.moved = _mask(task.moved_down)
        self.home = _mask(task.residents)
        self.missed: dict[str, int] = {}

    def by_colours(self, floaters: int) -> Counted | None:
        odd = bool(floaters)
        everybody = self.moved | self.home
        groups = {1: 0, -1: 0, 0: 0}
        strong = absolute = 0
        for i in bits(everybody):
            preference = self.players[i].preference
            groups[preference.colour] |= 1 << i
            if preference.strength >= STRONG:
                strong |= 1 << i
            if preference.absolute:
                absolute |= 1 << i
        many = max(groups[1], groups[-1], key=int.bit_count)
        mild = many & ~strong
        surplus = 2 * many.bit_count() - everybody.bit_count()
        if odd and surplus > 0:
            # One of the colour there is too much of floats ([C12]); a strong one if milds are short ([C13]).
            surplus -= 1
            floaters &= many
            if mild.bit_count() <= surplus // 2:
                floaters = (floaters & strong) or floaters
        if odd:
            floaters = self._not_again(floaters)
            if not floaters:
                return None
        same = max(0, surplus // 2)
        milds = mild.bit_count() - int(odd and mild.bit_count() <= same and floaters & mild != 0)
        missed_strong = max(0, same - milds)
        self.missed |= {"C12": same, "C13": missed_strong}
        allowed: dict[int, int] = {}
        for i in bits(everybody):
            mine = 1 << i
            own = groups[self.players[i].preference.colour]
            mask = self.may_meet[i] & everybody
            if not same:
                mask &= everybody if own & groups[0] else ~own
            elif not many & mine:
                mask &= many & strong if missed_strong else many
            elif missed_strong:
                mask &= many & strong if mine & mild else everybody
            elif mine & strong:
                mask &= ~(many & strong)
            if absolute & mine:
                mask &= ~(absolute & own)  # [C10], [C11]
            allowed[i] = mask
        self._forbid_moved_pairs(allowed)
        return Counted(floaters, allowed, {name: count for name, count in self.missed.items() if count})

    def _not_again(self, floaters: int) -> int:
        """[C14], [C16]: not who floated down in the last rounds, where there are others."""
        for name, ago in (("C14", 0), ("C16", 1)):
            fresh = _mask(i for i in bits(floaters) if self.players[i].floats[ago] != DOWN)
            if fresh:
                floaters = fresh
            elif floaters:
                self.missed[name] = 1
        return floaters

    def _forbid_moved_pairs(self, allowed: dict[int, int]) -> None:
        """[C15], [C17] and thereby [C19], [C21]; and two who were moved down do not meet."""
        if not self.moved:
            return
        floated_up = _mask(i for i in bits(self.home) if UP in self.players[i].floats)
        for i in bits(self.moved):
            allowed[i] &= ~(floated_up | self.moved)
        for i in bits(floated_up):
            allowed[i] &= ~self.moved


def _first(task: Task, counted: Counted) -> Paired | None:
    """The first candidate of allowed pairs, in the order of article 4."""
    home = _mask(task.residents)
    candidates = _moved_down_pairs(sorted(task.moved_down), home, counted.allowed)
    for pairs, left in islice(candidates, TRIES):
        found = _residents(task, left, counted)
        if found is not None:
            more, floater, exchanges = found
            every = sorted([*pairs, *more])
            return Paired(every, [] if floater is None else [floater], exchanges, counted.missed)
    return None


def _moved_down_pairs(
    moved: Sequence[int], home: int, allowed: dict[int, int]
) -> Iterator[tuple[Pairs, int]]:
    """Opponents for the moved down, in the order of 4.2, with the residents then left."""
    if not moved:
        yield [], home
        return
    if first_matching([allowed[i] & home for i in moved], home) is None:
        return
    for j in bits(allowed[moved[0]] & home):
        for pairs, left in _moved_down_pairs(moved[1:], home & ~(1 << j), allowed):
            yield [(moved[0], j), *pairs], left


def _residents(task: Task, left: int, counted: Counted) -> tuple[Pairs, int | None, int] | None:
    """Pairs of the residents left, who floats, and how many were exchanged."""
    order = list(bits(left))
    half = len(order) // 2
    odd = len(order) % 2 == 1
    if not order:
        return [], None, 0
    pairs = _two_halves(order[:half], order[half:], counted)
    exchanges = 0
    if pairs is None:
        tops = exchange(order, {i: counted.allowed[i] & left for i in order}, counted.floaters if odd else 0)
        if tops is None:
            return None
        top = sorted(tops)
        pairs = _two_halves(top, [i for i in order if i not in tops], counted)
        assert pairs is not None, "the matching that chose the exchange is one"
        exchanges = sum(i not in order[:half] for i in top)
    if not odd:
        return pairs, None, exchanges
    paired = _mask(i for pair in pairs for i in pair)
    return pairs, next(bits(left & ~paired)), exchanges


def _two_halves(first: Sequence[int], second: Sequence[int], counted: Counted) -> Pairs | None:
    columns = _mask(second)
    rows = [counted.allowed[i] & columns & ~((1 << i) - 1) for i in first]
    if len(second) > len(first):
        rows.append(counted.floaters & columns)
    found = first_matching(rows, columns)
    return None if found is None else list(zip(first, found, strict=False))


def _mask(indices: Iterable[int]) -> int:
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask
