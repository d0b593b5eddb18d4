"""Standings and pairings as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from tournaments.gather.boards import board_of
from tournaments.models import Pairing, Tournament
from tournaments.ranking import order_of

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet takes a text for something to compute."""


def standings(tournament: Tournament, *, through: int | None = None) -> str:
    order = order_of(tournament)
    head = ["position", "name", "user", "rank", "rating", "points", *order]
    rows = (
        [
            line.position,
            _safe(line.entry.user.shown_name),
            line.entry.user.username,
            line.entry.rank,
            line.entry.rating,
            f"{float(line.points):.3f}".rstrip("0").rstrip("."),
            *(value.text for value in line.values),
        ]
        for line in board_of(tournament, through=through)
    )
    return _written(head, rows)


def pairings(tournament: Tournament) -> str:
    """One line for each entry and round."""
    head = ["round", "table", "seat", "name", "user", "bye", "place", "match"]
    found = Pairing.objects.filter(round__tournament=tournament).select_related(
        "round", "table__match", "entry__user"
    )
    rows = (
        [
            row.round.number,
            "" if row.table is None else row.table.number,
            "" if row.seat is None else row.seat + 1,
            _safe(row.entry.user.shown_name),
            row.entry.user.username,
            row.bye,
            "" if row.table is None or row.table.places is None else row.table.places[row.seat or 0],
            "" if row.table is None else row.table.match.code,
        ]
        for row in found.order_by("round__number", "table__number", "seat", "entry__rank")
    )
    return _written(head, rows)


def _safe(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name


def _written(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
