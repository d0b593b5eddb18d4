"""A stored match played again from its secret and its moves."""

from __future__ import annotations

from collections.abc import Sequence

from correio.matches import fairness
from correio.matches.desk import ABSENT, LEAVE, NOT_PLAYED, listen
from correio.matches.models import Match, Move, Seat
from engines import registry
from engines.chance import KeyedChance
from engines.protocol import Rules, State


class Differs(ValueError):
    """The stored match cannot be played again as it is stored; the text says where."""


def position(match: Match, seats: Sequence[Seat], moves: Sequence[Move]) -> State:
    """The position after these moves, which begin with the first."""
    rules = registry.rules(match.game, match.rules_version)
    state = beginning(rules, match, seats)
    for move in moves:
        play(rules, state, move)
    return state


def beginning(rules: Rules, match: Match, seats: Sequence[Seat]) -> State:
    key = fairness.key(match.secret, match.code, [seat.nonce for seat in seats])
    return rules.start(match.seat_count, match.options, KeyedChance(key))


def play(rules: Rules, state: State, move: Move) -> list[int]:
    """Plays one stored act; returns what chance drew."""
    drawn: list[int] = []
    if move.notation in NOT_PLAYED or move.seat is None:
        return drawn
    listen(state, drawn)
    if move.actor == "referee" and move.notation == ABSENT:
        state.absent(move.seat)
    elif move.actor == "referee" and move.notation == LEAVE:
        state.leave(move.seat)
    else:
        state.play(move.seat, rules.read(move.notation))
    return drawn


def check(match: Match) -> None:
    """Raises Differs unless the moves give the stored draws and the stored snapshot, byte for byte."""
    rules = registry.rules(match.game, match.rules_version)
    seats = list(match.seats.order_by("seat"))
    state = beginning(rules, match, seats)
    for number, move in enumerate(match.moves.order_by("seq"), 1):
        if move.seq != number:
            raise Differs(f"{match}: move {number} is missing")
        try:
            drawn = play(rules, state, move)
        except ValueError as error:
            raise Differs(f"{match}: move {number} ({move.notation!r}) is refused: {error}") from error
        if drawn != move.drawn:
            raise Differs(f"{match}: move {number} drew {move.drawn}, again {drawn}")
    if rules.save(state) != bytes(match.snapshot or b""):
        raise Differs(f"{match}: the moves give another position than the stored one")
