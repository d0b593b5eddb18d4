"""Ranking by points and then by tie-breaks in the order the regulations of the event give (C.07, 2 and 4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from tournaments.tiebreaks import encounter
from tournaments.tiebreaks.codes import Code, derive, lowest_first, parse
from tournaments.tiebreaks.derived import Derived
from tournaments.tiebreaks.rounds import CURRENT, Edition, Event, event_of
from tournaments.tiers import split
from tournaments.trf.model import Tournament


class Row(msgspec.Struct, frozen=True):
    rank: int
    """Shared by all whom nothing separates."""
    number: int
    points: int
    """Tenths."""
    values: tuple[Derived, ...]
    """One per tie-break; DE as the place within the tie it was asked about, negative, or None."""


def standings(
    tournament: Tournament,
    order: Sequence[str],
    through: int | None = None,
    edition: Edition = CURRENT,
) -> list[Row]:
    """Raises `UnknownTieBreak`. `order` is without PTS, which comes first."""
    event = event_of(tournament, through, edition)
    codes = [parse(text) for text in order]
    values: dict[int, list[Derived]] = {number: [] for number in event.records}
    tiers = tiers_of(event, [Code("PTS"), *codes], values)
    rows: list[Row] = []
    rank = 1
    for tier in tiers:
        for number in tier:
            record = event.records[number]
            rows.append(Row(rank, number, record.score, tuple(values[number][1:])))
        rank += len(tier)
    return rows


def tiers_of(event: Event, codes: Sequence[Code], values: dict[int, list[Derived]]) -> list[list[int]]:
    """Those tied together, best first; fills `values` by the way."""
    tiers = [sorted(event.records)]
    for code in codes:
        found: list[list[int]] = []
        for tier in tiers:
            if code.name == "DE":
                parts = encounter.split(event, tier, as_played=code.as_played) if len(tier) > 1 else [tier]
                places = {i: place for place, part in enumerate(parts) for i in part}
                for i in tier:
                    values[i].append(Derived(Fraction(-places[i]) if len(parts) > 1 else None))
            else:
                derived = {i: derive(event, event.records[i], code) for i in tier}
                for i in tier:
                    values[i].append(derived[i])
                exact = {i: derived[i].value for i in tier}
                parts = split(tier, exact.__getitem__, ascending=lowest_first(code))
            found += parts
        tiers = found
    return tiers
