"""The static value of the bots' search: what a change of one seat's hand, score or missions does to it."""

from __future__ import annotations

import random

import pytest

from engines.ace_of_spies.needs import turns_left
from engines.ace_of_spies.position import Position
from engines.ace_of_spies.prospects import FEW, MANY, SCORE, SOME, _weights, prospect
from engines.ace_of_spies.rules import RULES
from engines.chance import StreamChance


def position(seats: int, acts: int) -> Position:
    source = random.Random(5)
    state = RULES.start(seats, {}, StreamChance(source))
    for _ in range(acts):
        seat = state.actors()[0]
        state.play(seat, RULES.judge.rollout(state, seat, source))
    assert isinstance(state, Position)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_shares_add_up_to_one_and_grow_with_the_score(seats: int) -> None:
    state = position(seats, 40)
    before = list(RULES.judge.value(state))
    assert sum(before) == pytest.approx(1.0)
    state.score[1] += 5
    after = list(RULES.judge.value(state))
    assert after[1] > before[1]
    assert all(after[seat] < before[seat] for seat in range(seats) if seat != 1)


def test_a_point_scored_counts_as_its_weight() -> None:
    state = position(2, 40)
    before = prospect(state, 0)
    state.score[0] += 1
    assert prospect(state, 0) - before == pytest.approx(_weights(turns_left(state, 0))[0])


def test_weights_lie_between_those_that_are_given() -> None:
    assert [_weights(turns)[0] for turns in (0.0, FEW, SOME, MANY, 40.0)] == pytest.approx(
        [SCORE[0], SCORE[0], SCORE[1], SCORE[2], SCORE[2]]
    )
    assert SCORE[1] < _weights((FEW + SOME) / 2)[0] < SCORE[0]
    assert SCORE[2] < _weights((SOME + MANY) / 2)[0] < SCORE[1]


def test_no_seat_needs_a_hand_to_have_prospects() -> None:
    state = position(3, 30)
    state.hands[2] = b""
    state.held[2] = b""
    assert prospect(state, 2) == pytest.approx(state.score[2] * _weights(turns_left(state, 2))[0])
