"""How a match ends: by the game, by everybody leaving, by an arbiter, or called off at its beginning."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import answers, opening, orders, receipts, turns, windows
from correio.matches.desk import ABORT, ADJUDICATE, LEAVE, Desk
from correio.matches.errors import RefereeError
from correio.matches.models import ClockEntry, Event, Match, Seat
from correio.matches.permission import must_play, own_seat
from engines.protocol import Result

TAKES_OVER = "steady"
"""Level of the bot that plays on for the others' sake."""


def go_on(desk: Desk) -> None:
    """After acts were played: orders answer what is asked; the match ends, or turns end and begin."""
    windows.go_through(desk)
    result = desk.state.result()
    if result is None:
        if desk.was_sealed and not desk.state.sealed():
            answers.drop_all(desk)
        turns.settle(desk)
    else:
        _finish(desk, result)


def _finish(desk: Desk, result: Result) -> None:
    match = desk.match
    answers.drop_all(desk)
    for seat in desk.seats:
        turns.end_all(desk, seat, ClockEntry.Kind.MOVE)
        turns.rest(seat)
        seat.place, seat.points = result.places[seat.seat], result.points[seat.seat]
        desk.feed(seat)
    if result.reason != "adjudicated":
        _leavers_are_last(desk)
    match.status, match.finished_at = Match.Status.FINISHED, desk.now
    match.result = msgspec.to_builtins(result)
    desk.tell(Event.Kind.FINISHED, reason=result.reason)


def _leavers_are_last(desk: Desk) -> None:
    stayed = [seat.place for seat in desk.seats if seat.left_at is None]
    left = [seat.place for seat in desk.seats if seat.left_at is not None]
    if stayed and left and max(filter(None, stayed)) >= min(filter(None, left)):
        raise AssertionError(f"match {desk.match}: somebody who left is placed above somebody who stayed")


def leave(desk: Desk, seat: Seat, reason: str) -> None:
    """The seat departs for good; a bot acts for it while the others play on."""
    desk.act("referee", seat.seat, LEAVE, lambda state, told: state.leave(seat.seat, told))
    turns.end_all(desk, seat, ClockEntry.Kind.MISSED if reason == "timed_out" else ClockEntry.Kind.ARBITER)
    seat.left_at, seat.left_reason = desk.now, reason
    desk.feed(seat)
    seat.bot_level = TAKES_OVER
    desk.tell(Event.Kind.SEAT_LEFT, seat=seat.seat, reason=reason)
    if desk.state.result() is None:
        answers.recheck(desk)
        orders.recheck(desk)


@transaction.atomic
def resign(*, match_id: int | str, user: User, key: str | None = None, now: datetime | None = None) -> Match:
    """Leaves a running match: placed below all who stay."""
    desk = Desk.take(now or timezone.now(), match_id)
    if _done_before(desk, user, key, "resign"):
        return desk.match
    must_play(desk)
    leave(desk, own_seat(desk, user), "resigned")
    go_on(desk)
    desk.write()
    return desk.match


@transaction.atomic
def remove(*, match_id: int | str, seat: int, by: User | None = None, now: datetime | None = None) -> Match:
    """An operator or a director takes a seat out of a running match."""
    desk = Desk.take(now or timezone.now(), match_id)
    must_play(desk)
    row = desk.seats[seat]
    if row.left_at is not None:
        return desk.match
    leave(desk, row, "removed")
    go_on(desk)
    desk.write()
    return desk.match


@transaction.atomic
def abort(*, match_id: int | str, user: User, key: str | None = None, now: datetime | None = None) -> Match:
    """Calls a match off as long as nobody has begun a second turn; not in tournaments and
    on ladders, where it would be a way out of a pairing."""
    desk = Desk.take(now or timezone.now(), match_id)
    if _done_before(desk, user, key, "abort"):
        return desk.match
    must_play(desk)
    seat = own_seat(desk, user)
    if not may_abort(desk.match, desk.seats):
        raise RefereeError(
            "too_late", _("It is too late to call the match off: play on, or resign and be placed last.")
        )
    answers.drop_all(desk)
    desk.act("referee", seat.seat, ABORT, None)
    opening.call_off(desk, "aborted")
    desk.write()
    return desk.match


@transaction.atomic
def call_off(*, match_id: int | str, reason: str, now: datetime | None = None) -> Match:
    """Ends a running match from outside as if it had not been played: its pairing was taken back. Nothing
    is rated; who called for it has checked that nobody loses a move."""
    desk = Desk.take(now or timezone.now(), match_id)
    must_play(desk)
    answers.drop_all(desk)
    desk.act("referee", None, ABORT, None)
    opening.call_off(desk, reason)
    desk.write()
    return desk.match


def _done_before(desk: Desk, user: User, key: str | None, command: str) -> bool:
    """Whether this key has carried out the command; if not it is stored with what the desk writes."""
    key = receipts.check_key(key)
    print_ = receipts.fingerprint(command, desk.match.code)
    if receipts.earlier_answer(user, key, print_) is not None:
        return True
    if key is not None:
        desk.receipts.append(receipts.receipt(user, key, print_, {}, desk.now))
    return False


def may_abort(match: Match, seats: Sequence[Seat]) -> bool:
    return (
        match.status == Match.Status.PLAYING
        and match.origin not in (Match.Origin.TOURNAMENT, Match.Origin.LADDER)
        and all(seat.turns <= 1 for seat in seats)
        and all(seat.left_at is None for seat in seats)
    )


@transaction.atomic
def adjudicate(
    *,
    match_id: int | str,
    places: Sequence[int],
    reason: str = "",
    by: User | None = None,
    now: datetime | None = None,
) -> Match:
    """Ends a running match with given places (1 is best, equal places are shared)."""
    desk = Desk.take(now or timezone.now(), match_id)
    must_play(desk)
    if len(places) != desk.match.seat_count or not _are_places(places):
        message = _("Places must be one for each seat, 1 for the best, such as 1 2 2 4.")
        raise RefereeError("bad_places", message, 422)
    points = tuple(desk.state.points())
    desk.act("referee", None, ADJUDICATE, None)
    _finish(desk, Result(tuple(places), points, "adjudicated"))
    desk.match.result = (desk.match.result or {}) | {
        "why": reason,
        "by": by.username if by is not None else None,
    }
    desk.write()
    return desk.match


def _are_places(places: Sequence[int]) -> bool:
    return all(place == 1 + sum(other < place for other in places) for place in places)
