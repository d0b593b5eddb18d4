"""T10: who starts. Seats even out over the rounds, each table on its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from tournaments.pairing.history import CIRCLE, Past, seat_class


def seat_order(table: Sequence[Past]) -> list[Past]:
    """Least squared counts per seat class, then mean seats nearest to the middle, then fewest who keep
    the seat of their last table, then the lot."""
    size = len(table)
    drawn = sorted(table, key=lambda player: player.lot)
    counts = {player.id: Counter(seat_class(*sat) for sat in player.seats) for player in drawn}

    def evenness(order: Sequence[Past]) -> int:
        # (c + 1)^2 - c^2: what this seat adds to the squares.
        return sum(2 * counts[p.id][seat_class(seat, size)] + 1 for seat, p in enumerate(order))

    orders: list[tuple[Past, ...]] = list(permutations(drawn))
    least = min(map(evenness, orders))
    even: list[tuple[Past, ...]] = [order for order in orders if evenness(order) == least]
    return list(sorted(even, key=_uneasiness)[0])


def _uneasiness(order: Sequence[Past]) -> tuple[Fraction, int]:
    return _off_centre(order), _same_again(order)


def _off_centre(order: Sequence[Past]) -> Fraction:
    size = len(order)
    total = Fraction(0)
    for seat, player in enumerate(order):
        middles = [_middle(*sat) for sat in player.seats] + [_middle(seat, size)]
        total += abs(Fraction(sum(middles), len(middles)) - CIRCLE)
    return total


def _middle(seat: int, size: int) -> int:
    """Twice the middle of the seat's part of the circle; CIRCLE is the middle of the table."""
    return (2 * seat + 1) * CIRCLE // size


def _same_again(order: Sequence[Past]) -> int:
    size = len(order)
    return sum(
        bool(p.seats) and seat_class(*p.seats[-1]) == seat_class(seat, size) for seat, p in enumerate(order)
    )
