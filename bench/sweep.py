"""Sweeping the clocks: 100,000 open matches of which 1,000 are due, and a sweep that finds nothing."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from bench import Row
from bench._site import database, percentile

OPEN = 100_000
DUE = 1_000
EMPTY = 30


WORKERS = 2
"""Sweeps at once, as the default worker of the site runs them."""


def rows() -> list[Row]:
    with database() as environment:
        from correio.due.sweep import sweep, sweep_work
        from correio.matches.models import Match

        _fill()
        alone = _seconds(lambda: sweep_work("time_out"))
        _make_due()
        with _helper(environment) as go:
            together = _seconds(lambda: (go(), sweep_work("time_out")))
        assert not Match.objects.filter(deadline__lte=timezone_now()).exists()
        empty = [_seconds(lambda: sweep("default")) for _ in range(EMPTY)]
    case = f"{OPEN} open, {DUE} due"
    return [
        Row("sweep", f"{case}, 1 sweep", "all_flagged", alone, "s"),
        Row("sweep", f"{case}, {WORKERS} sweeps", "all_flagged", together, "s"),
        Row("sweep", f"{OPEN} open, none due", "p50", percentile(empty, 0.5) * 1000, "ms"),
    ]


def timezone_now() -> Any:
    from django.utils import timezone

    return timezone.now()


@contextlib.contextmanager
def _helper(environment: dict[str, str]) -> Iterator[Callable[[], None]]:
    """Another process that is ready to sweep when it is told to; the block ends when it has."""
    code = (
        "import django; django.setup()\n"
        "from correio.due.sweep import sweep_work\n"
        "print('ready', flush=True); input(); sweep_work('time_out')"
    )
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(
        [sys.executable, "-c", code], env={**os.environ, **environment}, **pipes
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        stdin = process.stdin
        process.stdout.readline()

        def go() -> None:
            stdin.write("\n")
            stdin.flush()

        yield go
        process.wait()


def _seconds(what: Any) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def _fill() -> None:
    """One match played by the rules, copied in the database."""
    from django.db import connection

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
    _make_due()


def _make_due() -> None:
    """So many matches whose time ran out a minute ago, spread over the table."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_LATE_MATCHES, [timezone_now() - timedelta(minutes=1), DUE])
        cursor.execute(_LATE_SEATS)
        # Housekeeping for what was just copied is not the sweep's.
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


_LATE_MATCHES = """
    UPDATE correio_matches_match SET deadline = %s
    WHERE id IN (SELECT id FROM correio_matches_match ORDER BY version, md5(code) LIMIT %s)
"""
_LATE_SEATS = """
    UPDATE correio_matches_seat AS s SET deadline = m.deadline
    FROM correio_matches_match AS m WHERE m.id = s.match_id AND s.acting AND s.deadline <> m.deadline
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
