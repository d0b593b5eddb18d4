"""How well a seat stands, in log odds of winning: what the static value of the search compares.

A linear form in what the seat has, fitted by logistic regression (softmax over the seats) to two fifths of
the turns of 6,500 matches of one-ply scores against themselves, two to five seats together. Its weights
depend on the turns that are left: they are given for three of them, and lie on straight lines between.

Its log loss on turns of other matches: `docs/bots.md`.
"""

from __future__ import annotations

from typing import Final

from engines.ace_of_spies.components import VALUE
from engines.ace_of_spies.needs import FULL, chance_of, count, easiest, helps, turns_left, use_up
from engines.ace_of_spies.position import Position
from engines.protocol import Seat

FEW, SOME, MANY = 1.0, 6.0, 14.0
"""Turns left for which the weights are given."""

SCORE = (0.206, 0.111, 0.083)
"""A point scored."""
EXPECTED = (0.295, 0.099, 0.030)
"""A point that a mission held is expected to bring, its penalty included."""
READY = (-0.240, -0.060, -0.002)
"""A point at stake in missions for which nothing is lacking: those are as good as scored above."""
USEFUL = (0.001, 0.195, 0.130)
"""A card that a mission held will take."""
SPARE = (-0.022, 0.063, 0.049)
"""A card that none will take."""
INTERRUPT = (0.053, 0.004, -0.029)
AGENT = (0.028, 0.203, 0.115)
"""An agent, beside being useful or spare."""
PENALTY = (0.010, -0.057, -0.010)
"""A point lost if the missions held stay undone."""
MISSION = (0.048, 0.397, 0.094)
"""A mission held."""

WEIGHTS: Final = (SCORE, EXPECTED, READY, USEFUL, SPARE, INTERRUPT, AGENT, PENALTY, MISSION)


def prospect(p: Position, seat: Seat) -> float:
    """Log odds of that seat, up to a constant that all seats share; reads its hand and missions."""
    turns = turns_left(p, seat)
    hand, held = p.hands[seat], p.held[seat]
    have = count(hand)
    agents = have[0] + have[1] + have[2]
    plain = sum(have)
    help_ = helps(hand)
    left = list(held)
    spent = 0
    expected = 0.0
    ready = penalty = 0
    while left:
        mission, short = easiest(have, left, help_)
        left.remove(mission)
        use_up(have, mission)
        spent += short
        value = VALUE[mission]
        stake = 2 * value + FULL[mission]
        penalty += value
        expected += chance_of(spent, turns) * stake - value
        if not spent:
            ready += stake
    spare = sum(have)
    known = (
        p.score[seat],
        expected,
        ready,
        plain - spare,
        spare,
        len(hand) - plain,
        agents,
        penalty,
        len(held),
    )
    return sum(weight * number for weight, number in zip(_weights(turns), known, strict=True))


def _weights(turns: float) -> list[float]:
    if turns <= SOME:
        part = (max(turns, FEW) - FEW) / (SOME - FEW)
        return [few + part * (some - few) for few, some, _ in WEIGHTS]
    part = (min(turns, MANY) - SOME) / (MANY - SOME)
    return [some + part * (many - some) for _, some, many in WEIGHTS]
