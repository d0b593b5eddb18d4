"""What pages and the API read of ratings, in numbers of queries that do not grow with the rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet

from correio.accounts.models import User
from correio.matches.models import Match, Seat
from engines import registry
from ratings.elo import shown
from ratings.models import Pool, RatedResult, Rating, RatingChange
from ratings.pools import sets, speed


def title_name(pool: Pool) -> str:
    try:
        return registry.title(pool.title)[1].name
    except registry.UnknownGame:
        return pool.title


def pools() -> QuerySet[Pool]:
    """With at least one rated result, busiest first."""
    return Pool.objects.filter(last_seq__gt=0).order_by("-last_seq", "pk")


def leaderboard(pool: Pool, *, kind: str = "", settled: bool = False) -> QuerySet[Rating]:
    """Highest first; `kind` narrows to `person` or `bot`, `settled` leaves provisional ratings out."""
    rows = Rating.objects.filter(pool=pool, user__anonymised_at=None).select_related("user", "pool")
    if kind:
        rows = rows.filter(user__kind=kind)
    if settled:
        rows = rows.filter(games__gte=30, deviation__lt=110_000)
    return rows.order_by("-rating", "user__username")


def leaders(count: int, game: str = "") -> list[Rating]:
    """The first of the busiest pool of that game, or of all."""
    found = pools().filter(game=game) if game else pools()
    pool = found.first()
    return [] if pool is None else list(leaderboard(pool)[:count])


def of_players(match: Match, users: Collection[int]) -> dict[int, Rating]:
    """Ratings now, by user, in the pool of that match; who has none is missing."""
    return for_clock(match.title, match.clock_base_ms, users)


def for_clock(title: str, clock_base_ms: int, users: Collection[int]) -> dict[int, Rating]:
    """The same for matches that are still to come."""
    try:
        chosen = sets(title)
    except registry.UnknownGame:
        return {}
    rows = Rating.objects.filter(
        pool__title=title, pool__sets=chosen, pool__speed=speed(clock_base_ms), user_id__in=users
    )
    return {row.user_id: row for row in rows}


@dataclass(frozen=True)
class MatchRating:
    """What a finished match was for ratings."""

    rated: bool
    reason: str
    """Why it is not rated, in words; empty if it is."""
    half: bool
    void: bool
    changes: dict[int, RatingChange]
    """By seat."""


def of_match(match: Match) -> MatchRating | None:
    """None until the ledger has it."""
    result = RatedResult.objects.filter(match=match).prefetch_related("changes").first()
    if result is None:
        return None
    return MatchRating(
        rated=result.seq is not None and not result.void,
        reason=result.void_why if result.void else str(result.get_reason_display() or ""),
        half=result.half,
        void=result.void,
        changes={row.seat: row for row in result.changes.all()},
    )


@dataclass(frozen=True)
class Point:
    """A rating after one match."""

    at: datetime
    rating: int
    """Whole points."""
    match: str


def curve(pool: Pool, user: User) -> list[Point]:
    rows = (
        RatingChange.objects.filter(user=user, result__pool=pool)
        .order_by("result__seq")
        .values_list("result__finished_at", F("before") + F("change"), "result__match__code")
    )
    return [Point(at, shown(after), code) for at, after, code in rows]


@dataclass(frozen=True)
class Record:
    """How often first and how often played, for one number of seats."""

    seats: int
    played: int
    won: int


@dataclass(frozen=True)
class PoolProfile:
    """One pool of a player's profile."""

    rating: Rating
    name: str
    curve: list[Point]
    records: list[Record]


def profile(user: User) -> list[PoolProfile]:
    """Every pool the player is rated in, the most played first: three queries, however many pools."""
    rows = list(Rating.objects.filter(user=user).select_related("pool").order_by("-games"))
    curves: dict[int, list[Point]] = defaultdict(list)
    changes = (
        RatingChange.objects.filter(user=user)
        .order_by("result__pool_id", "result__seq")
        .values_list(
            "result__pool_id", "result__finished_at", F("before") + F("change"), "result__match__code"
        )
    )
    for pool, at, after, code in changes:
        curves[pool].append(Point(at, shown(after), code))
    records = _records(user)
    return [PoolProfile(row, title_name(row.pool), curves[row.pool_id], records[row.pool_id]) for row in rows]


def _records(user: User) -> dict[int, list[Record]]:
    seats = (
        Seat.objects.filter(
            user=user, match__rated_result__seq__isnull=False, match__rated_result__void=False
        )
        .values("match__rated_result__pool_id", "match__seat_count")
        .annotate(played=Count("pk"), won=Count("pk", filter=Q(place=1)))
        .order_by("match__seat_count")
    )
    found: dict[int, list[Record]] = defaultdict(list)
    for row in seats:
        found[row["match__rated_result__pool_id"]].append(
            Record(row["match__seat_count"], row["played"], row["won"])
        )
    return found


@dataclass(frozen=True)
class Bar:
    """One column of the distribution of a pool."""

    low: int
    """Whole points; the column is 50 wide."""
    players: int


def distribution(ratings: Iterable[int], width: int = 50) -> list[Bar]:
    """Columns without gaps over ratings given in thousandths."""
    counts: dict[int, int] = defaultdict(int)
    for rating in ratings:
        counts[shown(rating) // width * width] += 1
    if not counts:
        return []
    return [Bar(low, counts[low]) for low in range(min(counts), max(counts) + 1, width)]


@dataclass(frozen=True)
class Column:
    """A bar as it is drawn in a picture 320 wide and 80 high."""

    x: float
    y: float
    width: float
    height: float
    low: int
    players: int
    labelled: bool


def columns(bars: list[Bar]) -> list[Column]:
    if not bars:
        return []
    tallest = max(bar.players for bar in bars)
    step = 320 / len(bars)
    every = max(1, len(bars) // 6)
    return [
        Column(
            x=round(i * step + step * 0.1, 1),
            y=round(62 - 58 * bar.players / tallest, 1),
            width=round(step * 0.8, 1),
            height=round(58 * bar.players / tallest, 1),
            low=bar.low,
            players=bar.players,
            labelled=i % every == 0,
        )
        for i, bar in enumerate(bars)
    ]
