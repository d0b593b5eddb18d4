"""What was checked how often, and the one exception of the suite."""

from __future__ import annotations

from collections import Counter

import msgspec


class Broken(AssertionError):
    """The game does not keep a promise of the protocol."""


class Tally(msgspec.Struct):
    """Counts of one run, for the report and for noticing checks that never happened."""

    games: int = 0
    acts: int = 0
    longest: int = 0
    """Most moves of one match."""
    notations: int = 0
    refusals: int = 0
    """Illegal moves that were refused without a trace."""
    forks: int = 0
    deep: int = 0
    """Positions at which everything was checked."""
    compared: int = 0
    """Pairs of positions one observer must not tell apart."""
    successors: int = 0
    """The same after a move of somebody."""
    sealed: int = 0
    """Answers to sealed decisions that nobody else could notice."""
    reordered: int = 0
    """Sealed decisions played in another order with the same outcome."""
    absent: int = 0
    left: int = 0
    secrets: Counter[str] = msgspec.field(default_factory=Counter)
    """How often each secret of the table could be swapped."""


def broken_unless(condition: object, text: str) -> None:
    """Raises Broken with that text; cheap where the text is."""
    if not condition:
        raise Broken(text)
