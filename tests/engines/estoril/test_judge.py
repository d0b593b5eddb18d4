"""The judge: shares add up, scores follow common sense and read nothing hidden, better than chance."""

from __future__ import annotations

import random

import pytest

from engines.chance import StreamChance
from engines.estoril.moves import read
from engines.estoril.rules import RULES
from engines.protocol import Move, Seat
from tests.engines.estoril.secrets import SECRETS
from tests.engines.estoril.tables import MISSION, lay, play, resolve, start

JUDGE = RULES.judge


def test_value_is_a_share_of_the_win_for_each_seat() -> None:
    source = random.Random(1)
    for seats in (2, 3, 4):
        state = start(seats, seats)
        while state.actors():
            value = JUDGE.value(state)
            assert sum(value) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in value)
            state.play(state.actors()[0], state.pick(state.actors()[0], source))
        places = state.result().places  # type: ignore[union-attr]
        assert [share > 0 for share in JUDGE.value(state)] == [place == 1 for place in places]


def test_stage_grows_by_one_with_each_round_and_at_the_end() -> None:
    source = random.Random(4)
    state = start(3, 1)
    stages = [JUDGE.stage(state)]
    while state.actors():
        state.play(state.actors()[0], state.pick(state.actors()[0], source))
        stages.append(JUDGE.stage(state))
    assert stages == sorted(stages)
    assert sorted(set(stages)) == [0, 1, 2, 3, 4]


def test_a_richer_network_is_worth_more() -> None:
    state = lay(hands={0: ["garbo", "zarah", "clark"], 1: ["green-hans", "green-linda", "green-roque"]})
    share = JUDGE.value(state)
    assert share[0] > share[1]


def best(state, seat: Seat) -> Move:  # type: ignore[no-untyped-def]
    moves = state.moves(seat)
    scores = JUDGE.score(state, seat, moves)
    return moves[max(range(len(moves)), key=scores.__getitem__)]


def test_an_assassin_removes_the_rival_that_is_about_to_win() -> None:
    state = lay(placed={"3.I": (0, "rosa"), "3.II": (1, "garbo"), "3.III": (0, "red-araujo")}, brake=True)
    resolve(state)
    assert best(state, 0) == read("assassin 3.II")


def test_a_conspirator_who_wins_takes_the_better_tile() -> None:
    state = lay(placed={"3.I": (0, "otto")}, rewards={3: "salazar"}, pile=["zarah"], brake=True)
    resolve(state)
    play(state, "conspiracy")
    assert best(state, 0) == read("swap")


def test_the_last_discard_keeps_what_holds_a_mission() -> None:
    hand = ["shouwaloff", "garbo", "zarah", "clark", "loreta", "nora", "red-araujo"]
    state = lay(hands={0: hand, 1: ["rosa", "smith"]}, round_=3, pile=["otto"])
    state.missions = bytes([MISSION["most_assassin"]])
    resolve(state)
    assert state.sealed()
    assert best(state, 0) == read("discard C3")


def test_scores_do_not_depend_on_what_the_seat_may_not_know() -> None:
    source = random.Random(8)
    compared = 0
    for seed in range(6):
        state = start(2 + seed % 3, seed)
        while state.actors():
            seat = state.actors()[0]
            moves = state.moves(seat)
            for secret in SECRETS[::4]:
                twin = secret.swap(state)
                if twin is not None and not secret.may_know(state, seat):
                    compared += 1
                    assert list(JUDGE.score(twin, seat, moves)) == list(JUDGE.score(state, seat, moves))
            state.play(seat, state.pick(seat, source))
    assert compared > 300


@pytest.mark.parametrize("seats", [2, 4])
def test_its_rollout_beats_chance(seats: int) -> None:
    won = 0.0
    games = 40
    for game in range(games):
        source = random.Random(game)
        state = RULES.start(seats, {}, StreamChance(source))
        me = game % seats
        while state.actors():
            seat = state.actors()[0]
            move = JUDGE.rollout(state, seat, source) if seat == me else state.pick(seat, source)
            state.play(seat, move)
        found = state.result()
        assert found is not None
        if found.places[me] == 1:
            won += 1 / found.places.count(1)
    assert won / games > 1.6 / seats
