"""Due work `mail`: a notice is looked at again, then sent, put off or dropped.

Runs with the notice locked, in a transaction of its own. A mail server that does not answer puts the
notice off; after the last attempt the error rises and the row is parked for an operator.
"""

from __future__ import annotations

import smtplib
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet

from correio.matches.models import Match, Seat
from correio.notifications.letters import write
from correio.notifications.models import Kind, Notice, Unwanted
from correio.notifications.planning import reminder_due
from correio.notifications.telling import teller

KEPT = timedelta(days=180)
WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))


def due(now: datetime) -> QuerySet[Notice]:
    return Notice.objects.filter(sent_at=None, dropped="", due_at__lte=now).order_by("due_at", "id")


def settled_long_ago(now: datetime) -> QuerySet[Notice]:
    """Rows that may be forgotten."""
    return Notice.objects.filter(due_at__lt=now - KEPT).exclude(sent_at=None, dropped="")


def late(notice: Notice) -> datetime:
    return notice.due_at


def settle(notice: Notice, now: datetime) -> None:
    reason = _obsolete(notice)
    if reason is None and notice.kind == Kind.REMINDER and (later := _shifted(notice, now)):
        notice.due_at = later
        notice.save(update_fields=["due_at"])
        return
    address = _address(notice)
    if reason is None and not address:
        reason = "no_address"
    if reason is not None:
        notice.dropped = reason
        notice.save(update_fields=["dropped"])
        return
    _send(notice, address, now)


def _obsolete(notice: Notice) -> str | None:
    """Why the notice is no longer true or no longer wanted; None while it is."""
    if Unwanted.objects.filter(user_id=notice.user_id, kind=notice.kind).exists():
        return "unwanted"
    if notice.match is None:
        return None if teller(notice.kind).still_true(notice) else "over"
    if notice.kind not in (Kind.YOUR_TURN, Kind.REMINDER):
        return None
    if notice.match.status != Match.Status.PLAYING:
        return "over"
    seat = _own_seat(notice)
    if not seat.acting or seat.left_at is not None:
        return "moved"
    if seat.turn_started_at is not None and seat.turn_started_at > notice.happened_at:
        return "moved"
    return None


def _shifted(notice: Notice, now: datetime) -> datetime | None:
    """A deadline that moved away takes its reminder along."""
    seat = _own_seat(notice)
    if seat.deadline is None:
        return None
    wanted = reminder_due(notice.happened_at, seat.deadline)
    return wanted if wanted is not None and wanted > now else None


def _own_seat(notice: Notice) -> Seat:
    return Seat.objects.get(match=notice.match, user_id=notice.user_id)


def _address(notice: Notice) -> str:
    """Only addresses that their owner has confirmed get mail."""
    found = EmailAddress.objects.filter(user_id=notice.user_id, verified=True, primary=True).first()
    return found.email if found and notice.user.is_active else ""


def _send(notice: Notice, address: str, now: datetime) -> None:
    letter = write(notice, now)
    message = EmailMultiAlternatives(letter.subject, letter.text, to=[address])
    message.attach_alternative(letter.html, "text/html")
    try:
        message.send()
    except (smtplib.SMTPException, OSError):
        if notice.attempts >= len(WAITS):
            raise
        notice.due_at = now + WAITS[notice.attempts]
        notice.attempts += 1
        notice.save(update_fields=["due_at", "attempts"])
        return
    notice.sent_at = now
    notice.save(update_fields=["sent_at"])
