"""What may be decided in each phase, and what a decision does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.chance import Source
from engines.protocol import IllegalMove, Move, Told
from engines.spy_ring import flow
from engines.spy_ring.board import BIT, CROSSES
from engines.spy_ring.claims import claimable, owner
from engines.spy_ring.moves import (
    BITS,
    CALL,
    CALL_MAN,
    CLAIM,
    CLAIM_CARD,
    DECLARE,
    GO,
    GO_TO,
    LOOK,
    PASS,
    POST,
    POST_AT,
    PUT,
    PUT_IN,
    REST,
    SEND,
    SEND_TO,
    SILENCE,
    THE_LOOK,
    THE_PASS,
    THE_SILENCE,
    THE_WAIVE,
    WAIVE,
    declare,
    what_of,
    words_of,
)
from engines.spy_ring.position import CLAIMING, MOVING, PHASES, POSTING, SENDING, SPOTTING, Position
from engines.spy_ring.words import bits

Log = list[Told] | None


def _posting(p: Position) -> list[Move]:
    return [POST_AT[cross] for cross in p.crosses(p.spy)]


def _moving(p: Position) -> list[Move]:
    open_ends = p.open
    return [GO_TO[end] for end in p.reach().ends if open_ends & BIT[end]]


def _putting(p: Position) -> list[Move]:
    return [PUT_IN[embassy] for embassy in p.empty_safes(p.held)]


def _claiming(p: Position) -> list[Move]:
    cards = 0
    for rival in bits(claimable(p, p.phase == SPOTTING)):
        cards |= p.hands[rival]
    return [*(CLAIM_CARD[card] for card in bits(cards)), THE_WAIVE]


def _radio(p: Position) -> list[Move]:
    moves = [THE_LOOK] if p.guarded(p.spy) >= 0 else []
    return [*moves, *(CALL_MAN[spy] for spy in flow.callable_men(p)), THE_SILENCE]


def _sending(p: Position) -> list[Move]:
    return [SEND_TO[cross] for cross in p.crosses(p.calling)]


def _declaring(p: Position) -> list[Move]:
    return [*(declare(one, two) for one, two in flow.declarable(p)), THE_PASS]


LISTS: Final[tuple[Callable[[Position], list[Move]], ...]] = (
    _posting,
    _moving,
    _putting,
    _claiming,
    _radio,
    _sending,
    _claiming,
    _declaring,
)
"""By phase."""


def moves(p: Position) -> list[Move]:
    """Every legal move of the spy whose turn it is, in a fixed order."""
    return LISTS[p.phase](p)


def pick(p: Position, source: Source) -> Move:
    """One of them, each equally likely."""
    phase = p.phase
    if phase == MOVING:
        ends = p.reach().ends
        size = len(ends)
        random = source.random
        open_ends = p.open
        end = ends[int(random() * size)]
        while not open_ends & BIT[end]:
            end = ends[int(random() * size)]
        return GO_TO[end]
    if phase in (SENDING, POSTING):
        taken = p.taken_crosses(p.calling if phase == SENDING else p.spy)
        random = source.random
        cross = int(random() * CROSSES)
        while taken >> cross & 1:
            cross = int(random() * CROSSES)
        return (SEND_TO if phase == SENDING else POST_AT)[cross]
    found = LISTS[phase](p)
    return found[int(source.random() * len(found))]


def play(p: Position, move: Move, told: Log) -> None:
    """Raises IllegalMove, changing nothing, if the move is not listed; a turn that is over is at TURNING."""
    verb = move >> BITS
    what = move & REST
    if p.phase == MOVING:
        if verb != GO or not p.open >> what & 1:
            raise IllegalMove(WHY_NOT[MOVING])
        flow.go(p, what, told)
    elif _is_legal(p, move, verb, what):
        _DO[verb](p, move, told)
    else:
        raise IllegalMove(WHY_NOT[p.phase])


def _is_legal(p: Position, move: Move, verb: int, what: int) -> bool:
    """Whether the move is listed; the long lists are not written out for it."""
    phase = p.phase
    if phase == SENDING:
        return verb == SEND and what < CROSSES and not p.taken_crosses(p.calling) >> what & 1
    if verb == CLAIM and phase in (CLAIMING, SPOTTING):
        rival = owner(p, what)
        return rival >= 0 and bool(claimable(p, phase == SPOTTING) >> rival & 1)
    return move in LISTS[phase](p)


_DO: Final[dict[int, Callable[[Position, Move, Log], None]]] = {
    POST: lambda p, move, told: flow.post(p, what_of(move), told),
    PUT: lambda p, move, told: flow.put(p, what_of(move), told),
    CLAIM: lambda p, move, told: flow.claim(p, what_of(move), told),
    WAIVE: lambda p, move, told: flow.waive(p, told),
    LOOK: lambda p, move, told: flow.radio_look(p, told),
    CALL: lambda p, move, told: flow.call(p, what_of(move), told),
    SEND: lambda p, move, told: flow.send(p, what_of(move), told),
    SILENCE: lambda p, move, told: flow.silence(p, told),
    DECLARE: lambda p, move, told: flow.declare(p, words_of(move), told),
    PASS: lambda p, move, told: flow.pass_by(p, told),
}

WHY_NOT: Final = (
    "place the contact man on a free cross: post CROSS",
    "move your spy by the full throw, or into an embassy on the way: go SPACE or enter EMBASSY",
    "put the token into an empty safe: put EMBASSY",
    "claim an open card of a spy you have caught: claim CARD, or waive",
    "use the radio: look, call COLOUR, or silence",
    "send the called contact man to a cross that is open to him: send CROSS",
    "claim an open card of a spy your contact man has caught: claim CARD, or waive",
    "lay out two words: declare EMBASSY EMBASSY, or pass",
)
"""By phase: what may be done instead."""
assert len(LISTS) == len(WHY_NOT) == len(PHASES) - 1
