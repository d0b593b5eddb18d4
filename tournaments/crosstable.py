"""What everybody did in every round, whatever the system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from tournaments.document import against_everybody, by_fide
from tournaments.models import Entry, Pairing, Table, Tournament
from tournaments.pairing.event import Table as PlayedTable
from tournaments.pairing.points import BYE, POINT, table_units

Relation = Literal["ahead", "level", "behind", "playing"]

LONG_OF_A_MATCH: Final = tuple(
    f"table__match__{name}"
    for name in ("options", "snapshot", "secret", "commitment", "components", "result")
)
"""Read for nothing here, thousands of times."""


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


def cells(
    tournament: Tournament,
    positions: Mapping[int, int],
    entries: Mapping[int, Entry],
    through: int | None = None,
) -> dict[int, tuple[Cell, ...]]:
    """By entry, in the order of rounds; one query."""
    by_entry: dict[int, list[Pairing]] = defaultdict(list)
    by_table: dict[int, list[Pairing]] = defaultdict(list)
    rows = Pairing.objects.filter(round__tournament=tournament).select_related("round", "table__match")
    rows = rows.defer("round__criteria", "table__reason", *LONG_OF_A_MATCH)
    if through is not None:
        rows = rows.filter(round__number__lte=through)
    for row in rows.order_by("round__number", "seat"):
        by_entry[row.entry_id].append(row)
        if row.table_id is not None:
            by_table[row.table_id].append(row)
    return {
        pk: tuple(
            _cell(tournament, row, by_table[row.table_id or 0], entries, positions) for row in by_entry[pk]
        )
        for pk in entries
    }


def _cell(
    tournament: Tournament,
    row: Pairing,
    table: Sequence[Pairing],
    entries: Mapping[int, Entry],
    positions: Mapping[int, int],
) -> Cell:
    number = row.round.number
    if row.table is None:
        return Cell(number, None, row.bye, units=bye_units(tournament, row.bye))
    assert row.seat is not None
    places = row.table.places
    met = tuple(
        Met(entries[other.entry_id], positions[other.entry_id], _relation(places, row.seat, other.seat or 0))
        for other in table
        if other.pk != row.pk
    )
    if places is None:
        return Cell(number, row.table, "", seat=row.seat, met=met)
    played = PlayedTable([str(p.entry_id) for p in table], places, against_everybody(row.table))
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
