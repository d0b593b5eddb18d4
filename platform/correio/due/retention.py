"""What may be forgotten, and when: apps register a rule, one sweep a day applies them all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

BATCH = 10_000

_rules: dict[str, Callable[[datetime], QuerySet[Any]]] = {}


def forget(name: str, old: Callable[[datetime], QuerySet[Any]]) -> None:
    """`old(now)` are the rows that may be deleted."""
    _rules[name] = old


def apply(now: datetime) -> dict[str, int]:
    """Deletes at most a batch of each kind; returns how many."""
    deleted = {}
    for name, old in _rules.items():
        rows = old(now)
        keys = list(rows.values_list("pk", flat=True)[:BATCH])
        deleted[name] = rows.model._default_manager.filter(pk__in=keys).delete()[0] if keys else 0
    return deleted
