"""Where a throw can lead: every path of exactly that length, found once per start and throw.

A path visits no space twice, its start included (S1); it ends early only inside an embassy (S2, S9); it goes
down one manhole and up at another, at most once and never on a hiding move (S5, S6, S8).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engines.spy_ring.board import (
    BIT,
    EMBASSY_AT,
    GATE,
    GONE,
    INSIDE,
    IS_MANHOLE,
    MANHOLES,
    NEAR,
    mask_of,
)

Path = tuple[int, ...]
"""Nodes in order, without the start."""

FACES: Final = 6


class Reach:
    """All paths from one node with one throw, on an empty board."""

    __slots__ = ("_by_many", "_many", "_shut_by", "cover", "ends", "mask")

    def __init__(self, ways: dict[int, tuple[int, ...]]) -> None:
        """`ways`, by end: the nodes visited, one mask for each path that is not merely a longer way round."""
        self.ends = tuple(sorted(ways))
        self.mask = 0
        self.cover = 0
        """Every node on any path: if no spy stands on one, nothing is barred."""
        self._shut_by: dict[int, int] = {}
        """By bit of a node: ends with that node on every path to them."""
        self._by_many: list[tuple[int, tuple[int, ...]]] = []
        """Bits of ends to which several paths lead, with these paths."""
        self._many = 0
        """Every node on these."""
        for end in self.ends:
            every = -1
            for way in ways[end]:
                every &= way
                self.cover |= way
            self.mask |= BIT[end]
            while every:
                low = every & -every
                every ^= low
                self._shut_by[low] = self._shut_by.get(low, 0) | BIT[end]
            if len(ways[end]) > 1:
                self._by_many.append((BIT[end], ways[end]))
                for way in ways[end]:
                    self._many |= way

    def open_mask(self, spies: int, barred: int) -> int:
        """Ends when spies stand on those nodes (impassable) and `barred` may not be ended on."""
        open_ends = self.mask & ~barred
        near = self.cover & spies
        if not near:
            return open_ends
        rest = near
        while rest:
            low = rest & -rest
            rest ^= low
            if low in self._shut_by:
                open_ends &= ~self._shut_by[low]
        near &= self._many
        if near & (near - 1):
            # Two spies together may stop what neither stops alone.
            for end, ways in self._by_many:
                for way in ways:
                    if not way & near:
                        break
                else:
                    open_ends &= ~end
        return open_ends


def walk(start: int, throw: int, tunnel: bool, spies: int = 0) -> list[Path]:
    """Every lawful path in a fixed order: into an embassy, on foot, then through a tunnel."""
    found: list[Path] = []
    _walk(start, throw, tunnel, BIT[start] | spies, (), found)
    return found


def _walk(at: int, left: int, tunnel: bool, used: int, path: Path, found: list[Path]) -> None:
    if not left:
        found.append(path)
        return
    embassy = EMBASSY_AT.get(at, -1)
    if embassy >= 0 and not used & BIT[INSIDE + embassy]:
        found.append((*path, INSIDE + embassy))
    for other in NEAR[at] if at < INSIDE else (GATE[at - INSIDE],):
        if not used & BIT[other]:
            _walk(other, left - 1, tunnel, used | BIT[other], (*path, other), found)
    if tunnel and BIT[at] & IS_MANHOLE:
        for other in MANHOLES:
            if not used & BIT[other]:
                _walk(other, left - 1, False, used | BIT[other], (*path, other), found)


@lru_cache(maxsize=64)
def find(start: int, throw: int, tunnel: bool, spies: int, barred: int) -> Mapping[int, Path]:
    """By open end: the shortest path, on foot if there is one as short. Asked for each move of a list."""
    found: dict[int, Path] = {}
    for path in walk(start, throw, tunnel, spies):
        end = path[-1]
        if not BIT[end] & barred and (end not in found or len(path) < len(found[end])):
            found[end] = path
    return MappingProxyType(found)


def _ways(start: int, throw: int, tunnel: bool) -> dict[int, tuple[int, ...]]:
    masks: dict[int, set[int]] = {}
    for path in walk(start, throw, tunnel):
        masks.setdefault(path[-1], set()).add(mask_of(path))
    return {end: _least(found) for end, found in masks.items()}


def _least(masks: set[int]) -> tuple[int, ...]:
    """Without those that pass all spaces of another: whatever stops that one stops them too."""
    if len(masks) == 1:
        return tuple(masks)
    least: list[int] = []
    for mask in sorted(masks, key=lambda mask: (mask.bit_count(), mask)):
        if not any(mask & other == other for other in least):
            least.append(mask)
    return tuple(least)


_KNOWN: Final[list[Reach | None]] = [None] * (GONE * (FACES + 1) * 2)


def reach(start: int, throw: int, tunnel: bool) -> Reach:
    """Found at first use, then kept: all 3,264 of them take a fifth of a second."""
    index = (start * (FACES + 1) + throw) * 2 + tunnel
    known = _KNOWN[index]
    if known is None:
        known = _KNOWN[index] = Reach(_ways(start, throw, tunnel))
    return known
