"""What Postcards lends to the generic search."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engines.chance import Source
from engines.protocol import Move, Seat
from engines.template.components import CARDS, number
from engines.template.state import AIRMAIL, KEEPING, OVER, SURFACE, PostcardsState

SPREAD = 4.0
"""Points that shift the expected shares noticeably; wide, since a die and a card are worth as much."""


class PostcardsJudge:
    def stage(self, state: PostcardsState) -> int:
        """So many turns were played; the whole match is short enough to be played out at its end."""
        if state.phase >= KEEPING:
            return 2
        return 1 if state.turns_left <= state.seats else 0

    def value(self, state: PostcardsState) -> Sequence[float]:
        result = state.result()
        if result is not None:
            return result.shares()
        worth = [math.exp(self._expected(state, seat) / SPREAD) for seat in range(state.seats)]
        total = sum(worth)
        return [each / total for each in worth]

    def _expected(self, state: PostcardsState, seat: Seat) -> float:
        sent = sum(map(number, state.surface[seat])) + 2 * sum(map(number, state.air[seat]))
        keep = max((state.keepsake(seat, card) for card in state.hands[seat]), default=0)
        return sent + 0.5 * keep

    def score(self, state: PostcardsState, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        return [self._score(state, seat, move) for move in moves]

    def _score(self, state: PostcardsState, seat: Seat, move: Move) -> float:
        if move == SURFACE:
            return number(state.posted)
        if move == AIRMAIL:
            return 2 * number(state.posted) * 5 / 6 - 1
        if move < CARDS:
            return number(move)
        return state.keepsake(seat, move - CARDS)

    def rollout(self, state: PostcardsState, seat: Seat, source: Source) -> Move:
        """Mostly the better of two moves drawn blindly."""
        first, second = state.pick(seat, source), state.pick(seat, source)
        if first == second or state.phase == OVER:
            return first
        return first if self._score(state, seat, first) >= self._score(state, seat, second) else second
