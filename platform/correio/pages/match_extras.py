"""What apps above the referee add to a match: colours, the next match, the rematch, ratings, the tournament.

Registered with `matches.shown.extend`, so that pages, API and mails show the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from correio.lobby.tables import can_rematch
from correio.matches.models import Match, Seat
from correio.pages.waiting import waiting_seats

COLOURS = ("blue", "red", "yellow", "green", "pink")
"""Of seats in games whose view names none."""


def extras(
    match: Match, seats: Sequence[Seat], observer: int | None, shown: dict[str, Any]
) -> dict[str, Any]:
    reader = None if observer is None else seats[observer].user
    following = _rematch(match)
    ask = following is None and can_rematch(reader, match, seats)
    return {
        "seats": [{**seat, "color": _colour(shown["view"], seat["seat"])} for seat in shown["seats"]],
        "next_match": _next_match(match, reader),
        "rematch": following,
        "can": {**shown["can"], "rematch": ask or (following is not None and following["status"] == "open")},
    }


def _colour(view: Any, seat: int) -> str:
    try:
        return str(view["seats"][seat]["colour"])
    except (KeyError, TypeError, IndexError):
        return COLOURS[seat % len(COLOURS)]


def _next_match(match: Match, reader: Any) -> dict[str, Any] | None:
    count = waiting_seats(reader).exclude(match=match).count() if reader is not None else 0
    return {"url": f"/my/next/?after={match.code}", "count": count} if count else None


def _rematch(match: Match) -> dict[str, Any] | None:
    """The rematch that somebody has asked for already."""
    if match.status != Match.Status.FINISHED:
        return None
    following = Match.objects.filter(rematch_of=match).values_list("code", "status").first()
    return {"url": f"/m/{following[0]}/", "status": following[1]} if following else None
