"""A knockout of the database as its pairing knows it."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.document import Course, Row, read
from tournaments.models import Pairing, Tournament
from tournaments.pairing.event import Sizes
from tournaments.pairing.knockout.bracket import Bracket, Match, Round

THROUGH = (Pairing.Bye.PAIRING, Pairing.Bye.FULL)
"""Byes of those who go on without a match; who is out has a zero-point bye."""


def bracket_of(tournament: Tournament, *, before: int | None = None) -> Bracket:
    """Rounds before that number, or all that are complete; the same number of queries whatever the size."""
    return bracket_from(read(tournament, before=before))


def bracket_from(course: Course) -> Bracket:
    """The same of what was read."""
    tournament, entries = course.tournament, course.entries
    names = {entry.pk: entry.user.username for entry in entries}
    rounds = []
    for rows in course.rounds.values():
        if any(row.table is not None and row.table.places is None for row in rows):
            break
        rounds.append(_round(rows, names))
    return Bracket(
        seed=tournament.seed,
        sizes=Sizes(tournament.seats, tournament.min_seats, tournament.max_seats),
        players=[names[entry.pk] for entry in entries],
        third_place=tournament.third_place,
        rounds=rounds,
        withdrawn=[names[entry.pk] for entry in entries if entry.withdrawn_at is not None],
    )


def _round(rows: Sequence[Row], names: dict[int, str]) -> Round:
    seats: dict[int, list[str]] = {}
    slots: dict[int, tuple[int, list[int]]] = {}
    for row in rows:
        if row.table is not None:
            seats.setdefault(row.table.pk, []).append(names[row.entry_id])
            slots[row.table.pk] = (row.table.slot or 0, row.table.places or [])
    return Round(
        matches=[Match(slots[pk][0], seats[pk], slots[pk][1]) for pk in seats],
        through=[names[row.entry_id] for row in rows if row.bye in THROUGH],
    )
