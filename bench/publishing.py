"""A round of 512 players is published: a director asks for it, and a worker pairs it and starts a match at
every table. Queries and milliseconds of both, in all and of the processor, and what of it is the pairing
alone. Rounds follow one another, and the results of each are made up."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

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
    measured: dict[str, list[Cost]] = {"request": [], "worker": [], "pairing": []}
    for number in range(2, TIMES + 2):
        measured["pairing"].append(_cost(partial(propose, tournament, number)))
        measured["request"].append(_cost(partial(_ask, tournament, number)))
        measured["worker"].append(_cost(partial(_work, number)))
        assert tournament.rounds.filter(number=number).exists()
        _end(tournament, number, lot)
    return [row for what, costs in measured.items() for row in _rows(f"{system}/{ENTRANTS}/{what}", costs)]


class Cost(NamedTuple):
    queries: int
    taken: float
    """Milliseconds, as `worked`, which are those of the processor."""
    worked: float


def _rows(case: str, costs: list[Cost]) -> list[Row]:
    return [
        Row("publishing", case, "queries", max(cost.queries for cost in costs), "queries"),
        Row("publishing", case, "p50", statistics.median(cost.taken for cost in costs), "ms"),
        Row("publishing", case, "processor_p50", statistics.median(cost.worked for cost in costs), "ms"),
    ]


def _cost(do: Callable[[], object]) -> Cost:
    from django.db import connection

    queries = 0

    def counting(execute: Any, *args: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*args)

    began, before = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(counting):
        do()
    worked = (time.process_time() - before) * 1_000
    return Cost(queries, (time.perf_counter() - began) * 1_000, worked)


def _ask(tournament: Any, number: int) -> None:
    from tournaments import director

    now = NOW + timedelta(days=number)
    asked = director.pair_next_soon(tournament_id=tournament.pk, number=number, by=None, now=now)
    assert asked is None


def _work(number: int) -> None:
    from correio.due.sweep import sweep_work
    from tournaments.acts import jobs

    assert sweep_work(jobs.WORK, clock=lambda: NOW + timedelta(days=number)) == 1


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
