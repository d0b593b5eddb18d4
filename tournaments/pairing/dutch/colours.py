"""Colour preferences and who gets which colour (C.04.3, 1.6, 1.7 and article 5). +1 is White."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tournaments.pairing.dutch.contestants import Contestant

NONE, MILD, STRONG, ABSOLUTE = range(4)


class Preference(NamedTuple):
    colour: int
    strength: int

    @property
    def absolute(self) -> bool:
        return self.strength == ABSOLUTE


def preference(colours: Sequence[int]) -> Preference:
    """From the colours of games played, the oldest first (1.7)."""
    if not colours:
        return Preference(0, NONE)
    difference = sum(colours)
    if abs(difference) > 1:
        return Preference(-1 if difference > 0 else 1, ABSOLUTE)
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return Preference(-colours[-1], ABSOLUTE)
    if difference:
        return Preference(-difference, STRONG)
    return Preference(-colours[-1], MILD)


BOTH, STRONGER, ALTERNATE, RANK, INITIAL = "5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"
INITIAL_COLOURS: Final = {"w": 1, "b": -1}


def allocate(high: Contestant, low: Contestant, initial: int) -> tuple[int, str]:
    """The colour of `high`, who stands higher (1.2), and the article that decides."""
    mine, theirs = high.preference, low.preference
    if mine.colour != theirs.colour:
        return (mine.colour or -theirs.colour), BOTH
    if mine.colour:
        if mine.strength != theirs.strength:
            return (mine.colour if mine.strength > theirs.strength else -theirs.colour), STRONGER
        if mine.absolute and abs(high.difference) != abs(low.difference):
            wider = abs(high.difference) > abs(low.difference)
            return (mine.colour if wider else -theirs.colour), STRONGER
    for a, b in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if a != b:
            return -a, ALTERNATE
    if mine.colour:
        return mine.colour, RANK
    return (initial if high.odd else -initial), INITIAL


def breaks(player: Contestant, colour: int) -> tuple[bool, bool]:
    """Whether this colour takes the difference beyond two ([C10]) and whether it is the third in a row
    ([C11])."""
    beyond = abs(player.difference + colour) > 2
    third = len(player.colours) > 1 and player.colours[-1] == player.colours[-2] == colour
    return beyond, third
