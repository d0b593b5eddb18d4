"""Rulings S1-S11: how a spy moves. Spaces by column and row: A1 is the red start, T20 the green one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.protocol import IllegalMove
from engines.spy_ring.board import INSIDE, NEAR
from engines.spy_ring.moves import read
from engines.spy_ring.paths import walk
from tests.engines.spy_ring.tables import at, can, hand, keys, lay, node, play, turn


def test_s1_no_space_twice_in_a_turn_the_start_included() -> None:
    # E5, F5, E6, F6 are a crossing: four steps round it would end where they began.
    state = lay(4, at={"red": "E5"})
    assert "go E5" not in can(state)
    for path in walk(node("E5"), 6, True):
        assert len({node("E5"), *path}) == len(path) + 1


def test_s2_all_steps_are_used() -> None:
    state = lay(3)
    assert sorted(can(state)) == ["go A4", "go D1"]


def test_s2_but_a_spy_may_enter_an_embassy_with_steps_to_spare() -> None:
    state = lay(5, at={"red": "D5"})
    assert "enter GB" in can(state)
    play(state, "enter GB")
    assert at(state, "red") == "GB"


def test_s3_nobody_passes_a_spy_not_even_of_the_own_team() -> None:
    for blocker in ("blue", "green"):
        state = lay(4, seats=2, at={blocker: "C1"})
        assert (at(state, "red"), turn(state)) == ("A5", "blue")  # the only way left, taken by itself


def test_s3_a_contact_man_may_be_passed_but_not_joined_in_the_street() -> None:
    men = {"blue": "FI-out"}  # on I1
    assert "go J1" in can(lay(3, at={"red": "G1"}, men=men))
    assert "go I1" not in can(lay(2, at={"red": "G1"}, men=men))
    assert "go I1" not in can(lay(2, at={"red": "G1"}, men={"red": "FI-out"}))


def test_s3_nobody_ends_on_a_spy() -> None:
    assert at(lay(2, at={"blue": "C1"}), "red") == "A3"


def test_s4_a_trapped_spy_stays_and_claims_nothing() -> None:
    state = lay(
        3,
        at={"blue": "B1", "green": "A2"},
        hands={"blue": ["S01"], "green": ["S02"]},
        men={"red": "FI-out"},
        aerials=["blue"],
    )
    assert at(state, "red") == "A1"
    assert turn(state) != "red"
    assert hand(state, "red") == []


def test_s4_a_trapped_spy_may_still_use_the_radio_but_his_contact_man_claims_nothing() -> None:
    state = lay(
        1,
        3,
        at={"blue": "B1", "green": "A2", "yellow": "G1"},
        hands={"blue": ["S01"], "yellow": ["S02"]},
        men={"red": "GB-out"},
    )
    assert state.trapped
    assert can(state) == ["call red", "silence"]
    told = play(state, "call red", "send FI-out")  # the yellow spy stands on the strip of Finland
    assert not any(key.startswith("claimed") for key in keys(told))
    assert turn(state) != "red"


def test_s4_an_embassy_within_reach_frees_a_spy() -> None:
    state = lay(6, at={"red": "D5", "blue": "B5", "green": "E5"})
    assert can(state) == ["enter GB"]


def test_s5_a_tunnel_is_not_compulsory() -> None:
    ends = can(lay(3, at={"red": "J15"}))
    assert "go M15" in ends
    assert "go M6" in ends


def test_s6_a_spy_who_starts_on_a_cover_may_go_down_as_his_first_step() -> None:
    assert "go L6" in can(lay(2, at={"red": "J15"}))


def test_s7_a_cover_with_a_spy_on_it_is_neither_entrance_nor_exit() -> None:
    assert "go L6" not in can(lay(2, at={"red": "J15", "blue": "K6"}))
    assert "go L6" in can(lay(3, at={"red": "I15"}))
    assert at(lay(3, at={"red": "I15", "blue": "J15"}), "red") == "F15"  # the only way left


def test_s8_one_tunnel_a_turn() -> None:
    for path in walk(node("J15"), 6, True):
        street = [node("J15"), *(each for each in path if each < INSIDE)]
        jumps = [(one, other) for one, other in pairwise(street) if other not in NEAR[one]]
        assert len(jumps) <= 1


def test_s8_no_tunnel_on_a_hiding_move() -> None:
    assert "go L6" not in can(lay(1, 2, at={"red": "J15"}))


def test_s9_an_embassy_holds_one_spy_and_is_left_by_its_gate() -> None:
    assert "enter GB" not in can(lay(5, at={"red": "D5", "blue": "GB"}))
    # C5 lies before the gate of Great Britain; B5 and D5 are the spaces beside it.
    assert can(lay(2, at={"red": "GB"})) == ["go B5", "go D5"]


def test_s9_the_own_contact_man_may_stand_inside_too() -> None:
    assert "enter GB" in can(lay(5, at={"red": "D5"}, men={"red": "GB-in"}))


def test_s10_a_rival_contact_man_inside_bars_the_gate() -> None:
    assert "enter GB" not in can(lay(5, at={"red": "D5"}, men={"blue": "GB-in"}))


def test_s10_a_team_mates_contact_man_does_not() -> None:
    assert "enter GB" in can(lay(5, seats=2, at={"red": "D5"}, men={"green": "GB-in"}))


def test_s11_a_spy_must_leave_his_embassy_and_may_not_come_back_in_the_same_turn() -> None:
    for throw in (2, 3, 4, 5, 6):
        state = lay(throw, at={"red": "GB"})
        assert "enter GB" not in can(state)


def test_s11_unless_he_is_trapped() -> None:
    state = lay(2, at={"red": "GB", "blue": "C5"})
    assert turn(state) == "blue"
    assert at(state, "red") == "GB"


@pytest.mark.parametrize("text", ["go B1", "go A1", "enter FR", "silence", "claim S01"])
def test_a_move_that_is_not_listed_is_refused(text: str) -> None:
    state = lay(3)
    with pytest.raises(IllegalMove):
        state.play(0, read(text))


def test_the_rulebooks_throw_of_4_comes_up_before_the_spy() -> None:
    state = lay(4, at={"red": "H15", "blue": "M6"}, hands={"blue": ["S01", "S02"]})
    shown = {reach.to: reach for reach in state.view(None).reach}["space:L6"]
    assert shown.path == ["space:I15", "space:J15", "space:K6", "space:L6"]
    play(state, "go L6", "claim S02")
    assert hand(state, "red") == ["S02"]


def test_the_rulebooks_throw_of_6_comes_up_behind_him_and_turns_back() -> None:
    state = lay(6, at={"red": "H15", "blue": "M6"}, hands={"blue": ["S01", "S02"]})
    shown = {reach.to: reach for reach in state.view(None).reach}["space:N6"]
    assert shown.path == ["space:I15", "space:J15", "space:Q6", "space:P6", "space:O6", "space:N6"]
    play(state, "go N6", "claim S01")
    assert hand(state, "red") == ["S01"]
