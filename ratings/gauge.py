"""Is there inflation? Bots of fixed strength are the gauge: if their ratings move, the scale does.

Read from changes alone: where each player stood after the last rated match of each month.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.cache import cache
from django.db.models import F
from django.db.models.functions import TruncMonth

from correio.accounts.house import LEVELS
from correio.accounts.models import User
from ratings.elo import shown
from ratings.models import Pool, RatingChange

HELD_SECONDS = 86_400
SMALL = 2_000
"""Results of a pool up to which each new one shows at once; larger pools are read once a day."""


@dataclass(frozen=True)
class Month:
    """Whole points; None where nobody was."""

    first: date
    active: int
    """People with a rated match in that month."""
    mean: int | None
    """Of their ratings at its end."""
    bots: dict[str, int | None]
    """Mean rating of the house bots of each level at its end, whether or not they played in it."""


def months(pool: Pool, now: datetime) -> list[Month]:
    """From the first rated result to the present month."""
    stamp = pool.last_seq if pool.last_seq <= SMALL else now.date().isoformat()
    key = f"ratings-gauge:{pool.pk}:{pool.revision}:{stamp}:{now:%Y-%m}"
    found: list[Month] | None = cache.get(key)
    if found is None:
        found = list(_months(pool, now.date()))
        cache.set(key, found, HELD_SECONDS)
    return found


def _months(pool: Pool, today: date) -> Iterator[Month]:
    standing: dict[str, dict[int, int]] = {level: {} for level in LEVELS}
    by_month = _last_of_each_month(pool)
    for first in _calendar(min(by_month, default=today), today):
        people: list[int] = []
        for user, kind, owner, level, rating in by_month.get(first, []):
            if kind == User.Kind.PERSON:
                people.append(rating)
            elif kind == User.Kind.BOT and owner is None and level in standing:
                standing[level][user] = rating
        yield Month(
            first,
            len(people),
            _mean(people),
            {level: _mean(list(ratings.values())) for level, ratings in standing.items()},
        )


def _last_of_each_month(pool: Pool) -> dict[date, list[tuple[Any, ...]]]:
    rows = (
        RatingChange.objects.filter(result__pool=pool)
        .annotate(month=TruncMonth("result__finished_at"))
        .order_by("user", "month", "-result__seq")
        .distinct("user", "month")
        .values_list(
            "month", "user", "user__kind", "user__owner", "user__bot_level", F("before") + F("change")
        )
    )
    found: dict[date, list[tuple[Any, ...]]] = defaultdict(list)
    for month, *row in rows:
        found[month.date()].append(tuple(row))
    return found


def _calendar(first: date, last: date) -> Iterator[date]:
    month = first.replace(day=1)
    while month <= last:
        yield month
        month = date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _mean(ratings: list[int]) -> int | None:
    return shown(sum(ratings) // len(ratings)) if ratings else None
