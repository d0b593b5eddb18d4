"""From a game's typed entries to sentences in the reader's language."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext

from correio.matches.desk import ABORT, ADJUDICATE
from correio.matches.models import Move, Seat
from engines.protocol import Ref, Rules, State, Told
from engines.protocol import Seat as Number
from engines.telling import heard, sentence, word


class Wording:
    """Says things about one match to one observer (None: a spectator)."""

    def __init__(self, rules: Rules, seats: Sequence[Seat], observer: Number | None) -> None:
        self.rules = rules
        self.names = [name(seat) for seat in seats]
        self.observer = observer
        # The same few templates and names come again and again in one log.
        self._translate = functools.cache(gettext)

    def lines(self, entries: Iterable[Told]) -> list[str]:
        return [self.line(told) for told in heard(entries, self.observer)]

    def line(self, told: Told) -> str:
        return sentence(self.rules, told, self.names, self._translate)

    def text(self, text: str) -> str:
        """Words of the game that stand for themselves, such as a label."""
        return str(self._translate(text))

    def noun(self, ref: Ref) -> str:
        return str(word(self.rules, ref, self.names, self._translate))

    def of_move(self, move: Move) -> list[str]:
        if move.notation == ADJUDICATE:
            return [gettext("The match was adjudicated.")]
        if move.notation == ABORT and move.seat is not None:
            return [gettext("%(name)s called the match off.") % {"name": self.names[move.seat]}]
        return self.lines(msgspec.convert(move.told, list[Told]))

    def choices(self, state: State, seat: Number, moves: Iterable[int] | None = None) -> list[dict[str, Any]]:
        """Moves of a seat as a page shows them; without any given, every legal one."""
        return [self.choice(state, seat, move) for move in (state.moves(seat) if moves is None else moves)]

    def choice(self, state: State, seat: Number, move: int) -> dict[str, Any]:
        said = self.lines(state.explain(seat, move))
        shape = self.rules.shape(move)
        return {
            "notation": self.rules.write(move),
            "text": said[0] if said else self.rules.write(move),
            "detail": said[1:],
            "verb": shape.verb,
            "refs": list(shape.refs),
            "reveals": state.reveals(seat, move),
        }


def name(seat: Seat) -> str:
    return seat.user.shown_name if seat.user is not None else gettext("open seat")
