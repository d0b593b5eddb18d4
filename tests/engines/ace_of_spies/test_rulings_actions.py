"""Rulings A1 to A14: whose turn, the four actions, drawing, searching, paying."""

from __future__ import annotations

import pytest

from engines.ace_of_spies.components import CARD_NUMBER
from engines.ace_of_spies.moves import read
from engines.protocol import IllegalMove
from tests.engines.ace_of_spies.tables import (
    begun,
    can,
    hand,
    held,
    ids,
    keys,
    lay,
    phase,
    play,
    start,
    verbs,
)

INTERRUPTS = ("L35", "L36", "P35", "P36", "B35", "B36")


def test_a1_seat_0_starts_whoever_sits_there() -> None:
    assert begun(4).actors() == (0,)


def test_a2_exactly_one_action_then_missions() -> None:
    state = lay(hands={0: ["L01", "L09", "L18"]}, held={0: ["M01"]})
    assert verbs(state) == {"take", "draw", "missions", "agent"}
    play(state, "agent L01")
    assert verbs(state) == {"end"}


def test_a2_a_pass_only_where_no_action_is_legal() -> None:
    state = lay(
        hands={0: ["L37"], 1: ["L09"]}, held={0: ["M01"]}, display=(None,) * 6, decks={}, mission_deck=()
    )
    assert can(state) == ["idle"]
    assert state.reveals(0, read("idle"))
    play(state, "idle")
    assert phase(state) == "completing"
    with pytest.raises(IllegalMove, match="one action"):
        play(lay(), "idle")


def test_a3_no_mission_before_the_action() -> None:
    state = lay(hands={0: ["L01", "L09", "L18"]}, held={0: ["M01"]})
    with pytest.raises(IllegalMove):
        play(state, "complete M01")
    play(state, "draw london", "draw london")
    assert "complete M01" in can(state)


def test_a4_cards_are_drawn_and_seen_one_by_one() -> None:
    state = lay(held={0: ["M01"]}, rolls=(0,))
    assert state.reveals(0, read("take L20"))
    told = play(state, "take L20")
    assert keys(told) == ["took", "shown"]
    assert "L20" not in ids(state.display)
    assert state.display[0] == CARD_NUMBER["L01"], "replaced at once from the same deck"
    assert "take L01" in can(state), "and may be taken as the second card"


def test_a5_a_face_up_interrupt_is_the_only_card_of_the_draw() -> None:
    state = lay(held={0: ["M01"]}, display=("L37", "L21", "P20", "P21", "B20", "B21"))
    play(state, "take L37")
    assert phase(state) == "completing"
    other = lay(held={0: ["M01"]}, display=("L37", "L21", "P20", "P21", "B20", "B21"))
    play(other, "draw paris")
    assert "take L37" not in can(other)
    with pytest.raises(IllegalMove, match="only be taken alone"):
        play(other, "take L37")


def test_a6_a_blind_interrupt_costs_nothing() -> None:
    state = lay(held={0: ["M01"]}, decks={"london": ["L37"], "paris": ["P09", "P10"]})
    play(state, "draw london")
    assert hand(state, 0) == ["L37"]
    assert phase(state) == "drawing"


def test_a7_a_display_full_of_interrupts_stands() -> None:
    state = lay(held={0: ["M01"]}, display=INTERRUPTS)
    play(state, "draw london", "draw london", "end")
    assert ids(state.display) == list(INTERRUPTS)
    assert {text for text in can(state) if text.startswith("take")} == {f"take {each}" for each in INTERRUPTS}


def test_a8_fewer_than_two_cards_are_taken_as_they_are() -> None:
    state = lay(held={0: ["M01"]}, display=(None, None, None, None, "B20", None), decks={})
    play(state, "take B20")
    assert phase(state) == "completing"
    assert ids(bytes(card for card in state.display if card != 255)) == []


def test_a8_an_empty_deck_leaves_its_gap_open() -> None:
    state = lay(held={0: ["M01"]}, decks={"paris": ["P09", "P10", "P11"]})
    assert not state.reveals(0, read("take L20")), "nothing comes in its place"
    play(state, "take L20")
    assert state.view(None).display == [None, "card:L21", "card:P20", "card:P21", "card:B20", "card:B21"]


def test_a9_fewer_than_three_missions_are_drawn_as_they_are() -> None:
    state = lay(mission_deck=["M07", "M08"])
    play(state, "missions")
    assert can(state) == ["keep M07", "keep M08", "keep M07 M08"]
    one = lay(mission_deck=["M07"])
    play(one, "missions")
    assert held(one, 0) == ["M07"], "with one only there is no choice"


def test_a10_refused_missions_are_face_down_and_out_of_the_game() -> None:
    state = lay(mission_deck=["M07", "M08", "M09", "M10"], rolls=(0, 0, 0))
    told = play(state, "missions", "keep M08")
    assert held(state, 0) == ["M08"]
    assert state.view(0).seats[0].refused == ["mission:M07", "mission:M09"]
    assert state.view(1).seats[0].refused is None
    assert state.discards == b""
    assert list(state.mission_deck) == [9]
    assert keys(told, 1) == ["offered", "kept"]
    assert keys(told, 0) == ["offered", *["offered.you"] * 3, "kept.you", "kept"]


def test_a11_a_search_takes_any_card_and_shows_it_to_nobody_else() -> None:
    state = lay(hands={0: ["L09", "L10", "L11", "L12", "L13"]}, held={0: ["M01"]})
    play(state, "special search_city", "pay L09", "pay L10", "pay L11", "pay L12")
    assert phase(state) == "searching", "the last card of the hand goes by itself"
    assert state.reveals(0, read("search berlin"))
    told = play(state, "search berlin")
    assert state.view(0).looking[0] == "card:B01"
    assert state.view(1).looking == []
    told += play(state, "find B07")
    assert hand(state, 0) == ["B07"]
    assert not state.known[CARD_NUMBER["B07"]]
    assert "found.you" in keys(told, 0)
    assert "found.you" not in keys(told, 1)


def test_a11_a_searched_mission_is_kept() -> None:
    state = lay(hands={0: [f"L{number}" for number in range(10, 18)]}, held={0: ["M01"]})
    play(state, "special search_mission", *(f"pay L{number}" for number in range(10, 17)), "done", "find M35")
    assert held(state, 0) == ["M01", "M35"]
    assert phase(state) == "completing"


def test_a12_what_was_just_paid_cannot_be_taken_back() -> None:
    state = lay(
        hands={0: ["L09", "L10", "L11", "L12", "L13", "L14"]}, held={0: ["M01"]}, discards=["P09", "P10"]
    )
    play(state, "special from_discard_1", *(f"pay L{number:02}" for number in range(9, 14)), "done")
    assert can(state) == ["recover P09", "recover P10"]
    with pytest.raises(IllegalMove, match="not paid for this very action"):
        play(state, "recover L09")
    play(state, "recover P10")
    assert ids(state.discards) == ["P09", "L09", "L10", "L11", "L12", "L13"]


def test_a13_interrupts_pay_nothing_and_go_to_the_discards() -> None:
    state = lay(hands={0: ["L37", "L01", "L02", "L03", "L09"]}, held={0: ["M01"]}, discards=["P09"])
    play(state, "special from_discard_1", "pay L37", "pay L01", "pay L02")
    assert "done" not in can(state), "0 + 2 + 2 is not 5"
    play(state, "pay L03", "done")
    assert ids(state.discards) == ["L37", "L01", "L02", "L03"], "only P09 was on offer and was taken"
    assert ids(state.removed) == []


def test_a13_only_played_interrupts_leave_the_game() -> None:
    state = lay(hands={0: ["L39"], 1: ["P09"]})
    play(state, "play L39 1")
    assert ids(state.removed) == ["L39"]
    assert ids(state.discards) == []


def test_a14_overpaying_is_allowed_and_gives_no_change() -> None:
    state = lay(hands={0: ["L01", "L02", "L03", "L09", "L10"]}, held={0: ["M01"]}, discards=["P09", "P10"])
    play(state, "special from_discard_1", "pay L01", "pay L02", "pay L03")
    assert can(state) == ["pay L09", "pay L10", "done"]
    play(state, "pay L09", "done", "recover P09")
    assert len(state.discards) == 5


def test_a14_nobody_pays_for_an_impossible_effect() -> None:
    rich = {0: [f"L{number:02}" for number in range(9, 18)]}
    state = lay(hands=rich, discards=["P09"])
    assert "special from_discard_1" in can(state)
    assert "special from_discard_2" not in can(state), "only one card lies there"
    assert "special strip_mission" not in can(state), "no rival has completed a mission"
    with pytest.raises(IllegalMove, match="nothing on the table"):
        play(state, "special strip_mission")
    with pytest.raises(IllegalMove, match="more than your hand"):
        play(lay(hands={0: ["L01", "L02"]}, discards=["P09"]), "special from_discard_1")


def test_paying_too_little_is_refused() -> None:
    state = lay(hands={0: ["L09", "L10", "L11", "L12", "L13", "L14"]}, discards=["P09"])
    play(state, "special from_discard_1", "pay L09")
    with pytest.raises(IllegalMove, match="pay more cards"):
        play(state, "done")
    with pytest.raises(IllegalMove, match="card of your hand"):
        play(state, "pay P10")


def test_two_cards_from_the_discards_for_seven() -> None:
    state = lay(
        hands={0: ["L01", "L02", "L03", "L09", "L10"]}, held={0: ["M01"]}, discards=["P09", "P10", "P11"]
    )
    play(state, "special from_discard_2", "pay L01", "pay L02", "pay L03", "pay L09", "done")
    play(state, "recover P11", "recover P09")
    assert hand(state, 0) == ["L10", "P09", "P11"]
    assert phase(state) == "completing"


def test_set_up_choices_are_sealed_and_opened_together() -> None:
    state = start(3)
    assert state.sealed()
    assert list(state.actors()) == [0, 1, 2]
    assert len(state.moves(1)) == 7, "any of three missions, at least one"
    before = state.view(None)
    state.play(1, state.moves(1)[6])
    assert state.view(None) == before, "nobody sees that seat 1 has answered"
    assert state.view(1).chosen == state.view(1).offer
    state.play(0, state.moves(0)[0])
    state.play(2, state.moves(2)[3])
    assert [seat.missions for seat in state.view(None).seats] == [1, 3, 2]
    assert state.actors() == (0,)
