"""Where a throw can lead: every path of exactly that length, found once per start and throw.

A path visits no space twice, its start included (S1); it ends early only inside an embassy (S2, S9); it goes
down one manhole and up at another, at most once and never on a hiding move (S5, S6, S8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engines.spy_ring.board import (
    BIT,
    CROSS_NODE,
    EMBASSY_AT,
    GATE,
    INSIDE,
    IS_MANHOLE,
    MANHOLES,
    NEAR,
    mask_of,
    nodes,
)

Path = tuple[int, ...]
"""Nodes in order, without the start."""

FACES: Final = 6


class Reach:
    """All paths from one node with one throw, on an empty board."""

    __slots__ = ("_hindered", "_many", "_past", "crosses", "ends", "mask")

    def __init__(self, ways: dict[int, tuple[int, ...]]) -> None:
        """`ways`, by end: the nodes visited, one mask for each path that is not merely a longer way round."""
        self.ends = tuple(sorted(ways))
        self.mask = mask_of(self.ends)
        self.crosses = frozenset(cross for cross, node in enumerate(CROSS_NODE) if node in ways)
        """Crosses that lie on an end: with no contact man on one of them, nothing is barred."""
        self._many = {end: found for end, found in ways.items() if len(found) > 1}
        """Ends to which several paths lead."""
        shut: dict[int, int] = {}
        hindered: dict[int, int] = {}
        for end, found in ways.items():
            every, some = -1, 0
            for way in found:
                every &= way
                some |= way
            for node in nodes(every):
                shut[node] = shut.get(node, 0) | BIT[end]
            for node in nodes(some & ~every):
                hindered[node] = hindered.get(node, 0) | BIT[end]
        self._past = {node: self.mask & ~shut.get(node, 0) for node in shut | hindered}
        """By node on any path: ends that a spy standing there leaves open."""
        self._hindered = hindered
        """By node: ends to which some paths lead through it, but not all."""

    def past(self, spies: Sequence[int]) -> int:
        """Ends that stay open when spies stand on those nodes; the start may be among them."""
        open_ends = self.mask
        past = self._past
        in_the_way = 0
        for node in spies:
            if node in past:
                open_ends &= past[node]
                in_the_way += 1
        return open_ends if in_the_way < 2 else open_ends & ~self._closed_by_several(open_ends, spies)

    def _closed_by_several(self, open_ends: int, spies: Sequence[int]) -> int:
        """Which of these ends several spies close together, though none of them does so alone."""
        bars = hindered = doubtful = 0
        for node in spies:
            bars |= BIT[node]
            here = self._hindered.get(node, 0)
            doubtful |= hindered & here
            hindered |= here
        closed = 0
        for end in nodes(doubtful & open_ends):
            if all(way & bars for way in self._many[end]):
                closed |= BIT[end]
        return closed


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


class _Reaches(dict[tuple[int, int, bool], Reach]):
    def __missing__(self, key: tuple[int, int, bool]) -> Reach:
        start, throw, hiding = key
        found = self[key] = Reach(_ways(start, throw, not hiding))
        return found


REACH: Final = _Reaches()
"""By start, throw, and whether the move is a hiding one, which uses no tunnel (S8). Each is found at first
use, then kept: all 3,264 of them take a fifth of a second."""
