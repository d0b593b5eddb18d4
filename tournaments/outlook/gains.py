"""What the rounds to come can give: each player alone, each match, and each round as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from tournaments.outlook.field import Field
from tournaments.outlook.scoring import Block, Layout, Values

Side: TypeAlias = Literal[1, -1]
"""-1: points and values are negated, so that more is less."""


class Range(NamedTuple):
    low: int
    high: int

    def plus(self, other: Range) -> Range:
        return Range(self.low + other.low, self.high + other.high)

    def minus(self, other: Range) -> Range:
        return Range(self.low - other.low, self.high - other.high)

    def seen(self, side: Side) -> Range:
        return self if side == 1 else Range(-self.high, -self.low)


NOTHING = Range(0, 0)


def ranges(field: Field) -> dict[int, Range]:
    """The least and the most each player may still gain."""
    once = span(values for layout in open_layouts(field, 1) for block in layout for values in block.outcomes)
    least = once.low if not field.irregular else min(once.low, *field.scoring.away)
    each = Range(field.open_rounds * least, field.open_rounds * once.high)
    found = {line.player: each if line.playing else NOTHING for line in field.lines}
    for matches in field.paired:
        for match in matches:
            here = span(outcomes(field, len(match), 1))
            for player in match:
                found[player] = found[player].plus(here)
    return found


def span(outcomes: Iterable[Values]) -> Range:
    values = [value for each in outcomes for value in (each[0], each[-1])]
    return Range(min(values), max(values)) if values else NOTHING


def outcomes(field: Field, seats: int, side: Side) -> list[Values]:
    """How a match can share out, by play and, where the field allows, by decision."""
    found = field.scoring.outcomes(seats)
    if field.irregular:
        found += field.scoring.decisions(seats)
    return [seen(values, side) for values in found]


def seen(values: Values, side: Side) -> Values:
    return values if side == 1 else tuple(-value for value in reversed(values))


def open_layouts(field: Field, side: Side) -> list[Layout]:
    """Rounds to be paired, of which one gives at least as much, seen from this side, as any there can be."""
    players = sum(line.playing for line in field.lines)
    if not field.irregular:
        layouts = [field.scoring.regular(players)]
    elif side == 1:
        layouts = field.scoring.most_open(players)
    else:
        layouts = [[Block(((min(field.scoring.away),),), Fraction(players))]]
    return [
        [
            Block(tuple(seen(values, side) for values in block.outcomes), block.times)
            for block in layout
            if block.times
        ]
        for layout in layouts
    ]


def paired_layout(field: Field, matches: Sequence[tuple[int, ...]], side: Side) -> Layout:
    """A round with known pairings; whoever is playing without a match that is not over gains nothing."""
    busy = {player for match in matches for player in match}
    idle = sum(line.playing and line.player not in busy for line in field.lines)
    layout = [
        Block(tuple(outcomes(field, seats, side)), Fraction(count))
        for seats, count in Counter(map(len, matches)).items()
    ]
    return [*layout, Block(((0,),), Fraction(idle))]
