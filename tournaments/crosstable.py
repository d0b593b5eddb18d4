"""Standings with what everybody did in every round: for the page, the API and the terminal."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from tournaments.document import event_of
from tournaments.models import Entry, Pairing, Table, Tournament
from tournaments.pairing.event import Table as PlayedTable
from tournaments.pairing.points import POINT, table_units
from tournaments.standings import Standing, standings

Relation = Literal["ahead", "level", "behind", "playing"]


@dataclass(frozen=True)
class Met:
    """Somebody at the same table."""

    entry: Entry
    position: int
    relation: Relation
    """The player of the line finished `ahead` of this one, and so on."""


@dataclass(frozen=True)
class Cell:
    """One round of one player."""

    number: int
    table: Table | None
    bye: str
    seat: int | None = None
    place: int | None = None
    shared: bool = False
    units: int = 0
    met: tuple[Met, ...] = ()

    @property
    def playing(self) -> bool:
        return self.table is not None and self.place is None

    @property
    def points(self) -> float:
        return self.units / POINT


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

    entry: Entry
    standing: Standing
    cells: tuple[Cell, ...]
    origins: tuple[Origin, ...]

    @property
    def points(self) -> float:
        return self.standing.units / POINT

    @property
    def opponents(self) -> float | None:
        """Average final score of opponents in points."""
        if self.standing.opponents is None:
            return None
        above, below = self.standing.opponents
        return above / below / POINT


def lines(tournament: Tournament, *, through: int | None = None) -> list[Line]:
    """In the order of the standings, now or after that round; the same number of queries whatever the
    size."""
    event = event_of(tournament, before=None if through is None else through + 1)
    order = standings(event)
    entries = {entry.user.username: entry for entry in tournament.entries.select_related("user")}
    positions = {entries[line.player].pk: line.position for line in order}
    by_entry: dict[int, list[Pairing]] = defaultdict(list)
    by_table: dict[int, list[Pairing]] = defaultdict(list)
    rows = Pairing.objects.filter(round__tournament=tournament).select_related("round", "table__match")
    by_pk = {entry.pk: entry for entry in entries.values()}
    if through is not None:
        rows = rows.filter(round__number__lte=through)
    for row in rows.order_by("round__number", "seat"):
        by_entry[row.entry_id].append(row)
        if row.table_id is not None:
            by_table[row.table_id].append(row)
    units = {entries[line.player].pk: line.units for line in order}
    found = []
    for line in order:
        entry = entries[line.player]
        cells = tuple(
            _cell(row, by_table[row.table_id or 0], by_pk, positions, line) for row in by_entry[entry.pk]
        )
        origins = tuple(
            Origin(cell, met, units[met.entry.pk]) for cell in cells if not cell.playing for met in cell.met
        )
        found.append(Line(entry, line, cells, origins))
    return found


def _cell(
    row: Pairing, table: list[Pairing], entries: dict[int, Entry], positions: dict[int, int], line: Standing
) -> Cell:
    number = row.round.number
    if row.table is None:
        units = next((part.units for part in line.parts if part.round == number), 0)
        return Cell(number, None, row.bye, units=units)
    assert row.seat is not None
    places = row.table.places
    met = tuple(
        Met(entries[other.entry_id], positions[other.entry_id], _relation(places, row.seat, other.seat or 0))
        for other in table
        if other.pk != row.pk
    )
    if places is None:
        return Cell(number, row.table, "", seat=row.seat, met=met)
    played = PlayedTable([str(p.entry_id) for p in table], places, nobody=row.table.nobody)
    return Cell(
        number,
        row.table,
        "",
        seat=row.seat,
        place=places[row.seat],
        shared=places.count(places[row.seat]) > 1,
        units=table_units(played)[row.seat],
        met=met,
    )


def _relation(places: list[int] | None, mine: int, other: int) -> Relation:
    if places is None:
        return "playing"
    if places[mine] == places[other]:
        return "level"
    return "ahead" if places[mine] < places[other] else "behind"
