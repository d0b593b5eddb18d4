"""Tournaments in the database, their matches ended by an arbiter instead of being played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import referee
from correio.matches.clocks import DAY, PER_TURN, Control
from correio.matches.models import Seat
from tournaments import director
from tournaments.models import Pairing, Round, Table, Tournament

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def people(count: int, prefix: str = "p") -> list[User]:
    return [User.objects.create_user(f"{prefix}{i:02}") for i in range(count)]


def opened(by: User | None = None, entrants: Sequence[User] = (), **more: Any) -> Tournament:
    """Registration is open, these are in."""
    plan: dict[str, Any] = {
        "name": "Lisbon Open",
        "title": "postcards",
        "seats": 4,
        "round_count": 3,
        "clock": Control(PER_TURN, DAY),
        "seed": "7",
    }
    tournament = director.create(plan=director.Plan(**(plan | more)), by=by, now=NOW)
    for user in entrants:
        director.register(tournament_id=tournament.pk, user=user, now=NOW)
    return tournament


def started(count: int = 8, by: User | None = None, **more: Any) -> Tournament:
    tournament = opened(by, people(count), **more)
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    tournament.refresh_from_db()
    return tournament


def end_table(table: Table, places: Sequence[int] | None = None, now: datetime = NOW) -> None:
    """The match ends with these places, by default in the order of initial ranks; nothing is delivered."""
    if places is None:
        rows = Pairing.objects.filter(table=table).select_related("entry").order_by("seat")
        ranks = [row.entry.rank or 0 for row in rows]
        places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    Seat.objects.filter(match=table.match_id).update(turns=3)
    referee.adjudicate(match_id=table.match_id, places=places, reason="test", now=now)


def end_round(tournament: Tournament, now: datetime = NOW) -> Round:
    """All open tables of the last round end, and the tournament hears of it."""
    last = tournament.rounds.order_by("-number")[0]
    for table in last.tables.filter(over_at=None):
        end_table(table, now=now)
    deliver(now)
    tournament.refresh_from_db()
    return last


def deliver(now: datetime = NOW) -> int:
    return sweep_work("delivery:tournaments", clock=lambda: now)


def act(now: datetime) -> int:
    """What is due at that time."""
    return sweep_work(director.WORK, clock=lambda: now)


def days(count: float) -> timedelta:
    return timedelta(days=count)


def check_rows(tournament: Tournament) -> None:
    """One row per entry and round, a match per table, as many seats as rows."""
    entries = set(tournament.entries.values_list("pk", flat=True))
    for round_ in tournament.rounds.all():
        rows = list(round_.pairings.all())
        assert sorted(row.entry_id for row in rows) == sorted(entries)
        for table in round_.tables.select_related("match"):
            seated = [row for row in rows if row.table_id == table.pk]
            assert [s.user_id for s in table.match.seats.order_by("seat")] == [
                row.entry.user_id for row in sorted(seated, key=lambda row: row.seat or 0)
            ]
