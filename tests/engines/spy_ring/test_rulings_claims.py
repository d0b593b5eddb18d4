"""Rulings S18-S30: from whom a card may be claimed."""

from __future__ import annotations

import pytest

from engines.spy_ring.board import CELLS, CROSS_SEES, INNER, NEXT_TO, SEES, nodes
from engines.spy_ring.state import SpyRingState
from tests.engines.spy_ring.tables import at, can, cards, hand, keys, lay, node, play, turn

CARDS = {"blue": ["S01", "S02"]}


def claims(state: SpyRingState) -> dict[str, list[str]]:
    return {claim.spy.partition(":")[2]: claim.reasons for claim in state.view(None).claims}


def test_s18_next_to_is_one_step_without_trees() -> None:
    # E2 and F2 lie on two sides of the trees; E5 and F5 on the crossing.
    assert not NEXT_TO[node("E2")] >> node("F2") & 1
    assert NEXT_TO[node("E5")] >> node("F5") & 1
    state = lay(3, at={"red": "E5", "blue": "F2"}, hands=CARDS)
    play(state, "go E2")
    assert turn(state) == "blue"


def test_s18_not_through_a_gate_nor_a_tunnel() -> None:
    state = lay(3, at={"red": "E5", "blue": "GB"}, hands=CARDS)
    play(state, "go B5")
    assert hand(state, "red") == []
    assert not NEXT_TO[node("C5")] >> node("GB") & 1
    assert not NEXT_TO[node("J15")] >> node("K6") & 1


def test_s19_alongside_in_the_open() -> None:
    state = lay(3, at={"blue": "E1"}, hands=CARDS)
    play(state, "go D1")
    assert claims(state) == {"blue": ["alongside"]}
    assert can(state) == ["claim S01", "claim S02", "waive"]


def test_s19_not_from_a_prohibited_area() -> None:
    state = lay(2, at={"red": "E5", "blue": "B5"}, hands=CARDS)
    play(state, "go C5")
    assert turn(state) == "blue"
    assert hand(state, "red") == []


def test_s19_a_target_on_a_prohibited_area_or_with_his_aerial_up_is_fair() -> None:
    state = lay(2, at={"red": "F6", "blue": "D5"}, hands=CARDS, aerials=["blue"])
    play(state, "go E5")
    assert claims(state) == {"blue": ["alongside", "sight", "strip"]}


def test_s20_with_the_aerial_up_alongside_is_allowed() -> None:
    state = lay(1, 3, at={"blue": "E1"}, hands=CARDS)
    play(state, "go D1", "claim S02")
    assert hand(state, "red") == ["S02"]


def test_s20_unless_the_table_forbids_it() -> None:
    state = lay(1, 3, at={"blue": "E1"}, hands=CARDS, men={"red": "IT-out"}, aerial_claims=False)
    play(state, "go D1")
    assert can(state) == ["call red", "silence"]


def test_s20_spotting_by_sight_is_not() -> None:
    state = lay(1, 3, at={"blue": "J1"}, hands=CARDS, aerials=["blue"], men={"red": "IT-out"})
    play(state, "go D1")
    assert can(state) == ["call red", "silence"]


def test_s21_rows_and_columns_until_trees_and_buildings() -> None:
    def sees(one: str, other: str) -> bool:
        return bool(SEES[node(one)] >> node(other) & 1)

    assert sees("A1", "T1")
    assert sees("A1", "A20")
    assert sees("A5", "T5")
    assert not sees("B5", "B6")  # trees
    assert not sees("A2", "E2")  # a building
    assert not sees("E5", "F6")  # no diagonals


def test_s21_pieces_do_not_stand_in_the_way_and_embassies_have_no_view() -> None:
    state = lay(3, at={"blue": "T1", "green": "K1"}, hands=CARDS, aerials=["blue"], men={"yellow": "FI-out"})
    play(state, "go D1")
    assert claims(state) == {"blue": ["sight"]}
    assert SEES[node("GB")] == 0
    assert CROSS_SEES[INNER] == 0


def test_the_spy_between_trees_is_seen_along_his_row_only() -> None:
    # G6 lies between the trees above and the embassy below.
    assert {CELLS[space][0] for space in nodes(SEES[node("G6")])} == {5}


def test_s22_only_a_spy_in_the_street_with_his_aerial_up_is_spotted_by_sight() -> None:
    state = lay(3, at={"blue": "T1"}, hands=CARDS)
    play(state, "go D1")
    assert turn(state) == "blue"
    state = lay(3, at={"blue": "FI"}, hands=CARDS, aerials=["blue"])
    play(state, "go D1")
    assert turn(state) == "blue"


def test_s23_a_strip_is_watched_from_its_two_ends_not_from_afar() -> None:
    strip = {"blue": "D5"}
    state = lay(2, at={**strip, "red": "A3"}, hands=CARDS)
    play(state, "go A5")  # in the same row, four spaces off
    assert turn(state) == "blue"
    state = lay(2, at={**strip, "red": "A4"}, hands=CARDS)
    play(state, "go B5")
    assert claims(state) == {"blue": ["strip"]}
    state = lay(2, at={"blue": "C5", "red": "E3"}, hands=CARDS)
    play(state, "go E5")
    assert claims(state) == {"blue": ["strip"]}


def test_s23_a_contact_man_watches_from_the_cross_end() -> None:
    state = lay(3, at={"blue": "D5"}, hands=CARDS, men={"red": "GB-out"})
    play(state, "go D1")
    assert claims(state) == {"blue": ["man_strip"]}


def test_s24_spotting_is_for_ones_own_turn() -> None:
    # The blue spy comes into red's view with his aerial up; red claims on red's turn, if he still sees him.
    state = lay(1, 3, turn="blue", at={"blue": "T4", "red": "A1"}, hands=CARDS, men={"blue": "IT-in"})
    play(state, "go T1", "silence")
    assert turn(state) == "green"
    assert hand(state, "red") == []


def test_s25_a_contact_man_who_has_the_view_claims_without_moving_and_the_throw_is_used() -> None:
    state = lay(3, at={"blue": "A9"}, hands=CARDS, aerials=["blue"], men={"red": "SE-out"})
    play(state, "go D1")
    assert claims(state) == {"blue": ["man_sight"]}
    assert at(state, "red") == "D1"


def test_s26_one_card_from_each_rival_whatever_the_number_of_reasons() -> None:
    state = lay(
        2,
        at={"red": "F6", "blue": "D5", "green": "F5"},
        hands={"blue": ["S01", "S02"], "green": ["S03", "S04"]},
        men={"red": "GB-out"},
    )
    play(state, "go E5")
    assert claims(state) == {"blue": ["alongside", "strip", "man_strip"], "green": ["alongside"]}
    play(state, "claim S02")
    assert claims(state) == {"green": ["alongside"]}
    play(state, "claim S03")
    assert hand(state, "red") == ["S02", "S03"]
    assert turn(state) == "blue"


def test_s27_the_claimer_chooses_among_the_open_cards() -> None:
    state = lay(3, at={"blue": "E1"}, hands={"blue": ["S05", "S17", "S40"]})
    play(state, "go D1")
    assert can(state) == ["claim S05", "claim S17", "claim S40", "waive"]


def test_a_spy_without_cards_is_not_spotted() -> None:
    state = lay(3, at={"blue": "E1"})
    play(state, "go D1")
    assert turn(state) == "blue"


def test_s28_a_contact_man_inside_the_gate_never_spots() -> None:
    state = lay(3, at={"blue": "D5"}, hands=CARDS, men={"red": "GB-in"}, aerials=["blue"])
    play(state, "go D1")
    assert turn(state) == "blue"


def test_s29_partners_never_claim_from_each_other() -> None:
    state = lay(3, seats=2, at={"green": "E1"}, hands={"green": ["S01"]}, aerials=["green"])
    play(state, "go D1")
    assert turn(state) == "blue"


def test_s30_a_claim_may_be_declined() -> None:
    state = lay(3, at={"blue": "E1"}, hands=CARDS)
    told = play(state, "go D1", "waive")
    assert keys(told)[1] == "waived"
    assert hand(state, "red") == []
    assert state.hands[1] == cards("S01", "S02")


@pytest.mark.parametrize("spot", ["C5", "D5"])
def test_a_spy_on_a_prohibited_area_cannot_spot(spot: str) -> None:
    start = {"C5": "F5", "D5": "F6"}[spot]
    state = lay(3, at={"red": start, "blue": "T5"}, hands=CARDS, aerials=["blue"])
    play(state, f"go {spot}")
    assert turn(state) == "blue"
