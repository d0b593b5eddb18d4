"""Where a throw can lead: every path of exactly that length, found once per start and throw.

A path visits no space twice, its start included (S1); it ends early only inside an embassy (S2, S9); it goes down
one manhole and up at another, at most once and never on a hiding move (S5, S6, S8).
"""

from __future__ import annotations

from collections.abc import Iterator
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
)

Path = tuple[int, ...]
"""Nodes in order, without the start."""

FACES: Final = 6


class Reach:
    """All paths from one node with one throw, on an empty board."""

    __slots__ = ("cover", "ends", "mask", "ways")

    def __init__(self, ways: dict[int, tuple[int, ...]]) -> None:
        self.ends = tuple(sorted(ways))
        self.ways = tuple(ways[end] for end in self.ends)
        """By index in `ends`: spaces visited, one mask for each path that is not merely a longer way round."""
        self.mask = 0
        self.cover = 0
        """Every node on any path: if no spy stands on one, nothing is barred."""
        for end, masks in ways.items():
            self.mask |= BIT[end]
            for mask in masks:
                self.cover |= mask

    def open_ends(self, spies: int, barred: int) -> tuple[int, ...]:
        """End nodes when spies stand on those nodes (impassable) and `barred` may not be ended on."""
        if not (self.cover & spies or self.mask & barred):
            return self.ends
        found = []
        for index, end in enumerate(self.ends):
            if not BIT[end] & barred:
                for way in self.ways[index]:
                    if not way & spies:
                        found.append(end)
                        break
        return tuple(found)


def walk(start: int, throw: int, tunnel: bool, spies: int = 0) -> Iterator[Path]:
    """Every lawful path in a fixed order: by embassies passed, on foot before through a tunnel."""
    yield from _walk(start, throw, tunnel, BIT[start] | spies, ())


def _walk(at: int, left: int, tunnel: bool, used: int, path: Path) -> Iterator[Path]:
    if not left:
        yield path
        return
    embassy = EMBASSY_AT.get(at, -1)
    if embassy >= 0 and not used & BIT[INSIDE + embassy]:
        yield (*path, INSIDE + embassy)
    for other in NEAR[at] if at < INSIDE else (GATE[at - INSIDE],):
        if not used & BIT[other]:
            yield from _walk(other, left - 1, tunnel, used | BIT[other], (*path, other))
    if tunnel and BIT[at] & IS_MANHOLE:
        for other in MANHOLES:
            if not used & BIT[other]:
                yield from _walk(other, left - 1, False, used | BIT[other], (*path, other))


def find(start: int, throw: int, tunnel: bool, spies: int, barred: int) -> dict[int, Path]:
    """By open end: the shortest path, on foot if there is one as short."""
    found: dict[int, Path] = {}
    for path in walk(start, throw, tunnel, spies):
        end = path[-1]
        if not BIT[end] & barred and (end not in found or len(path) < len(found[end])):
            found[end] = path
    return found


def _ways(start: int, throw: int, tunnel: bool) -> dict[int, tuple[int, ...]]:
    masks: dict[int, set[int]] = {}
    for path in walk(start, throw, tunnel):
        mask = 0
        for node in path:
            mask |= BIT[node]
        masks.setdefault(path[-1], set()).add(mask)
    return {end: _least(found) for end, found in masks.items()}


def _least(masks: set[int]) -> tuple[int, ...]:
    """Without those that pass all spaces of another: whatever stops that one stops them too."""
    least: list[int] = []
    for mask in sorted(masks, key=lambda mask: (mask.bit_count(), mask)):
        if not any(mask & other == other for other in least):
            least.append(mask)
    return tuple(least)


_KNOWN: Final[list[Reach | None]] = [None] * (GONE * (FACES + 1) * 2)


def reach(start: int, throw: int, tunnel: bool) -> Reach:
    """Found at first use, then kept: all 3,264 of them would take a second."""
    index = (start * (FACES + 1) + throw) * 2 + tunnel
    known = _KNOWN[index]
    if known is None:
        known = _KNOWN[index] = Reach(_ways(start, throw, tunnel))
    return known
