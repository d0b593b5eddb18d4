"""The referee's outbox and who reads it.

An app above registers `consume(name, kinds, handle)` at `AppConfig.ready`. Each event then has a delivery
for it, written in the transaction of what happened, and handled as due work `delivery:<name>`: once, in
a transaction of its own with the delivery locked. `handle(event, now)` gets `event.match` loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from correio.due.registry import DueWork, register
from correio.matches.models import Delivery, Event
from correio.matches.storing import Statement

Handle = Callable[[Event, datetime], None]


@dataclass(frozen=True)
class Consumer:
    name: str
    kinds: frozenset[str]
    handle: Handle

    @property
    def work(self) -> str:
        return f"delivery:{self.name}"


_consumers: dict[str, Consumer] = {}


def consume(name: str, kinds: Collection[str], handle: Handle, *, queue: str = "default") -> None:
    """Events of these kinds that are written from now on reach `handle`."""
    consumer = Consumer(name, frozenset(kinds), handle)
    if unknown := consumer.kinds - set(Event.Kind.values):
        raise ValueError(f"consumer {name!r} waits for unknown events: {', '.join(sorted(unknown))}")

    def due(now: datetime) -> QuerySet[Delivery]:
        return (
            Delivery.objects.filter(consumer=name, done_at=None).select_related("event__match").order_by("id")
        )

    def deliver(delivery: Delivery, now: datetime) -> None:
        handle(delivery.event, now)
        delivery.done_at = now
        delivery.save(update_fields=["done_at"])

    register(DueWork(consumer.work, queue, due, deliver, lambda delivery: delivery.event.at))
    _consumers[name] = consumer


def store(statement: Statement, events: list[Event]) -> list[str]:
    """Adds events and their deliveries to the referee's statement; returns works to nudge."""
    if not events:
        return []
    stored = statement.insert(events, returning="id, kind")
    wanted = [(kind, each.name) for kind in {event.kind for event in events} for each in _interested(kind)]
    if wanted:
        pairs = ", ".join(["(%s, %s)"] * len(wanted))
        statement.add(
            f'INSERT INTO "{Delivery._meta.db_table}" (event_id, consumer) '
            f"SELECT e.id, w.consumer FROM {stored} AS e JOIN (VALUES {pairs}) AS w (kind, consumer) "
            "ON e.kind = w.kind ORDER BY e.id",
            [text for pair in wanted for text in pair],
        )
    return sorted({f"delivery:{name}" for _kind, name in wanted})


def _interested(kind: str) -> Iterable[Consumer]:
    return (consumer for consumer in _consumers.values() if kind in consumer.kinds)


def done_before(now: datetime, days: int = 30) -> QuerySet[Delivery]:
    """Deliveries that may be forgotten."""
    return Delivery.objects.filter(done_at__lt=now - timedelta(days=days))
