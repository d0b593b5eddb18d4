"""A state drawn from all that a seat cannot tell from the real one, each equally likely.

Hidden are only the colours of tokens that lie on the board. Public are the colours taken, and of each token
the colours it cannot have, because somebody looked at it and put it back. The pile needs no guess: the order
of its cards is drawn when it is shown. What is drawn follows from the seat's knowledge and the source alone.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import NamedTuple

from engines.chance import Source
from engines.spy_ring.position import COLOURS, NOBODY, OWN_TOKENS, Position

_WIDE = 3
"""Bits for the number of tokens of one colour in a packed count."""
_ALL = OWN_TOKENS * 0b001001001001


class Choice(NamedTuple):
    """One colour for the first of the tokens that cannot have every colour."""

    ways: int
    """Ways to colour all other tokens, for this colour and those before it in the list."""
    colour: int
    counts: int
    """Colours left for the others."""


@lru_cache(maxsize=1 << 15)
def _choices(barren: bytes, counts: int) -> tuple[Choice, ...]:
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
    """Ways to give these colours to these tokens and to as many as are left over, which may have any."""
    if barren:
        choices = _choices(barren, counts)
        return choices[-1].ways if choices else 0
    each = [counts >> colour * _WIDE & 7 for colour in range(COLOURS)]
    ways = factorial(sum(each))
    for count in each:
        ways //= factorial(count)
    return ways


def colour_unknown(p: Position, seat: int, source: Source) -> None:
    """In place. Tokens that cannot have every colour come first, weighted; the rest is shuffled."""
    seen = p.seen[seat]
    barren = p.barren
    colours = bytearray(p.colours)
    bound = []
    loose = []
    counts = _ALL
    for token, taker in enumerate(p.takers):
        if taker != NOBODY or seen >> token & 1:
            counts -= 1 << colours[token] * _WIDE
        elif barren[token]:
            bound.append(barren[token] << 4 | token)
        else:
            loose.append(token)
    if bound:
        bound.sort()
        rest = bytes([each >> 4 for each in bound])
        for index, each in enumerate(bound):
            choices = _choices(rest[index:], counts)
            drawn = int(source.random() * choices[-1].ways)
            for ways, colour, left in choices:
                if drawn < ways:
                    colours[each & 15] = colour
                    counts = left
                    break
    size = len(loose)
    if size:
        pool = _POOLS[counts & 63] + _POOLS[counts >> 6 & 63].translate(_UP)
        # One number gives all the draws: cheaper than one each, and 64 bits more than they need.
        drawn = source.getrandbits(4 * size + 64)
        mixed = bytearray(pool)
        for token in loose:
            at = drawn % size
            drawn //= size
            size -= 1
            colours[token] = mixed[at]
            mixed[at] = mixed[size]
    p.colours = bytes(colours)


_UP = bytes([2, 3]) + bytes(254)
_POOLS = tuple(bytes(pair & 7) + b"\1" * (pair >> 3) for pair in range(64))
"""By packed counts of two colours: so many 0, so many 1."""
