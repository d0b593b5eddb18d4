"""The judge: shares add up, scores follow common sense and read nothing hidden, better than chance."""

from __future__ import annotations

import random

import pytest

from engines.ace_of_spies.moves import write
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.state import AceState
from engines.chance import StreamChance
from tests.engines.ace_of_spies.secrets import SECRETS
from tests.engines.ace_of_spies.tables import begun, lay, play, start

JUDGE = RULES.judge


def test_value_is_a_share_of_the_win_for_each_seat() -> None:
    source = random.Random(1)
    for seats in (2, 5):
        state = start(seats, seats)
        while state.actors():
            value = JUDGE.value(state)
            assert sum(value) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in value)
            state.play(state.actors()[0], state.pick(state.actors()[0], source))
        result = state.result()
        assert result is not None
        assert [share > 0 for share in JUDGE.value(state)] == [place == 1 for place in result.places]


def test_stage_never_falls() -> None:
    source = random.Random(4)
    state = start(3, 1)
    stages = [JUDGE.stage(state)]
    while state.actors():
        state.play(state.actors()[0], state.pick(state.actors()[0], source))
        stages.append(JUDGE.stage(state))
    assert stages == sorted(stages)
    assert len(set(stages)) > 5


def best(state: AceState) -> str:
    seat = state.actors()[0]
    moves = state.moves(seat)
    scores = JUDGE.score(state, seat, moves)
    return write(moves[max(range(len(moves)), key=scores.__getitem__)])


def test_it_takes_the_card_that_its_mission_lacks() -> None:
    display = ("L21", "L30", "P09", "P21", "B21", "B30")
    state = lay(hands={0: ["L01", "L18"], 1: ["P10"]}, held={0: ["M01"]}, display=display)
    assert best(state) == "take P09"


def test_it_completes_what_it_can_and_never_takes_it_back() -> None:
    state = lay(hands={0: ["L01", "L09", "L18"]}, held={0: ["M01", "M02"]}, completing=True)
    assert best(state) == "complete M01"
    play(state, "complete M01")
    assert best(state) == "lay L01"


def test_it_draws_missions_when_it_has_none_and_none_when_the_end_is_near() -> None:
    state = lay(hands={0: ["L09", "P18"], 1: ["P10"]})
    assert best(state) == "missions"
    state.final, state.trigger = 0, 0
    assert best(state) != "missions"


def test_it_plays_an_interrupt_that_hits_something() -> None:
    state = lay(hands={0: ["L38"], 1: ["P10"]}, rows={1: ["L02"]}, held={0: ["M01"]})
    assert best(state) == "play L38 L02"


def test_it_stops_what_is_aimed_at_it() -> None:
    state = lay(hands={0: ["L04"], 1: ["P35"]}, rows={1: ["L02"]}, held={0: ["M01"]})
    play(state, "agent L04")
    assert best(state) == "stop"


def test_scores_do_not_depend_on_what_the_seat_may_not_know() -> None:
    source = random.Random(8)
    compared = 0
    for seed in range(4):
        state = begun(2 + seed, seed)
        while state.actors():
            seat = state.actors()[0]
            moves = state.moves(seat)
            if source.random() < 0.2:
                for secret in SECRETS[::3]:
                    twin = secret.swap(state)
                    if twin is not None and not secret.may_know(state, seat):
                        compared += 1
                        assert list(JUDGE.score(twin, seat, moves)) == list(JUDGE.score(state, seat, moves))
            state.play(seat, state.pick(seat, source))
    assert compared > 200


@pytest.mark.parametrize("seats", [2, 4])
def test_its_rollout_beats_chance(seats: int) -> None:
    won = 0.0
    games = 20
    for game in range(games):
        source = random.Random(game)
        state = RULES.start(seats, {}, StreamChance(source))
        me = game % seats
        while state.actors():
            seat = state.actors()[0]
            move = JUDGE.rollout(state, seat, source) if seat == me else state.pick(seat, source)
            assert move in state.moves(seat)
            state.play(seat, move)
        found = state.result()
        assert found is not None
        if found.places[me] == 1:
            won += 1 / found.places.count(1)
    assert won / games > 1.8 / seats
