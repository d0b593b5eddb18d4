"""Every formula that ever rated a match, by its version: a result names its own, so that a new formula
changes nothing that happened before it.

A new version is added here with its module; the ledger writes `CURRENT` into new results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from ratings import elo


class Changes(Protocol):
    """See `ratings.elo.changes`."""

    def __call__(
        self, ratings: Sequence[int], games: Sequence[int], places: Sequence[int], *, half: bool = False
    ) -> list[int]: ...


class Terms(Protocol):
    """See `ratings.elo.terms`."""

    def __call__(
        self, ratings: Sequence[int], games: Sequence[int], places: Sequence[int], *, half: bool = False
    ) -> list[list[elo.Term]]: ...


@dataclass(frozen=True)
class Formula:
    version: int
    name: str
    changes: Changes
    terms: Terms


CURRENT: Final = elo.FORMULA_VERSION

FORMULAS: Final[dict[int, Formula]] = {1: Formula(1, "Elo-n", elo.changes, elo.terms)}


class UnknownFormula(ValueError):
    """A result names a version that this program does not know."""

    def __init__(self, version: int) -> None:
        known = ", ".join(map(str, sorted(FORMULAS)))
        super().__init__(f"formula version {version} is not known; this program knows {known}")


def formula(version: int) -> Formula:
    """Raises UnknownFormula."""
    try:
        return FORMULAS[version]
    except KeyError:
        raise UnknownFormula(version) from None
