"""Tie-breaks that look at ratings (article 10). None for everybody when somebody is unrated (10, first
paragraph), unless the regulations of the event say what rating the unrated have."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import Final

from tournaments.tiebreaks.derived import Derived, Part, plain
from tournaments.tiebreaks.rounds import Event, Kind, Record, Round

DIFFERENCES: Final = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""Rating difference for 50 to 100 per cent (B.02, table 8.1.1)."""
LIMITS: Final = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122,
    130, 138, 146, 154, 163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279,
    291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip
"""Where the expectation of the stronger goes up by a hundredth, from 50 (B.02, table 8.1.2)."""


def _played(me: Record) -> list[Round]:
    return [r for r in me.rounds if r.kind is Kind.PLAYED]


def _rated(event: Event) -> bool:
    return all(record.player.rating for record in event.records.values())


def average(event: Event, me: Record, lowest: int = 0, highest: int = 0) -> Derived:
    """10.1: opponents met over the board, halves up."""
    games = _played(me)
    if not _rated(event) or len(games) <= lowest + highest:
        return Derived(None)
    order = sorted(games, key=lambda r: (event.records[r.opponent].player.rating, r.number))
    gone = {r.number for r in order[:lowest] + order[len(order) - highest :]}
    parts = tuple(
        Part(
            r.number,
            r.opponent,
            Fraction(event.records[r.opponent].player.rating),
            r.kind.value,
            r.number in gone,
        )
        for r in games
    )
    kept = [part.value for part in parts if not part.cut]
    return Derived(Fraction(_half_up(sum(kept, Fraction()) / len(kept))), parts)


def _half_up(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def performance(event: Event, me: Record) -> Derived:
    """10.2: the average of the opponents plus the difference the percentage stands for."""
    base = average(event, me)
    if base.value is None:
        return base
    hundredths = _half_up(_share(event, me) * 100)
    difference = DIFFERENCES[abs(hundredths - 50)]
    return Derived(base.value + (difference if hundredths >= 50 else -difference), base.parts)


def _share(event: Event, me: Record) -> Fraction:
    """Of the points there were to be had over the board."""
    games = _played(me)
    return Fraction(_halves(games), 2 * len(games))


def _halves(games: list[Round]) -> int:
    return sum(2 if r.code in "1W" else int(r.code in "=D") for r in games)


def perfect_performance(event: Event, me: Record) -> Derived:
    """10.3: the lowest rating whose expected score is not below the score."""
    games = _played(me)
    if not games or not _rated(event):
        return Derived(None)
    ratings = [event.records[r.opponent].player.rating for r in games]
    parts = tuple(
        Part(r.number, r.opponent, Fraction(rating), r.kind.value)
        for r, rating in zip(games, ratings, strict=True)
    )
    wanted = 50 * _halves(games)
    if not wanted:
        return plain(min(ratings) - 800, parts)
    low, high = min(ratings) - 800, max(ratings) + 800
    while low < high:
        middle = (low + high) // 2
        if sum(expectation(middle - rating) for rating in ratings) >= wanted:
            high = middle
        else:
            low = middle + 1
    return plain(low, parts)


def expectation(difference: int) -> int:
    """Hundredths of a point; not cut off at 400."""
    step = bisect_right(LIMITS, abs(difference))
    return 50 + step if difference >= 0 else 50 - step


def average_of(event: Event, me: Record, *, perfect: bool) -> Derived:
    """10.4 and 10.5: the average performance of the opponents."""
    parts: list[Part] = []
    for r in _played(me):
        other = event.records[r.opponent]
        value = (perfect_performance if perfect else performance)(event, other).value
        if value is None:
            return Derived(None)
        parts.append(Part(r.number, r.opponent, value, r.kind.value))
    if not parts:
        return Derived(None)
    return Derived(Fraction(_half_up(sum((p.value for p in parts), Fraction()) / len(parts))), tuple(parts))


def rating(event: Event, me: Record) -> Derived:
    """10.6."""
    return plain(me.player.rating) if _rated(event) else Derived(None)
