"""Rulings S12-S17: tokens in embassies and what they bring."""

from __future__ import annotations

from engines.spy_ring.components import COLOUR_KEYS
from engines.spy_ring.telling import describe
from tests.engines.spy_ring.tables import (
    all_but,
    at,
    can,
    cards,
    empty,
    hand,
    keys,
    lay,
    play,
    start,
    turn,
)

BESIDE = {"red": "D5"}
"""One step from the gate of Great Britain."""


def test_s12_an_empty_embassy_may_be_entered_and_nothing_happens() -> None:
    state = lay(5, at=BESIDE, safes=empty("GB"))
    told = play(state, "enter GB")
    assert at(state, "red") == "GB"
    assert keys(told)[0] == "entered"
    assert "looked" not in keys(told)
    assert turn(state) == "blue"


def test_s13_a_token_of_another_colour_goes_into_any_empty_safe() -> None:
    state = lay(5, at=BESIDE, safes={"GB": "green", **empty("FR", "IT")})
    play(state, "enter GB")
    assert can(state) == ["put GB", "put FR", "put IT"]
    token = state.safes[0]
    play(state, "put IT")
    assert state.safes[10] == token
    assert state.view(None).safes[0].token is None


def test_s13_with_no_other_safe_empty_it_goes_back_by_itself() -> None:
    state = lay(5, at=BESIDE, safes={"GB": "green"})
    told = play(state, "enter GB")
    assert "put" in keys(told)
    assert turn(state) == "blue"


def test_s13_its_colour_stays_with_the_seat_that_looked_its_way_is_public() -> None:
    state = lay(5, at=BESIDE, safes={"GB": "green", **empty("IT")})
    told = play(state, "enter GB", "put IT")
    italy = {observer: state.view(observer).safes[10] for observer in (None, 0, 1, 2, 3)}
    assert [italy[observer].colour for observer in (None, 0, 1, 2, 3)] == [None, "green", None, None, None]
    for shown in italy.values():
        assert (shown.token, shown.seen_by, shown.barren) == ("token:GB", [0], ["red"])
    assert [each.to for each in told if each.key == "looked.you"] == [0]
    assert "state.safe.known" in keys(describe(state, 0))
    assert "state.safe.known" not in keys(describe(state, 1))


def test_an_own_token_is_shown_kept_and_brings_cards() -> None:
    state = lay(5, at=BESIDE, safes={"GB": "red"})
    told = play(state, "enter GB")
    assert keys(told)[:4] == ["entered", "found", "drew", "drew"]
    assert state.owns[0] == 1
    assert state.view(None).taken[0].colour == "red"
    assert state.view(None).spies[0].tokens == ["token:GB"]


def test_s14_the_two_top_cards_and_only_the_top_card_is_on_view() -> None:
    state = lay(5, at=BESIDE, safes={"GB": "red"}, hands={"blue": ["S01"]})
    shown = state.view(None)
    assert (shown.top, shown.pile) == ("card:S02", 39)
    play(state, "enter GB")
    assert hand(state, "red") == ["S02", "S03"]
    assert (state.view(None).top, state.view(None).pile) == ("card:S04", 37)


def test_the_pile_can_run_out() -> None:
    state = lay(5, at=BESIDE, safes={"GB": "red"})
    state.pile = 0
    play(state, "enter GB")
    assert hand(state, "red") == ["S01"]
    assert (state.view(None).top, state.view(None).pile) == (None, 0)


def test_s15_a_radio_look_that_finds_the_own_colour_brings_two_cards_and_ends_the_turn() -> None:
    state = lay(1, 2, at=BESIDE, men={"red": "FR-in"}, safes={"FR": "red"}, owns={"red": 3})
    state.hands[0] = cards("S26", "S01", "S10", "S02", "S24", "S25")  # could spell two words
    told = play(state, "go B5", "look")
    assert keys(told).count("drew") == 2
    assert state.owns[0] == 4
    assert turn(state) == "blue"
    assert state.declared[0] is None


def test_s15_a_radio_look_at_another_colour_is_like_a_look_inside() -> None:
    state = lay(1, 2, at=BESIDE, men={"red": "FR-in"}, safes={"FR": "blue", **empty("IT")})
    play(state, "go B5", "look")
    assert can(state) == ["put FR", "put IT"]
    play(state, "put IT")
    assert state.view(0).safes[10].colour == "blue"
    assert turn(state) == "blue"


def test_s16_hiding_in_an_embassy_gives_no_look() -> None:
    state = lay(1, 2, at=BESIDE, safes={"GB": "red"}, men={"blue": "IT-in"})
    told = play(state, "enter GB")
    assert not {"found", "looked"} & set(keys(told))
    assert state.owns[0] == 0


def test_s16_but_the_own_contact_man_there_may_look_by_radio() -> None:
    state = lay(1, 2, at=BESIDE, safes={"GB": "red"}, men={"red": "GB-in"})
    play(state, "enter GB", "look")
    assert state.owns[0] == 1
    assert len(hand(state, "red")) == 2


def test_s17_with_three_players_tokens_of_the_fourth_colour_serve_whoever_finds_them() -> None:
    state = lay(5, seats=3, at=BESIDE, safes={"GB": "yellow"})
    assert state.view(None).free == ["yellow"]
    told = play(state, "enter GB")
    assert "found.free" in keys(told)
    assert len(hand(state, "red")) == 2
    assert state.owns[0] == 0


def test_with_four_players_no_colour_is_free() -> None:
    assert lay(2).view(None).free == []
    assert lay(2, seats=2).view(None).free == []


def test_the_token_of_a_team_mate_is_of_another_colour() -> None:
    state = lay(5, seats=2, at=BESIDE, safes={"GB": "green", **all_but("GB")})
    play(state, "enter GB")
    assert "put GB" in can(state)
    assert state.view(0).safes[0].colour == "green"
    assert state.view(1).safes[0].colour is None


def test_tokens_lie_four_of_each_colour_and_differently_each_time() -> None:
    dealt = {start(4, seed).colours for seed in range(20)}
    assert len(dealt) == 20
    for colours in dealt:
        assert sorted(colours) == sorted(list(range(len(COLOUR_KEYS))) * 4)
