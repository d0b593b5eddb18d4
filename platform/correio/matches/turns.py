"""Whose turn it is, and what follows from it: clocks, deadlines, bots' duties, notices.

A turn of a seat lasts from when the game waits for it until it does not, or until its sealed answer is
complete. A sealed decision is a turn of its own for everybody.
"""

from __future__ import annotations

from datetime import timedelta

from correio.matches import clocks
from correio.matches.desk import Desk
from correio.matches.models import ClockEntry, Event, Seat


def settle(desk: Desk) -> None:
    """Ends and begins turns after something changed in a match that goes on."""
    sealed = desk.state.sealed()
    actors = set(desk.state.actors())
    other_turn = desk.turn() != desk.turn_before
    fresh = sealed and not desk.was_sealed
    for seat in desk.seats:
        if other_turn:
            _end_held(desk, seat, ClockEntry.Kind.MOVE)
        if seat.acting and (fresh or other_turn or seat.seat not in actors) and not asked(desk, seat):
            leave_off(desk, seat)
    beginning = [seat for seat in desk.seats if seat.seat in actors and not seat.acting and not seat.sealed]
    for seat in beginning:
        if desk.window is not None:
            _ask(desk, seat)
        elif seat.held_ms is not None:
            _resume(desk, seat)
        else:
            _begin(desk, seat)
    desk.was_sealed, desk.turn_before = sealed, desk.turn()
    if people := [seat.seat for seat in beginning if not seat.bot_level]:
        desk.tell(Event.Kind.TURN, seats=people, version=desk.match.version)


def asked(desk: Desk, seat: Seat) -> bool:
    """Whether the seat acts by answering within a window: no turn of its own, and no clock runs."""
    return desk.window is not None and seat.acting


def leave_off(desk: Desk, seat: Seat) -> None:
    """The match waits for the seat no more: its turn is over, or something has interrupted it."""
    turn = desk.turn()
    if turn is not None and turn == desk.turn_before and turn[0] == seat.seat:
        _hold(desk, seat)
    else:
        end(desk, seat, ClockEntry.Kind.MOVE)


def _begin(desk: Desk, seat: Seat) -> None:
    """A bot's clock does not run: our own lateness is never its loss."""
    seat.turns += 1
    seat.turn_started_at = desk.now
    _run(desk, seat, ClockEntry.Kind.TURN)


def _hold(desk: Desk, seat: Seat) -> None:
    """Its clock stands still until the interruption is over; nothing is added or lost."""
    assert seat.turn_started_at is not None
    seat.held_ms = max(0, clocks.milliseconds(desk.now - seat.turn_started_at))
    rest(seat)
    if not seat.bot_level:
        desk.enter(seat, ClockEntry.Kind.HELD, spent_ms=seat.held_ms)
        desk.feed(seat)


def _resume(desk: Desk, seat: Seat) -> None:
    """As if the turn had begun so much later as it was interrupted."""
    assert seat.held_ms is not None
    seat.turn_started_at = desk.now - timedelta(milliseconds=seat.held_ms)
    seat.held_ms = None
    _run(desk, seat, ClockEntry.Kind.RESUMED)


def _run(desk: Desk, seat: Seat, kind: str) -> None:
    seat.acting = True
    if seat.bot_level:
        seat.bot_due, seat.leased_until, seat.lease_token = True, None, None
        return
    assert seat.turn_started_at is not None
    window_end = desk.match.window_end
    over = window_end is not None and desk.now >= window_end
    seat.deadline = (
        None if over else clocks.deadline(desk.control, seat.bank_ms, seat.turn_started_at, window_end)
    )
    desk.enter(seat, kind)
    desk.feed(seat)


def _ask(desk: Desk, seat: Seat) -> None:
    """Within a window: the seat may answer until it closes, and no clock runs. It counts as no turn."""
    assert desk.window is not None
    seat.acting = True
    seat.turn_started_at, seat.deadline = desk.window.opened_at, desk.window.closes_at
    desk.feed(seat)


def end(desk: Desk, seat: Seat, kind: str) -> None:
    """The seat's turn is over; what its clock says now goes to the ledger."""
    if _clock_runs(desk, seat):
        assert seat.turn_started_at is not None
        stopped = clocks.stop(desk.control, seat.bank_ms, seat.turn_started_at, desk.now)
        seat.bank_ms, seat.deadline = stopped.bank_ms, None
        desk.enter(seat, kind, spent_ms=stopped.spent_ms)
    desk.feed(seat)
    rest(seat)


def end_all(desk: Desk, seat: Seat, kind: str) -> None:
    """What runs and what was interrupted: the seat or the match is done."""
    if seat.acting:
        end(desk, seat, kind)
    _end_held(desk, seat, kind)


def _end_held(desk: Desk, seat: Seat, kind: str) -> None:
    """An interrupted turn was the seat's last act of it: its clock stopped when it was interrupted."""
    if seat.held_ms is None:
        return
    if not seat.bot_level:
        held = timedelta(milliseconds=seat.held_ms)
        stopped = clocks.stop(desk.control, seat.bank_ms, desk.now - held, desk.now)
        seat.bank_ms = stopped.bank_ms
        desk.enter(seat, kind, spent_ms=stopped.spent_ms)
    seat.held_ms = None


def _clock_runs(desk: Desk, seat: Seat) -> bool:
    return not seat.bot_level and seat.turn_started_at is not None and desk.window is None


def rest(seat: Seat) -> None:
    """Nothing is asked of the seat."""
    seat.acting = seat.sealed = seat.bot_due = False
    seat.deadline = seat.turn_started_at = seat.answered_at = seat.leased_until = seat.lease_token = None


def seal(desk: Desk, seat: Seat, kind: str) -> None:
    """The seat's secret answer is complete. Its row keeps the bank and the start of the turn, so that
    others are shown a clock that still runs; the ledger knows better."""
    if _clock_runs(desk, seat):
        assert seat.turn_started_at is not None
        stopped = clocks.stop(desk.control, seat.bank_ms, seat.turn_started_at, desk.now)
        seat.deadline = None
        desk.enter(seat, kind, spent_ms=stopped.spent_ms, bank_ms=stopped.bank_ms)
    elif desk.window is not None:
        seat.turn_started_at = seat.deadline = None
    desk.feed(seat)
    seat.acting, seat.sealed, seat.answered_at = False, True, desk.now
    seat.bot_due, seat.leased_until, seat.lease_token = False, None, None


def unseal(desk: Desk, seat: Seat) -> None:
    """All answers are in: now the clock is seen to have stopped when the answer came."""
    if not seat.bot_level and seat.turn_started_at is not None and seat.answered_at is not None:
        stopped = clocks.stop(desk.control, seat.bank_ms, seat.turn_started_at, seat.answered_at)
        seat.bank_ms = stopped.bank_ms
    rest(seat)
