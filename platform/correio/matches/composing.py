"""Moves tried out before they are sent: where they begin, and how far they can be followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from correio.matches.errors import RefereeError
from engines.protocol import IllegalMove, Move, Rules, State, Told, UnknownNotation, ordered


@dataclass(frozen=True)
class Ahead:
    """A position that may be played on, for nobody else to see."""

    state: State
    barred: frozenset[Move] = frozenset()
    """Moves out of turn, where a turn is prepared: they are sent when their time has come."""

    def moves(self, seat: int) -> list[Move]:
        return [move for move in self.state.moves(seat) if move not in self.barred]


def prepared(rules: Rules, state: State, seat: int) -> Ahead | None:
    """Where the seat will go on, if the answers that it waits for can tell it nothing; else None."""
    ruled = ordered(rules)
    after = None if ruled is None else ruled.then(state, seat)
    if ruled is None or after is None:
        return None
    return Ahead(after, frozenset(ruled.later(state, seat) or ()))


def ahead(rules: Rules, state: State, seat: int) -> Ahead:
    """The position itself, or the one that the seat may prepare for."""
    return prepared(rules, state, seat) or Ahead(state)


def advance(rules: Rules, on: Ahead, seat: int, notations: Sequence[str], told: list[Told]) -> bool:
    """Plays the moves on it, but not a point of no return, which only the last may be: whether it is one.
    Raises RefereeError."""
    stopped = False
    for notation in notations:
        if stopped:
            message = _(
                "Nobody knows what comes after a point of no return: send the moves before “%s” first."
            )
            raise RefereeError("past_no_return", message % notation, 422)
        try:
            move = rules.read(notation)
            if move not in on.moves(seat):
                raise IllegalMove(_("“%s” is not a legal move here.") % notation)
            stopped = on.state.reveals(seat, move)
            if not stopped:
                on.state.play(seat, move, told)
        except UnknownNotation as error:
            raise RefereeError("not_a_move", str(error), 422) from error
        except IllegalMove as error:
            raise RefereeError("illegal", str(error), 422) from error
    return stopped
