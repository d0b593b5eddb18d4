"""A tournament of the database as the pairing and the standings know it.

Players go by their user names, so that the same field with the same seed gives the same tables on
every site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tournaments.models import Pairing, Table, Tournament
from tournaments.pairing import event as pure


def event_of(tournament: Tournament, *, before: int | None = None) -> pure.Event:
    """Rounds before that number, or all; of a round under way the tables that are over.

    Three queries, whatever the size.
    """
    entries = list(tournament.entries.select_related("user").order_by("rank", "pk"))
    return pure.Event(
        format="correio-tables-1",
        seed=tournament.seed,
        sizes=pure.Sizes(tournament.seats, tournament.min_seats, tournament.max_seats),
        players=[
            pure.Player(entry.user.username, entry.rank or number, entry.user.shown_name)
            for number, entry in enumerate(entries, 1)
        ],
        rounds=_rounds(tournament, before),
        away=[pure.Bye(entry.user.username, "zero") for entry in entries if entry.withdrawn_at is not None],
    )


def _rounds(tournament: Tournament, before: int | None) -> list[pure.Round]:
    rows = Pairing.objects.filter(round__tournament=tournament)
    if before is not None:
        rows = rows.filter(round__number__lt=before)
    by_round: dict[int, list[Pairing]] = defaultdict(list)
    for row in rows.select_related("round", "entry__user", "table").order_by("round__number", "seat"):
        by_round[row.round.number].append(row)
    return [_round(by_round[number]) for number in sorted(by_round)]


def _round(rows: Iterable[Pairing]) -> pure.Round:
    seated: dict[int, list[str]] = defaultdict(list)
    tables: dict[int, Table] = {}
    byes = []
    for row in rows:
        name = row.entry.user.username
        if row.table is None:
            byes.append(pure.Bye(name, row.bye))  # type: ignore[arg-type]
        else:
            tables[row.table.number] = row.table
            seated[row.table.number].append(name)
    return pure.Round(
        tables=[
            pure.Table(seated[number], table.places, nobody=table.nobody)
            for number, table in sorted(tables.items())
            if table.places is not None
        ],
        byes=byes,
    )
