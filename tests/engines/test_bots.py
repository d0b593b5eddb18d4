from __future__ import annotations

import random

import pytest

from engines import registry
from engines.bots import LEVELS, UnknownLevel, choose, explain
from engines.bots.arena import main as arena
from engines.bots.arena import share
from engines.bots.levels import level
from engines.chance import KeyedChance
from engines.conformance import table
from engines.conformance.observing import observe
from engines.protocol import Rules, State
from engines.template.rules import RULES
from engines.template.state import KEEPING, SURFACE, PostcardsState

GAMES = [pytest.param(rules, id=key) for key, rules in registry.games().items()]


def position(rules: Rules, seats: int, moves: int, seed: int = 1) -> State:
    source = random.Random(seed)
    state = rules.start(seats, {}, KeyedChance(source.randbytes(32)))
    for _ in range(moves):
        seat = min(state.actors())
        state.play(seat, state.pick(seat, source))
    return state


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("name", [name for name in LEVELS if name != "keen"])
def test_a_bot_moves_legally_and_the_same_way_again(rules: Rules, name: str) -> None:
    for moves in (0, 7, 15):
        state = position(rules, 3, moves)
        seat = min(state.actors())
        before = rules.save(state)
        move = choose(rules, state, seat, name, 42)
        assert move in state.moves(seat)
        assert choose(rules, state, seat, name, 42) == move
        assert rules.save(state) == before, "thinking left a trace"


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("name", ["novice", "steady"])
def test_a_bot_cannot_tell_what_its_seat_cannot_tell(rules: Rules, name: str) -> None:
    secrets = table(rules).secrets
    compared = 0
    for moves in (3, 9, 20):
        state = position(rules, 3, moves, seed=moves)
        if not state.actors():
            continue
        seat = min(state.actors())
        for secret in secrets:
            twin = secret.swap(state)
            if twin is None or secret.may_know(state, seat) or compared > 12:
                continue
            compared += 1
            for seed in (1, 2):
                assert choose(rules, twin, seat, name, seed) == choose(rules, state, seat, name, seed), (
                    secret.name
                )
    assert compared >= 5


def test_other_seeds_give_other_moves() -> None:
    state = position(RULES, 3, 0)
    assert len({choose(RULES, state, 0, "novice", seed) for seed in range(20)}) > 1


def test_thoughts_add_up_to_the_budget_and_begin_with_the_choice() -> None:
    state = position(RULES, 3, 0)
    thoughts = explain(RULES, state, 0, "steady", 5)
    assert sum(thought.visits for thought in thoughts) == LEVELS["steady"].iterations
    assert RULES.read(thoughts[0].notation) == choose(RULES, state, 0, "steady", 5)
    assert all(0 <= thought.value <= 1 for thought in thoughts)


def test_the_only_move_needs_no_thought() -> None:
    state = RULES.start(2, {}, KeyedChance(b"k"))
    state.stamps = [0, 0]
    state.play(0, state.moves(0)[0])
    assert [(thought.notation, thought.visits) for thought in explain(RULES, state, 0, "keen", 1)] == [
        ("surface", 0)
    ]
    assert choose(RULES, state, 0, "keen", 1) == SURFACE


def test_a_bot_takes_what_wins_at_once() -> None:
    """Last answer of a sealed decision: one card is worth nine, the others one and two."""
    state = RULES.start(2, {}, KeyedChance(b"k"))
    state.phase = KEEPING
    state.turns_left = 0
    state.deck = [13, 14]
    state.hands = [[0, 1, 6], [18, 19, 20]]
    state.surface = [[7, 8, 9, 10], [2, 3, 4, 21]]
    for name in ("steady", "keen"):
        assert RULES.write(choose(RULES, state, 0, name, 3)) == "keep P1"


def test_a_seat_answers_a_sealed_decision_in_its_own_turn() -> None:
    state = position(RULES, 4, 0)
    assert isinstance(state, PostcardsState)
    state.phase = KEEPING
    for seat in range(4):
        assert choose(RULES, state, seat, "steady", 9) in state.moves(seat)


def test_who_has_nothing_to_decide_is_not_asked() -> None:
    with pytest.raises(ValueError, match="seat 2 has nothing to decide"):
        choose(RULES, position(RULES, 3, 0), 2, "steady", 1)


def test_unknown_levels_say_which_there_are() -> None:
    with pytest.raises(UnknownLevel, match="random, novice, steady, keen"):
        choose(RULES, position(RULES, 3, 0), 0, "grandmaster", 1)


def test_novices_beat_random_players() -> None:
    found = share("postcards", 2, level("novice"), level("random"), deals=60)
    assert found.mean - found.margin > 0.5
    assert found.deals == 60


def test_equal_levels_share_the_wins() -> None:
    """Paired deals with rotated seats: between equal players a deal is worth one half on average."""
    found = share("postcards", 2, level("random"), level("random"), deals=150)
    assert abs(found.mean - 0.5) <= 2 * found.margin


def test_the_arena_prints_one_pairing(capsys: pytest.CaptureFixture[str]) -> None:
    arena(["postcards", "--hero", "novice", "--others", "random", "--seats", "3", "--matches", "12"])
    assert capsys.readouterr().out.startswith("postcards/3 novice against random: 0.")


def test_observing_is_what_a_bot_is_held_to() -> None:
    """The test above compares moves on twins; this one shows that the twins are twins to that seat."""
    state = position(RULES, 3, 3, seed=3)
    seat = min(state.actors())
    twins = (
        [secret.swap(state) for secret in table(RULES).secrets if not secret.may_know(state, seat)]
        if state.actors()
        else []
    )
    seen = observe(RULES, state, seat, 1)
    assert twins
    assert all(observe(RULES, twin, seat, 1) == seen for twin in twins if twin is not None)
