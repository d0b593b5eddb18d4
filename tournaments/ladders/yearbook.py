"""What the ladder itself has to do in time: crown, snapshot of the month, the next match of its bots."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db.models import QuerySet

from tournaments.ladders import house, rules, rungs
from tournaments.ladders.models import Ladder, Member, Snapshot


def due(now: datetime) -> QuerySet[Ladder]:
    return Ladder.objects.filter(due_at__lte=now).order_by("due_at", "pk")


def act_when_due(ladder: Ladder, now: datetime) -> None:
    """Due work; the sweep holds the row, which is the ladder's lock."""
    if ladder.crown_at is not None and ladder.crown_at <= now:
        rungs.crown(ladder)
    if ladder.snapshot_at is not None and ladder.snapshot_at <= now:
        _take_snapshot(ladder, now)
    if ladder.play_at is not None and ladder.play_at <= now:
        house.play(ladder, now)
    rungs.set_due(ladder, now)


def _take_snapshot(ladder: Ladder, now: datetime) -> None:
    """One row a month; months in which nobody swept are left out rather than invented."""
    month = now.astimezone(UTC)
    users = Member.objects.filter(ladder=ladder, position__isnull=False).order_by("position")
    Snapshot.objects.get_or_create(
        ladder=ladder,
        month=month.date().replace(day=1),
        defaults={
            "seq": ladder.last_seq,
            "users": list(users.values_list("user_id", flat=True)),
            "taken_at": now,
        },
    )
    ladder.snapshot_at = rules.next_month(month)
    ladder.save(update_fields=["snapshot_at"])
