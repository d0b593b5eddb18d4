"""What one round can give: the values a match or table shares out, and how many of them there are.

Points are whole numbers in the unit of the caller: tenths for two seats, 1/24 at tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

import msgspec

from tournaments.pairing.event import NoLegalPairing, Sizes
from tournaments.pairing.plan import table_sizes
from tournaments.pairing.points import BYE, place_units

Values: TypeAlias = tuple[int, ...]
"""What the seats of one match or table get, in no order of seats, highest first."""


class Block(NamedTuple):
    """Matches or tables of one kind in a round; a bye is one with a single seat."""

    outcomes: tuple[Values, ...]
    times: Fraction
    """Whole in a real round; a share of the players over the seats where sizes are not known."""


Layout: TypeAlias = list[Block]


class Duels(msgspec.Struct, frozen=True):
    """Two seats, in tenths of a point (TRF record 162)."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    bye: int = 10
    """The pairing-allocated bye."""
    away: tuple[int, ...] = (5, 0)
    """What a round not played on one's own account may be worth; a game lost by both is worth the least."""

    def outcomes(self, seats: int) -> tuple[Values, ...]:
        if seats != 2:
            raise ValueError(f"a match has two seats, not {seats}")
        return (self.win, self.loss), (self.draw, self.draw)

    def decisions(self, seats: int) -> tuple[Values, ...]:
        """What a decision instead of play may give besides: a forfeit, lost by one or by both."""
        least = min(self.away)
        return (self.win, least), (least,) * seats

    def regular(self, players: int) -> Layout:
        """A round in which everybody is paired or left over."""
        return [
            Block(self.outcomes(2), Fraction(players // 2)),
            Block(((self.bye,),), Fraction(players % 2)),
        ]

    def most_open(self, players: int) -> list[Layout]:
        """Rounds of which one gives at least as much as any in which some are away. What is shared out
        is linear in their number for each parity, so the fewest and the most are enough."""
        best = Block(((max(self.away),),), Fraction(1))
        few = {away for away in (0, 1, players - 1, players) if away >= 0}
        return [[*self.regular(players - away), best._replace(times=Fraction(away))] for away in sorted(few)]


class Tables(msgspec.Struct, frozen=True):
    """Tables of two to five, in the units of `tournaments.pairing.points`."""

    sizes: Sizes
    bye: int = BYE["pairing"]
    away: tuple[int, ...] = (BYE["half"], BYE["zero"])

    def outcomes(self, seats: int) -> tuple[Values, ...]:
        return place_values(seats)

    def decisions(self, seats: int) -> tuple[Values, ...]:
        """Nobody gets anything; who leaves alone is last, which is an outcome of play."""
        return ((min(self.away),) * seats,)

    def regular(self, players: int) -> Layout:
        """A round as planned by T1; without a single table everybody is left over."""
        try:
            tables = table_sizes(players, self.sizes)
        except NoLegalPairing:
            tables = []
        over = Block(((self.bye,),), Fraction(players - sum(tables)))
        return [
            *(Block(place_values(size), Fraction(tables.count(size))) for size in sorted(set(tables))),
            over,
        ]

    def most_open(self, players: int) -> list[Layout]:
        """Every real round is a mixture of these, and what it gives a mean of what they give."""
        kinds = [place_values(size) for size in range(self.sizes.min, self.sizes.max + 1)]
        kinds.append(((max(self.bye, *self.away),),))
        return [[Block(kind, Fraction(players, len(kind[0])))] for kind in kinds]


Scoring: TypeAlias = Duels | Tables


@cache
def place_values(seats: int) -> tuple[Values, ...]:
    """One for each way of sharing places."""
    found: dict[Values, None] = {}
    for cuts in range(2 ** (seats - 1)):
        places = [1]
        for seat in range(1, seats):
            places.append(seat + 1 if cuts >> (seat - 1) & 1 else places[-1])
        found[tuple(place_units(places, seat) for seat in range(seats))] = None
    return tuple(sorted(found, reverse=True))


def highest(layouts: Sequence[Layout]) -> int:
    """The most one player can get."""
    return max(
        values[0] for layout in layouts for block in layout if block.times for values in block.outcomes
    )
