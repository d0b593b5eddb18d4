"""A tournament of 1,000 entrants after nine rounds, the matches made up: its standings worked out once for a
new result, then its pages and its API, which find them worked out. Queries, and milliseconds of one request
at a time inside one process: in all, and of the processor, which a busy machine changes less."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from bench import Row
from bench._site import database

ENTRANTS = 1_000
ROUNDS = 9
OF = 11
TIMES = 5
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
SYSTEMS = {"dutch": 2, "tables": 4}
PATHS = {
    "page": "/tournaments/{slug}/",
    "crosstable": "/tournaments/{slug}/crosstable/",
    "api": "/api/tournaments/{slug}/",
    "api_standings": "/api/tournaments/{slug}/standings/",
    "api_outlook": "/api/tournaments/{slug}/outlook/?player=p00500",
    "csv": "/api/tournaments/{slug}/standings.csv",
}


def rows() -> list[Row]:
    found: list[Row] = []
    with database():
        from django.db import connection

        for system, seats in SYSTEMS.items():
            slug, reader = _filled(system, seats)
            with connection.cursor() as cursor:
                cursor.execute("VACUUM ANALYZE")
            found += _worked_out(system, slug)
            for name, path in PATHS.items():
                found += _looked_at(system, name, path.format(slug=slug), reader)
    return found


def _worked_out(system: str, slug: str) -> list[Row]:
    from tournaments.models import Tournament
    from tournaments.ranking import lines

    tournament = Tournament.objects.get(slug=slug)
    return _measured(f"{system}/{ENTRANTS}/{ROUNDS} rounds/worked out", lambda: len(lines(tournament)))[:3]


def _looked_at(system: str, name: str, path: str, reader: Any) -> list[Row]:
    from django.test import Client

    client = Client()
    client.force_login(reader)
    return _measured(f"{system}/{ENTRANTS}/{ROUNDS} rounds/{name}", lambda: _look(client, path))


def _measured(case: str, do: Callable[[], int]) -> list[Row]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    do()
    with CaptureQueriesContext(connection) as captured:
        size = do()
        queries = len(captured)
    taken, worked = [], []
    for _each in range(TIMES):
        began, before = time.perf_counter(), time.process_time()
        do()
        taken.append((time.perf_counter() - began) * 1_000)
        worked.append((time.process_time() - before) * 1_000)
    return [
        Row("standings", case, "queries", queries, "queries"),
        Row("standings", case, "p50", statistics.median(taken), "ms"),
        Row("standings", case, "processor_p50", statistics.median(worked), "ms"),
        Row("standings", case, "size", size / 1_000, "kB"),
    ]


def _look(client: Any, path: str) -> int:
    answer = client.get(path, secure=False)
    assert answer.status_code == 200, (path, answer.status_code)
    return len(answer.content)


def _filled(system: str, seats: int) -> tuple[str, Any]:
    """Its slug, and one of its players: each round as the site itself would pair it, results by lot."""
    from correio.accounts.models import User
    from correio.matches.clocks import DAY, PER_TURN, Control
    from tournaments import director
    from tournaments.models import Entry, Tournament

    users = list(User.objects.filter(username__startswith="p0").order_by("username")[:ENTRANTS])
    if not users:
        made = [User(username=f"p{i:05}", email=f"p{i:05}@example.org") for i in range(ENTRANTS)]
        users = User.objects.bulk_create(made, 2_000)
    plan = director.Plan(
        name=f"Bench {system}",
        title="postcards",
        seats=seats,
        system=system,
        round_count=OF,
        clock=Control(PER_TURN, DAY),
        seed="7",
    )
    tournament = director.create(plan=plan, by=None, now=NOW)
    Entry.objects.bulk_create(
        [
            Entry(tournament=tournament, user=user, rank=rank, rating=2_500 - rank, joined_at=NOW)
            for rank, user in enumerate(users, 1)
        ],
        2_000,
    )
    tournament.status, tournament.started_at = Tournament.Status.RUNNING, NOW
    tournament.save()
    lot = random.Random(7)
    for number in range(1, ROUNDS + 1):
        _play(tournament, number, lot)
    return tournament.slug, users[ENTRANTS // 2]


def _play(tournament: Any, number: int, lot: random.Random) -> None:
    from correio.matches.models import Match, Seat
    from tournaments.models import Entry, Pairing, Round, Table

    proposal = _proposal(tournament, number, lot)
    now = NOW + timedelta(days=number)
    round_ = Round.objects.create(
        tournament=tournament, number=number, paired_at=now, criteria=proposal.criteria
    )
    users = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "user_id"))
    matches = Match.objects.bulk_create(
        [_match(tournament, number, i, len(laid.seats), now, lot) for i, laid in enumerate(proposal.tables)],
        1_000,
    )
    tables = Table.objects.bulk_create(
        [
            Table(
                round=round_,
                number=i,
                match=match,
                reason=laid.reason,
                places=match.result["places"] if match.result else None,
                over_at=now,
            )
            for i, (laid, match) in enumerate(zip(proposal.tables, matches, strict=True), 1)
        ],
        1_000,
    )
    Seat.objects.bulk_create(
        [
            Seat(match=table.match, seat=seat, user_id=users[entry], place=table.places[seat], turns=3)
            for table, laid in zip(tables, proposal.tables, strict=True)
            for seat, entry in enumerate(laid.seats)
        ],
        4_000,
    )
    Pairing.objects.bulk_create(
        [
            *(
                Pairing(round=round_, entry_id=entry, table=table, seat=seat)
                for table, laid in zip(tables, proposal.tables, strict=True)
                for seat, entry in enumerate(laid.seats)
            ),
            *(Pairing(round=round_, entry_id=left.entry, bye=left.kind) for left in proposal.byes),
        ],
        4_000,
    )


def _proposal(tournament: Any, number: int, lot: random.Random) -> Any:
    """Tables are drawn by lot: a search for nine rounds would take longer than all that is measured."""
    from tournaments.acts.arrangement import by_hand
    from tournaments.acts.proposals import Proposal
    from tournaments.acts.systems import propose
    from tournaments.document import field

    if tournament.seats == 2:
        return propose(tournament, number)
    entries = [entry.pk for entry in field(tournament)]
    lot.shuffle(entries)
    blocks = [entries[at : at + tournament.seats] for at in range(0, len(entries), tournament.seats)]
    return Proposal(by_hand(tournament, number, blocks), [], {})


def _match(tournament: Any, number: int, table: int, seats: int, now: datetime, lot: random.Random) -> Any:
    from correio.matches.models import Match

    places = list(range(1, seats + 1))
    lot.shuffle(places)
    if lot.random() < 0.15:
        places = [1] * seats
    code = f"{tournament.system[0]}{number}x{table}"
    return Match(
        code=code,
        invitation=code,
        game=tournament.game,
        title=tournament.title,
        rules_version=1,
        components="",
        seat_count=seats,
        status=Match.Status.FINISHED,
        origin=Match.Origin.TOURNAMENT,
        secret=bytes(32),
        commitment="",
        clock_kind=tournament.clock_kind,
        clock_base_ms=tournament.clock_base_ms,
        created_at=now,
        started_at=now,
        finished_at=now,
        result={"places": places, "points": [10 - p for p in places], "reason": "bench", "parts": []},
    )
