"""Rulings S37-S47: declarations, endings, scores, departures; and turns that run out of time."""

from __future__ import annotations

import pytest

from engines.protocol import IllegalMove, Told
from engines.spy_ring.board import GONE, OFF
from engines.spy_ring.components import CARDS, CODES
from engines.spy_ring.position import PHASES
from engines.spy_ring.state import SpyRingState
from engines.spy_ring.words import best, cards_for
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

HAL_AND_VIS = ("S26", "S02", "S18", "S23", "S10", "S01")
"""Spell HAL (Hungary) and VIS (Netherlands), and no third word beside them."""


def declared(state: SpyRingState) -> tuple[list[str], list[str]]:
    shown = state.view(None).spies[0]
    return [ref[5:] for ref in shown.declared], [ref[5:] for ref in shown.named]


def test_s37_a_declaration_names_words_and_cards_openly() -> None:
    state = lay(3, hands={"red": HAL_AND_VIS}, owns={"red": 4})
    play(state, "go D1")
    assert PHASES[state.phase] == "declaring"
    assert "declare HU NL" in can(state)
    told = play(state, "declare HU NL")
    assert keys(told)[0] == "declared"
    words, named = declared(state)
    assert words == ["HU", "NL"]
    assert len(named) == 6
    assert set(named) <= set(HAL_AND_VIS)


def test_s37_only_with_all_four_own_tokens() -> None:
    state = lay(3, hands={"red": HAL_AND_VIS}, owns={"red": 3})
    play(state, "go D1")
    assert turn(state) == "blue"


STANDING = {
    "turn": "blue",
    "at": {"red": "E1", "blue": "A2"},
    "hands": {"red": [*HAL_AND_VIS, "S11", "S40"]},
    "owns": {"red": 4},
    "declared": {"red": ("HU", "NL")},
}
"""Words of the red spy lie open; the blue spy, four steps away, can come alongside."""


def test_s37_it_lapses_with_a_named_card_and_may_be_renewed() -> None:
    state = lay(4, 2, 2, 2, **STANDING)  # type: ignore[arg-type]
    lost = "S10"
    assert lost in declared(state)[1]
    told = play(state, "go D1", f"claim {lost}")
    assert "lapsed" in keys(told)
    assert declared(state) == ([], [])
    while turn(state) != "red":
        play(state, can(state)[0])
    play(state, can(state)[0])
    play(state, "declare HU NL")
    assert declared(state)[0] == ["HU", "NL"]
    assert "S11" in declared(state)[1]


def test_s37_a_card_that_was_not_named_may_be_lost() -> None:
    state = lay(4, **STANDING)  # type: ignore[arg-type]
    assert "S40" not in declared(state)[1]
    told = play(state, "go D1", "claim S40")
    assert "lapsed" not in keys(told)
    assert declared(state)[0] == ["HU", "NL"]


def test_s37_words_that_lie_open_are_not_offered_again() -> None:
    table = {"hands": {"red": HAL_AND_VIS}, "owns": {"red": 4}}
    state = lay(3, **table)  # type: ignore[arg-type]
    play(state, "go D1")
    assert can(state) == ["declare HU NL", "pass"]
    state = lay(3, declared={"red": ("HU", "NL")}, **table)  # type: ignore[arg-type]
    play(state, "go D1")
    assert turn(state) == "blue"


FISH_AND_HAL = {
    "at": {"red": "D5"},
    "hands": {"red": [*HAL_AND_VIS, "S38", "S37"]},
    "owns": {"red": 4},
    "declared": {"red": ("GB", "HU")},
}
"""The red spy stands beside the gate of Great Britain, whose word he has laid out."""


def test_s38_entering_one_of_the_two_embassies_on_a_later_turn_ends_the_match() -> None:
    state = lay(5, safes=empty("GB"), **FISH_AND_HAL)  # type: ignore[arg-type]
    told = play(state, "enter GB")
    assert "over.words" in keys(told)
    assert state.actors() == ()
    result = state.result()
    assert result is not None
    assert (result.reason, result.places[0]) == ("finished", 1)


def test_s38_entering_is_not_compulsory_and_a_barred_gate_stays_barred() -> None:
    state = lay(5, **FISH_AND_HAL)  # type: ignore[arg-type]
    assert "enter GB" in can(state)
    assert len(can(state)) > 1
    assert "enter GB" not in can(lay(5, men={"blue": "GB-in"}, **FISH_AND_HAL))  # type: ignore[arg-type]


def test_s38_it_needs_no_token_there_and_hiding_there_will_do() -> None:
    state = lay(1, 5, safes=empty("GB"), **FISH_AND_HAL)  # type: ignore[arg-type]
    assert "over.words" in keys(play(state, "enter GB"))


def test_s38_another_embassy_does_not_end_it() -> None:
    state = lay(5, safes=empty("GB"), **{**FISH_AND_HAL, "declared": {"red": ("HU", "NL")}})  # type: ignore[arg-type]
    play(state, "enter GB")
    assert state.actors()


PESCE = ("S25", "S34", "S10", "S40", "S32")
"""P, E, S, C and E, one card each."""


def test_s39_a_card_gives_one_character_to_one_word() -> None:
    # As in the rulebook: one of the cards of PESCE also shows the sign, whose bonus of 2 is given up.
    fish = tuple("S17" if card == "S10" else card for card in PESCE)
    assert best(cards(*fish), False).bonus == 7
    assert best(cards(*fish), True).bonus == 9


def test_s39_shared_but_never_twice_in_one_word() -> None:
    # S/H once and I/F once: FISH needs four cards, whatever is shared.
    hand_ = cards("S01", "S26", "S37", "S10")
    assert cards_for(hand_, (CODES.index("GB"),), True) is not None
    assert cards_for(cards("S01", "S26", "S37"), (CODES.index("GB"),), True) is None


def test_s40_china_and_japan_need_two_signs() -> None:
    china, japan = CODES.index("CN"), CODES.index("JP")
    for shared in (False, True):
        assert cards_for(cards("S09"), (japan, china), shared) is None
        assert cards_for(cards("S09", "S17"), (japan, china), shared) is not None
    assert best(cards("S09", "S17"), False).bonus == 4


def test_s41_each_word_once() -> None:
    both = cards("S09", "S17", "S24")  # three signs, two words
    assert best(both, True).bonus == 4


def test_s42_points_are_cards_and_the_best_words() -> None:
    state = lay(3, hands={"red": PESCE, "blue": ["S01", "S02"]})
    assert list(state.points()) == [5 + 7, 2, 0, 0]
    shown = state.view(None).spies[0]
    assert (shown.points, shown.bonus, shown.words) == (12, 7, ["word:IT"])


def test_s43_teams_add_up_and_take_turns_in_the_order_a1_b1_a2_b2() -> None:
    state = lay(3, seats=2, hands={"red": PESCE, "green": ["S01"], "yellow": ["S02", "S03"]})
    assert list(state.points()) == [13, 2]
    order = []
    for _ in range(5):
        order.append((turn(state), state.actors()[0]))
        play(state, can(state)[0])
    assert order == [("red", 0), ("blue", 1), ("green", 0), ("yellow", 1), ("red", 0)]


def test_s43_a_word_is_not_spelled_together() -> None:
    state = lay(3, seats=2, hands={"red": PESCE[:3], "green": PESCE[3:]})
    assert list(state.points()) == [5, 0]


def test_s44_the_last_token_ends_the_match_when_its_cards_are_taken() -> None:
    state = lay(5, at={"red": "D5"}, safes={**all_but("GB"), "GB": "red"})
    told = play(state, "enter GB")
    assert keys(told)[:5] == ["entered", "found", "drew", "drew", "over.tokens"]
    result = state.result()
    assert result is not None
    assert result.points == (2, 0, 0, 0)
    assert result.parts[0] == {"part.cards": 2, "part.words": 0}


def test_s45_ties_are_shared() -> None:
    state = lay(
        5,
        at={"red": "D5"},
        safes={**all_but("GB"), "GB": "red"},
        hands={"blue": ["S30", "S31"], "green": ["S40"]},
    )
    play(state, "enter GB")
    result = state.result()
    assert result is not None
    assert result.places == (1, 1, 3, 4)


def test_s46_who_leaves_takes_his_pieces_along_and_his_tokens_serve_all() -> None:
    state = lay(3, hands={"blue": ["S30", "S31"]}, men={"blue": "FR-in"})
    told: list[Told] = []
    state.leave(1, told)
    assert keys(told) == ["left"]
    assert (state.at[1], state.men[1]) == (GONE, OFF)
    shown = state.view(None)
    assert shown.free == ["blue"]
    assert (shown.spies[1].left, shown.spies[1].cards) == (True, ["card:S30", "card:S31"])
    play(state, "go D1")
    assert turn(state) == "green"


def test_s46_his_cards_cannot_be_claimed() -> None:
    state = lay(3, at={"blue": "E1"}, hands={"blue": ["S30", "S31"]})
    state.leave(1)
    play(state, "go D1")
    assert turn(state) == "green"
    assert hand(state, "blue") == ["S30", "S31"]


def test_s46_a_token_of_his_found_later_brings_cards() -> None:
    state = lay(5, at={"red": "D5"}, safes={"GB": "blue"})
    state.leave(1)
    told = play(state, "enter GB")
    assert "found.free" in keys(told)
    assert len(hand(state, "red")) == 2


def test_s46_leaving_in_the_own_turn_passes_it_on() -> None:
    state = lay(5, at={"red": "D5"}, safes={"GB": "blue", **empty("IT")})
    play(state, "enter GB")
    state.leave(0)
    assert turn(state) == "blue"
    assert state.safes[0] == 0
    assert state.held == -1


def test_s46_leaving_before_the_first_turn() -> None:
    state = start(4)
    state.leave(3)
    assert state.actors() == (2,)
    state.leave(1)
    play(state, can(state)[0])
    assert state.actors() == (0,)
    play(state, can(state)[0])
    assert turn(state) == "red"


def test_s46_the_last_who_stays_wins() -> None:
    state = lay(3, seats=3, hands={"blue": ["S30", "S31"]})
    state.leave(1)
    state.leave(0)
    result = state.result()
    assert result is not None
    assert (result.places, result.reason) == ((2, 3, 1), "left")
    with pytest.raises(IllegalMove):
        state.leave(2)


def test_s46_nobody_leaves_twice() -> None:
    state = lay(3)
    state.leave(1)
    with pytest.raises(IllegalMove):
        state.leave(1)
    with pytest.raises(IllegalMove):
        state.leave(4)


def test_s46_with_two_seats_the_match_is_over() -> None:
    state = lay(3, seats=2, hands={"red": ["S30"]})
    state.leave(0)
    result = state.result()
    assert result is not None
    assert result.places == (2, 1)


def test_s47_seats_have_their_colours_in_order_and_seat_0_begins() -> None:
    """Who sits where is drawn by the lobby: the colour of a seat is as random as the seat."""
    state = lay(3)
    assert [spy.colour for spy in state.view(None).spies] == ["red", "blue", "green", "yellow"]
    assert [spy.seat for spy in state.view(None).spies] == [0, 1, 2, 3]
    assert state.actors() == (0,)


def test_two_cards_are_dealt_to_each_spy() -> None:
    for seats, spies in ((2, 4), (3, 3), (4, 4)):
        shown = start(seats).view(None)
        assert [len(spy.cards) for spy in shown.spies] == [2] * spies
        assert shown.pile == CARDS - 2 * spies


def test_the_last_round_ends_the_match_as_it_stands() -> None:
    state = lay(3, rounds=30, hands={"blue": ["S30"]})
    state.round = 29
    told = []
    for _ in range(4):
        told += play(state, can(state)[0])
    assert "over.limit" in keys(told)
    result = state.result()
    assert result is not None
    assert result.places == (2, 1, 2, 2)
    assert state.view(None).round == 30


def test_out_of_time_the_spy_stays_his_aerial_stays_up_and_nothing_is_claimed() -> None:
    state = lay(1, 3, at={"blue": "E1"}, hands={"blue": ["S30"]})
    told: list[Told] = []
    state.absent(0, told)
    assert keys(told)[0] == "absent"
    assert at(state, "red") == "A1"
    assert turn(state) == "blue"
    assert state.view(None).spies[0].aerial
    assert hand(state, "red") == []


def test_out_of_time_with_a_token_in_hand_it_goes_back() -> None:
    state = lay(5, at={"red": "D5"}, safes={"GB": "blue", **empty("IT")})
    play(state, "enter GB")
    state.absent(0)
    assert state.safes[0] == 0
    assert turn(state) == "blue"


def test_out_of_time_inside_an_embassy_he_stays_there() -> None:
    state = lay(2, at={"red": "GB"})
    state.absent(0)
    assert at(state, "red") == "GB"


def test_out_of_time_for_one_spy_of_a_team_costs_one_turn() -> None:
    state = lay(3, seats=2)
    state.absent(0)
    assert turn(state) == "blue"
    with pytest.raises(IllegalMove):
        state.absent(0)
