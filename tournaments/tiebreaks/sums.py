"""Sums over opponents' scores: Buchholz, Fore Buchholz, their average, Sonneborn-Berger, Koya (articles 8,
9, 14 and 16)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tournaments.tiebreaks.derived import Derived, Part
from tournaments.tiebreaks.rounds import Event, Kind, Record, Round


class Contribution(NamedTuple):
    round: Round
    opponent_score: int
    """Tenths."""
    value: int
    """Tenths for Buchholz, hundredths for Sonneborn-Berger."""
    voluntary: bool
    dummy: bool


def contributions(event: Event, me: Record, *, fore: bool, as_played: bool) -> list[Contribution]:
    """What each round adds to a Buchholz. `as_played`: forfeits against the scheduled opponent (14.5)."""
    found: list[Contribution] = []
    for each in me.rounds:
        last_drawn = fore and each.number == event.through and each.opponent
        forfeit = each.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
        if each.kind is Kind.PLAYED or last_drawn or (as_played and forfeit):
            other = event.records[each.opponent]
            score = other.fore if fore else other.adjusted
            found.append(Contribution(each, score, score, False, False))
            continue
        score = _dummy(event, me, each, fore=fore)
        found.append(Contribution(each, score, score, each.voluntary, True))
    return found


def _dummy(event: Event, me: Record, each: Round, *, fore: bool) -> int:
    """The score of the dummy an unplayed round was played against (16.4): one's own, since 2026 not above
    that of the scheduled opponent, or of somebody who drew every round."""
    own = me.fore_score if fore else me.score
    if event.edition == 2024:
        return own
    if each.opponent:
        other = event.records[each.opponent]
        return min(own, other.fore if fore else other.adjusted)
    return min(own, event.tournament.scoring.draw * event.through)


def cut(all_of: Sequence[Contribution], lowest: int, highest: int) -> set[int]:
    """Rounds left out (14.1, 14.2). Against the least significant value stands the lowest that comes from a
    VUR, and the larger of the two goes first (16.5)."""
    left = list(all_of)
    gone: set[int] = set()
    for _ in range(min(lowest, len(left))):
        least = min(left, key=lambda c: (c.opponent_score, c.value))
        voluntary = [c for c in left if c.voluntary]
        if voluntary:
            candidate = min(voluntary, key=lambda c: (c.value, c.opponent_score))
            if candidate.value >= least.value:
                least = candidate
        left.remove(least)
        gone.add(least.round.number)
    for _ in range(min(highest, len(left))):
        most = max(left, key=lambda c: (c.opponent_score, c.value))
        left.remove(most)
        gone.add(most.round.number)
    return gone


def _summed(all_of: Sequence[Contribution], lowest: int, highest: int, unit: int) -> Derived:
    gone = cut(all_of, lowest, highest)
    parts = tuple(
        Part(
            c.round.number,
            0 if c.dummy else c.round.opponent,
            _exact(c.value, unit),
            c.round.kind.value,
            c.round.number in gone,
        )
        for c in all_of
    )
    return Derived(Fraction(sum(c.value for c in all_of if c.round.number not in gone), unit), parts)


@lru_cache(maxsize=4096)
def _exact(value: int, unit: int) -> Fraction:
    """Few different ones, asked for thousands of times."""
    return Fraction(value, unit)


def buchholz(
    event: Event,
    me: Record,
    lowest: int = 0,
    highest: int = 0,
    *,
    fore: bool = False,
    as_played: bool = False,
) -> Derived:
    """8.1, and 8.3 with `fore`."""
    return _summed(contributions(event, me, fore=fore, as_played=as_played), lowest, highest, 10)


def sonneborn_berger(
    event: Event, me: Record, lowest: int = 0, highest: int = 0, *, as_played: bool = False
) -> Derived:
    """9.1."""
    weighted = [
        c._replace(value=c.value * c.round.points)
        for c in contributions(event, me, fore=False, as_played=as_played)
    ]
    return _summed(weighted, lowest, highest, 100)


def average_buchholz(event: Event, me: Record, *, fore: bool = False) -> Derived:
    """8.2: over opponents met over the board, to two decimals, halves up."""
    parts = tuple(
        Part(
            r.number, r.opponent, _value(buchholz(event, event.records[r.opponent], fore=fore)), r.kind.value
        )
        for r in me.rounds
        if r.kind is Kind.PLAYED
    )
    if not parts:
        return Derived(None)
    mean = sum((part.value for part in parts), Fraction()) / len(parts)
    return Derived(Fraction((mean * 200 + 1) // 2, 100), parts)


def koya(event: Event, me: Record, limit: int = 0) -> Derived:
    """9.2: points against opponents with half of the points or more; `limit` moves that by half points."""
    win, draw = event.tournament.scoring.win, event.tournament.scoring.draw
    least = win * event.through + 2 * draw * limit
    parts = tuple(
        Part(
            r.number,
            r.opponent,
            Fraction(r.points, 10),
            r.kind.value,
            2 * event.records[r.opponent].score < least,
        )
        for r in me.rounds
        if r.opponent
    )
    return Derived(sum((part.value for part in parts if not part.cut), Fraction()), parts)


def _value(derived: Derived) -> Fraction:
    return derived.value if derived.value is not None else Fraction()
