"""From what the referee tells to notices that become due.

"Your turn" waits a little, so that nobody who sits at the board gets a mail for each turn. The reminder
comes a quarter of the turn before the deadline, at most half a day, and not at all in quick play.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from correio.accounts.models import User
from correio.due.nudge import nudge
from correio.matches.models import Event, Match, Seat
from correio.notifications.models import Kind, Notice

GRACE = timedelta(minutes=2)
LONGEST_LEAD = timedelta(hours=12)
SHORTEST_TURN = timedelta(hours=2)
"""A turn shorter than this gets no reminder."""


def plan(event: Event, now: datetime) -> None:
    """Consumer `notifications` of the referee's events; runs in the transaction of its delivery."""
    match event.kind:
        case Event.Kind.TURN:
            notices = _of_turn(event)
        case Event.Kind.SEAT_LEFT:
            notices = _to_players(event, Kind.SEAT_LEFT, seat=event.payload["seat"])
        case Event.Kind.FINISHED:
            notices = _to_players(event, Kind.FINISHED)
        case Event.Kind.CANCELLED:
            notices = _to_players(event, Kind.CANCELLED)
        case _:
            return
    if notices:
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
        nudge("mail")


def reminder_due(turn_started: datetime, deadline: datetime) -> datetime | None:
    """When to remind; None if the turn is too short for it."""
    turn = deadline - turn_started
    if turn < SHORTEST_TURN:
        return None
    return deadline - min(turn / 4, LONGEST_LEAD)


def _people(seats: Iterable[Seat]) -> list[Seat]:
    """Seats whose holder reads mail and still plays: guests have no address, bots read none."""
    return [
        seat
        for seat in seats
        if seat.user is not None and seat.user.kind == User.Kind.PERSON and seat.left_at is None
    ]


def _seats(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).select_related("user"))


def _of_turn(event: Event) -> list[Notice]:
    version, whose = event.payload["version"], event.payload["seats"]
    notices = []
    for seat in _people(_seats(event.match)):
        if seat.seat not in whose or not seat.acting:
            continue
        notices.append(_notice(event, seat, Kind.YOUR_TURN, version, event.at + GRACE))
        remind = reminder_due(event.at, seat.deadline) if seat.deadline else None
        if remind:
            notices.append(_notice(event, seat, Kind.REMINDER, version, remind))
    return notices


def _to_players(event: Event, kind: Kind, seat: int | None = None) -> list[Notice]:
    """To everybody at the table, except whoever left: they know."""
    turn = event.match.version
    everybody = _people(_seats(event.match))
    readers = [each for each in everybody if seat is None or each.seat != seat]
    notices = [_notice(event, each, kind, turn, event.at) for each in readers]
    if seat is not None:
        for notice in notices:
            notice.seat = seat
    return notices


def _notice(event: Event, seat: Seat, kind: Kind, turn: int, due_at: datetime) -> Notice:
    assert seat.user is not None
    return Notice(
        user=seat.user,
        kind=kind,
        subject=f"match:{event.match.code}",
        turn=turn,
        match=event.match,
        seat=seat.seat,
        happened_at=event.at,
        due_at=due_at,
    )
