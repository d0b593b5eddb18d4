"""What the game lends to the generic search: stage, static value, one-ply scores, rollout policy."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engines.chance import Source
from engines.estoril.scoring import scores
from engines.estoril.state import EstorilState
from engines.protocol import Move, Seat

SCALE: Final = 4.0


class EstorilJudge:
    def stage(self, state: EstorilState) -> int:
        """Rounds finished; grows once more at the end."""
        return state.round + state.over()

    def value(self, state: EstorilState) -> Sequence[float]:
        totals = [score.total() for score in scores(state)]
        best = max(totals)
        weights = [exp((total - best) / SCALE) for total in totals]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def score(self, state: EstorilState, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        return [0.0] * len(moves)

    def rollout(self, state: EstorilState, seat: Seat, source: Source) -> Move:
        return state.pick(seat, source)
