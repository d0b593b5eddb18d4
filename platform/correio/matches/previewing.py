"""What a turn would look like so far: played on a guess of the seat, never on the true position.

A forgotten point of no return would show something wrong, not something secret.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches.desk import found, replay_answers
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Seat
from correio.matches.playing import check_version
from correio.matches.seating import seated
from correio.matches.wording import Wording
from engines import registry
from engines.protocol import IllegalMove, Rules, State, Told, UnknownNotation


@dataclass(frozen=True)
class Preview:
    view: Any
    moves: list[dict[str, Any]]
    """What could come next; empty at a point of no return and when the turn is complete."""
    text: list[str]
    prompt: str | None
    stopped: bool
    """The last move is a point of no return: send everything up to and including it, then go on."""
    complete: bool
    """The seat's turn would be over."""
    lines: list[str]
    """What would be told."""


def preview(*, match_id: int | str, user: User, version: int, moves: Sequence[str]) -> Preview:
    """Stateless; changes nothing. Bound to a version, so that it never shows a position that is gone."""
    match = found(match_id)
    seats = seated(match)
    seat = next((each for each in seats if each.user_id == user.pk), None)
    if seat is None or seat.left_at is not None or seat.bot_level:
        raise RefereeError("not_seated", _("You do not play in this match: you can only watch it."), 403)
    if match.status != Match.Status.PLAYING:
        raise RefereeError("not_playing", _("The match is not being played."))
    check_version(match, version)
    rules = registry.rules(match.game, match.rules_version)
    state = standing(match, rules, seat.seat)
    return _look(rules, state.guess(seat.seat, random.Random()), seat, seats, moves)


def standing(match: Match, rules: Rules, seat: int | None) -> State:
    """The position after the last public move, with the sealed answers of that seat."""
    state = rules.load(bytes(match.snapshot or b""))
    if seat is not None and state.sealed():
        answers = list(match.sealed_moves.filter(seat=seat).order_by("order"))
        replay_answers(rules, state, answers, seat)
    return state


def _look(rules: Rules, state: State, row: Seat, seats: list[Seat], moves: Sequence[str]) -> Preview:
    seat = row.seat
    wording = Wording(rules, seats, seat)
    told: list[Told] = []
    stopped = False
    for notation in moves:
        if stopped:
            message = _(
                "Nobody knows what comes after a point of no return: send the moves before “%s” first."
            )
            raise RefereeError("past_no_return", message % notation, 422)
        try:
            move = rules.read(notation)
            if move not in state.moves(seat):
                raise IllegalMove(_("“%s” is not a legal move here.") % notation)
            stopped = state.reveals(seat, move)
            if not stopped:
                state.play(seat, move, told)
        except UnknownNotation as error:
            raise RefereeError("not_a_move", str(error), 422) from error
        except IllegalMove as error:
            raise RefereeError("illegal", str(error), 422) from error
    acting = seat in state.actors()
    # Out of turn there may be something to begin with; a turn that is complete is not continued by it.
    goes_on = not stopped and (acting or not moves)
    return Preview(
        view=msgspec.to_builtins(state.view(seat)),
        moves=wording.choices(state, seat) if goes_on else [],
        text=wording.lines(state.describe(seat)),
        prompt=wording.line(state.prompt(seat)) if acting and not stopped else None,
        stopped=stopped,
        complete=not acting,
        lines=wording.lines(told),
    )
