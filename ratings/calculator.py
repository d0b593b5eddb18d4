"""What a match would do to ratings, before it is played. Pure: nobody's rating is looked up here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ratings import elo
from ratings.figures import signed_points

MOST_SEATS = 5


@dataclass(frozen=True)
class Range:
    """Least and most that a place can bring: it depends on who is ahead and who behind."""

    place: int
    least: int
    most: int

    @property
    def least_shown(self) -> str:
        return signed_points(self.least)

    @property
    def most_shown(self) -> str:
        return signed_points(self.most)

    @property
    def fixed(self) -> bool:
        return self.least == self.most


def by_place(ratings: Sequence[int], games: Sequence[int]) -> list[list[Range]]:
    """For each seat the changes for first to last place, ties left out, in thousandths of a point."""
    seats = len(ratings)
    return [[_range(ratings, games, seat, place) for place in range(1, seats + 1)] for seat in range(seats)]


def _range(ratings: Sequence[int], games: Sequence[int], seat: int, place: int) -> Range:
    others = [other for other in range(len(ratings)) if other != seat]
    found = []
    for ahead in combinations(others, place - 1):
        # A seat's own change does not depend on the order among those ahead, nor among those behind.
        places = [2 if i == seat else 1 if i in ahead else 3 for i in range(len(ratings))]
        found.append(elo.changes(ratings, games, places)[seat])
    return Range(place, min(found), max(found))
