"""Who leads a pool, how it moved lately, and how everybody is spread out, in queries of constant number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery, Sum, Window
from django.db.models.functions import Cast, Floor, Rank
from django.utils import timezone

from ratings import queries
from ratings.elo import DEVIATION_IDLE, SETTLING_UNTIL
from ratings.figures import signed_whole
from ratings.models import Pool, Rating, RatingChange

INACTIVE_AFTER = timedelta(days=90)
TREND_OVER = timedelta(days=30)
BAR_POINTS = 50


def standing(
    pool: Pool, now: datetime, *, kind: str = "", provisional: bool = False, inactive: bool = False
) -> QuerySet[Rating]:
    """Who is in the list: settled ratings of players who finished a rated match in the last 90 days,
    unless more is asked for. `kind` narrows to `person` or `bot`."""
    rows = Rating.objects.filter(pool=pool, user__anonymised_at=None)
    if kind:
        rows = rows.filter(user__kind=kind)
    if not provisional:
        rows = rows.filter(games__gte=SETTLING_UNTIL, deviation__lt=DEVIATION_IDLE)
    if not inactive:
        rows = rows.filter(last_day__gt=(now - INACTIVE_AFTER).date())
    return rows


def ranked(rows: QuerySet[Rating], now: datetime) -> QuerySet[Rating]:
    """Highest first, with `rank` (equal ratings share it) and `trend` (thousandths of a point won or lost
    in the last 30 days, None if nothing was played)."""
    lately = (
        RatingChange.objects.filter(
            user=OuterRef("user"), result__pool=OuterRef("pool"), result__finished_at__gt=now - TREND_OVER
        )
        .order_by()
        .values("user")
        .annotate(total=Sum("change"))
        .values("total")
    )
    return (
        rows.annotate(rank=Window(Rank(), order_by=F("rating").desc()), trend=Subquery(lately))
        .select_related("user", "pool")
        .order_by("-rating", "user__username")
    )


def trend_shown(trend: int | None) -> str:
    return "" if trend is None else signed_whole(trend)


def leaders(count: int, game: str = "", now: datetime | None = None) -> list[Rating]:
    """The first of the busiest pool of that game, or of all; provisional ones while nobody is settled."""
    found = queries.pools().filter(game=game) if game else queries.pools()
    pool = found.first()
    if pool is None:
        return []
    now = now or timezone.now()
    order = ("-rating", "user__username")
    settled = standing(pool, now).select_related("user").order_by(*order)[:count]
    return list(settled) or list(
        standing(pool, now, provisional=True, inactive=True).select_related("user").order_by(*order)[:count]
    )


@dataclass(frozen=True)
class Bar:
    """One column of the distribution."""

    low: int
    """Whole points; the column is 50 wide."""
    players: int
    mine: bool = False

    @property
    def high(self) -> int:
        return self.low + BAR_POINTS - 1


@dataclass(frozen=True)
class Distribution:
    bars: list[Bar]
    """Without gaps, low ratings first."""
    players: int
    mine: Rating | None
    below: int
    """How many are rated lower than `mine`."""

    @property
    def below_percent(self) -> int:
        """Of all others, how many are lower."""
        return 100 * self.below // max(1, self.players - 1)


def distribution(rows: QuerySet[Rating], mine: Rating | None = None) -> Distribution:
    counted = (
        rows.order_by()
        .annotate(bar=Cast(Floor(F("rating") / (1000.0 * BAR_POINTS)), IntegerField()))
        .values_list("bar")
        .annotate(players=Count("pk"))
    )
    counts = dict(counted)
    own = None if mine is None else mine.rating // (1000 * BAR_POINTS)
    bars = [
        Bar(bar * BAR_POINTS, counts.get(bar, 0), mine=bar == own)
        for bar in range(min(counts, default=0), max(counts, default=-1) + 1)
    ]
    below = 0 if mine is None else rows.filter(rating__lt=mine.rating).count()
    return Distribution(bars, sum(counts.values()), mine, below)


@dataclass(frozen=True)
class Column:
    """A bar as it is drawn in a picture 320 wide and 80 high."""

    bar: Bar
    x: float
    y: float
    width: float
    height: float
    labelled: bool


def columns(bars: Sequence[Bar]) -> list[Column]:
    if not bars:
        return []
    tallest = max(bar.players for bar in bars)
    step = 320 / len(bars)
    every = max(1, -(-len(bars) // 6))
    return [
        Column(
            bar=bar,
            x=round(i * step + step * 0.1, 1),
            y=round(62 - 58 * bar.players / tallest, 1),
            width=round(step * 0.8, 1),
            height=round(58 * bar.players / tallest, 1),
            labelled=i % every == 0,
        )
        for i, bar in enumerate(bars)
    ]


def mine(pool: Pool, user: object) -> Rating | None:
    """The reader's own rating; None for strangers and before the first rated match."""
    if not getattr(user, "is_authenticated", False):
        return None
    return Rating.objects.filter(pool=pool, user=user).select_related("user", "pool").first()  # type: ignore[misc]
