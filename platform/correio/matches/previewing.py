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
from correio.matches import composing
from correio.matches.desk import found, replay_answers
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Seat
from correio.matches.playing import check_version
from correio.matches.seating import seated
from correio.matches.wording import Wording
from engines import registry
from engines.protocol import Rules, State, Told


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
    guessed = state.guess(seat.seat, random.Random())
    return _look(rules, composing.ahead(rules, guessed, seat.seat), seat, seats, moves)


def standing(match: Match, rules: Rules, seat: int | None) -> State:
    """The position after the last public move, with the sealed answers of that seat.

    Not the one that completes the decision: what comes of it is hidden until a window closes."""
    state = rules.load(bytes(match.snapshot or b""))
    if seat is not None and state.sealed():
        for answer in match.sealed_moves.filter(seat=seat).order_by("order"):
            after = replay_answers(rules, state.fork(), [answer], seat)
            if not after.sealed():
                break
            state = after
    return state


def _look(
    rules: Rules, on: composing.Ahead, row: Seat, seats: list[Seat], notations: Sequence[str]
) -> Preview:
    seat, state = row.seat, on.state
    wording = Wording(rules, seats, seat)
    told: list[Told] = []
    stopped = composing.advance(rules, on, seat, notations, told)
    acting = seat in state.actors()
    # Out of turn there may be something to begin with; a turn that is complete is not continued by it.
    goes_on = not stopped and (acting or not notations)
    return Preview(
        view=msgspec.to_builtins(state.view(seat)),
        moves=wording.choices(state, seat, on.moves(seat)) if goes_on else [],
        text=wording.lines(state.describe(seat)),
        prompt=wording.line(state.prompt(seat)) if acting and not stopped else None,
        stopped=stopped,
        complete=not acting,
        lines=wording.lines(told),
    )
