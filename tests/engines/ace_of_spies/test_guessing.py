"""Guesses: fair by count against every arrangement, and blind to what the seat cannot know."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engines.ace_of_spies.components import CARD_NUMBER
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.state import AceState
from engines.conformance import check_guess_frequency
from tests.engines.ace_of_spies.secrets import EVERY_SECRET
from tests.engines.ace_of_spies.tables import lay, play

SMALL = {"london": ["L09", "L10"], "paris": ["P09"], "berlin": ["B09"]}


def small() -> AceState:
    """Few cards and missions that could be elsewhere; the rest is out of the game."""
    return lay(
        hands={0: ["L11", "P10"], 1: ["L12", "L37", "P11"]},
        held={0: ["M01"], 1: ["M02"]},
        decks=SMALL,
        mission_deck=["M03", "M04"],
    )


def face_up() -> AceState:
    """Seat 1 took a card that everybody saw."""
    state = small()
    state.turn, state.frame = 1, (1, 1, 0, 0)
    play(state, "take P20", "take B20")
    return state


def under() -> AceState:
    state = lay(
        hands={0: ["L06"], 1: ["L12"]},
        held={0: ["M01"], 1: ["M02"]},
        decks=SMALL,
        mission_deck=["M03", "M04", "M05", "M06"],
    )
    play(state, "agent L06", "1: pass", "keep M03", "end")
    return state


def looking() -> AceState:
    """Seat 0 looks through the deck of London: what is not there is in the other hand."""
    state = lay(
        hands={0: ["L08", "P10"], 1: ["L12", "L37", "P11"]}, held={0: ["M01"], 1: ["M02"]}, decks=SMALL,
        mission_deck=["M03"],
    )  # fmt: skip
    play(state, "agent L08", "1: pass", "search london")
    return state


@pytest.mark.parametrize("table", [small, face_up, under, looking])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_arrangement_is_equally_likely(table: Callable[[], AceState], seat: int) -> None:
    check_guess_frequency(RULES, table(), seat, EVERY_SECRET, 3000, random.Random(7))


def test_a_guess_keeps_what_the_seat_knows() -> None:
    state = face_up()
    source = random.Random(3)
    for _ in range(50):
        guess = state.guess(0, source)
        assert {CARD_NUMBER["P20"], CARD_NUMBER["B20"]} <= {*guess.hands[1]}
        assert guess.hands[0] == state.hands[0]
        assert guess.held[0] == state.held[0]


def test_a_guess_has_a_chance_of_its_own() -> None:
    state = small()
    assert type(state.guess(0, random.Random(1)).chance) is not type(state.chance)


def test_who_looks_through_a_deck_guesses_nothing_of_it() -> None:
    state = looking()
    source = random.Random(5)
    for _ in range(20):
        guess = state.guess(0, source)
        assert guess.decks[0] == state.decks[0]
        assert {card for card in guess.hands[1] if card < 40} == {
            card for card in state.hands[1] if card < 40
        }
