"""Seats that do not answer, and seats that depart.

A missed turn draws two cards from the largest decks, completes nothing and discards down to the limit:
first what it drew, then what is worth least. What was begun before time ran out is finished with the
first or cheapest choice. Asked in secret, silence means `pass`, an agent at random, no plan, the mission of
least value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.ace_of_spies import flow
from engines.ace_of_spies import moves as m
from engines.ace_of_spies.decisions import DECISIONS
from engines.ace_of_spies.frames import DISCARDING
from engines.ace_of_spies.moves import SEAT_REF
from engines.protocol import IllegalMove, Move, Seat, Told

if TYPE_CHECKING:
    from engines.ace_of_spies.state import AceState


def play_turn(state: AceState, seat: Seat, told: list[Told] | None) -> None:
    """Answer by default until the seat is not asked any more. It is asked for something now."""
    if told is not None:
        told.append(Told("absent", {"seat": SEAT_REF[seat]}))
    before = state.hands[seat]
    turns = _turns(state)
    if state.sealed():
        # One answer: the next question, even if it comes at once, is another turn.
        state.play(seat, _default(state, seat, before), told)
        return
    while seat in state.actors() and _turns(state) == turns and not state.sealed():
        state.play(seat, _default(state, seat, before), told)


def _turns(state: AceState) -> tuple[int, int]:
    """Another one as soon as the next seat's turn begins."""
    return state.turn, state.final


def _default(state: AceState, seat: Seat, before: bytes) -> Move:
    if state.frame[0] == DISCARDING:
        newest = [card for card in state.hands[seat] if card not in before]
        if newest:
            return m.on(m.DISCARD, newest[-1])
    return DECISIONS[state.frame[0]].default(state, seat)


def depart(state: AceState, seat: Seat, told: list[Told] | None) -> None:
    """Raises IllegalMove if the match is over or the seat has left already. What lies on the table stays."""
    if state.over():
        raise IllegalMove("the match is over")
    if not 0 <= seat < state.seats or seat in state.left:
        raise IllegalMove(f"seat {seat} is not at the table")
    state.left += bytes((seat,))
    if told is not None:
        told.append(Told("left", {"seat": SEAT_REF[seat]}))
    if state.seats - len(state.left) < 2:
        flow.finish(state, told)
