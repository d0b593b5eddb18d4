"""A player as everybody may see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from correio.accounts.models import User
from correio.matches.models import Match, Seat
from correio.pages import my
from ratings import queries as ratings
from ratings.leaderboards import leaders as leading
from tournaments.ladders.gather import rungs_of
from tournaments.models import Entry, Tournament

RECENT = 20
TOURNAMENTS = 8


@dataclass(frozen=True)
class Leader:
    rank: int
    name: str
    slug: str
    rating: int
    provisional: bool
    level: str


def profile(player: User, reader: Any, now: datetime) -> dict[str, Any]:
    """Context of the profile page."""
    recent = list(my.with_match(_played(player)).order_by("-match__finished_at")[:RECENT])
    running = Seat.objects.filter(user=player, left_at=None, match__status=Match.Status.PLAYING)
    return {
        "player": player,
        "own": reader.is_authenticated and reader.pk == player.pk,
        "record": record(player),
        "ratings": ratings.profile(player),
        "ladders": rungs_of(player),
        "entries": tournaments_of(player),
        "recent": my.lines(recent, now),
        "running": my.lines(my.with_match(running).order_by("-match__started_at")[:RECENT], now),
        "versus": versus(player, reader),
    }


def _played(player: User) -> Any:
    return Seat.objects.filter(user=player, match__status=Match.Status.FINISHED)


def tournaments_of(player: User) -> list[Entry]:
    """The last ones entered that took place, take place or will."""
    found = Entry.objects.filter(user=player, place=Entry.Place.FIELD)
    found = found.exclude(tournament__status=Tournament.Status.CANCELLED).select_related("tournament")
    return list(found.order_by("-joined_at", "-pk")[:TOURNAMENTS])


def record(player: User) -> dict[str, int]:
    """How often first, last and how often left, over all finished matches."""
    return dict(
        _played(player).aggregate(
            played=Count("pk"),
            won=Count("pk", filter=Q(place=1)),
            left=Count("pk", filter=Q(left_at__isnull=False)),
        )
    )


def versus(player: User, reader: Any) -> dict[str, int] | None:
    """How the reader stands against this player; None for strangers and for oneself."""
    if not reader.is_authenticated or reader.pk == player.pk:
        return None
    mine = Seat.objects.filter(user=reader, match__status=Match.Status.FINISHED)
    theirs = dict(_played(player).filter(match__seats__user=reader).values_list("match_id", "place"))
    shared = mine.filter(match_id__in=theirs).values_list("match_id", "place")
    pairs = [(place, theirs[match]) for match, place in shared]
    return {
        "played": len(pairs),
        "ahead": sum(own < other for own, other in pairs),
        "behind": sum(own > other for own, other in pairs),
    }


def leaders(count: int, game: str = "") -> list[Leader]:
    """The best of the busiest pool, provisional ratings marked; equal ratings share a rank."""
    rows = leading(count, game)
    ratings = [row.rating for row in rows]
    return [
        Leader(
            1 + ratings.index(row.rating),
            row.user.shown_name,
            row.user.username,
            row.points,
            row.provisional,
            row.user.bot_level,
        )
        for row in rows
    ]
