"""A round of 512 players is published: paired, laid, a started match at every table. Queries, milliseconds of
the request that does it, in all and of the processor, and what of it is the pairing alone. Rounds follow one
another, and the results of each are made up."""

from __future__ import annotations

import random
import statistics
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from bench import Row
from bench._site import database

ENTRANTS = 512
TIMES = 5
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
SYSTEMS = {"dutch": 2, "tables": 4}


def rows() -> list[Row]:
    found: list[Row] = []
    with database():
        for system, seats in SYSTEMS.items():
            found += _published(system, seats)
    return found


def _published(system: str, seats: int) -> list[Row]:
    from django.db import connection

    from tournaments import director
    from tournaments.acts.systems import propose

    tournament = _entered(system, seats)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    lot = random.Random(7)
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    tournament.refresh_from_db()
    _end(tournament, 1, lot)
    paired, taken, worked, queries = [], [], [], []
    for number in range(2, TIMES + 2):
        began = time.process_time()
        propose(tournament, number)
        paired.append((time.process_time() - began) * 1_000)
        milliseconds, of_processor, asked = _publish(tournament, number)
        taken.append(milliseconds)
        worked.append(of_processor)
        queries.append(asked)
        _end(tournament, number, lot)
    case = f"{system}/{ENTRANTS}"
    return [
        Row("publishing", case, "queries", max(queries), "queries"),
        Row("publishing", case, "p50", statistics.median(taken), "ms"),
        Row("publishing", case, "processor_p50", statistics.median(worked), "ms"),
        Row("publishing", case, "processor_p50_of_the_pairing", statistics.median(paired), "ms"),
    ]


def _publish(tournament: Any, number: int) -> tuple[float, float, int]:
    """Milliseconds, those of the processor, queries."""
    from django.db import connection

    from tournaments import director

    asked = 0

    def counting(execute: Any, *args: Any) -> Any:
        nonlocal asked
        asked += 1
        return execute(*args)

    now = NOW + timedelta(days=number)
    began, before = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(counting):
        director.pair_next(tournament_id=tournament.pk, number=number, by=None, now=now)
    return (time.perf_counter() - began) * 1_000, (time.process_time() - before) * 1_000, asked


def _entered(system: str, seats: int) -> Any:
    from correio.accounts.models import User
    from correio.matches.clocks import DAY, PER_TURN, Control
    from tournaments import director
    from tournaments.models import Entry

    made = [User(username=f"{system}{i:04}", email=f"{system}{i}@example.org") for i in range(ENTRANTS)]
    users = User.objects.bulk_create(made)
    plan = director.Plan(
        name=f"Bench {system}",
        title="postcards",
        seats=seats,
        system=system,
        round_count=TIMES + 2,
        clock=Control(PER_TURN, DAY),
        auto_pair=False,
        seed="7",
    )
    tournament = director.create(plan=plan, by=None, now=NOW)
    Entry.objects.bulk_create([Entry(tournament=tournament, user=user, joined_at=NOW) for user in users])
    return tournament


def _end(tournament: Any, number: int, lot: random.Random) -> None:
    """Results by lot, as if every match had been played and told."""
    from tournaments.models import Table

    tables = list(Table.objects.filter(round__tournament=tournament, round__number=number))
    for table in tables:
        places = list(range(1, tournament.seats + 1))
        lot.shuffle(places)
        table.places, table.over_at = places, NOW + timedelta(days=number)
    Table.objects.bulk_update(tables, ["places", "over_at"])
