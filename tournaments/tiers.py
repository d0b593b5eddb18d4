"""Tiers of a ranking: those whom nothing separates yet, split by one value after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

Player = TypeVar("Player", int, str)


def split(
    tier: Iterable[Player], value: Callable[[Player], Fraction | None], *, ascending: bool = False
) -> list[list[Player]]:
    """Highest value first, or lowest; those without one come last. The order of equals is kept."""
    alike: dict[tuple[bool, Fraction], list[Player]] = {}
    for player in tier:
        found = value(player)
        key = (False, Fraction()) if found is None else (True, -found if ascending else found)
        alike.setdefault(key, []).append(player)
    return [alike[key] for key in sorted(alike, reverse=True)]
