"""Claims due rows and has them handled, each in a transaction of its own.

Any number of sweeps may run at once: a row that somebody else holds is skipped, and whoever claims one
checks again, with the row locked, that it is still due. A row whose handling fails is parked with its
traceback and stops nobody.
"""

from __future__ import annotations

import logging
import traceback
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from correio.due import heartbeat
from correio.due.models import Parked
from correio.due.nudge import publisher
from correio.due.registry import DueWork, work, works

logger = logging.getLogger(__name__)

BATCH = 200
"""Rows looked up at once; each is still claimed and committed alone."""

Clock = Callable[[], datetime]


def sweep(queue: str, *, clock: Clock = timezone.now, limit: int = 5_000) -> int:
    """Handles what is due in that queue, up to `limit` rows; returns how many."""
    started = clock()
    late = {each.name: lateness(each, started) for each in works(queue)}
    heartbeat.beat(queue, started, max((each for each in late.values() if each), default=timedelta()))
    handled = 0
    for name, waited in late.items():
        if waited is not None:
            handled += sweep_work(name, clock=clock, limit=limit - handled)
    if handled:
        heartbeat.count(queue, handled)
    return handled


def sweep_work(name: str, *, clock: Clock = timezone.now, limit: int = 5_000) -> int:
    """Handles what is due of one kind, most urgent first."""
    each = work(name)
    handled = 0
    seen: set[Any] = set()
    while handled < limit:
        # Work that computes takes its time: look again after each row, whether something more urgent came.
        batch = 1 if each.lease_seconds else min(BATCH, limit - handled)
        now = clock()
        # Rows seen before are due no longer, or held by others: asking for as many more finds the rest.
        keys = list(_open(each, now).values_list("pk", flat=True)[: batch + len(seen)])
        fresh = [key for key in keys if key not in seen][:batch]
        if not fresh:
            break
        if len(fresh) == BATCH:
            call_for_help(name)
        claim = each.due(now).order_by().select_for_update(skip_locked=True, of=("self",))
        for key in fresh:
            seen.add(key)
            handled += _handle(each, claim.filter(pk=key), key, clock)
        if len(keys) < batch:
            break
    return handled


def call_for_help(name: str) -> None:
    """A full batch is more than one worker should do alone; whoever comes calls in turn."""
    publisher.send({name: None})


def lateness(each: DueWork, now: datetime) -> timedelta | None:
    """How long the oldest due row has been waiting; None if nothing is due."""
    row = _open(each, now).first()
    if row is None:
        return None
    since = each.late(row)
    return timedelta() if since is None else max(timedelta(), now - since)


def _open(each: DueWork, now: datetime) -> QuerySet[Any]:
    """Due and not parked."""
    rows = each.due(now)
    parked = Parked.objects.filter(work=each.name, released_at__isnull=True)
    keys = [rows.model._meta.pk.to_python(row) for row in parked.values_list("row", flat=True)]
    return rows.exclude(pk__in=keys) if keys else rows


def _handle(each: DueWork, claim: QuerySet[Any], key: Any, clock: Clock) -> int:
    """1 if the row was handled, 0 if somebody else had it, it was not due any more, or it failed.

    `claim` is the question for that row if it is still due and free, with a lock on it."""
    try:
        if each.lease_seconds:
            return _compute(each, claim, clock)
        with transaction.atomic():
            row = next(iter(claim), None)
            if row is None:
                return 0
            each.handle(row, clock())
        return 1
    except (OperationalError, InterfaceError):
        # The database is away, or broke a deadlock: nothing is wrong with the row, the next sweep has it.
        logger.warning("due work %s: row %s is left for the next sweep", each.name, key, exc_info=True)
        return 0
    except Exception:
        _park(each, key, traceback.format_exc(), clock())
        return 0


def _compute(each: DueWork, claim: QuerySet[Any], clock: Clock) -> int:
    """The lease keeps others away while nothing is locked; if we die it expires and the row is due again."""
    with transaction.atomic():
        row = next(iter(claim), None)
        if row is None:
            return 0
        row.lease_token = uuid.uuid4()
        row.leased_until = clock() + timedelta(seconds=each.lease_seconds)
        row.save(update_fields=["lease_token", "leased_until"])
    try:
        each.handle(row, clock())
    except (OperationalError, InterfaceError):
        _give_back(row)
        raise
    return 1


def _give_back(row: Any) -> None:
    """What the database refused for a moment is due again at once, not when the lease has expired."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    try:
        claimed = type(row)._default_manager.filter(pk=row.pk, lease_token=row.lease_token)
        claimed.update(leased_until=None, lease_token=None)
    except (OperationalError, InterfaceError):
        logger.warning("row %s keeps its lease until %s", row.pk, row.leased_until)


def _park(each: DueWork, key: Any, trace: str, now: datetime) -> None:
    logger.error("due work %s: row %s is parked\n%s", each.name, key, trace)
    with transaction.atomic():
        parked, created = Parked.objects.get_or_create(
            work=each.name, row=str(key), defaults={"traceback": trace, "parked_at": now}
        )
        if not created:
            parked.traceback, parked.parked_at, parked.released_at = trace, now, None
            parked.attempts += 1
            parked.save()
