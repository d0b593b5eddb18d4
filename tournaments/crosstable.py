"""What everybody did in every round, whatever the system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal

from tournaments.document import Course, Row, against_everybody, by_fide
from tournaments.models import Entry, Pairing, Table, Tournament
from tournaments.pairing.event import Table as PlayedTable
from tournaments.pairing.points import BYE, POINT, table_units

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
    def points(self) -> Fraction:
        return Fraction(self.units, POINT)


def bye_units(tournament: Tournament, bye: str) -> int:
    """What a round without a table is worth, in units of 1/24 point."""
    if bye == Pairing.Bye.PAIRING and by_fide(tournament):
        return POINT if tournament.system == Tournament.System.DUTCH else 0
    if bye == Pairing.Bye.PAIRING and tournament.system == Tournament.System.KNOCKOUT:
        return POINT
    return BYE[bye]  # type: ignore[index]


def cells(course: Course, positions: Mapping[int, int]) -> dict[int, tuple[Cell, ...]]:
    """By entry, in the order of rounds."""
    entries = {entry.pk: entry for entry in course.entries}
    found: dict[int, list[Cell]] = {pk: [] for pk in entries}
    for rows in course.rounds.values():
        for table, seated in groupby(rows, key=lambda row: row.table):
            for entry, cell in _cells_of(course.tournament, table, list(seated), entries, positions):
                found[entry].append(cell)
    return {pk: tuple(row) for pk, row in found.items()}


def _cells_of(
    tournament: Tournament,
    table: Table | None,
    rows: Sequence[Row],
    entries: Mapping[int, Entry],
    positions: Mapping[int, int],
) -> Iterator[tuple[int, Cell]]:
    """Of everybody at a table, or of those without one."""
    if table is None:
        for row in rows:
            yield row.entry_id, Cell(row.round, None, row.bye, units=bye_units(tournament, row.bye))
        return
    places = table.places
    units = None if places is None else _units(table, places)
    for row in rows:
        assert row.seat is not None
        met = tuple(
            Met(entries[other.entry_id], positions[other.entry_id], _relation(places, row.seat, other.seat))
            for other in rows
            if other is not row
        )
        if places is None or units is None:
            yield row.entry_id, Cell(row.round, table, "", seat=row.seat, met=met)
            continue
        place = places[row.seat]
        yield (
            row.entry_id,
            Cell(
                row.round,
                table,
                "",
                seat=row.seat,
                place=place,
                shared=places.count(place) > 1,
                units=units[row.seat],
                met=met,
            ),
        )


def _units(table: Table, places: list[int]) -> list[int]:
    """What each seat gets."""
    return table_units(PlayedTable([""] * len(places), places, against_everybody(table)))


def _relation(places: list[int] | None, mine: int, other: int | None) -> Relation:
    if places is None or other is None:
        return "playing"
    if places[mine] == places[other]:
        return "level"
    return "ahead" if places[mine] < places[other] else "behind"
