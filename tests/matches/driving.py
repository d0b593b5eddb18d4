"""Plays matches in tests: everything through the referee, at instants the test chooses."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from correio.accounts.models import User
from correio.due.sweep import sweep, sweep_work
from correio.matches import clocks, referee
from correio.matches.models import Match, Seat
from correio.matches.shown import match_json

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
TWO_DAYS = clocks.Control(clocks.PER_TURN, 2 * clocks.DAY)
FISCHER = clocks.Control(clocks.FISCHER, clocks.DAY, 8 * clocks.HOUR, 3 * clocks.DAY)
SECRET = bytes(range(32))


def at(**since_noon: float) -> datetime:
    return NOON + timedelta(**since_noon)


def table(**more: Any) -> dict[str, Any]:
    """A table of the tiny game; `more` overrides."""
    return {
        "game": "postcards",
        "title": "postcards",
        "clock": TWO_DAYS,
        "secret": SECRET,
        "created_by": None,
        **more,
    }


def start(*players: User, now: datetime = NOON, **more: Any) -> Match:
    return referee.start_match(players=players, now=now, **table(**more))


def again(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def seats(match: Match) -> list[Seat]:
    return list(match.seats.select_related("user").order_by("seat"))


def acting(match: Match) -> list[Seat]:
    return [seat for seat in seats(match) if seat.acting]


def legal(match: Match, seat: int) -> list[str]:
    return [choice["notation"] for choice in match_json(again(match), seat)["moves"]]


def move(
    match: Match, user: User, *moves: str, now: datetime = NOON, key: str | None = None
) -> referee.Answer:
    """Submits at the version the match has now; the first legal move if none is named."""
    match = again(match)
    if not moves:
        seat = match.seats.get(user=user)
        moves = (legal(match, seat.seat)[0],)
    return referee.submit(
        match_id=match.pk, user=user, version=match.version, moves=list(moves), key=key, now=now
    )


def run_bots(now: datetime = NOON) -> None:
    while sweep("bots", clock=lambda: now):
        pass


def run_clocks(now: datetime) -> int:
    return sweep_work("time_out", clock=lambda: now)


def play_on(
    match: Match,
    seed: int = 1,
    now: datetime = NOON,
    step: timedelta = timedelta(minutes=10),
    until: Callable[[Match], bool] = lambda match: False,
    without: str = "nothing",
) -> Match:
    """Random legal moves of people (but for the one named `without`), bots by the sweep, until the match is
    over or `until` says so."""
    chance = random.Random(seed)
    while True:
        match = again(match)
        if match.status != Match.Status.PLAYING or until(match):
            return match
        people = [seat for seat in acting(match) if not seat.bot_level]
        if not people:
            run_bots(now)
            continue
        seat = people[0]
        choices = [notation for notation in legal(match, seat.seat) if notation != without]
        move(match, seat.user, chance.choice(choices), now=now)
        now += step


def is_sealed(match: Match) -> bool:
    return bool(match_json(again(match), None)["sealed"])
