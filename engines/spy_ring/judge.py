"""Placeholder until the engine stands."""

from __future__ import annotations

from collections.abc import Sequence

from engines.chance import Source
from engines.protocol import Move, Seat
from engines.spy_ring.state import SpyRingState


class SpyRingJudge:
    def stage(self, state: SpyRingState) -> int:
        return state.round

    def value(self, state: SpyRingState) -> Sequence[float]:
        return [1 / state.seats] * state.seats

    def score(self, state: SpyRingState, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        return [0.0] * len(moves)

    def rollout(self, state: SpyRingState, seat: Seat, source: Source) -> Move:
        return state.pick(seat, source)
