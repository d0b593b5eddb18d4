"""Rulings H1-H5, R1 and the special rules of locations 1-8 (rulebook: "Location Boards")."""

from __future__ import annotations

from engines.estoril.frames import REMOVING
from engines.estoril.rules import RULES
from engines.estoril.strengths import strength
from tests.engines.estoril.tables import (
    NUMBER,
    STARTERS,
    Rolls,
    acting,
    can,
    cell,
    decline_until,
    lay,
    pair,
    play,
    resolve,
    strengths,
    winner,
)

HELL = (7, 2, 3, 4, 5, 6)


def test_h1_the_last_of_the_ranking_removes_one_of_its_choice() -> None:
    state = lay(
        boards=HELL, placed={"7.I": (0, "garbo"), "7.II": (1, "green-araujo"), "7.III": (1, "green-roque")}
    )
    resolve(state)
    assert state.frame[0] == REMOVING
    assert list(state.actors()) == [1]
    assert set(can(state)) == {"remove 7.II", "remove 7.III"}


def test_h1_of_two_tied_players_the_lower_numeral_wins_and_the_other_removes() -> None:
    state = lay(boards=HELL, placed={"7.I": (0, "red-araujo"), "7.II": (1, "green-araujo")})
    told = resolve(state)
    assert strengths(told, 7) == {0: 2, 1: 2}
    assert winner(told, 7) == 0
    assert state.removed == bytes([NUMBER["green-araujo"]])


def test_h2_a_player_alone_removes_nothing() -> None:
    state = lay(boards=HELL, placed={"7.I": (0, "garbo"), "7.II": (0, "red-araujo")})
    told = resolve(state)
    assert winner(told, 7) == 0
    assert state.removed == b""


def test_h2_presence_counts_after_the_abilities() -> None:
    state = lay(boards=HELL, placed={"7.I": (0, "rosa"), "7.II": (1, "garbo")})
    resolve(state)
    told = play(state, "assassin 7.II")
    assert winner(told, 7) == 0
    assert state.removed == b""


def test_h3_the_removed_tile_leaves_the_game_in_public_and_is_no_discard() -> None:
    state = lay(boards=HELL, placed={"7.I": (0, "garbo"), "7.II": (1, "green-araujo")})
    told = resolve(state)
    entry = next(entry for entry in told if entry.key == "removed")
    assert entry.to == -1
    assert state.discards == (b"", b"")
    assert NUMBER["green-araujo"] not in state.network(1)
    assert state.view(None).removed == [f"tile:C{NUMBER['green-araujo']}"]


def test_h5_the_reward_cannot_be_removed_and_goes_to_the_winner_afterwards() -> None:
    state = lay(
        boards=HELL,
        placed={"7.I": (0, "garbo"), "7.II": (1, "green-araujo"), "7.III": (1, "luciano")},
        rewards={7: "zarah"},
    )
    told = resolve(state)
    assert strengths(told, 7) == {0: 3, 1: 7}
    assert winner(told, 7) == 1
    assert state.removed == bytes([NUMBER["garbo"]])
    assert NUMBER["zarah"] in state.network(1)
    keys = [entry.key for entry in told]
    assert keys.index("removed") < keys.index("won")


def test_h5_with_fewer_tiles_than_markers_a_seat_plays_what_it_has() -> None:
    state = lay(hands={0: STARTERS["red"][:5], 1: STARTERS["green"]})
    placed = {0: 0, 1: 0}
    while state.is_placing():
        seat = state.actors()[0]
        placed[seat] += state.frame[0] == 0
        state.play(seat, state.moves(seat)[-1])
    assert placed == {0: 5, 1: 6}


def test_r1_each_controlled_tile_rolls_once_and_the_difference_is_added() -> None:
    state = lay(
        placed={"6.I": (0, "red-araujo"), "6.II": (0, "garbo"), "6.III": (1, "luciano")},
        chance=Rolls(pair(6, 1), pair(4, 4), pair(2, 3)),
    )
    told = resolve(state)
    assert [entry.args["plus"] for entry in told if entry.key == "dice"] == [5, 0, 1]
    assert strengths(told, 6) == {0: 2 + 5 + 3, 1: 5 + 1}
    assert winner(told, 6) == 0


def test_r1_dice_are_thrown_after_the_abilities_and_only_for_tiles_still_there() -> None:
    state = lay(placed={"6.I": (0, "rosa"), "6.II": (1, "garbo")}, chance=Rolls(pair(1, 4)))
    resolve(state)
    assert state.dice == ()
    told = play(state, "assassin 6.II")
    assert [entry.args["tile"] for entry in told if entry.key == "dice"] == [f"tile:C{NUMBER['rosa']}"]


def test_r1_dice_are_shown_in_the_view_while_the_round_lasts() -> None:
    state = lay(
        boards=(1, 2, 3, 4, 6, 8),
        placed={"6.I": (0, "garbo")},
        chance=Rolls(pair(2, 6)),
        brake=True,
    )
    resolve(state)
    casino = next(location for location in state.view(None).locations if location.number == 6)
    assert casino.dice == [("space:6.I", 2, 6)]


def test_location_1_symbols_of_assassins_still_count_for_missions() -> None:
    state = lay(placed={"1.I": (0, "shouwaloff")}, missions=["most_assassin"])
    assert state.view(None).missions[0].counts == [2, 0]


def test_location_2_makes_great_britain_stronger_seduced_tiles_too() -> None:
    state = lay(placed={"2.I": (0, "anne"), "3.I": (1, "fleming"), "2.II": (0, "rosa")}, brake=True)
    resolve(state)
    play(state, "seduce 3.I 2.III")
    assert strength(state, cell(state, "2.III")) == 4
    assert strength(state, cell(state, "2.II")) == 2


def test_location_3_hides_nothing() -> None:
    state = lay()
    spaces = [cell(state, name) for name in ("3.I", "3.II", "3.III", "3.R")]
    assert not any(state.grid.secret >> space & 1 for space in spaces)


def test_location_4_makes_germany_stronger() -> None:
    state = lay(placed={"4.I": (0, "nora")})
    assert strength(state, cell(state, "4.I")) == 2


def test_location_5_has_outer_spaces_only() -> None:
    for turn in range(4):
        state = lay(boards=(1, 5, 2, 3, 4, 6), turns=(0, turn, 0, 0, 0, 0), hands={0: ["red-hans"]})
        names = {text.split()[-1] for text in can(state)}
        assert {"5.I", "5.II", "5.III"} <= names
        location = next(each for each in state.view(0).locations if each.number == 5)
        assert all(space.outer for space in location.spaces)


def test_location_8_has_four_spaces_and_its_fourth_looks_anywhere() -> None:
    state = lay(
        boards=(8, 1, 2, 3, 4, 5),
        placed={"5.I": (1, "green-araujo"), "2.II": (1, "green-hans")},
        hands={0: ["red-hans"], 1: []},
    )
    assert len(state.grid.cells[0]) == 4
    play(state, "place C0 8.IV")
    assert set(can(state)) == {"look 8.IV", "look 8.R", "look 2.II", "look 2.R", "look 5.I", "look none"}


def test_c8_the_museum_resolves_its_spaces_from_one_to_four() -> None:
    state = lay(
        boards=(8, 1, 2, 3, 4, 5),
        placed={"8.IV": (0, "red-guedes"), "8.II": (1, "green-guedes"), "8.I": (0, "monteiro")},
    )
    resolve(state)
    order = []
    while (asked := acting(state)) is not None:
        order.append(asked[1])
        play(state, "decline")
    assert order == ["monteiro", "green-guedes", "red-guedes"]
    decline_until(state)
    assert RULES.info.seats == (2, 3, 4)
