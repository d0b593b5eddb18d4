"""The tables of a round with who sits at them and where they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from correio.matches.models import Match, Seat
from tournaments.models import Entry, Pairing, Round, Table
from tournaments.ranking import Line


@dataclass(frozen=True)
class Chair:
    """A seat at a table, with where its player stands."""

    seat: Seat
    entry: Entry
    line: Line | None
    me: bool


@dataclass(frozen=True)
class TableView:
    table: Table
    match: Match
    chairs: Sequence[Chair]

    @property
    def mine(self) -> Chair | None:
        return next((chair for chair in self.chairs if chair.me), None)

    @property
    def my_turn(self) -> bool:
        mine = self.mine
        return mine is not None and mine.seat.acting and not mine.seat.bot_level

    @property
    def over(self) -> bool:
        return self.table.over_at is not None

    @property
    def by_place(self) -> list[tuple[int, Chair]]:
        places = self.table.places or []
        return sorted(((places[chair.seat.seat], chair) for chair in self.chairs), key=lambda row: row[0])

    @property
    def score(self) -> str:
        """Of two, as a crosstable has it."""
        if not self.over or len(self.chairs) != 2:
            return ""
        if self.table.annulled_at is not None or self.table.nobody:
            return "0–0"
        first, second = self.table.places or (1, 1)
        return "½–½" if first == second else "1–0" if first < second else "0–1"


def tables_of(
    round_: Round, reader: Any, board: Sequence[Line], numbers: Collection[int] | None = None
) -> list[TableView]:
    """All, or those with these numbers."""
    seats = Prefetch("match__seats", Seat.objects.select_related("user").order_by("seat"))
    found = round_.tables.select_related("match", "decided_by").prefetch_related(
        seats, Prefetch("pairings", Pairing.objects.select_related("entry__user").order_by("seat"))
    )
    if numbers is not None:
        found = found.filter(number__in=numbers)
    places = {line.entry.pk: line for line in board}
    views = []
    for table in found.order_by("number"):
        chairs = [
            Chair(seat, row.entry, places.get(row.entry_id), row.entry.user_id == getattr(reader, "pk", None))
            for seat, row in zip(table.match.seats.all(), table.pairings.all(), strict=True)
        ]
        views.append(TableView(table, table.match, chairs))
    return views
