"""Time that ran out: an absent turn as the game's ruling has it, and after too many the seat leaves."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from correio.matches import answers, turns, windows
from correio.matches.desk import ABSENT, Desk
from correio.matches.ending import go_on, leave
from correio.matches.models import ClockEntry, Match, Seat


@transaction.atomic
def time_out(*, seat_id: int, now: datetime | None = None) -> Match | None:
    """Does what follows if this seat's time is over; nothing if a move was faster."""
    now = now or timezone.now()
    row = Seat.objects.filter(pk=seat_id).values_list("match_id", flat=True).first()
    if row is None:
        return None
    desk = Desk.take(now, row)
    if desk.window is None:
        _run_out(desk, [seat for seat in desk.seats if seat.pk == seat_id])
    else:
        _close(desk)
    return desk.match


def run_out(match: Match, now: datetime) -> None:
    """Due work: every seat of this match whose time is over, or its window. The caller holds the lock."""
    desk = Desk.of(match, now)
    if desk.window is None:
        _run_out(desk, desk.seats)
    else:
        _close(desk)


def _close(desk: Desk) -> None:
    """A window that is over is nobody's missed turn."""
    if desk.window is not None and desk.window.due_at <= desk.now:
        windows.run_out(desk)
        go_on(desk)
        desk.write()


def _run_out(desk: Desk, seats: list[Seat]) -> None:
    late = [seat for seat in seats if seat.deadline is not None and seat.deadline <= desk.now]
    if desk.match.status != Match.Status.PLAYING or not late:
        return
    for seat in late:
        if desk.match.status == Match.Status.PLAYING and seat.acting and seat.deadline is not None:
            _miss(desk, seat)
    desk.write()


def _miss(desk: Desk, seat: Seat) -> None:
    seat.missed += 1
    if seat.missed > desk.match.absent_turns:
        leave(desk, seat, "timed_out")
    elif desk.state.sealed():
        answers.answer(desk, seat, [ABSENT], actor="referee")
        if not desk.moves:
            return
    else:
        desk.act("referee", seat.seat, ABSENT, lambda state, told: state.absent(seat.seat, told))
        turns.end(desk, seat, ClockEntry.Kind.MISSED)
    go_on(desk)
