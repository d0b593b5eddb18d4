"""What the status page tells: how late we are, what is stuck. Read from rows, so that every page agrees."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import aggregates

from correio.due import heartbeat
from correio.due.models import Count, Heartbeat, Parked
from correio.due.registry import QUEUES, DueWork, works
from correio.matches.models import Match


@dataclass(frozen=True)
class QueueStatus:
    name: str
    seen_at: datetime | None
    alive: bool
    lateness: timedelta
    """Of the oldest due row when the last sweep began."""
    handled: int


@dataclass(frozen=True)
class WorkStatus:
    name: str
    queue: str
    due: int
    capped: bool
    """There may be more than `due`."""
    age: timedelta
    """Of the oldest due row, now."""
    parked: int


@dataclass(frozen=True)
class SiteStatus:
    at: datetime
    queues: list[QueueStatus]
    works: list[WorkStatus]
    parked: int
    nudges_failed: int
    running: int
    open: int

    @property
    def well(self) -> bool:
        return all(queue.alive for queue in self.queues) and not self.parked and self.worst < LATE

    @property
    def worst(self) -> timedelta:
        return max((work.age for work in self.works), default=timedelta())


LATE = timedelta(seconds=30)
COUNTED = 1000
"""Due rows are counted up to here: a backlog must not make this page slow."""


def site_status(now: datetime) -> SiteStatus:
    beats = {beat.queue: beat for beat in Heartbeat.objects.all()}
    parked = _parked_by_work()
    return SiteStatus(
        at=now,
        queues=[_queue(name, beats.get(name), now) for name in QUEUES],
        works=[_work(work, parked.get(work.name, 0), now) for work in works()],
        parked=sum(parked.values()),
        nudges_failed=Count.objects.filter(name="nudges_failed").values_list("value", flat=True).first() or 0,
        running=Match.objects.filter(status=Match.Status.PLAYING).count(),
        open=Match.objects.filter(status=Match.Status.OPEN).count(),
    )


def _parked_by_work() -> dict[str, int]:
    stuck = Parked.objects.filter(released_at=None)
    return dict(stuck.values_list("work").annotate(number=aggregates.Count("pk")))


def _queue(name: str, beat: Heartbeat | None, now: datetime) -> QueueStatus:
    return QueueStatus(
        name=name,
        seen_at=beat.at if beat else None,
        alive=not heartbeat.is_stale(name, now),
        lateness=timedelta(milliseconds=beat.lateness_ms if beat else 0),
        handled=beat.swept if beat else 0,
    )


def _work(work: DueWork, parked: int, now: datetime) -> WorkStatus:
    """Parked rows are still due for the query; they are not late but stuck, and counted apart."""
    rows = list(work.due(now)[: COUNTED + parked])
    if parked:
        stuck = set(Parked.objects.filter(work=work.name, released_at=None).values_list("row", flat=True))
        rows = [row for row in rows if str(row.pk) not in stuck]
    since = work.late(rows[0]) if rows else None
    return WorkStatus(
        name=work.name,
        queue=work.queue,
        due=min(len(rows), COUNTED),
        capped=len(rows) >= COUNTED,
        age=max(now - since, timedelta()) if since else timedelta(),
        parked=parked,
    )
