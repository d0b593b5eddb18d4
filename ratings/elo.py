"""Elo-n, formula version 1: plain Elo summed over every pair at the table, in whole numbers.

Ratings are integers in thousandths of a point. Pair terms are +x and -x, so the sum of all ratings
never changes; for two seats it is plain Elo. `docs/ratings.md` says why each constant is what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from ratings.expectation import CAP, STRONGER

FORMULA_VERSION: Final = 1

START: Final = 1_500_000
"""Rating of everybody before the first match, thousandths of a point."""

K_NEW: Final = 120
K_SETTLING: Final = 60
K_SETTLED: Final = 24

NEW_UNTIL: Final = 10
SETTLING_UNTIL: Final = 30

START_DEVIATION: Final = 350_000
"""Rating deviation (RD) before the first match, thousandths of a point; shown, never used for ratings."""

DEVIATION_FLOOR: Final = 45_000
DEVIATION_IDLE: Final = 110_000
"""What an idle year leads back to, and the bound below which a rating may stop being provisional."""

_CAP_MILLI: Final = CAP * 1000
_BILLION: Final = 1_000_000_000

# One entry past the cap, so that interpolation at exactly 800 points needs no special case.
_AT: Final = [ppm * 1000 for ppm in STRONGER] + [STRONGER[CAP] * 1000]
_SLOPE: Final = [STRONGER[d + 1] - STRONGER[d] for d in range(CAP)] + [0, 0]

_K_BY_GAMES: Final = [K_NEW] * NEW_UNTIL + [K_SETTLING] * (SETTLING_UNTIL - NEW_UNTIL) + [K_SETTLED]


def k_factor(games: int) -> int:
    """K of a player with that many rated matches in the pool before this one."""
    return _K_BY_GAMES[games] if games < SETTLING_UNTIL else K_SETTLED


def expected(rating: int, other: int) -> int:
    """Expected score against `other`, in thousand-millionths; both sides always add up to one."""
    difference = rating - other
    if difference < 0:
        return _BILLION - expected(other, rating)
    if difference > _CAP_MILLI:
        difference = _CAP_MILLI
    points, milli = divmod(difference, 1000)
    return _AT[points] + _SLOPE[points] * milli


def changes(
    ratings: Sequence[int], games: Sequence[int], places: Sequence[int], *, half: bool = False
) -> list[int]:
    """What one match does to each seat's rating, thousandths of a point.

    `ratings` and `games` are those just before this result is applied; `places` are 1 for the best,
    equal places are shared. `half` halves K (the same people again and again).
    Raises ValueError if fewer than two seats are given or the lengths differ.
    """
    seats = len(places)
    if seats < 2 or len(ratings) != seats or len(games) != seats:
        raise ValueError("a rated match needs at least two seats, each with rating, games and place")
    # K_ij = (K_i + K_j) / 2 over (n - 1), and expected() counts in thousand-millionths of a point
    # while ratings count in thousandths: together one division by this number per pair.
    divisor = 2_000_000 * (seats - 1) * (2 if half else 1)
    factors = [_K_BY_GAMES[g] if g < SETTLING_UNTIL else K_SETTLED for g in games]
    result = [0] * seats
    for i in range(1, seats):
        rating, factor, place, gained = ratings[i], factors[i], places[i], 0
        for j in range(i):
            # Seen from the higher rated of the two, so that the numerator below has one shape.
            difference = rating - ratings[j]
            if difference < 0:
                difference, stronger, weaker = -difference, places[j], place
            else:
                stronger, weaker = place, places[j]
            if difference > _CAP_MILLI:
                difference = _CAP_MILLI
            points = difference // 1000
            surplus = _AT[points] + _SLOPE[points] * (difference - points * 1000)
            # The transfer is worked out as a positive number in both directions: truncation towards zero.
            if stronger < weaker:
                moved = (factor + factors[j]) * (_BILLION - surplus) // divisor
            elif stronger > weaker:
                moved = -((factor + factors[j]) * surplus // divisor)
            else:
                moved = -((factor + factors[j]) * (surplus - 500_000_000) // divisor)
            if rating < ratings[j]:
                moved = -moved
            gained += moved
            result[j] -= moved
        result[i] += gained
    return result


@dataclass(frozen=True, slots=True)
class Term:
    """One duel of a match, seen from one seat: what `changes` adds up."""

    other: int
    """Seat of the opponent."""
    k_twice: int
    """K of both together: twice the K of the duel, before any halving."""
    expected: int
    """Expected score in thousand-millionths."""
    score_twice: int
    """2 ahead, 1 shared place, 0 behind."""
    moved: int
    """Thousandths of a point won (or lost), cut off towards zero."""
    millionths: int
    """The same before the cut, in millionths of a point."""


def terms(
    ratings: Sequence[int], games: Sequence[int], places: Sequence[int], *, half: bool = False
) -> list[list[Term]]:
    """Every duel of every seat, for pages that explain a change; the sum over a seat is its change."""
    return [
        [
            _term(ratings, games, places, seat, other, half=half)
            for other in range(len(places))
            if other != seat
        ]
        for seat in range(len(places))
    ]


def _term(
    ratings: Sequence[int],
    games: Sequence[int],
    places: Sequence[int],
    seat: int,
    other: int,
    *,
    half: bool,
) -> Term:
    k_twice = k_factor(games[seat]) + k_factor(games[other])
    expectation = expected(ratings[seat], ratings[other])
    score_twice = 1 + (places[seat] < places[other]) - (places[seat] > places[other])
    product = k_twice * (score_twice * _BILLION // 2 - expectation)
    parts = (2 if half else 1) * (len(places) - 1)

    def cut(divisor: int) -> int:
        return product // divisor if product >= 0 else -(-product // divisor)

    return Term(other, k_twice, expectation, score_twice, cut(2_000_000 * parts), cut(2_000 * parts))


INFORMATION: Final = (2.302585092994046 / 400) ** 2
IDLE_PER_DAY: Final = ((DEVIATION_IDLE / 1000) ** 2 - (DEVIATION_FLOOR / 1000) ** 2) / 365


def idle_deviation(deviation: int, days: int) -> int:
    """RD after so many days without a rated match: an idle year leads from the floor back to 110."""
    if deviation >= DEVIATION_IDLE or days <= 0:
        return deviation
    known = deviation / 1000
    grown = sqrt(known * known + IDLE_PER_DAY * days)
    return min(DEVIATION_IDLE, round(grown * 1000))


def deviations(ratings: Sequence[int], before: Sequence[int]) -> list[int]:
    """RD of every seat after a match among these pre-match ratings. Only + - * / and square roots are
    used, and sums are those of whole numbers, so that every machine and every order of seats shows the
    same number."""
    return [
        settled_deviation(deviation, spread, len(ratings))
        for deviation, spread in zip(before, spreads(ratings), strict=True)
    ]


def spreads(ratings: Sequence[int]) -> list[int]:
    """Sum of E(1 - E) of every seat's duels, in 10^-18: how much the match could tell about it."""
    found = [0] * len(ratings)
    for i, rating in enumerate(ratings):
        for j in range(i):
            share = expected(rating, ratings[j])
            spread = share * (_BILLION - share)
            found[i] += spread
            found[j] += spread
    return found


def settled_deviation(deviation: int, spread: int, seats: int) -> int:
    """1/RD'^2 = 1/RD^2 + (ln 10 / 400)^2 * sum E(1-E) / (n-1), not below the floor."""
    known = deviation / 1000
    precision = 1 / (known * known) + INFORMATION * (spread / 1e18) / (seats - 1)
    return max(DEVIATION_FLOOR, round(sqrt(1 / precision) * 1000))


def is_provisional(games: int, deviation: int) -> bool:
    """Provisional until 30 rated matches and an RD below 110."""
    return games < SETTLING_UNTIL or deviation >= DEVIATION_IDLE


def band(rating: int, deviation: int) -> tuple[int, int]:
    """Where the true rating lies 95 times in 100, thousandths of a point."""
    half_width = deviation * 196 // 100
    return rating - half_width, rating + half_width


def shown(milli: int) -> int:
    """Whole points for the page: half away from zero, so that +0.5 and -0.5 look alike."""
    return (milli + 500) // 1000 if milli >= 0 else -((-milli + 500) // 1000)
