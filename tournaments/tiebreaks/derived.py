"""A tie-break value with what it was made of, so that a page can open it down to the games."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Part(msgspec.Struct, frozen=True):
    """One contribution."""

    round: int
    opponent: int
    """0 for none, or a dummy of the player's own (16.4)."""
    value: Fraction
    how: str
    """`played`, or the article of 16.2 that says what the round was, or `dummy` ..."""
    cut: bool = False
    """Left out by a modifier (14)."""


class Derived(msgspec.Struct, frozen=True):
    value: Fraction | None
    """None when there is none, as the average rating of nobody."""
    parts: tuple[Part, ...] = ()


def plain(value: int, parts: tuple[Part, ...] = ()) -> Derived:
    return Derived(Fraction(value), parts)


def tenths(value: int, parts: tuple[Part, ...] = ()) -> Derived:
    return Derived(Fraction(value, 10), parts)
