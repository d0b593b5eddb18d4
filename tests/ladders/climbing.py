"""Ladders in the database: people on their rungs, matches ended by an arbiter instead of being played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import referee
from correio.matches.models import Match, Seat
from engines import registry
from tournaments.ladders import steward
from tournaments.ladders.founding import ladders_of
from tournaments.ladders.models import Challenge, Ladder
from tournaments.ladders.rules import Code

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
JOINED = NOW - timedelta(days=15)
"""No newcomer any more, and not idle yet."""


def days(count: float) -> timedelta:
    return timedelta(days=count)


def ladder(*, tables: bool = False, bots: bool = False) -> Ladder:
    """Of the tiny game, which has none by itself because it is not listed."""
    rules, title = registry.title("postcards")
    fresh = next(each for each in ladders_of(rules, title) if (each.tables, each.bots) == (tables, bots))
    fresh.save()
    return fresh


def climbers(ladder: Ladder, count: int, now: datetime = JOINED, prefix: str = "p") -> list[User]:
    """That many people who joined one below the other."""
    people = [User.objects.create_user(f"{prefix}{i:02}") for i in range(1, count + 1)]
    for user in people:
        steward.join(ladder_id=ladder.pk, user=user, now=now)
    return people


def order(ladder: Ladder) -> list[str]:
    rows = ladder.members.filter(position__isnull=False).order_by("position")
    names = list(rows.values_list("user__username", flat=True))
    assert list(rows.values_list("position", flat=True)) == list(range(1, len(names) + 1))
    return names


def challenge(ladder: Ladder, who: User, *whom: User, now: datetime = NOW, **more: Any) -> Challenge:
    keys = [user.pk for user in whom]
    return steward.challenge(ladder_id=ladder.pk, user=who, opponents=keys, now=now, **more)


def playing(ladder: Ladder, who: User, *whom: User, now: datetime = NOW) -> Match:
    """Challenged and accepted by all."""
    live = challenge(ladder, who, *whom, now=now)
    for user in whom:
        live = steward.accept(challenge_id=live.pk, user=user, now=now)
    assert live.match is not None
    return live.match


def end(match: Match, *ranking: User, now: datetime, turns: int = 3) -> None:
    """It ends with these in this order; nothing is delivered."""
    seats = {seat.user_id: seat for seat in match.seats.all()}
    Seat.objects.filter(match=match).update(turns=turns)
    places = [0] * len(seats)
    for place, user in enumerate(ranking, 1):
        places[seats[user.pk].seat] = place
    referee.adjudicate(match_id=match.pk, places=places, reason="test", now=now)


def draw(match: Match, now: datetime) -> None:
    referee.adjudicate(match_id=match.pk, places=[1] * match.seat_count, reason="test", now=now)


def deliver(now: datetime = NOW) -> int:
    return sweep_work(f"delivery:{steward.CONSUMER}", clock=lambda: now)


def act(now: datetime) -> int:
    """Everything that is due on ladders at that time, until nothing is."""
    handled = 0
    for _again in range(20):
        step = sum(sweep_work(name, clock=lambda: now) for name, _due, _act in steward.WORKS)
        if not step:
            break
        handled += step
    return handled


def code(refused: Any) -> Code | str:
    return refused.value.code


def places(ladder: Ladder, *users: User) -> Sequence[int | None]:
    found = dict(ladder.members.values_list("user", "position"))
    return [found[user.pk] for user in users]
