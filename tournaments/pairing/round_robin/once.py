"""Designs in which everybody meets everybody exactly once, in as few rounds as that can take.

9, 25 and 27 players: affine geometries. Players are the points of a space over the whole numbers modulo the
table size (a prime), tables its lines; the lines of one direction are parallel and make one round. 28 players
in fours: one round turned in three circles, which a search seldom finds. 15, 16 and others are searched for.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from tournaments.pairing.round_robin.developed import Circles, Groups

TWENTY_EIGHT: Final = (
    Circles(9, 3, fixed=True),
    [
        [11, 9, 17, 26],
        [19, 15, 20, 8],
        [24, 14, 27, 6],
        [3, 13, 0, 4],
        [21, 2, 25, 18],
        [7, 22, 5, 10],
        [23, 16, 1, 12],
        [],
    ],
)


def everybody_once(points: int, size: int) -> list[Groups] | None:
    """Rounds without byes; None if no such design is known here."""
    if (points, size) == (28, 4):
        circles, base = TWENTY_EIGHT
        return circles.rounds(base)
    if size not in (3, 5):
        return None
    dimensions = 2
    while size**dimensions < points:
        dimensions += 1
    return _parallel_classes(size, dimensions) if size**dimensions == points else None


def _parallel_classes(size: int, dimensions: int) -> list[Groups]:
    """Rounds of lines. Points are numbered by their coordinates read as digits."""
    space = list(product(range(size), repeat=dimensions))
    number = {point: index for index, point in enumerate(space)}
    directions = [v for v in space if next(filter(None, v), 0) == 1]
    rounds = []
    for direction in directions:
        left = set(space)
        lines: Groups = []
        for start in space:
            if start in left:
                line = [
                    tuple((x + step * v) % size for x, v in zip(start, direction, strict=True))
                    for step in range(size)
                ]
                left.difference_update(line)
                lines.append([number[point] for point in line])
        rounds.append([*lines, []])
    return rounds
