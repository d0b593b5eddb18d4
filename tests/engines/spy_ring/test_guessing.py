"""Guesses: fair by count against every arrangement, and blind to what the seat cannot know."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engines.conformance import check_guess_frequency
from engines.spy_ring.rules import RULES
from engines.spy_ring.state import SpyRingState
from tests.engines.spy_ring.secrets import EVERY_SECRET
from tests.engines.spy_ring.tables import all_but, lay, play

LEFT = {"GB": "red", "FI": "blue", "TR": "blue", "JP": "green", "HU": "yellow", "FR": "red"}


def few(*throws: int, **more: object) -> SpyRingState:
    """Six tokens on the board, nobody has seen one."""
    return lay(*throws, safes={**all_but(*LEFT), **LEFT}, **more)  # type: ignore[arg-type]


def unseen() -> SpyRingState:
    return few(3)


def looked() -> SpyRingState:
    """Red has looked at Finland's: he knows it is blue; all others, that it is not red."""
    state = few(3, at={"red": "G1"})
    play(state, "enter FI", "put IT")
    return state


def looked_twice() -> SpyRingState:
    """And blue at Great Britain's, which is not blue."""
    state = looked()
    state.spy = 0
    state.barren = bytes([2, *state.barren[1:]])
    state.seen = (state.seen[0], state.seen[1] | 1, *state.seen[2:])
    return state


def three() -> SpyRingState:
    return few(3, seats=3)


@pytest.mark.parametrize("table", [unseen, looked, looked_twice, three])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_arrangement_is_equally_likely(table: Callable[[], SpyRingState], seat: int) -> None:
    check_guess_frequency(RULES, table(), seat, EVERY_SECRET, 6000, random.Random(7))


def test_a_guess_keeps_what_the_seat_knows() -> None:
    state = looked()
    source = random.Random(3)
    others = set()
    for _ in range(60):
        assert state.guess(0, source).colours[1] == 1
        others.add(state.guess(2, source).colours[1])
    assert others == {1, 2, 3}  # not red: red put it back


def test_a_guess_after_a_whole_match_of_looks_is_possible_and_keeps_the_counts() -> None:
    source = random.Random(5)
    for seats in (2, 3, 4):
        state = RULES.start(seats, {}, lay(3).chance)
        assert isinstance(state, SpyRingState)
        while state.actors():
            seat = state.actors()[0]
            guess = state.guess(seat, source)
            assert sorted(guess.colours) == sorted(state.colours)
            for token in range(16):
                if state.takers[token] != 255 or state.seen[seat] >> token & 1:
                    assert guess.colours[token] == state.colours[token]
                else:
                    assert not state.barren[token] >> guess.colours[token] & 1
            state.play(seat, RULES.judge.rollout(state, seat, source))


def test_what_is_to_be_drawn_is_not_in_the_state() -> None:
    """The next card of the pile and the next throw come from chance alone."""
    state = few(3)
    assert {card for card in range(40) if state.pile >> card & 1}.isdisjoint({state.top})
    guess = state.guess(0, random.Random(1))
    assert (guess.pile, guess.top) == (state.pile, state.top)
