"""The live match of the home page: house bots, started anew while somebody is looking.

The home page notes that it was looked at; the rest is due work, so that no page ever starts a match.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from correio.accounts.house import house_bots
from correio.due.nudge import nudge
from correio.matches import referee
from correio.matches.clocks import DAY, PER_TURN, Control
from correio.matches.extras import with_extras
from correio.matches.models import Match
from correio.matches.shown import match_json
from correio.pages.catalogs import localised_catalog
from correio.pages.models import Showcase
from engines import registry

LOOKED = timedelta(minutes=10)
"""Nobody looked for so long: the bots rest."""

PAUSE = timedelta(seconds=30)
"""How long a finished match stays to be looked at."""

NOTED = timedelta(seconds=20)
"""A look within so long is the same look: the home page writes seldom."""


def current_match() -> Match | None:
    """The one that runs, or the last one."""
    house = Match.objects.filter(origin=Match.Origin.HOUSE)
    running = house.filter(status=Match.Status.PLAYING).order_by("-created_at").first()
    return running or house.filter(status=Match.Status.FINISHED).order_by("-finished_at").first()


def note_look(now: datetime) -> None:
    noted = Showcase.objects.filter(pk=1, looked_at__lt=now - NOTED).update(looked_at=now)
    if noted:
        nudge("showcase")


def due(now: datetime) -> QuerySet[Showcase]:
    return Showcase.objects.filter(looked_at__gt=now - LOOKED, next_at__lte=now)


def late(showcase: Showcase) -> datetime:
    return showcase.next_at


def keep_going(showcase: Showcase, now: datetime) -> None:
    """Starts a match unless one runs; looks again after a pause."""
    match = current_match()
    showcase.next_at = now + PAUSE
    showcase.save(update_fields=["next_at"])
    if match is not None and match.status == Match.Status.PLAYING:
        return
    start_house_match()


def start_house_match() -> Match:
    """Four house bots of two levels at the game that stands first in the list."""
    rules = next(iter(registry.listed().values()))
    title = rules.info.titles[0]
    seats = max(title.seats)
    roster = house_bots("steady", 2 * seats)
    turn = Match.objects.filter(origin=Match.Origin.HOUSE).count()
    return referee.start_match(
        game=rules.info.key,
        title=title.key,
        players=[roster[(turn + seat) % len(roster)] for seat in range(seats)],
        clock=Control(PER_TURN, DAY),
        rated=False,
        origin=Match.Origin.HOUSE,
    )


def live_picture() -> dict[str, Any] | None:
    """The current match as everybody may see it, for the board in the frame."""
    match = current_match()
    if match is None:
        return None
    shown = with_extras(match_json(match, None), match, None)
    shown["log"] = shown["log"][-3:]
    shown["text"] = []
    rules = registry.rules(match.game, match.rules_version)
    return {"match": match, "shown": shown, "catalog": localised_catalog(rules)}
