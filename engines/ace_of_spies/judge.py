"""What the game lends to the generic search: stage, static value, one-ply scores, rollout policy."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engines.ace_of_spies.decisions import DECISIONS
from engines.ace_of_spies.position import Position
from engines.ace_of_spies.scoring import result
from engines.chance import Source
from engines.protocol import Move, Seat


class AceJudge:
    def stage(self, state: Position) -> int:
        return 0

    def value(self, state: Position) -> Sequence[float]:
        ended = result(state)
        if ended is not None:
            winners = ended.places.count(1)
            return [1.0 / winners if place == 1 else 0.0 for place in ended.places]
        weights = [exp(points / 10) for points in state.score]
        return [weight / sum(weights) for weight in weights]

    def score(self, state: Position, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        return [0.0 for _ in moves]

    def rollout(self, state: Position, seat: Seat, source: Source) -> Move:
        return DECISIONS[state.frame[0]].pick(state, seat, source)
