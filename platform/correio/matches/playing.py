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
from correio.matches.desk import Desk, found
from correio.matches.ending import go_on
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Receipt, Seat
from correio.matches.permission import must_play, own_seat
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


def submit(
    *,
    match_id: int | str,
    user: User,
    version: int,
    moves: Sequence[str],
    key: str | None = None,
    now: datetime | None = None,
) -> Answer:
    """Plays one or more moves of the user's seat, all or none.

    Whether the key was used before is asked only when the command cannot be carried out: a repeated one
    never can, as its receipt is unique.
    """
    command = _Command(match_id, user, version, list(moves), receipts.check_key(key), now or timezone.now())
    try:
        return command.carry_out()
    except RefereeError:
        earlier = command.earlier_answer()
        if earlier is None:
            raise
        return earlier


@dataclass(frozen=True)
class _Command:
    match_id: int | str
    user: User
    version: int
    moves: list[str]
    key: str | None
    now: datetime

    @transaction.atomic
    def carry_out(self) -> Answer:
        desk = Desk.take(self.now, self.match_id, to_show=True)
        match = desk.match
        must_play(desk)
        seat = own_seat(desk, self.user)
        check_version(match, self.version)
        _in_time(desk, seat)
        play(desk, seat, check_moves(self.moves))
        answer = Answer(match.code, seat.seat, match.version, not desk.moves, match.status, match=match)
        if self.key is not None:
            desk.receipts.append(self._receipt(self.key, answer))
        desk.write()
        return answer

    def _receipt(self, key: str, answer: Answer) -> Receipt:
        body = {name: getattr(answer, name) for name in _KEPT}
        print_ = self._fingerprint(answer.code)
        return receipts.receipt(self.user, key, print_, body, self.now)

    def earlier_answer(self) -> Answer | None:
        """Raises RefereeError if the key belongs to another command."""
        if self.key is None:
            return None
        match = found(self.match_id)
        earlier = receipts.earlier_answer(self.user, self.key, self._fingerprint(match.code))
        return None if earlier is None else Answer(**earlier, repeated=True, match=match)

    def _fingerprint(self, code: str) -> str:
        return receipts.fingerprint("submit", code, self.version, self.moves)


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
            _no_window(desk)
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
        raise _not_your_turn(desk, seat)

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


def _in_time(desk: Desk, seat: Seat) -> None:
    """Out of turn, too: a move in the middle of a turn whose time is over would come after its end."""
    deadline = desk.match.deadline if seat.deadline is None else seat.deadline
    if deadline is None or desk.now < deadline:
        return
    # The sweep has it in a moment; this command changes nothing.
    publisher.send({"time_out": None})
    if seat.deadline is None:
        raise RefereeError("time_over", _("The time of this turn has just run out: look again, then move."))
    raise RefereeError("time_over", _("Your time for this turn ran out: the move was not played."))


def _no_window(desk: Desk) -> None:
    if desk.window is not None:
        raise RefereeError(
            "window_open", _("The match waits for reactions: send this again when they are in.")
        )


def _not_your_turn(desk: Desk, seat: Seat) -> RefereeError:
    if desk.ordered is not None and desk.ordered.later(desk.state, seat.seat) is not None:
        message = _("Something is being played out: what is possible out of turn can be sent right after it.")
        return RefereeError("not_your_turn", message)
    return RefereeError("not_your_turn", _("It is not your turn: wait until you are asked."))
