"""That the sweeps are alive, and how late they are: rows, so that watchers and the status page agree."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F

from correio.due.models import Count, Heartbeat

STALE = timedelta(seconds=10)
"""Without a beat for so long a watcher runs the sweeps itself."""


def beat(queue: str, now: datetime, lateness: timedelta) -> None:
    late = int(lateness.total_seconds() * 1000)
    changed = Heartbeat.objects.filter(queue=queue).update(at=now, lateness_ms=late)
    if not changed:
        Heartbeat.objects.bulk_create(
            [Heartbeat(queue=queue, at=now, lateness_ms=late)], ignore_conflicts=True
        )


def count(queue: str, handled: int) -> None:
    Heartbeat.objects.filter(queue=queue).update(swept=F("swept") + handled)


def is_stale(queue: str, now: datetime) -> bool:
    return not Heartbeat.objects.filter(queue=queue, at__gt=now - STALE).exists()


def add_to_count(name: str, value: int = 1) -> None:
    """Counts something that was swallowed, such as a failed nudge."""
    if not Count.objects.filter(name=name).update(value=F("value") + value):
        Count.objects.bulk_create(
            [Count(name=name, value=value)],
            update_conflicts=True,
            update_fields=["value"],
            unique_fields=["name"],
        )
