"""The folder of public dumps: one a night, a month of nights and the first of each month kept.

Due work of the row `DumpSchedule`: whoever claims it writes a file beside the others, notes it, and
sets when the next is due. A worker that dies in between leaves the row due and a file nobody names.
"""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Q, QuerySet

from correio.due.nudge import nudge
from ratings import compressed
from ratings.dump import RatingDump, ResultDump, encode
from ratings.export import lines
from ratings.models import DumpFile, DumpSchedule, Pool

WORK = "ratings_dump"
LEASE_SECONDS = 1_800
"""A million results take some minutes."""

HOUR = 3
"""Of the night, UTC."""

KEPT = timedelta(days=30)


def folder() -> Path:
    return Path(settings.EXPORTS_DIR)


def due(now: datetime) -> QuerySet[DumpSchedule]:
    free = Q(leased_until=None) | Q(leased_until__lt=now)
    return DumpSchedule.objects.filter(free, next_at__lte=now).order_by("next_at")


def late(schedule: DumpSchedule) -> datetime:
    return schedule.next_at


def handle(schedule: DumpSchedule, now: datetime) -> None:
    if Pool.objects.filter(last_seq__gt=0).exists():
        make(now)
        clear(now)
    ours = DumpSchedule.objects.filter(pk=schedule.pk, lease_token=schedule.lease_token)
    ours.update(next_at=next_night(now), leased_until=None, lease_token=None)


def next_night(now: datetime) -> datetime:
    tonight = now.astimezone(UTC).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return tonight if tonight > now else tonight + timedelta(days=1)


def plan(now: datetime) -> None:
    """The first result of a pool is there: from the next night on there are dumps."""
    DumpSchedule.objects.get_or_create(pk=1, defaults={"next_at": next_night(now)})


def want(now: datetime) -> None:
    """Somebody looks for a dump and there is none yet: do not wait for the night."""
    if DumpFile.objects.exists():
        return
    if DumpSchedule.objects.filter(next_at__gt=now, leased_until=None).update(next_at=now):
        nudge(WORK)


def make(now: datetime) -> DumpFile:
    """The dump of this second; made twice in one second it is the same file. Whole or not at all."""
    name = f"correio-ratings-{now.astimezone(UTC):%Y-%m-%dT%H%M%SZ}.zst"
    path = folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{name}.{os.getpid()}")
    results = players = 0
    try:
        with compressed.writing(unfinished) as file:
            for line in lines():
                results += isinstance(line, ResultDump)
                players += isinstance(line, RatingDump)
                file.write(encode(line))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    made, _fresh = DumpFile.objects.update_or_create(
        name=name,
        defaults={
            "made_at": now,
            "size": path.stat().st_size,
            "sha256": _sha256(path),
            "results": results,
            "players": players,
        },
    )
    return made


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def clear(now: datetime) -> None:
    """Forgets nights that are long past, but for the first dump of each month."""
    months: set[tuple[int, int]] = set()
    for dump in DumpFile.objects.order_by("made_at"):
        month = (dump.made_at.year, dump.made_at.month)
        if month in months and dump.made_at < now - KEPT:
            dump.delete()
            (folder() / dump.name).unlink(missing_ok=True)
        months.add(month)
