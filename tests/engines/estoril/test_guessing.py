"""Guesses: fair by count against every arrangement, and blind to what the seat cannot know."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engines.conformance import check_guess_frequency
from engines.estoril.rules import RULES
from engines.estoril.state import EstorilState
from tests.engines.estoril.secrets import EVERY_SECRET
from tests.engines.estoril.tables import NUMBER, STARTERS, cell, lay, play, resolve


def networks() -> EstorilState:
    """Two hidden tiles of seat 1 among four, one reward that nobody saw, two tiles in the pile."""
    return lay(
        placed={"1.I": (1, "green-hans"), "4.I": (1, "green-araujo"), "3.I": (1, "green-linda")},
        hands={0: ["red-hans", "red-araujo"], 1: ["green-roque", "green-guedes"]},
        pile=["garbo", "otto"],
    )


def looked() -> EstorilState:
    state = networks()
    state.seen[0] |= 1 << cell(state, "1.I")
    return state


def conspired() -> EstorilState:
    """The conspirator knows the tile it sent to the bottom; everybody the exchanged one."""
    state = lay(
        placed={"3.I": (0, "dusko"), "5.I": (1, "green-araujo"), "5.II": (1, "green-hans")},
        hands={1: ["green-roque"]},
        pile=["garbo", "otto", "smith", "anne"],
        brake=True,
    )
    resolve(state)
    play(state, "conspiracy", "keep", "conspiracy", "swap")
    return state


def discarding() -> EstorilState:
    state = lay(
        hands={0: [*STARTERS["red"], "nora"], 1: [*STARTERS["green"], "otto", "zarah"]},
        pile=["garbo", "clark"],
    )
    resolve(state)
    state.pile = state.pile[:2]
    state.known = state.known[:2]
    state.play(1, state.moves(1)[3])
    return state


@pytest.mark.parametrize("table", [networks, looked, conspired, discarding])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_arrangement_is_equally_likely(table: Callable[[], EstorilState], seat: int) -> None:
    check_guess_frequency(RULES, table(), seat, EVERY_SECRET, 4000, random.Random(7))


def test_a_guess_keeps_what_the_seat_knows() -> None:
    state = looked()
    source = random.Random(3)
    for _ in range(50):
        guess = state.guess(0, source)
        assert guess.at[cell(state, "1.I")] == NUMBER["green-hans"]
        assert guess.hands[0] == state.hands[0]


def test_a_guess_has_a_chance_of_its_own() -> None:
    state = networks()
    guess = state.guess(0, random.Random(1))
    assert type(guess.chance) is not type(state.chance)
