"""Standings of every system in one shape, each value opened down to its rounds.

Two seats by FIDE's rules (the Dutch Swiss, a round robin for two) are ranked by `tournaments.tiebreaks`,
tables by `tournaments.standings`, a knockout by the round one went out in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments import standings as tables
from tournaments import tiebreaks
from tournaments.acts.bracket import bracket_from
from tournaments.crosstable import Cell, Met, cells
from tournaments.document import by_fide, event_from, read, trf_from
from tournaments.models import Entry, Tournament
from tournaments.pairing.knockout import standings as knockout
from tournaments.pairing.points import POINT

SWISS_FOR_TWO: Final = ("BH/C1", "BH", "SB", "DE", "WIN")
ALL_AGAINST_ALL: Final = ("DE", "SB", "WIN", "KS")


@dataclass(frozen=True)
class Part:
    """What one round, or one opponent in it, adds to a value."""

    round: int
    opponent: Entry | None
    value: Fraction
    how: str
    """`played`, `dummy` or the article of C.07 that says what an unplayed round is; empty at tables."""
    cut: bool
    """Left out by a cut."""


@dataclass(frozen=True)
class Value:
    """A tie-break of one player."""

    code: str
    value: Fraction | None
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """At most three decimals, none that are not needed."""
        if self.value is None:
            return ""
        return f"{float(self.value):.3f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class Origin:
    """One opponent at one table: a part of the average of opponents."""

    cell: Cell
    met: Met
    units: int
    """The opponent's score."""


@dataclass(frozen=True)
class Line:
    """One player."""

    position: int
    shared: bool
    """Nothing separates this player from another on the same position."""
    entry: Entry
    points: Fraction
    values: tuple[Value, ...]
    """In the order of the tournament."""
    cells: tuple[Cell, ...]
    standing: tables.Standing
    """The same in the words of tables, whatever the system."""
    origins: tuple[Origin, ...] = ()
    out_in: int | None = None
    """Knockout: the round one went out in; None for who is still in, and for the winner."""

    @property
    def opponents(self) -> float | None:
        """Average final score of opponents in points, at tables."""
        if self.standing.opponents is None:
            return None
        above, below = self.standing.opponents
        return above / below / POINT


def order_of(tournament: Tournament) -> tuple[str, ...]:
    """The tie-breaks it is ranked by, in their order, after the points."""
    if tournament.tie_breaks:
        return tuple(tournament.tie_breaks)
    return default_order(tournament.system, tournament.max_seats)


def default_order(system: str, seats: int) -> tuple[str, ...]:
    match system:
        case Tournament.System.DUTCH:
            return SWISS_FOR_TWO
        case Tournament.System.ROUND_ROBIN if seats == 2:
            return ALL_AGAINST_ALL
        case Tournament.System.KNOCKOUT:
            return ()
        case _:
            return tables.DEFAULT


def check_order(system: str, seats: int, order: Sequence[str]) -> None:
    """Raises `tiebreaks.UnknownTieBreak` or `standings.UnknownTieBreak`, both with words."""
    match system:
        case Tournament.System.DUTCH:
            _check_fide(order)
        case Tournament.System.ROUND_ROBIN if seats == 2:
            _check_fide(order)
        case Tournament.System.KNOCKOUT:
            if order:
                raise tables.UnknownTieBreak("a knockout has no tie-breaks")
        case _:
            tables.check_order(order)


def _check_fide(order: Sequence[str]) -> None:
    for code in order:
        tiebreaks.parse(code)


def lines(tournament: Tournament, *, through: int | None = None) -> list[Line]:
    """In the order of the standings, now or after that round; the same number of queries whatever the
    size. Of a round under way the tables that are over count."""
    if by_fide(tournament):
        return _by_fide(tournament, through)
    if tournament.system == Tournament.System.KNOCKOUT and tournament.started_at is not None:
        return _by_knockout(tournament, through)
    return _by_tables(tournament, through)


def _by_tables(tournament: Tournament, through: int | None) -> list[Line]:
    before = None if through is None else through + 1
    course = read(tournament, before=before, codes=True)
    order = tables.standings(event_from(course, before), order_of(tournament))
    by_name = {entry.user.username: entry for entry in course.entries}
    positions = {by_name[line.player].pk: line.position for line in order}
    units = {by_name[line.player].pk: line.units for line in order}
    done = cells(course, positions)
    return [
        Line(
            position=line.position,
            shared=False,
            entry=(entry := by_name[line.player]),
            points=Fraction(line.units, POINT),
            values=tuple(_value_at_tables(value, by_name) for value in line.values),
            cells=done[entry.pk],
            standing=line,
            origins=tuple(
                Origin(cell, met, units[met.entry.pk])
                for cell in done[entry.pk]
                if not cell.playing
                for met in cell.met
            ),
        )
        for line in order
    ]


def _value_at_tables(value: tables.Value, by_name: Mapping[str, Entry]) -> Value:
    parts = tuple(
        Part(
            part.round,
            None if part.opponent is None else by_name[part.opponent],
            part.value,
            "",
            part.cut,
        )
        for part in value.parts
    )
    return Value(value.code, value.value, parts)


def _by_fide(tournament: Tournament, through: int | None) -> list[Line]:
    course = read(tournament, before=None if through is None else through + 1, codes=True)
    document = trf_from(course, live=True)
    order = order_of(tournament)
    edition: tiebreaks.Edition = 2024 if tournament.edition == Tournament.Edition.AUGUST_2024 else 2026
    last = max((len(player.games) for player in document.players), default=0)
    rows = tiebreaks.standings(document, order, through=last, edition=edition)
    by_number = {entry.rank or place: entry for place, entry in enumerate(course.entries, 1)}
    positions = {by_number[row.number].pk: row.rank for row in rows}
    done = cells(course, positions)
    level = Counter(row.rank for row in rows)
    return [
        Line(
            position=row.rank,
            shared=level[row.rank] > 1,
            entry=(entry := by_number[row.number]),
            points=Fraction(row.points, 10),
            values=tuple(
                _value_by_fide(code, derived, by_number)
                for code, derived in zip(order, row.values, strict=True)
            ),
            cells=done[entry.pk],
            standing=_in_words_of_tables(row.rank, row.points * POINT // 10, entry, done[entry.pk]),
        )
        for row in rows
    ]


def _value_by_fide(code: str, derived: tiebreaks.Derived, by_number: Mapping[int, Entry]) -> Value:
    parts = tuple(
        Part(part.round, by_number.get(part.opponent), part.value, part.how, part.cut)
        for part in derived.parts
    )
    return Value(code, derived.value, parts)


def _by_knockout(tournament: Tournament, through: int | None) -> list[Line]:
    """Points are rounds got through; a round under way counts when it is complete."""
    course = read(tournament, before=None if through is None else through + 1, codes=True)
    bracket = bracket_from(course)
    rows = knockout.standings(bracket)
    by_name = {entry.user.username: entry for entry in course.entries}
    positions = {by_name[row.player].pk: row.rank for row in rows}
    done = cells(course, positions)
    lines = []
    for row in rows:
        entry = by_name[row.player]
        got_through = len(bracket.rounds) if row.out_in is None else row.out_in - 1
        lines.append(
            Line(
                position=row.rank,
                shared=False,
                entry=entry,
                points=Fraction(got_through),
                values=(),
                cells=done[entry.pk],
                standing=_in_words_of_tables(row.rank, got_through * POINT, entry, done[entry.pk]),
                out_in=row.out_in,
            )
        )
    return lines


def _in_words_of_tables(position: int, units: int, entry: Entry, done: Sequence[Cell]) -> tables.Standing:
    return tables.Standing(
        position=position,
        player=entry.user.username,
        units=units,
        opponents=None,
        head_to_head=0,
        wins=sum(cell.place == 1 and not cell.shared and cell.units > 0 for cell in done),
        seconds=0,
        rank=entry.rank or 0,
        parts=[],
    )
