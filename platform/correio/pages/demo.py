"""What a new site shows before anybody has come: bots at play, a tournament of theirs, seats to take."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from correio.accounts.house import house_bots
from correio.matches import referee
from correio.matches.clocks import DAY, FISCHER, HOUR, MINUTE, PER_TURN, Control
from correio.matches.models import Match
from correio.pages.models import Showcase
from correio.pages.showcase import start_house_match
from engines import registry
from tournaments import director
from tournaments.ladders import founding, steward
from tournaments.ladders.models import Ladder


@transaction.atomic
def seed(now: datetime) -> bool:
    """All of it or nothing, once: False if the site has its demo already."""
    _showcase, fresh = Showcase.objects.get_or_create(pk=1, defaults={"looked_at": now, "next_at": now})
    if not fresh:
        return False
    start_house_match()
    _tournament_of_bots(now)
    _tournament_to_enter(now)
    _open_tables(now)
    _ladder_of_bots(now)
    return True


def _tournament_of_bots(now: datetime) -> None:
    """Sixteen house bots, four rounds: it runs for some minutes and leaves ratings behind."""
    game = _first_title()
    plan = director.Plan(
        name="Azulejo Swiss",
        title=game,
        seats=4,
        round_count=4,
        clock=Control(PER_TURN, DAY),
        about="House bots among themselves: a tournament to look at.",
    )
    event = director.create(plan=plan, by=None, now=now)
    for level in ("steady", "novice"):
        director.enter_bots(tournament_id=event.pk, level=level, count=8, by=None, now=now)
    director.start(tournament_id=event.pk, by=None, now=now)


def _tournament_to_enter(now: datetime) -> None:
    """Starts on the Saturday after next, so that there is time to enter."""
    saturday = now.replace(hour=18, minute=0, second=0, microsecond=0)
    saturday += timedelta(days=(5 - now.weekday()) % 7 + 7)
    plan = director.Plan(
        name="Correio Open",
        title=_first_title(),
        seats=4,
        min_seats=3,
        max_seats=4,
        round_count=3,
        clock=Control(FISCHER, DAY, 8 * HOUR, 3 * DAY),
        window_days=21,
        starts_at=saturday,
        about="Open to everybody. Three rounds of three weeks each; house bots fill the field.",
    )
    event = director.create(plan=plan, by=None, now=now)
    director.enter_bots(tournament_id=event.pk, level="keen", count=3, by=None, now=now)


def _ladder_of_bots(now: datetime) -> None:
    """It lives on by itself: every few hours one of them challenges another."""
    founding.found()
    steward.enliven(Ladder.objects.get(title=_first_title(), tables=False, bots=True), now)


def _open_tables(now: datetime) -> None:
    """House bots wait for company: a slow table for two more, a live one for one."""
    tables = (
        ("steady", 4, 2, Control(PER_TURN, 2 * DAY)),
        ("keen", 3, 1, Control(FISCHER, HOUR, 10 * MINUTE, 2 * HOUR)),
        ("novice", 2, 1, Control(PER_TURN, 3 * DAY)),
    )
    for level, seats, open_seats, clock in tables:
        bots = house_bots(level, seats - open_seats + 4)[4:]
        match = referee.open_match(
            game=registry.title(_first_title())[0].info.key,
            title=_first_title(),
            seats=seats,
            clock=clock,
            rated=level != "novice",
            created_by=bots[0],
            origin=Match.Origin.LOBBY,
            now=now,
        )
        for bot in bots:
            referee.sit(match_id=match.pk, user=bot, now=now)


def _first_title() -> str:
    return next(iter(registry.listed().values())).info.titles[0].key
