"""Sweeping the clocks: 100,000 open matches of which 1,000 are due, and a sweep that finds nothing."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from bench import Row
from bench._site import database, percentile

OPEN = 100_000
DUE = 1_000
EMPTY = 30


def rows() -> list[Row]:
    with database():
        from correio.due.sweep import sweep, sweep_work
        from correio.matches.models import Move

        _fill()
        began = time.perf_counter()
        handled = sweep_work("time_out")
        seconds = time.perf_counter() - began
        assert handled == DUE == Move.objects.filter(notation="absent").count()
        empty = [_seconds(lambda: sweep("default")) for _ in range(EMPTY)]
    case = f"{OPEN} open, {DUE} due"
    return [
        Row("sweep", case, "all_flagged", seconds, "s"),
        Row("sweep", case, "rows_per_s", DUE / seconds, "1/s"),
        Row("sweep", f"{OPEN} open, none due", "p50", percentile(empty, 0.5) * 1000, "ms"),
    ]


def _seconds(what: Any) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def _fill() -> None:
    """One match played by the rules, copied in the database."""
    from django.db import connection
    from django.utils import timezone

    from correio.accounts.models import User
    from correio.matches import clocks, referee
    from engines import registry

    people = [User.objects.create(username=f"p{seat}", email=f"p{seat}@example.org") for seat in range(2)]
    rules = next(iter(registry.listed().values()))
    model = referee.start_match(
        players=people,
        game=rules.info.key,
        title=rules.info.titles[0].key,
        clock=clocks.Control("per_turn", clocks.DAY),
    )
    with connection.cursor() as cursor:
        cursor.execute(_copies_of_matches(), [OPEN, model.pk])
        cursor.execute(_copies_of_seats(), [model.pk, model.pk])
        cursor.execute(_LATE_MATCHES, [timezone.now() - timedelta(minutes=1), model.pk, DUE])
        cursor.execute(_LATE_SEATS, [model.pk])
        cursor.execute("ANALYZE")


_LATE_MATCHES = """
    UPDATE correio_matches_match SET deadline = %s
    WHERE id IN (SELECT id FROM correio_matches_match WHERE id <> %s ORDER BY md5(code) LIMIT %s)
"""
_LATE_SEATS = """
    UPDATE correio_matches_seat AS s SET deadline = m.deadline
    FROM correio_matches_match AS m WHERE m.id = s.match_id AND m.id <> %s AND s.acting
"""


def _copies_of_matches() -> str:
    """Codes are short and have to stay unique."""
    same = ", ".join(_columns("Match", {"id", "code", "invitation"}))
    table = "correio_matches_match"
    return (
        f"INSERT INTO {table} (code, invitation, {same}) SELECT 'x' || n, 'x' || n, {same} "
        f"FROM {table}, generate_series(1, %s) AS n WHERE id = %s"
    )


def _copies_of_seats() -> str:
    same = _columns("Seat", {"id", "match_id"})
    copied = ", ".join(f"s.{column}" for column in same)
    return (
        f"INSERT INTO correio_matches_seat (match_id, {', '.join(same)}) SELECT m.id, {copied} "
        "FROM correio_matches_seat AS s, correio_matches_match AS m WHERE s.match_id = %s AND m.id <> %s"
    )


def _columns(model: str, without: set[str]) -> list[str]:
    from django.apps import apps

    fields = apps.get_model("correio_matches", model)._meta.concrete_fields
    return [field.column for field in fields if field.column not in without]
