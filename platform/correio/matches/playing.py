"""Moves of a seat: checked against the version they were composed on, played, stored, then told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.due.nudge import publisher
from correio.matches import answers, receipts
from correio.matches.desk import Desk
from correio.matches.ending import go_on, must_play, own_seat
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Seat
from engines.protocol import IllegalMove, Move, State, Told, UnknownNotation

MOST_MOVES = 50
"""In one command; no turn of any game is longer."""


@dataclass(frozen=True)
class Answer:
    """What became of a command."""

    code: str
    seat: int
    version: int
    """Of the match after it."""
    sealed: bool
    """The moves are kept aside until everybody has answered."""
    status: str
    repeated: bool = False
    """The key was seen before: nothing was done again."""
    match: Match = field(compare=False, repr=False, kw_only=True)
    """The match as it is now, to show it without reading it again."""


_KEPT = ("code", "seat", "version", "sealed", "status")


@transaction.atomic
def submit(
    *,
    match_id: int | str,
    user: User,
    version: int,
    moves: Sequence[str],
    key: str | None = None,
    now: datetime | None = None,
) -> Answer:
    """Plays one or more moves of the user's seat, all or none."""
    now = now or timezone.now()
    key = receipts.check_key(key)
    desk = Desk.take(now, match_id)
    print_ = receipts.fingerprint("submit", desk.match.code, version, list(moves))
    if (earlier := receipts.earlier_answer(user, key, print_)) is not None:
        return Answer(**earlier, repeated=True, match=desk.match)
    must_play(desk)
    seat = own_seat(desk, user)
    check_version(desk.match, version)
    _in_time(seat, now)
    play(desk, seat, check_moves(moves))
    match = desk.match
    answer = Answer(match.code, seat.seat, match.version, not desk.moves, match.status, match=match)
    if key is not None:
        body = {name: getattr(answer, name) for name in _KEPT}
        desk.receipts.append(receipts.receipt(user, key, print_, body, now))
    desk.write()
    return answer


def play(
    desk: Desk,
    seat: Seat,
    notations: Sequence[str],
    *,
    actor: str = "seat",
    bot_level: str = "",
    bot_version: int | None = None,
) -> None:
    """The moves in order, then whatever follows from them."""
    try:
        if desk.state.sealed() and seat.seat in desk.state.actors():
            answers.answer(desk, seat, notations, actor=actor, bot_level=bot_level, bot_version=bot_version)
            if not desk.moves:
                return
        else:
            for notation in notations:
                _play_one(desk, seat, notation, actor, bot_level, bot_version)
    except UnknownNotation as error:
        raise RefereeError("not_a_move", str(error), 422) from error
    except IllegalMove as error:
        raise RefereeError("illegal", str(error), 422) from error
    go_on(desk)


def _play_one(
    desk: Desk, seat: Seat, notation: str, actor: str, bot_level: str, bot_version: int | None
) -> None:
    move = desk.rules.read(notation)
    if desk.state.sealed():
        raise RefereeError(
            "now_sealed", _("“%s” belongs to the next decision: send it on its own.") % notation, 422
        )
    if desk.state.result() is not None:
        raise RefereeError("too_many_moves", _("The match is over before “%s”.") % notation, 422)
    if not desk.state.moves(seat.seat):
        raise _not_your_turn()

    def do(state: State, told: list[Told], move: Move = move) -> None:
        state.play(seat.seat, move, told)

    desk.act(actor, seat.seat, desk.rules.write(move), do, bot_level=bot_level, bot_version=bot_version)


def check_moves(moves: Sequence[str]) -> list[str]:
    if not moves:
        raise RefereeError("no_moves", _("Send at least one move."), 422)
    if len(moves) > MOST_MOVES:
        raise RefereeError("too_many_moves", _("Send at most %d moves at once.") % MOST_MOVES, 422)
    for move in moves:
        if not isinstance(move, str) or not 1 <= len(move) <= 80 or not move.isprintable():
            raise RefereeError("not_a_move", _("A move is a line of at most 80 characters."), 422)
    return list(moves)


def check_version(match: Match, version: int) -> None:
    if version != match.version:
        raise RefereeError(
            "stale",
            _("The match has gone on (it is at %(now)d, your move was for %(then)d): look again, then move.")
            % {"now": match.version, "then": version},
            409,
            {"version": match.version},
        )


def _in_time(seat: Seat, now: datetime) -> None:
    if seat.deadline is not None and now >= seat.deadline:
        # The sweep has it in a moment; this command changes nothing.
        publisher.send({"time_out": None})
        raise RefereeError("time_over", _("Your time for this turn ran out: the move was not played."))


def _not_your_turn() -> RefereeError:
    return RefereeError("not_your_turn", _("It is not your turn: wait until you are asked."))
