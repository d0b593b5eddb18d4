"""At most how many players can still reach a number of points.

Two arguments, each sound by itself; the lower answer counts.

*Sharing out.* Let g be what a player gains in all rounds together, g(r) in round r, and x+ the larger of x
and 0. For any numbers s(r), (g - sum of s(r))+ is at most the sum over rounds of (g(r) - s(r))+, and
summed over all players (g(r) - s(r))+ is at most what the outcomes of round r allow, its *height* at
s(r). So whoever reach T from points p satisfy: sum of (T - p - sum of s)+ <= sum of heights. With all s = 0
this is conservation of points; with s just below a win it says that a match has only one winner. Of all
sets of a size, that of those with most points now satisfies it most easily.

*Meeting.* In one round with known pairings the matches are disjoint. If everybody gains the most
elsewhere, how many of a match reach T depends on its outcome alone, so the sum over matches of the most
is a bound, and it is exact if no other round is to come.

With points and values negated the same says how many can still *stay* at T or below.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from tournaments.outlook.field import Field
from tournaments.outlook.gains import Range, Side, open_layouts, outcomes, paired_layout, ranges, seen, span
from tournaments.outlook.scoring import Layout, Values


class Cap(NamedTuple):
    """Sum over players of (gain - slope)+ <= height."""

    slope: int
    height: int


class Own(NamedTuple):
    """The match, in one known round, of the player who is not counted."""

    others: list[int]
    """Points of each other with the most from all other rounds, highest first."""
    outcomes: list[Values]
    elsewhere: Range
    """What the player may gain in all other rounds."""


class Ceiling:
    """Built once for a field and side, asked for any number of points on that side.

    `without`: that player is not counted, and what the player gains is given when asking, so that
    others cannot gain it too.
    """

    def __init__(self, field: Field, side: Side, without: int | None = None) -> None:
        self._field = field
        self._side = side
        self._without = without
        self._apart = any(line.player == without and line.playing for line in field.lines)
        """Whether the player not counted has a part in every round."""
        self._spans = {player: gain.seen(side) for player, gain in ranges(field).items()}
        self._now = {line.player: side * line.points for line in field.lines}
        self._caps = _caps(field, side)
        others = [line for line in field.lines if line.player != without]
        points = sorted((self._now[line.player] for line in others if line.playing), reverse=True)
        self._sums = list(accumulate(points, initial=0))
        self._negated = [-each for each in points]
        self._left = sorted(self._highest(line.player) for line in others if not line.playing)
        self._rounds = [self._meet(matches) for matches in field.paired]

    def count(self, wanted: int, gain: int = 0, rest: Sequence[Values] | None = None) -> int:
        """At most so many reach `wanted`. `gain` is that of the player not counted, on this side; `rest`
        what the others of that player's matches get, if the result of these is known."""
        found = self._sharing_out(wanted, gain) + _from(self._left, wanted)
        for reached, own in self._rounds:
            here = _from(reached, wanted)
            if own is not None:
                shared = _left_over(own, gain) if rest is None else [seen(each, self._side) for each in rest]
                here += _from(sorted(_reached(own.others, shared)), wanted)
            found = min(found, here)
        return found

    def _highest(self, player: int) -> int:
        return self._now[player] + self._spans[player].high

    def _sharing_out(self, wanted: int, gain: int) -> int:
        """The largest set that all caps allow, by bisection in each."""
        found = len(self._negated)
        for slope, height in self._caps:
            need = wanted - slope
            have = bisect_right(self._negated, -need)
            if have >= found:
                continue
            taken = max(0, gain - slope) if self._apart else 0
            allowed = height - taken + need * have - self._sums[have]
            low, high = have, found
            while low < high:
                size = (low + high + 1) // 2
                if need * size - self._sums[size] <= allowed:
                    low = size
                else:
                    high = size - 1
            found = low
        return found

    def _meet(self, matches: Sequence[tuple[int, ...]]) -> tuple[list[int], Own | None]:
        """The points at which each further player of a match reaches them, of all matches together."""
        reached: list[int] = []
        own: Own | None = None
        idle = set(self._now) - {self._without}
        for match in matches:
            shared = outcomes(self._field, len(match), self._side)
            here = span(shared)
            bases = [self._highest(player) - here.high for player in match if player != self._without]
            bases.sort(reverse=True)
            idle.difference_update(match)
            if self._without in match:
                own = Own(bases, shared, self._spans[self._without].minus(here))
            else:
                reached += _reached(bases, shared)
        reached += [self._highest(player) for player in idle]
        return sorted(reached), own


def _caps(field: Field, side: Side) -> list[Cap]:
    """One cap for each combination of slopes that is the closest for some number of players.

    Rounds are laid over each other as if the same players had the best of each.
    """
    rounds = [(1, [paired_layout(field, matches, side)]) for matches in field.paired]
    if field.open_rounds:
        rounds.append((field.open_rounds, open_layouts(field, side)))
    slope = height = 0
    steps: list[tuple[float, int, int]] = []
    for times, layouts in rounds:
        caps = _round_caps(layouts)
        slope += times * caps[0].slope
        height += times * caps[0].height
        for above, below in pairwise(caps):
            down, up = above.slope - below.slope, below.height - above.height
            steps.append((up / down, times * down, times * up))
    found = [Cap(slope, height)]
    for _players, down, up in sorted(steps):
        slope, height = slope - down, height + up
        found.append(Cap(slope, height))
    return found


def _round_caps(layouts: Sequence[Layout]) -> list[Cap]:
    """Steepest first."""
    slopes = {value for layout in layouts for block in layout for each in block.outcomes for value in each}
    return [
        Cap(slope, max(_height(layout, slope) for layout in layouts))
        for slope in sorted(slopes or {0}, reverse=True)
    ]


def _height(layout: Layout, slope: int) -> int:
    return int(
        sum(
            block.times * max(sum(max(0, value - slope) for value in values) for values in block.outcomes)
            for block in layout
        )
    )


def _reached(bases: Sequence[int], shared: Iterable[Values]) -> list[int]:
    """For one, two ... of a match: the most points that so many can reach at the same time.

    `bases` highest first. Of so many, those with the highest do best, and the lowest of them should have
    the most of what is shared out.
    """
    return [
        max(min(bases[i] + values[size - 1 - i] for i in range(size)) for values in shared)
        for size in range(1, len(bases) + 1)
    ]


def _left_over(own: Own, gain: int) -> list[Values]:
    """What the others of the match get when the player gains so much in all: every outcome without a slot
    that fits. If none does, the gain is none the player can have, and any answer is right."""
    found = {
        values[:slot] + values[slot + 1 :]
        for values in own.outcomes
        for slot, value in enumerate(values)
        if own.elsewhere.low <= gain - value <= own.elsewhere.high
    }
    return sorted(found) or [values[1:] for values in own.outcomes]


def _from(ascending: Sequence[int], wanted: int) -> int:
    return len(ascending) - bisect_left(ascending, wanted)
