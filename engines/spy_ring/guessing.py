"""A state drawn from all that a seat cannot tell from the real one, each equally likely.

Hidden are only the colours of tokens that lie on the board. Public are the colours taken, and of each token the
colours it cannot have, because somebody looked at it and put it back. The pile needs no guess: the order of its
cards is drawn when it is shown. What is drawn follows from the seat's knowledge and the source alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.chance import Source
from engines.spy_ring.position import COLOURS, NOBODY, OWN_TOKENS, TOKENS, Position

_WIDE = 3
"""Bits for the number of tokens of one colour in a packed count."""


class Choice(NamedTuple):
    """One colour for the first token of the rest."""

    ways: int
    """Ways to colour all the rest, for this colour and those before it in the list."""
    colour: int
    counts: int


@lru_cache(maxsize=1 << 15)
def _choices(barren: bytes, counts: int) -> tuple[Choice, ...]:
    """Colours for the first of these tokens, with the ways each leaves open for the others."""
    found: list[Choice] = []
    total = 0
    for colour in range(COLOURS):
        one = 1 << colour * _WIDE
        if barren[0] >> colour & 1 or not counts // one & 7:
            continue
        ways = _ways(barren[1:], counts - one)
        if ways:
            total += ways
            found.append(Choice(total, colour, counts - one))
    return tuple(found)


def _ways(barren: bytes, counts: int) -> int:
    if not barren:
        return 1
    choices = _choices(barren, counts)
    return choices[-1].ways if choices else 0


def colour_unknown(p: Position, seat: int, source: Source) -> None:
    """In place."""
    seen = p.seen[seat]
    takers = p.takers
    barren = p.barren
    hidden = []
    counts = OWN_TOKENS * 0b001001001001
    for token in range(TOKENS):
        if takers[token] != NOBODY or seen >> token & 1:
            counts -= 1 << p.colours[token] * _WIDE
        else:
            hidden.append(barren[token] << 4 | token)
    hidden.sort()
    rest = bytes([each >> 4 for each in hidden])
    colours = bytearray(p.colours)
    for index, each in enumerate(hidden):
        choices = _choices(rest[index:], counts)
        drawn = int(source.random() * choices[-1].ways)
        for choice in choices:
            if drawn < choice.ways:
                colours[each & 15] = choice.colour
                counts = choice.counts
                break
    p.colours = bytes(colours)
