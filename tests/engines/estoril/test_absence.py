"""Ruling T1: what happens when a seat's time runs out (T2 is held in test_missions_and_scoring)."""

from __future__ import annotations

import pytest

from engines.estoril.frames import CONSPIRING, LOOKING, REMOVING
from engines.protocol import IllegalMove, Told
from tests.engines.estoril.tables import NUMBER, STARTERS, acting, lay, on, play, resolve, tiles, won_tile


def test_t1_placing_puts_the_least_tile_on_the_first_legal_space_without_a_look() -> None:
    # Least VP: the starters; least strength among them: Linda X. and Roque; lower number: Linda X.
    state = lay(hands={0: [*STARTERS["red"], "garbo"], 1: STARTERS["green"]}, placed={"1.I": (1, "nora")})
    told: list[Told] = []
    state.absent(0, told)
    assert on(state, "1.II") is None, "an inner space without an own tile beside it"
    assert on(state, "1.III") == "red-linda"
    assert told[0].key == "absent"
    assert state.frame[0] != LOOKING
    assert list(state.actors()) == [1]


def test_t1_an_open_look_is_let_go() -> None:
    state = lay(hands={0: ["red-hans", "red-linda"], 1: ["green-hans"]}, placed={"1.I": (1, "nora")})
    state.reach[0] = (1 << 24) - 1
    play(state, "place C0 1.II")
    assert state.frame[0] == LOOKING
    state.absent(0)
    assert state.view(0).seen == [("space:1.II", "tile:C0")]
    assert list(state.actors()) == [1]


def test_t1_abilities_are_declined_for_the_whole_location() -> None:
    state = lay(placed={"3.I": (0, "rosa"), "3.II": (0, "smith"), "3.III": (1, "garbo")}, brake=True)
    resolve(state)
    state.absent(0)
    assert acting(state) is None
    assert on(state, "3.III") == "garbo"


def test_t1_a_conspirator_keeps_the_reward() -> None:
    state = lay(placed={"3.I": (0, "otto")}, rewards={3: "nora"}, pile=["garbo"], brake=True)
    resolve(state)
    play(state, "conspiracy")
    assert state.frame[0] == CONSPIRING
    told: list[Told] = []
    state.absent(0, told)
    assert won_tile(told, 3) == "nora"


def test_t1_at_hells_mouth_the_tile_of_least_vp_goes() -> None:
    state = lay(
        boards=(7, 2, 3, 4, 5, 8),
        placed={"7.I": (0, "luciano"), "7.II": (1, "zarah"), "7.III": (1, "green-araujo")},
        brake=True,
    )
    resolve(state)
    if acting(state):
        play(state, "decline")
    assert state.frame[:2] == (REMOVING, 1)
    state.absent(1)
    assert state.removed == tiles("green-araujo")


def test_t1_discards_are_the_tiles_of_least_vp_then_strength_then_number() -> None:
    state = lay(
        hands={0: [*STARTERS["red"], "garbo", "zarah"], 1: [*STARTERS["green"], "nora"]},
        pile=["otto", "smith", "anne", "clark", "rene", "dusko"],
    )
    resolve(state)
    assert state.sealed()
    state.absent(0)
    assert state.pending[0] == tiles("red-linda", "red-roque")
    assert list(state.actors()) == [1]
    state.absent(1)
    assert state.discards == (tiles("red-linda", "red-roque"), tiles("green-linda"))


def test_t1_one_absence_is_one_turn_even_if_the_seat_is_next_again() -> None:
    state = lay(hands={0: STARTERS["red"], 1: []})
    state.absent(0)
    assert len(state.hands[0]) == 5
    assert list(state.actors()) == [0]


def test_nobody_can_be_absent_out_of_turn() -> None:
    state = lay(hands={0: ["red-hans"], 1: ["green-hans"]})
    with pytest.raises(IllegalMove):
        state.absent(1)
    with pytest.raises(IllegalMove):
        state.leave(2)
    state.leave(1)
    with pytest.raises(IllegalMove, match="over"):
        state.leave(0)
    assert NUMBER["red-hans"] in state.hands[0]
