"""What of matches is due, and what may be forgotten."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from correio.due.registry import DueWork, register
from correio.due.retention import forget
from correio.matches import absence, bots, events, opening, receipts
from correio.matches.models import Match


def _out_of_time(now: datetime) -> QuerySet[Match]:
    """The match is claimed, not the seat: whoever moves locks the match first, too."""
    return Match.objects.filter(deadline__lte=now).order_by("deadline", "id")


def _windows_over(now: datetime) -> QuerySet[Match]:
    return Match.objects.filter(window__due_at__lte=now).order_by("window__due_at", "id")


def _open_too_long(now: datetime) -> QuerySet[Match]:
    return Match.objects.filter(status=Match.Status.OPEN, open_until__lte=now).order_by("open_until", "id")


def declare() -> None:
    register(DueWork("time_out", "default", _out_of_time, absence.run_out, lambda match: match.deadline))
    register(DueWork("window", "default", _windows_over, absence.run_out, lambda match: match.window.due_at))
    register(DueWork("open_table", "default", _open_too_long, opening.expire, lambda match: match.open_until))
    register(
        DueWork(
            "bot_turn",
            "bots",
            bots.due,
            bots.bot_turn,
            lambda seat: seat.turn_started_at,
            lease_seconds=bots.LEASE_SECONDS,
        )
    )
    forget("receipts", receipts.old)
    forget("deliveries", events.done_before)
