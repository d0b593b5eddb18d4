"""A ladder of 10,000 members: one result, from the referee's event to the new rungs, and the page."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from bench import Row
from bench._site import database, percentile

MEMBERS = 10_000
RESULTS = 40
PAGES = 20
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def rows() -> list[Row]:
    with database():
        from django.db import connection
        from django.test import Client

        ladder = _fill()
        results = _results(ladder)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        client = Client()
        client.force_login(_user(ladder, MEMBERS // 2))
        path = ladder.get_absolute_url()
        _look(client, path)  # compiles the templates
        pages = [_milliseconds(lambda: _look(client, path)) for _ in range(PAGES)]
        queries = _queries(client, path)
        joining = _milliseconds(lambda: _to_the_top(ladder))
        compared = _milliseconds(lambda: _compare(ladder))
    case = f"{MEMBERS} members"
    return [
        Row("ladder", case, "result_p50", statistics.median(results), "ms"),
        Row("ladder", case, "result_p95", percentile(results, 0.95), "ms"),
        Row("ladder", case, "page_p50", statistics.median(pages), "ms"),
        Row("ladder", case, "page_p95", percentile(pages, 0.95), "ms"),
        Row("ladder", case, "page_queries", queries, "queries"),
        Row("ladder", case, "bottom_to_top", joining, "ms"),
        Row("ladder", case, "rebuild_and_compare", compared, "ms"),
    ]


def _fill() -> Any:
    """Everybody joined below everybody before."""
    from correio.accounts.models import User
    from tournaments.ladders.models import Ladder, LadderMove, Member

    ladder = Ladder.objects.filter(tables=False, bots=False)[0]
    users = User.objects.bulk_create(
        [User(username=f"p{i:05}", email=f"p{i:05}@example.org") for i in range(1, MEMBERS + 1)], 2_000
    )
    joined = NOW - timedelta(days=15)
    members = Member.objects.bulk_create(
        [
            Member(
                ladder=ladder,
                user=user,
                position=place,
                first_joined_at=joined,
                joined_at=joined,
                active_at=joined,
                due_at=joined + timedelta(days=21),
            )
            for place, user in enumerate(users, 1)
        ],
        2_000,
    )
    LadderMove.objects.bulk_create(
        [
            LadderMove(ladder=ladder, seq=place, member=member, after=place, cause="joined", at=joined)
            for place, member in enumerate(members, 1)
        ],
        2_000,
    )
    ladder.size = ladder.last_seq = MEMBERS
    ladder.top, ladder.top_since = members[0], joined
    ladder.save()
    return ladder


def _user(ladder: Any, place: int) -> Any:
    return ladder.members.select_related("user").get(position=place).user


def _results(ladder: Any) -> list[float]:
    """Each by who stands as far below as the reach allows, and wins; milliseconds of the delivery alone."""
    from correio.matches import referee
    from tournaments.ladders import rules, steward

    lot = random.Random(7)
    taken = []
    for number in range(RESULTS):
        now = NOW + timedelta(minutes=number)
        low = lot.randrange(200, MEMBERS)
        challenger, challenged = _user(ladder, low), _user(ladder, low - rules.reach(low))
        live = steward.challenge(ladder_id=ladder.pk, user=challenger, opponents=[challenged.pk], now=now)
        live = steward.accept(challenge_id=live.pk, user=challenged, now=now)
        assert live.match is not None
        seats = live.match.seats.order_by("seat")
        places = [1 if seat.user_id == challenger.pk else 2 for seat in seats]
        referee.adjudicate(match_id=live.match.pk, places=places, reason="bench", now=now)
        taken.append(_milliseconds(partial(_deliver, now)))
    return taken


def _deliver(now: datetime) -> None:
    from correio.due.sweep import sweep_work
    from tournaments.ladders import steward

    assert sweep_work(f"delivery:{steward.CONSUMER}", clock=lambda: now) == 1


def _look(client: Any, path: str) -> None:
    answer = client.get(path, secure=False)
    assert answer.status_code == 200


def _queries(client: Any, path: str) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        _look(client, path)
    return len(captured)


def _to_the_top(ladder: Any) -> None:
    """The worst that one move can do: everybody else shifts."""
    from tournaments.ladders import steward

    last = _user(ladder, MEMBERS)
    steward.move(ladder_id=ladder.pk, user=last, to=1, by=None, why="bench", now=NOW)


def _compare(ladder: Any) -> None:
    from tournaments.ladders import steward

    assert steward.compare(ladder).same


def _milliseconds(what: Callable[[], Any]) -> float:
    began = time.perf_counter()
    what()
    return (time.perf_counter() - began) * 1_000
