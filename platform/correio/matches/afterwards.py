"""The rest of a turn, prepared while its seat waits for reactions and played when they are in.

Kept as orders are: it raises no version, tells nobody, is in no record, and only its owner sees it. It is
taken only where no answer can tell the seat anything that bears on its moves (`OrderedRules.then`), so what
was legal when it was prepared is legal when it is played.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from correio.matches import composing
from correio.matches.desk import Desk
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Order
from correio.matches.wording import Wording
from engines.protocol import IllegalMove, Move, State, Told

FORM: Final = "then"
"""As `Order.form`; no game may have a form of that name."""
MOST: Final = 50


def checked(desk: Desk, seat: int, notations: Sequence[str]) -> list[str]:
    """The moves, each in its one spelling. Raises RefereeError."""
    if not notations:
        return []
    if len(notations) > MOST:
        raise RefereeError("too_many_moves", _("Send at most %d moves at once.") % MOST, 422)
    on = None if desk.window is None else composing.prepared(desk.rules, desk.state, seat)
    if on is None:
        raise RefereeError(
            "nothing_to_prepare",
            _(
                "A turn is prepared only while its own agent waits for reactions, and if the effect shows you"
                " nothing new: wait until the match goes on, then move."
            ),
        )
    composing.advance(desk.rules, on, seat, notations, [])
    return [desk.rules.write(desk.rules.read(each)) for each in notations]


def follow(desk: Desk) -> None:
    """The window has just closed: plays what the seat whose turn goes on has prepared, once only."""
    turn = desk.turn()
    prepared = {each.seat: each.lines for each in Order.objects.filter(match=desk.match, form=FORM)}
    if not prepared:
        return
    Order.objects.filter(match=desk.match, form=FORM).delete()
    if turn is None or turn != desk.turn_before or desk.seats[turn[0]].bot_level:
        return
    # A game that promised too much costs its player the visit that was to be spared, and nothing else.
    with contextlib.suppress(IllegalMove):
        for notation in prepared.get(turn[0], []):
            _play(desk, turn[0], notation)


def _play(desk: Desk, seat: int, notation: str) -> None:
    move = desk.rules.read(notation)

    def do(state: State, told: list[Told]) -> None:
        state.play(seat, move, told)

    desk.act("seat", seat, notation, do)


def shown(match: Match, state: State, seat: int, wording: Wording) -> dict[str, Any] | None:
    """For its owner: what may be prepared now, and what is; None where nothing may."""
    on = composing.prepared(wording.rules, state, seat)
    if on is None:
        return None
    order = Order.objects.filter(match=match, seat=seat, form=FORM).first()
    moves = wording.choices(on.state, seat, on.moves(seat))
    return {"moves": moves, "kept": _words(on.state, seat, order.lines if order else [], wording)}


def _words(state: State, seat: int, notations: Sequence[str], wording: Wording) -> list[str]:
    said: list[str] = []
    for notation in notations:
        move: Move = wording.rules.read(notation)
        said.append(wording.choice(state, seat, move)["text"])
        if not state.reveals(seat, move):
            state.play(seat, move)
    return said
