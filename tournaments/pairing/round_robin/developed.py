"""Rounds that are one base round turned: players stand in circles, and from round to round all move on.

Two players meet as often as the base round holds their difference, so only the differences of a single
round have to be evened out, however many players there are. With one circle everybody also passes through
every place of the base round, which spreads byes and tables of another size evenly by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

Groups: TypeAlias = list[list[int]]
"""Points, table by table; the last group is who has a bye."""

STEPS: Final = 60_000
STARTS: Final = 8
"""So many swaps so many times: two seconds of one core at thirty players when there is nothing to find."""
PATIENCE: Final = 32
"""One swap of so many may make it a little worse, which leads out of dead ends."""


class Circles:
    """`circles` circles of `length` points each, then, if `fixed`, one point that stays where it is."""

    def __init__(self, length: int, circles: int = 1, *, fixed: bool = False) -> None:
        self.length = length
        self.circles = circles
        self.turning = length * circles
        self.points = self.turning + fixed
        self.orbit = [[0] * self.points for _ in range(self.points)]
        """All turns of a pair have one number in common."""
        numbers: dict[tuple[int, int, int], int] = {}
        self.pairs: list[int] = []
        """How many pairs an orbit has."""
        for a, b in combinations(range(self.points), 2):
            number = numbers.setdefault(self._difference(a, b), len(numbers))
            if number == len(self.pairs):
                self.pairs.append(0)
            self.pairs[number] += 1
            self.orbit[a][b] = self.orbit[b][a] = number

    def _difference(self, a: int, b: int) -> tuple[int, int, int]:
        """Of two points, a before b."""
        here, there = a // self.length, b // self.length
        if b >= self.turning:
            return here, -1, 0
        apart = (b - a) % self.length
        return here, there, min(apart, self.length - apart) if here == there else apart

    def turned(self, point: int, by: int) -> int:
        if point >= self.turning:
            return point
        first = point - point % self.length
        return first + (point - first + by) % self.length

    def rounds(self, base: Groups) -> list[Groups]:
        return [[[self.turned(p, by) for p in group] for group in base] for by in range(self.length)]

    def meetings(self, base: Groups) -> list[int]:
        """How often the pairs of each orbit meet in all rounds. A pair half a circle apart is met again
        half a circle later: its orbit has half as many pairs."""
        found = [0] * len(self.pairs)
        for table in base[:-1]:
            for a, b in combinations(table, 2):
                number = self.orbit[a][b]
                found[number] += self.length // self.pairs[number]
        return found


class Found:
    """Base rounds and how far from even the meetings are, those of earlier cycles included."""

    def __init__(self, circles: Circles, bases: list[Groups], before: Sequence[int]) -> None:
        self.circles = circles
        self.bases = bases
        self.meetings = list(before)
        for base in bases:
            self.meetings = [a + b for a, b in zip(self.meetings, circles.meetings(base), strict=True)]
        self.spread = max(self.meetings) - min(self.meetings)
        self.roughness = roughness(circles, self.meetings)

    @property
    def even(self) -> bool:
        return self.roughness == least_roughness(self.circles, self.meetings)

    def rounds(self) -> list[Groups]:
        return [turned for base in self.bases for turned in self.circles.rounds(base)]


def base_rounds(
    circles: Circles, count: int, sizes: Sequence[int], before: Sequence[int], source: Random
) -> Found:
    """So many base rounds, together as even as was found; stops when they could not be more even.

    `before` holds the meetings per orbit of earlier cycles.
    """
    best: Found | None = None
    for _ in range(STARTS):
        bases = [_dealt(circles, sizes, first, source) for first in range(count)]
        _even_out(circles, bases, before, source)
        found = Found(circles, bases, before)
        if best is None or found.roughness < best.roughness:
            best = found
        if best.even:
            break
    assert best is not None
    return best


def roughness(circles: Circles, meetings: Sequence[int]) -> int:
    """Squared meetings, over all pairs."""
    return sum(pairs * met * met for pairs, met in zip(circles.pairs, meetings, strict=True))


def least_roughness(circles: Circles, meetings: Sequence[int]) -> int:
    """If the same meetings were spread over the pairs as evenly as whole numbers go."""
    pairs = sum(circles.pairs)
    each, more = divmod(sum(p * met for p, met in zip(circles.pairs, meetings, strict=True)), pairs)
    return pairs * each * each + more * (2 * each + 1)


def _dealt(circles: Circles, sizes: Sequence[int], first: int, source: Random) -> Groups:
    """By chance; byes go to the circles in turn, beginning with the `first`."""
    order = list(range(circles.points))
    source.shuffle(order)
    idle: list[int] = []
    for nth in range(circles.points - sum(sizes)):
        circle = (first + nth) % circles.circles
        idle.append(next(p for p in order if p // circles.length == circle and p not in idle))
    order = [p for p in order if p not in idle]
    base = []
    for size in sizes:
        base.append(order[:size])
        order = order[size:]
    return [*base, idle]


def _even_out(circles: Circles, bases: list[Groups], before: Sequence[int], source: Random) -> None:
    """Swap points between groups of a round, in place, towards even meetings."""
    met = Found(circles, bases, before).meetings
    goal, now = least_roughness(circles, met), roughness(circles, met)
    draw, points = source.random, circles.points
    spots = [[(g, i) for g, group in enumerate(base) for i in range(len(group))] for base in bases]
    idle = len(bases[0]) - 1
    for step in range(STEPS):
        if now == goal:
            return
        number = step % len(bases)
        base, where = bases[number], spots[number]
        (g, i), (h, j) = where[int(draw() * points)], where[int(draw() * points)]
        if g == h or (idle in (g, h) and base[g][i] // circles.length != base[h][j] // circles.length):
            continue
        a, b = base[g][i], base[h][j]
        margin = 4 * circles.length if step % PATIENCE == 0 else 0
        changed = 0
        if g != idle:
            changed += _replace(circles, met, base[g], i, a, b)
        if h != idle:
            changed += _replace(circles, met, base[h], j, b, a)
        if changed <= margin:
            base[g][i], base[h][j] = b, a
            now += changed
            continue
        if g != idle:
            _replace(circles, met, base[g], i, b, a)
        if h != idle:
            _replace(circles, met, base[h], j, a, b)


def _replace(circles: Circles, met: list[int], table: Sequence[int], at: int, out: int, into: int) -> int:
    """What it does to the roughness if the spot `at` of a table changes hands; `met` is then as after it."""
    from_out, from_in, orbit_pairs, length = (
        circles.orbit[out],
        circles.orbit[into],
        circles.pairs,
        circles.length,
    )
    change = 0
    for spot, other in enumerate(table):
        if spot == at:
            continue
        orbit = from_out[other]
        weight = length // orbit_pairs[orbit]
        change += length * (weight - 2 * met[orbit])
        met[orbit] -= weight
        orbit = from_in[other]
        weight = length // orbit_pairs[orbit]
        change += length * (weight + 2 * met[orbit])
        met[orbit] += weight
    return change
