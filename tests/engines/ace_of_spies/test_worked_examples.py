"""What the rulebook says with numbers or examples."""

from __future__ import annotations

import pytest

from engines.ace_of_spies.components import ABILITY, CARD_NUMBER, DATA, POINTS, SYMBOL, SYMBOL_KEYS
from tests.engines.ace_of_spies.tables import can, hand, ids, lay, phase, play, start


def test_set_up_gives_six_city_cards_three_missions_and_two_face_up_cards_of_each_city() -> None:
    for seats in (2, 3, 4, 5):
        view = start(seats).view(None)
        assert [seat.cities for seat in view.seats] == [[2, 2, 2]] * seats
        assert [seat.offered for seat in view.seats] == [3] * seats
        assert [ref and ref[5] for ref in view.display] == ["L", "L", "P", "P", "B", "B"]
        assert view.decks == [40 - 2 * seats - 2] * 3
        assert view.mission_deck == 35 - 3 * seats


def test_captain_willis_draws_two_from_london_on_completing() -> None:
    state = lay(hands={0: ["L01", "L09", "L18"]}, held={0: ["M01"]}, completing=True)
    before = len(state.decks[0])
    play(state, "complete M01", "lay L01", "lay L09", "lay L18")
    assert len(state.decks[0]) == before - 2
    assert all(card.startswith("L") for card in hand(state, 0))
    assert state.points()[0] == 2 + 2 + 1 + 1


def test_captain_willis_as_an_action_takes_any_two_cards_from_the_discards() -> None:
    state = lay(hands={0: ["L01"]}, held={0: ["M01"]}, discards=["P09", "B27", "L36"])
    play(state, "agent L01", "recover B27", "recover L36")
    assert hand(state, 0) == ["L36", "B27"]
    assert ids(state.discards) == ["P09"]
    assert phase(state) == "completing"
    assert state.points()[0] == 2, "he still scores two points"


@pytest.mark.parametrize(
    ("name", "symbol", "points"),
    [("Captain Willis", "agent", 2), ("Blueprints", "intelligence", 1), ("The Park Bench", "location", 1)],
)
def test_printed_example_cards(name: str, symbol: str, points: int) -> None:
    number = next(index for index, card in enumerate(DATA.cards) if card.name == name)
    assert SYMBOL_KEYS[SYMBOL[number]] == symbol
    assert POINTS[number] == points
    assert (ABILITY[number] is not None) == (symbol == "agent")


def test_special_actions_and_their_costs() -> None:
    assert [(each.key, each.cost) for each in DATA.specials] == [
        ("from_discard_1", 5),
        ("from_discard_2", 7),
        ("search_city", 5),
        ("search_mission", 7),
        ("strip_mission", 5),
    ]


def test_two_cards_must_be_drawn_in_any_combination() -> None:
    for first, second in (
        ("take L20", "take P20"),
        ("take L20", "draw berlin"),
        ("draw paris", "draw paris"),
    ):
        state = lay(held={0: ["M01"]})
        play(state, first)
        assert phase(state) == "drawing", "one card is not enough"
        play(state, second)
        assert phase(state) == "completing", "three are too many"
        assert len(state.hands[0]) == 2


def test_as_many_missions_in_a_turn_as_there_are_cards_for() -> None:
    state = lay(
        hands={0: ["L03", "P03", "L09", "P09", "L18", "P18", "B27"]},
        held={0: ["M01", "M02"]},
        completing=True,
    )
    play(
        state,
        "complete M01",
        "lay L03",
        "lay L09",
        "lay L18",
        "complete M02",
        "lay P09",
        "lay B27",
        "lay P18",
    )
    assert state.points()[0] == 2 + 2 + 1 + 1 + 2 + 3
    assert len(state.done[0]) == 2
    assert state.actors() == (1,), "without missions the turn is over by itself"


def test_who_plays_the_interrupt_chooses() -> None:
    state = lay(hands={0: ["L39"], 1: ["P09", "P10"]})
    play(state, "play L39 1")
    assert can(state) == ["steal P09", "steal P10"]


def test_a_search_card_is_worth_what_is_printed() -> None:
    assert POINTS[CARD_NUMBER["L35"]] == 0, "interrupts print no points"
