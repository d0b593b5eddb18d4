"""Every worked example of the rulebook that concerns the base game, with its numbers."""

from __future__ import annotations

from engines.estoril.frames import REMOVING, THE_END
from engines.estoril.missions import counts
from engines.estoril.scoring import scores
from tests.engines.estoril.tables import (
    MISSION,
    NUMBER,
    Rolls,
    acting,
    can,
    cell,
    decline_until,
    has,
    lay,
    on,
    pair,
    play,
    resolve,
    strengths,
    tiles,
    winner,
    won_tile,
)

RED, GREEN, BLUE, YELLOW = range(4)


def test_assassin_example_luciano_goes_and_two_players_are_tied() -> None:
    state = lay(
        4,
        placed={"3.I": (RED, "rosa"), "3.II": (GREEN, "otto"), "3.III": (YELLOW, "luciano")},
        pile=["garbo"],
        brake=True,
    )
    resolve(state)
    assert acting(state) == (RED, "rosa")
    play(state, "assassin 3.III")
    assert has(state, YELLOW, "luciano")
    assert acting(state) == (GREEN, "otto"), "the green player can still act"
    told = play(state, "decline")
    assert strengths(told, 3) == {RED: 2, GREEN: 2}


def test_conspiracy_example_the_winner_gets_another_reward_than_hoped() -> None:
    state = lay(
        4,
        placed={"3.I": (RED, "rosa"), "3.II": (GREEN, "otto"), "3.III": (YELLOW, "luciano")},
        rewards={3: "garbo"},
        pile=["salazar", "zarah"],
        brake=True,
    )
    resolve(state)
    play(state, "assassin 3.III", "conspiracy")
    assert state.view(GREEN).offered == f"tile:C{NUMBER['salazar']}"
    told = play(state, "swap")
    assert winner(told, 3) == RED
    assert won_tile(told, 3) == "salazar"
    assert state.pile[3] == NUMBER["garbo"], "below Zarah L. and the two rewards that nobody won"


def test_nationalism_example_yellow_has_two_and_two_plus_two_that_is_six() -> None:
    state = lay(
        4,
        boards=(1, 3, 2, 4, 5, 6),
        placed={
            "3.I": (YELLOW, "yellow-araujo"),
            "3.II": (YELLOW, "green"),
            "1.I": (RED, "red-elizabeth"),
            "2.I": (BLUE, "blue-elizabeth"),
        },
        rewards={3: "garbo", 1: "zarah", 2: "nora", 5: "dusko"},
        brake=True,
    )
    resolve(state)
    told = decline_until(state, "6.III")
    assert strengths(told, 3) == {YELLOW: 6}
    assert winner(told, 3) == YELLOW


def test_seduction_example_yellow_ties_with_five_and_wins_by_the_lower_space() -> None:
    state = lay(
        4,
        boards=(3, 2, 1, 4, 5, 6),
        placed={"2.I": (YELLOW, "zsazsa"), "3.I": (YELLOW, "pires"), "5.I": (RED, "luciano")},
        brake=True,
    )
    resolve(state)
    assert acting(state) == (YELLOW, "zsazsa")
    told = play(state, "seduce 3.I 2.II", "seduce 5.I 2.III")
    assert strengths(told, 2) == {YELLOW: 5, RED: 5}
    assert winner(told, 2) == YELLOW
    # Nobody is left at location 5: red does not win there.
    told += decline_until(state, "6.III")
    assert winner(told, 5) is None


def test_diplomacy_example_a_white_cube_next_door_keeps_a_tile_in_its_place() -> None:
    state = lay(
        4,
        boards=(8, 3, 1, 2, 4, 5),
        placed={"3.I": (YELLOW, "monteiro"), "8.II": (YELLOW, "garbo"), "8.I": (RED, "rosa")},
    )
    resolve(state)
    play(state, "diplomacy 8.II")
    assert acting(state) == (RED, "rosa")
    assert can(state) == ["assassin 8.I", "decline"]
    told = play(state, "decline")
    assert winner(told, 8) == YELLOW


def test_muchaxo_example_its_second_space_is_open_at_once() -> None:
    state = lay(boards=(1, 5, 2, 3, 4, 6), turns=(0, 1, 0, 0, 0, 0), hands={RED: ["red-hans"]})
    inner = cell(state, "5.II")
    assert inner in (6, 7), "a cell inside the grid"
    assert "place C0 5.II" in can(state)


def test_casino_example_five_against_seven() -> None:
    state = lay(
        4,
        placed={"6.I": (BLUE, "luciano"), "6.II": (YELLOW, "ferro"), "6.III": (YELLOW, "yellow-hans")},
        rewards={6: "garbo", 5: "zarah", 3: "nora"},
        chance=Rolls(pair(3, 3), pair(5, 4), pair(2, 6)),
    )
    resolve(state)
    told = decline_until(state)
    assert [entry.args["plus"] for entry in told if entry.key == "dice"] == [0, 1, 4]
    assert strengths(told, 6) == {BLUE: 5, YELLOW: 7}
    assert winner(told, 6) == YELLOW


def test_hells_mouth_example_the_weaker_player_gives_up_the_tile_worth_three() -> None:
    state = lay(
        4,
        boards=(7, 2, 3, 4, 5, 8),
        placed={"7.I": (BLUE, "luciano"), "7.II": (YELLOW, "loreta"), "7.III": (YELLOW, "smith")},
        brake=True,
        pile=["garbo"],
    )
    resolve(state)
    decline_until(state, "8.IV")
    assert state.frame[0] == REMOVING
    assert state.frame[1] == YELLOW
    told = play(state, "remove 7.III")
    assert state.removed == tiles("smith")
    assert on(state, "7.II") == "loreta"
    assert winner(told, 7) == BLUE


def test_assassin_mission_example_five_symbols_two_of_them_on_one_tile() -> None:
    hand = tiles("shouwaloff", "nora", "rosa", "red-linda", "garbo", "luciano")
    assert counts(MISSION["most_assassin"], [hand]) == [5]


def test_strength_mission_example_sixteen() -> None:
    hand = tiles("luciano", "garbo", "rosa", "alekhine", "pires", "otto")
    assert counts(MISSION["strength"], [hand]) == [5 + 3 + 2 + 0 + 4 + 2] == [16]


def test_flag_mission_example_four_flags_the_second_french_tile_adds_nothing() -> None:
    hand = tiles("rene", "antoine", "garbo", "zsazsa", "luciano", "otto")
    assert counts(MISSION["flags_base"], [hand]) == [4]


def test_scoring_example_seven_and_thirteen_and_nine_make_29() -> None:
    state = lay(
        4,
        hands={
            RED: ["zsazsa", "nora", "otto", "hedy", "red-araujo", "red-guedes"],
            YELLOW: ["yellow-hans", "dusko"],
            BLUE: ["blue-araujo"],
            GREEN: ["green-araujo"],
        },
        missions=["most_women", "flags_base"],
    )
    state.clear_grid()
    state.frame = THE_END
    state.discards = (bytes(range(7)), b"", b"", b"")
    score = scores(state)[RED]
    assert (score.tiles, score.discards) == (13, 7)
    assert score.missions == {"most_women": 6, "flags_base": 3}
    assert score.total() == 29
    assert scores(state)[YELLOW].missions == {"most_women": 0, "flags_base": 3}
