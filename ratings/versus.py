"""Two players across all their matches together."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When

from correio.accounts.models import User
from correio.matches.models import Match, Seat
from engines import registry
from ratings.figures import signed_whole
from ratings.models import RatingChange


@dataclass(frozen=True)
class Tally:
    """How two players stand against each other at one title (or at all)."""

    title: str
    played: int
    ahead: int
    behind: int
    level: int
    """Shared places."""


def together(one: User, other: User) -> QuerySet[Match]:
    """Finished matches of both, newest first, with the places `mine` and `theirs` and what each won or
    lost (`my_change`, `their_change`: thousandths of a point, None if not rated)."""

    def place(user: User) -> Subquery:
        return Subquery(Seat.objects.filter(match=OuterRef("pk"), user=user).values("place")[:1])

    def change(user: User) -> Subquery:
        rows = RatingChange.objects.filter(result__match=OuterRef("pk"), user=user)
        return Subquery(rows.values("change")[:1], output_field=IntegerField())

    return (
        Match.objects.filter(status=Match.Status.FINISHED, seats__user=one)
        .filter(seats__user=other)
        .annotate(mine=place(one), theirs=place(other), my_change=change(one), their_change=change(other))
        .order_by("-finished_at", "-pk")
    )


def tallies(matches: QuerySet[Match]) -> list[Tally]:
    """By title, the most played first, and with more than one title all together in front."""
    rows = (
        matches.order_by()
        .values("title")
        .annotate(
            played=Count("pk"),
            ahead=_count(Q(mine__lt=F("theirs"))),
            behind=_count(Q(mine__gt=F("theirs"))),
        )
        .order_by("-played", "title")
    )
    found = [
        Tally(
            _title(row["title"]),
            row["played"],
            row["ahead"],
            row["behind"],
            row["played"] - row["ahead"] - row["behind"],
        )
        for row in rows
    ]
    if len(found) < 2:
        return found
    total = Tally(
        "",
        sum(row.played for row in found),
        sum(row.ahead for row in found),
        sum(row.behind for row in found),
        sum(row.level for row in found),
    )
    return [total, *found]


def _count(condition: Q) -> Count:
    return Count(Case(When(condition, then=1)))


def _title(key: str) -> str:
    try:
        return registry.title(key)[1].name
    except registry.UnknownGame:
        return key


@dataclass(frozen=True)
class Meeting:
    """One match as a row of the page."""

    match: Match
    title: str
    mine: int | None
    theirs: int | None
    my_change: str
    their_change: str


def meeting(match: Match) -> Meeting:
    """Of a row of `together`."""
    row: dict[str, int | None] = match.__dict__
    return Meeting(
        match,
        _title(match.title),
        row["mine"],
        row["theirs"],
        _signed(row["my_change"]),
        _signed(row["their_change"]),
    )


def _signed(change: int | None) -> str:
    return "" if change is None else signed_whole(change)
