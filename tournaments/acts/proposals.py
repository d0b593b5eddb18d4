"""A round as it would be: tables and byes, not yet in the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final


class CannotPair(Exception):
    """The round has no pairing that the rules allow."""

    def __init__(self, why: str, *, relax: Sequence[str] = (), over: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.relax = tuple(relax)
        """Rules (`Relax`) each of which alone, when lifted, would allow a pairing."""
        self.over = over
        """Too few are left: no later round can be paired either."""


@dataclass(frozen=True)
class Laid:
    """A table to be; entries by primary key."""

    seats: tuple[int, ...]
    """In the order of play."""
    reason: dict[str, Any]
    fixed: bool = False
    """By a director's hand."""
    slot: int | None = None


@dataclass(frozen=True)
class Left:
    """An entry without a table."""

    entry: int
    kind: str
    by_hand: bool = False


@dataclass(frozen=True)
class Kept:
    """What a director has laid by hand: the rest is paired around it."""

    tables: Sequence[tuple[int, ...]] = ()
    byes: Mapping[int, str] = field(default_factory=dict)

    @property
    def entries(self) -> set[int]:
        return {entry for table in self.tables for entry in table} | set(self.byes)


NOTHING: Final = Kept()


@dataclass(frozen=True)
class Proposal:
    tables: list[Laid]
    """In the order of their numbers."""
    byes: list[Left]
    criteria: dict[str, Any]
