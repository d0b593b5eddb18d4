"""Due work: everything the site must do is a row that matches an indexed query.

An app declares its work once, at `AppConfig.ready`; sweeps, nudges, the watcher, the status page and
the admin's retry all read this registry. Redis only says hurry: `nudge` asks a worker to look now, and
the next sweep sees the same rows if nobody did.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

QUEUES = ("default", "bots", "mail")


@dataclass(frozen=True)
class DueWork:
    """One kind of work.

    `due(now)`: rows due at `now`, most urgent first, served by an index.
    `handle(row, now)`: called with the row locked (`FOR UPDATE SKIP LOCKED`) inside a transaction of its
    own; must make the row not due. Work that computes uses `lease_seconds` instead and gets `row` unlocked.
    `late(row)`: instant since which the row is due, for the gauge of lateness.
    """

    name: str
    queue: str
    due: Callable[[datetime], QuerySet[Any]]
    handle: Callable[[Any, datetime], object]
    late: Callable[[Any], datetime | None]
    lease_seconds: int = 0
    """0: handled inside the claiming transaction. Otherwise the claim writes `leased_until` and
    `lease_token`, commits, and `handle` runs outside any transaction."""


_works: dict[str, DueWork] = {}


def register(work: DueWork) -> None:
    if work.name in _works:
        raise ValueError(f"due work {work.name!r} is registered twice")
    if work.queue not in QUEUES:
        raise ValueError(f"due work {work.name!r} names queue {work.queue!r}; there are {', '.join(QUEUES)}")
    _works[work.name] = work


def works(queue: str | None = None) -> list[DueWork]:
    return [work for work in _works.values() if queue is None or work.queue == queue]


def work(name: str) -> DueWork:
    return _works[name]
