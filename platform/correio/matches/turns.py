"""Whose turn it is, and what follows from it: clocks, deadlines, bots' duties, notices.

A turn of a seat lasts from when the game waits for it until it does not, or until its sealed answer is
complete. A sealed decision is a turn of its own for everybody.
"""

from __future__ import annotations

from correio.matches import clocks
from correio.matches.desk import Desk
from correio.matches.models import ClockEntry, Event, Seat


def settle(desk: Desk) -> None:
    """Ends and begins turns after something changed in a match that goes on."""
    state = desk.state
    sealed = state.sealed()
    actors = set(state.actors())
    fresh = sealed and not desk.was_sealed
    for seat in desk.seats:
        if seat.acting and (fresh or seat.seat not in actors):
            end(desk, seat, ClockEntry.Kind.MOVE)
    beginning = [seat for seat in desk.seats if seat.seat in actors and not seat.acting and not seat.sealed]
    for seat in beginning:
        _begin(desk, seat)
    desk.was_sealed = sealed
    if people := [seat.seat for seat in beginning if not seat.bot_level]:
        desk.tell(Event.Kind.TURN, seats=people, version=desk.match.version)


def _begin(desk: Desk, seat: Seat) -> None:
    """A bot's clock does not run: our own lateness is never its loss."""
    seat.acting = True
    seat.turns += 1
    seat.turn_started_at = desk.now
    if seat.bot_level:
        seat.bot_due, seat.leased_until, seat.lease_token = True, None, None
        return
    seat.deadline = clocks.deadline(desk.control, seat.bank_ms, desk.now, desk.match.window_end)
    desk.enter(seat, ClockEntry.Kind.TURN)
    desk.feed(seat)


def end(desk: Desk, seat: Seat, kind: str) -> None:
    """The seat's turn is over; what its clock says now goes to the ledger."""
    if not seat.bot_level and seat.turn_started_at is not None:
        stopped = clocks.stop(desk.control, seat.bank_ms, seat.turn_started_at, desk.now)
        seat.bank_ms, seat.deadline = stopped.bank_ms, None
        desk.enter(seat, kind, spent_ms=stopped.spent_ms)
    desk.feed(seat)
    rest(seat)


def rest(seat: Seat) -> None:
    """Nothing is asked of the seat."""
    seat.acting = seat.sealed = seat.bot_due = False
    seat.deadline = seat.turn_started_at = seat.answered_at = seat.leased_until = seat.lease_token = None


def seal(desk: Desk, seat: Seat, kind: str) -> None:
    """The seat's secret answer is complete. Its row keeps the bank and the start of the turn, so that
    others are shown a clock that still runs; the ledger knows better."""
    if not seat.bot_level and seat.turn_started_at is not None:
        stopped = clocks.stop(desk.control, seat.bank_ms, seat.turn_started_at, desk.now)
        seat.deadline = None
        desk.enter(seat, kind, spent_ms=stopped.spent_ms, bank_ms=stopped.bank_ms)
    desk.feed(seat)
    seat.acting, seat.sealed, seat.answered_at = False, True, desk.now
    seat.bot_due, seat.leased_until, seat.lease_token = False, None, None


def unseal(desk: Desk, seat: Seat) -> None:
    """All answers are in: now the clock is seen to have stopped when the answer came."""
    if not seat.bot_level and seat.turn_started_at is not None and seat.answered_at is not None:
        stopped = clocks.stop(desk.control, seat.bank_ms, seat.turn_started_at, seat.answered_at)
        seat.bank_ms = stopped.bank_ms
    rest(seat)
