"""Rulings S31-S36: a throw of 1, the aerial, the radio, contact men and their set-up."""

from __future__ import annotations

from engines.spy_ring.board import CROSSES, OFF
from engines.spy_ring.position import PHASES
from engines.spy_ring.state import SpyRingState
from tests.engines.spy_ring.tables import (
    all_but,
    at,
    can,
    hand,
    keys,
    lay,
    play,
    start,
    turn,
)

WORDY = ("S26", "S02", "S18", "S23", "S10", "S01")
"""Spell HAL and VIS."""


def phase(state: SpyRingState) -> str:
    return PHASES[state.phase]


def test_s31_a_1_puts_the_aerial_up_and_is_followed_by_the_throw_to_hide() -> None:
    state = lay(1, 3)
    shown = state.view(None)
    assert (shown.signal, shown.throw, shown.spies[0].aerial) == (True, 3, True)
    assert sorted(can(state)) == ["go A4", "go D1"]


def test_s31_a_second_1_moves_one_space() -> None:
    state = lay(1, 1)
    assert sorted(can(state)) == ["go A2", "go B1"]
    play(state, "go B1")
    assert at(state, "red") == "B1"


def test_s31_claims_by_moving_come_before_the_radio_those_of_the_contact_man_after_it() -> None:
    state = lay(
        1,
        3,
        at={"blue": "E1", "green": "D5"},
        hands={"blue": ["S01", "S02"], "green": ["S03"]},
        men={"red": "IT-in"},
        safes=all_but("GB"),
    )
    play(state, "go D1")
    assert phase(state) == "claiming"
    play(state, "claim S01")
    assert phase(state) == "radio"
    play(state, "call red")
    assert phase(state) == "sending"
    play(state, "send GB-out")
    assert phase(state) == "spotting"
    assert state.view(None).claims[0].reasons == ["man_strip"]
    play(state, "claim S03")
    assert turn(state) == "blue"
    assert hand(state, "red") == ["S01", "S03"]


def test_s31_a_rival_waived_before_the_radio_may_still_pay_the_contact_man_but_nobody_twice() -> None:
    table = {"at": {"blue": "E1"}, "hands": {"blue": ["S01", "S02"]}, "men": {"red": "IT-in"}}
    state = lay(1, 3, aerials=["blue"], safes=all_but("GB"), **table)  # type: ignore[arg-type]
    play(state, "go D1", "waive", "call red", "send FI-out")
    assert can(state) == ["claim S01", "claim S02", "waive"]
    state = lay(1, 3, aerials=["blue"], safes=all_but("GB"), **table)  # type: ignore[arg-type]
    play(state, "go D1", "claim S01", "call red", "send FI-out")
    assert turn(state) == "blue"


def test_s31_the_declaration_comes_last() -> None:
    state = lay(
        1,
        3,
        at={"blue": "E1"},
        hands={"red": WORDY, "blue": ["S20"]},
        owns={"red": 4},
        men={"green": "NL-in"},
    )
    play(state, "go D1", "claim S20", "silence")
    assert phase(state) == "declaring"
    play(state, "pass")
    assert turn(state) == "blue"


def test_s32_the_aerial_stays_up_for_a_round_and_comes_down_before_the_own_next_throw() -> None:
    state = lay(1, 3, 2, 3, 2, 3, men={"red": "IT-in"}, safes=all_but("GB"))
    play(state, "go D1", "silence")
    for key in ("blue", "green", "yellow"):
        assert turn(state) == key
        assert state.view(None).spies[0].aerial
        play(state, can(state)[0])
    assert turn(state) == "red"
    assert not state.view(None).spies[0].aerial


def test_s32_thrown_again_it_goes_up_again() -> None:
    state = lay(1, 3, 2, 3, 2, 1, 2, men={"red": "IT-in"}, safes=all_but("GB"))
    play(state, "go D1", "silence")
    while turn(state) != "red":
        play(state, can(state)[0])
    assert state.view(None).spies[0].aerial


def sent(state: SpyRingState) -> list[str]:
    return [text.partition(" ")[2] for text in can(state)]


def test_s33_where_a_contact_man_may_be_sent() -> None:
    state = lay(
        1,
        3,
        at={"blue": "GB", "green": "I1"},
        men={"red": "IT-in", "blue": "FR-in", "yellow": "PL-out"},
    )
    play(state, "go D1", "call red")
    crosses = sent(state)
    assert "IT-in" not in crosses  # he must change his place
    assert "FR-in" not in crosses  # a rival contact man is there
    assert "PL-out" not in crosses
    assert "GB-in" not in crosses  # a rival spy is inside
    assert "FI-out" not in crosses  # a spy stands on the cross
    assert len(crosses) == CROSSES - 5
    play(state, "send HU-out")
    assert state.view(None).spies[0].man == "cross:HU-out"


def test_s33_he_may_join_his_own_spy_inside() -> None:
    state = lay(1, 2, at={"red": "D5"}, men={"red": "IT-in"})
    play(state, "enter GB", "call red")
    assert "GB-in" in sent(state)


def test_s34_a_rivals_contact_man_goes_to_any_cross_that_is_open_to_him() -> None:
    state = lay(1, 2, at={"red": "D5", "blue": "FR"}, men={"red": "IT-in", "blue": "PL-out"})
    play(state, "enter GB")
    assert can(state) == ["look", "call red", "call blue", "silence"]
    play(state, "call blue")
    assert "GB-in" not in sent(state)  # the red spy is a rival of his
    assert "FR-in" in sent(state)  # his own spy is not
    told = play(state, "send FR-in")
    assert keys(told)[0] == "sent"
    assert turn(state) == "blue"


def test_s34_never_a_partners() -> None:
    men = {"red": "IT-in", "blue": "PL-out", "green": "HU-out", "yellow": "NL-out"}
    state = lay(1, 3, seats=2, men=men, safes=all_but("GB"))
    play(state, "go D1")
    assert can(state) == ["call red", "call blue", "call yellow", "silence"]


def test_s35_who_has_found_his_four_loses_his_contact_man() -> None:
    state = lay(5, at={"red": "D5"}, safes={"GB": "red"}, owns={"red": 3}, men={"red": "IT-in"})
    told = play(state, "enter GB")
    assert "found.all" in keys(told)
    assert state.men[0] == OFF


def test_s35_he_still_puts_his_aerial_up_and_may_move_rival_contact_men() -> None:
    state = lay(1, 3, owns={"red": 4}, men={"blue": "PL-out"})
    assert state.view(None).spies[0].aerial
    play(state, "go D1")
    assert can(state) == ["call blue", "silence"]


def test_without_any_contact_man_to_call_the_radio_is_silent_by_itself() -> None:
    state = lay(1, 3)
    play(state, "go D1")
    assert turn(state) == "blue"


def test_s36_contact_men_are_set_up_from_the_last_seat_backwards() -> None:
    state = start(4)
    for seat in (3, 2, 1, 0):
        assert state.actors() == (seat,)
        assert len(can(state)) == CROSSES - (3 - seat)
        play(state, can(state)[-1])
    assert phase(state) in ("moving", "radio")
    assert state.spy == 0


def test_s36_with_two_seats_each_sets_up_two() -> None:
    state = start(2)
    asked = []
    while phase(state) == "posting":
        asked.append(state.actors()[0])
        play(state, can(state)[0])
    assert asked == [1, 0, 1, 0]


def test_s36_a_seat_that_does_not_answer_gets_a_cross_by_chance() -> None:
    found = set()
    for seed in range(40):
        state = start(4, seed)
        state.absent(3)
        found.add(state.men[3])
        assert state.actors() == (2,)
    assert len(found) > 15
