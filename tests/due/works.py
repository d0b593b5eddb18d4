"""A kind of work for tests: open tables whose time is up, handled as the test says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from correio.due import registry
from correio.due.registry import DueWork
from correio.matches.models import Match


@contextmanager
def work(
    handle: Callable[[Match, datetime], Any], name: str = "test_work", queue: str = "mail"
) -> Iterator[DueWork]:
    """Matches that are open and past `open_until`; `handle` has to make them not due."""
    made = DueWork(
        name,
        queue,
        lambda now: Match.objects.filter(status="open", open_until__lte=now).order_by("open_until", "id"),
        lambda row, now: handle(row, now) and None,
        lambda row: row.open_until,
    )
    registry.register(made)
    try:
        yield made
    finally:
        del registry._works[name]


def close(match: Match, now: datetime) -> None:
    match.status = Match.Status.CANCELLED
    match.save(update_fields=["status"])
