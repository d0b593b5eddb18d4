"""Sealed decisions: answers are kept aside and played in seat order once all are in.

Until then nothing public changes: no version, no instant, no push.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from correio.matches import turns
from correio.matches.desk import ABSENT, Desk
from correio.matches.errors import RefereeError
from correio.matches.models import ClockEntry, SealedMove, Seat
from engines.protocol import IllegalMove, State, Told


def answer(
    desk: Desk,
    seat: Seat,
    notations: Sequence[str],
    *,
    actor: str = "seat",
    bot_level: str = "",
    bot_version: int | None = None,
) -> None:
    """Keeps these moves aside; the last missing answer opens all of them."""
    keep(desk, seat, notations, actor=actor, bot_level=bot_level, bot_version=bot_version)
    open_if_all_are_in(desk)


def keep(
    desk: Desk,
    seat: Seat,
    notations: Sequence[str],
    *,
    actor: str,
    bot_level: str = "",
    bot_version: int | None = None,
) -> None:
    """Keeps these moves aside, and the seat rests once its answer is complete."""
    if seat.sealed:
        raise RefereeError("answered", _wait(desk))
    standing = desk.standing(seat.seat)
    order = sum(each.seat == seat.seat for each in desk.answers)
    for notation in notations:
        if is_complete(standing, seat.seat):
            raise RefereeError(
                "too_many_moves", _("“%s” comes after your answer is complete.") % notation, 422
            )
        if actor == "referee":
            standing.absent(seat.seat)
        else:
            standing.play(seat.seat, desk.rules.read(notation))
        desk.keep(
            SealedMove(
                match=desk.match,
                seat=seat.seat,
                order=order,
                actor=actor,
                notation=notation,
                bot_level=bot_level,
                bot_version=bot_version,
                at=desk.now,
            )
        )
        order += 1
    if is_complete(standing, seat.seat):
        turns.seal(desk, seat, ClockEntry.Kind.MISSED if actor == "referee" else ClockEntry.Kind.MOVE)


def _wait(desk: Desk) -> str:
    if desk.window is None:
        return _("Your answer is in and cannot be changed: wait for the others.")
    return _("Your answer is in and cannot be changed: send anything else when the reactions are in.")


def is_complete(standing: State, seat: int) -> bool:
    """Whether a seat whose own answers are in this position has none left to give."""
    return not standing.sealed() or seat not in standing.actors()


def open_if_all_are_in(desk: Desk) -> None:
    """Within a window not before its earliest end: what completes it changes nothing that others see."""
    state = desk.state
    if not state.sealed():
        return
    actors = state.actors()
    if any(seat.seat in actors and not seat.sealed for seat in desk.seats):
        return
    if desk.window is not None and desk.now < desk.window.earliest_at:
        desk.window.due_at = desk.window.earliest_at
        return
    for each in list(desk.answers):
        _open(desk, each)
    desk.drop_answers(range(desk.match.seat_count))
    for seat in desk.seats:
        if seat.sealed:
            turns.unseal(desk, seat)
    desk.window = None


def _open(desk: Desk, each: SealedMove) -> None:
    def do(state: State, told: list[Told]) -> None:
        if each.notation == ABSENT:
            state.absent(each.seat, told)
        else:
            state.play(each.seat, desk.rules.read(each.notation), told)

    desk.act(each.actor, each.seat, each.notation, do, bot_level=each.bot_level, bot_version=each.bot_version)


def recheck(desk: Desk) -> None:
    """After somebody left in the middle of a sealed decision: answers that no longer fit are given back,
    and everything is opened if only the leaver was missing."""
    if not desk.state.sealed():
        drop_all(desk)
        return
    actors = desk.state.actors()
    for seat in desk.seats:
        if not any(each.seat == seat.seat for each in desk.answers):
            continue
        try:
            complete = seat.seat in actors and is_complete(desk.standing(seat.seat), seat.seat)
            fits = seat.seat in actors
        except IllegalMove:
            complete = fits = False
        if not fits:
            desk.drop_answers([seat.seat])
        if seat.sealed and not complete:
            turns.unseal(desk, seat)
    open_if_all_are_in(desk)


def drop_all(desk: Desk) -> None:
    """The decision is off: the match ended, or the game went on without it."""
    if not desk.state.sealed() and not desk.was_sealed:
        return
    if desk.answers or any(seat.sealed for seat in desk.seats):
        desk.drop_answers(range(desk.match.seat_count))
        for seat in desk.seats:
            if seat.sealed:
                turns.unseal(desk, seat)
