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

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import CharField, Exists, OuterRef, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone

from correio.due import heartbeat
from correio.due.models import Parked
from correio.due.registry import DueWork, work, works

logger = logging.getLogger(__name__)

BATCH = 200
"""Rows looked up at once; each is still claimed and committed alone."""

Clock = Callable[[], datetime]


def sweep(queue: str, *, clock: Clock = timezone.now, limit: int = 5_000) -> int:
    """Handles what is due in that queue, up to `limit` rows; returns how many."""
    started = clock()
    mine = works(queue)
    heartbeat.beat(queue, started, lateness(mine, started))
    handled = 0
    for each in mine:
        handled += sweep_work(each.name, clock=clock, limit=limit - handled)
    if handled:
        heartbeat.count(queue, handled)
    return handled


def sweep_work(name: str, *, clock: Clock = timezone.now, limit: int = 5_000) -> int:
    """Handles what is due of one kind, most urgent first."""
    each = work(name)
    handled = 0
    seen: set[Any] = set()
    while handled < limit:
        batch = min(BATCH, limit - handled)
        # Rows seen before are due no longer, or held by others: asking for as many more finds the rest.
        keys = list(_open(each, clock()).values_list("pk", flat=True)[: batch + len(seen)])
        fresh = [key for key in keys if key not in seen][:batch]
        if not fresh:
            break
        for key in fresh:
            seen.add(key)
            handled += _handle(each, key, clock)
        if len(keys) < batch:
            break
    return handled


def lateness(of: list[DueWork], now: datetime) -> timedelta:
    """How long the oldest due row has been waiting."""
    oldest = timedelta()
    for each in of:
        row = _open(each, now).first()
        since = each.late(row) if row is not None else None
        if since is not None:
            oldest = max(oldest, now - since)
    return oldest


def _open(each: DueWork, now: datetime) -> QuerySet[Any]:
    """Due and not parked."""
    parked = Parked.objects.filter(
        work=each.name, row=Cast(OuterRef("pk"), CharField()), released_at__isnull=True
    )
    return each.due(now).filter(~Exists(parked))


def _handle(each: DueWork, key: Any, clock: Clock) -> int:
    """1 if the row was handled, 0 if somebody else had it, it was not due any more, or it failed."""
    try:
        if each.lease_seconds:
            return _compute(each, key, clock)
        with transaction.atomic():
            row = _claimed(each, key, clock())
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


def _claimed(each: DueWork, key: Any, now: datetime) -> Any | None:
    return each.due(now).filter(pk=key).select_for_update(skip_locked=True, of=("self",)).first()


def _compute(each: DueWork, key: Any, clock: Clock) -> int:
    """The lease keeps others away while nothing is locked; if we die it expires and the row is due again."""
    with transaction.atomic():
        now = clock()
        row = _claimed(each, key, now)
        if row is None:
            return 0
        row.lease_token = uuid.uuid4()
        row.leased_until = now + timedelta(seconds=each.lease_seconds)
        row.save(update_fields=["lease_token", "leased_until"])
    each.handle(row, clock())
    return 1


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
