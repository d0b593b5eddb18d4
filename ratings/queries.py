"""What pages and the API read of ratings, in numbers of queries that do not grow with the rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches.models import Match, Seat
from engines import registry
from ratings.elo import shown
from ratings.figures import signed_whole
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

    result: RatedResult
    rated: bool
    reason: str
    """Why it is not rated, in words; empty if it is."""
    half: bool
    void: bool
    changes: dict[int, RatingChange]
    """By seat."""


def of_match(match: Match) -> MatchRating | None:
    """None until the ledger has it."""
    result = (
        RatedResult.objects.filter(match=match)
        .select_related("pool", "annulment__account")
        .prefetch_related("changes")
        .first()
    )
    if result is None:
        return None
    return MatchRating(
        result=result,
        rated=result.seq is not None and not result.void,
        reason=_reason(result),
        half=result.half,
        void=result.void,
        changes={row.seat: row for row in result.changes.all()},
    )


@dataclass(frozen=True)
class Note:
    """What the page of a match says about ratings."""

    text: str
    changes: list[str] | None
    """Whole points won or lost, by seat; None if it moved nobody."""


def note(match: Match) -> Note | None:
    """None until the match has ended and the ledger has looked at it."""
    if match.status not in (Match.Status.FINISHED, Match.Status.CANCELLED):
        return None
    found = of_match(match)
    if found is None:
        return None
    if not found.rated:
        return Note(_("Not rated: %(reason)s.") % {"reason": found.reason}, None)
    text = _("Rating, counted half: these players meet often") if found.half else _("Rating")
    return Note(text, [found.changes[seat].shown_signed for seat in sorted(found.changes)])


def why_unrated(match: Match) -> str:
    """Why a finished match moved no rating, in words; empty if it did, or if the ledger has yet to look."""
    result = (
        RatedResult.objects.filter(match=match)
        .exclude(reason="", void=False)
        .select_related("annulment__account")
        .first()
    )
    return "" if result is None else _reason(result)


def _reason(result: RatedResult) -> str:
    if not result.void:
        return str(result.get_reason_display() or "")
    if result.annulment is None:
        return _("annulled: %(why)s") % {"why": result.void_why or _("by an arbiter")}
    name = result.annulment.account.shown_name
    return _("the results of %(account)s are annulled: %(why)s") % {
        "account": name,
        "why": result.void_why or _("by an arbiter"),
    }


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
    """What a player did at rated tables of one size."""

    seats: int
    played: int
    won: int
    """First alone or first together with others."""
    last: int
    change: int
    """Thousandths of a point, over all of them."""
    best: int
    """Highest rating after one of them, thousandths of a point."""

    @property
    def best_points(self) -> int:
        return shown(self.best)

    @property
    def change_points(self) -> str:
        return signed_whole(self.change)

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.played)


@dataclass(frozen=True)
class PoolProfile:
    """One pool of a player's profile."""

    rating: Rating
    name: str
    curve: list[Point]
    records: list[Record]


def profile(user: User) -> list[PoolProfile]:
    """Every pool the player is rated in, the most played first: three queries, however many pools."""
    rows = list(Rating.objects.filter(user=user).select_related("pool", "user").order_by("-games"))
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
    found = records(user)
    return [PoolProfile(row, title_name(row.pool), curves[row.pool_id], found[row.pool_id]) for row in rows]


def records(user: User, pool: Pool | None = None) -> dict[int, list[Record]]:
    """By pool, small tables first."""
    rows = RatingChange.objects.filter(user=user)
    if pool is not None:
        rows = rows.filter(result__pool=pool)
    place = Seat.objects.filter(match=OuterRef("result__match"), user=user).values("place")
    counted = (
        rows.annotate(place=Subquery(place))
        .values("result__pool_id", "result__match__seat_count")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(place=1)),
            last=Count("pk", filter=Q(place=F("result__match__seat_count"))),
            moved=Sum("change"),
            best=Max(F("before") + F("change")),
        )
        .order_by("result__match__seat_count")
    )
    found: dict[int, list[Record]] = defaultdict(list)
    for row in counted:
        found[row["result__pool_id"]].append(
            Record(
                row["result__match__seat_count"],
                row["played"],
                row["won"],
                row["last"],
                row["moved"],
                row["best"],
            )
        )
    return found


def changes_of(user: User, pool: Pool) -> QuerySet[RatingChange]:
    """Every rated match of a player in a pool, newest first."""
    return (
        RatingChange.objects.filter(user=user, result__pool=pool)
        .select_related("result__match")
        .order_by("-result__seq")
    )
