"""What a seat may prepare while it waits (1.4): interrupts for right after, and the rest of its own turn."""

from __future__ import annotations

import random

import pytest

from engines.ace_of_spies.components import ABILITY, AGENTS, CARD_ID, CARD_NUMBER
from engines.ace_of_spies.frames import PHASES
from engines.ace_of_spies.moves import write
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.state import AceState
from engines.chance import StreamChance
from tests.engines.ace_of_spies.tables import DISPLAY, lay, phase, play

DEAD_DROP = ("M01", ["L01", "L09", "L18"])


def table(agent: str) -> AceState:
    """Seat 0 is about to play that agent; seat 1 has open things to hit, seat 2 an interrupt."""
    return lay(
        3,
        hands={0: [agent, "P20"], 1: ["L35", "P10"], 2: ["L39", "B10"]},
        held={0: ["M02"]},
        rows={1: ["P01"]},
        done={1: [DEAD_DROP]},
        display=(None, *DISPLAY[1:]),
        discards=["B11", "B12"],
    )


def announce(agent: str) -> AceState:
    state = table(agent)
    play(state, f"agent {agent}")
    if phase(state) == "targeting":
        state.play(0, state.moves(0)[0])
    assert phase(state) == "question"
    return state


@pytest.mark.parametrize("ability", sorted({ability.key for ability in ABILITY if ability}))
def test_a_turn_is_prepared_where_the_effect_shows_nothing_new(ability: str) -> None:
    agent = next(CARD_ID[card] for card in sorted(AGENTS) if getattr(ABILITY[card], "key", "") == ability)
    after = RULES.then(announce(agent), 0)
    assert (after is not None) == (ability in ("poacher", "wrecker"))


def test_what_is_prepared_is_legal_stopped_or_not() -> None:
    state = announce("L05")
    after = RULES.then(state, 0)
    assert after is not None
    prepared = list(after.moves(0))
    for answers in (("pass", "pass"), ("stop", "pass")):
        real = state.fork()
        for seat, answer in enumerate(answers, 1):
            real.play(seat, RULES.read(answer))
        assert list(real.moves(0)) == prepared
    assert phase(state) == "question"


def test_nobody_prepares_the_turn_of_another_and_nothing_without_a_question() -> None:
    state = announce("L05")
    assert [RULES.then(state, seat) for seat in (1, 2)] == [None, None]
    assert RULES.then(table("L05"), 0) is None


def test_a_turn_that_ends_by_itself_needs_no_preparing() -> None:
    state = lay(2, hands={0: ["L05", "P20"], 1: ["P10"]}, done={1: [DEAD_DROP]}, display=(None, *DISPLAY[1:]))
    play(state, "agent L05")
    state.play(0, state.moves(0)[0])
    assert phase(state) == "question"
    assert RULES.then(state, 0) is None


def test_interrupts_wait_for_the_answers_and_are_then_legal() -> None:
    state = announce("L05")
    later = RULES.later(state, 2)
    assert later is not None
    assert [write(move) for move in later] == ["play L39 0", "play L39 1"]
    for seat in (1, 2):
        state.play(seat, RULES.read("pass"))
    assert RULES.later(state, 2) is None
    assert list(state.moves(2)) == list(later)


def test_who_resolves_a_card_keeps_nothing_for_later() -> None:
    state = announce("L07")
    state.give(0, CARD_NUMBER["B38"], 0)
    for seat in (1, 2):
        state.play(seat, RULES.read("pass"))
    assert phase(state) == "stealing"
    assert RULES.later(state, 0) == []
    assert RULES.later(state, 2)


def test_later_is_public_but_for_its_moves() -> None:
    """Whether there is anything to wait for depends on the table, never on a hand; and it is None exactly
    where interrupts are taken, or none can follow."""
    for seed in range(6):
        source = random.Random(seed)
        state = RULES.start(3, {"stops": "all"} if seed % 2 else {}, StreamChance(source))
        assert isinstance(state, AceState)
        seen = set()
        while actors := state.actors():
            waits = {RULES.later(state, seat) is not None for seat in range(3)}
            assert len(waits) == 1
            seen.add((PHASES[state.frame[0]], waits.pop()))
            seat = source.choice([each for each in range(3) if state.moves(each)] or list(actors))
            state.play(seat, state.pick(seat, source))
        assert ("question", True) in seen
        assert ("action", False) in seen
        assert ("setup", False) in seen


def test_the_list_of_the_last_call_may_be_changed_until_it_is_sent() -> None:
    """A plan tells its seat nothing, so a page may compose the whole list and take lines back."""
    state = lay(2, hands={0: ["P20"], 1: ["L38"]}, rows={0: ["L05"]}, completing=True)
    state.final = 0
    play(state, "end")
    assert phase(state) == "last_call"
    plan, finish = state.moves(1)
    assert (write(plan), write(finish)) == ("plan L38 L05", "done")
    assert [state.reveals(1, move) for move in (plan, finish)] == [False, True]
    state.play(1, plan)
    assert list(state.moves(1)) == [finish]
