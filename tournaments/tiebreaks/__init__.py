"""Tie-breaks of FIDE's C.07 (March 2026, or August 2024): `standings` ranks, every value says what it was
made of. Nothing here knows Django."""

from tournaments.tiebreaks.codes import UnknownTieBreak, derive, parse
from tournaments.tiebreaks.derived import Derived, Part
from tournaments.tiebreaks.rounds import CURRENT, Edition, Event, event_of
from tournaments.tiebreaks.standings import Row, standings

__all__ = [
    "CURRENT",
    "Derived",
    "Edition",
    "Event",
    "Part",
    "Row",
    "UnknownTieBreak",
    "derive",
    "event_of",
    "parse",
    "standings",
]
