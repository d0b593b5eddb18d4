"""What apps above the referee add to a match: colours, ratings, the tournament, the next match, the rematch.

Registered with `matches.extras.add`, so that the page and the API show the same.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.urls import reverse

from correio.lobby.tables import can_rematch
from correio.matches.models import Match, Seat
from correio.matches.seating import seated
from correio.matches.waiting import waiting_seats
from correio.pages.belonging import events_of
from ratings import queries as ratings

COLOURS = ("blue", "red", "yellow", "green", "pink")
"""Of seats in games whose view names none."""


def add_extras(shown: dict[str, Any], match: Match, user: Any) -> dict[str, Any]:
    """`user` may be a stranger; everything added here is public or their own."""
    seats = seated(match)
    following = _rematch(match)
    ask = following is None and can_rematch(user, match, seats)
    may = ask or (following is not None and following["status"] == Match.Status.OPEN)
    return {
        **shown,
        "seats": _seats(shown, match, seats),
        "tournament": _tournament(match),
        "next_match": _next_match(match, user),
        "rematch": following,
        "rating_note": _rating_note(match),
        "can": {**shown["can"], "rematch": may},
    }


def _seats(shown: dict[str, Any], match: Match, seats: list[Seat]) -> list[dict[str, Any]]:
    """A seat that was left is a bot's now: it shows no rating."""
    users = {seat.seat: seat.user_id for seat in seats if seat.user_id is not None}
    found = ratings.of_players(match, set(users.values()))
    rows = []
    for seat in shown["seats"]:
        rating = found.get(users.get(seat["seat"], 0))
        rows.append(
            {
                **seat,
                "color": _colour(shown["view"], seat["seat"]),
                "rating": rating.points if rating else None,
                "provisional": bool(rating and rating.provisional),
            }
        )
    return rows


def _rating_note(match: Match) -> dict[str, Any] | None:
    """What the match did to ratings, or why it did nothing."""
    note = ratings.note(match)
    if note is None:
        return None
    url = reverse("rating_changes", args=[match.code])
    return {"text": note.text, "changes": note.changes, "url": url}


def _colour(view: Any, seat: int) -> str:
    """The game's own: of the seat, or of the first piece that it leads."""
    for pieces in ("seats", "spies"):
        try:
            return str(view[pieces][seat]["colour"])
        except (KeyError, TypeError, IndexError):
            continue
    return COLOURS[seat % len(COLOURS)]


def _tournament(match: Match) -> dict[str, Any] | None:
    """The tournament or the ladder that the match belongs to."""
    event = events_of([match]).get(match.pk)
    if event is None:
        return None
    return {name: value for name, value in asdict(event).items() if value is not None}


def _next_match(match: Match, user: Any) -> dict[str, Any] | None:
    if not getattr(user, "is_authenticated", False):
        return None
    count = waiting_seats(user.pk).exclude(match=match).count()
    return {"url": f"/my/next/?after={match.code}", "count": count} if count else None


def _rematch(match: Match) -> dict[str, Any] | None:
    """The rematch that somebody has asked for already."""
    if match.status != Match.Status.FINISHED:
        return None
    following = Match.objects.filter(rematch_of=match).values_list("code", "status").first()
    return {"url": f"/m/{following[0]}/", "status": following[1]} if following else None
