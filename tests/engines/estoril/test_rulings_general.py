"""Rulings G1-G7 and the course of a round (rulebook: "Player Turn", "End of Each Round")."""

from __future__ import annotations

import pytest

from engines.estoril.board import ADJACENT, ALL_CELLS, EDGE, Grid, places
from engines.estoril.components import BOXES, VP
from engines.estoril.frames import DISCARDING, PLACING, REMOVING
from engines.estoril.moves import read
from engines.estoril.position import EVERYBODY, MARKERS
from engines.estoril.rules import RULES
from engines.estoril.strengths import strength
from engines.protocol import IllegalMove
from tests.engines.estoril.tables import (
    NUMBER,
    STARTERS,
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
    start,
    strengths,
    winner,
)


def test_setup_gives_six_starters_each_four_missions_and_the_rest_of_27_tiles() -> None:
    for seats in (2, 3, 4):
        state = start(seats)
        assert [len(hand) for hand in state.hands] == [6] * seats
        assert len(set(state.missions)) == 4
        assert len(state.pile) == 27 - 6
        assert state.first == 0


def test_markers_are_six_four_and_three() -> None:
    assert MARKERS[2:5] == (6, 4, 3)


def test_six_of_eight_locations_lie_on_the_table_turned_at_random() -> None:
    boards, turns = set(), set()
    for seed in range(60):
        grid = start(2, seed).grid
        assert len(set(grid.boards)) == 6
        boards |= set(grid.boards)
        turns |= set(grid.turns)
    assert boards == set(BOXES[0].locations) == set(range(1, 9))
    assert turns == {0, 1, 2, 3}


def test_turning_keeps_the_cyclic_order_of_a_location() -> None:
    for turn in range(4):
        grid = Grid((1, 2, 3, 4, 5, 6), (turn,) * 6)
        first, second, third = grid.cells[0]
        assert (second - first) % 4 == (third - second) % 4 == 1


def test_locations_are_resolved_in_the_order_of_their_numbers() -> None:
    state = lay(boards=(8, 3, 5, 1, 7, 2), placed={"1.I": (0, "red-araujo"), "8.IV": (1, "green-araujo")})
    order = [entry.args["location"] for entry in resolve(state) if entry.key == "resolve"]
    assert order == [f"location:{number}" for number in (1, 2, 3, 5, 7, 8)]


def test_only_the_location_being_resolved_is_turned_up() -> None:
    state = lay(placed={"1.I": (0, "red-hans"), "2.I": (1, "green-araujo")}, pile=["nora"])
    resolve(state)
    assert acting(state) == (0, "red-hans")
    assert state.up >> cell(state, "1.I") & 1
    assert not state.up >> cell(state, "2.I") & 1


def test_top_secret_decides_which_way_up_a_tile_lies() -> None:
    state = lay(hands={0: ["red-hans", "red-araujo"], 1: ["green-hans", "green-araujo"]})
    told = play(state, "place C0 1.I")
    assert not state.up >> cell(state, "1.I") & 1
    assert [entry.key for entry in told] == ["placed.down", "placed.you"]
    told = play(state, "place C6 3.II")
    assert state.up >> cell(state, "3.II") & 1
    assert [entry.key for entry in told] == ["placed.up"]


def test_outer_spaces_are_those_on_the_edge_of_the_grid() -> None:
    assert EDGE.bit_count() == 16
    assert (ALL_CELLS & ~EDGE).bit_count() == 8


def test_adjacency_crosses_locations_and_knows_no_diagonal() -> None:
    # The cell at the bottom right of slot 0 touches its own board twice, slot 1 and slot 3 once each.
    assert [cell >> 2 for cell in places(ADJACENT[2])] == [0, 0, 1, 3]


def test_an_inner_space_needs_an_own_tile_beside_it() -> None:
    # Slot 0 unturned: 1.II lies at its bottom right, an inner cell; 1.III is beside it on the edge.
    state = lay(hands={0: ["red-hans"], 1: ["green-hans"]})
    assert "place C0 1.II" not in can(state)
    state = lay(placed={"1.III": (0, "red-araujo")}, hands={0: ["red-hans"], 1: ["green-hans"]})
    assert "place C0 1.II" in can(state)
    state = lay(placed={"1.III": (1, "green-araujo")}, hands={0: ["red-hans"], 1: ["green-hans"]})
    assert "place C0 1.II" not in can(state)
    with pytest.raises(IllegalMove, match="inner space"):
        state.play(0, read("place C0 1.II"))


def test_every_space_holds_one_tile_only() -> None:
    state = lay(placed={"1.I": (1, "green-araujo")}, hands={0: ["red-hans"], 1: []})
    with pytest.raises(IllegalMove, match="taken"):
        state.play(0, read("place C0 1.I"))


def test_a_seat_without_marker_or_tile_is_skipped_and_placing_ends_when_nobody_can() -> None:
    state = lay(3, hands={0: ["red-hans", "red-araujo"], 1: [], 2: ["blue-hans", "blue-araujo"]})
    seats = []
    while state.is_placing():
        seats.append(state.actors()[0])
        play(state, can(state)[-1] if state.frame[0] else can(state)[0])
        if len(seats) > 8:
            break
    assert 1 not in seats
    assert {0, 2} == set(seats)


def test_placing_ends_when_the_markers_are_used_up_though_tiles_are_left() -> None:
    state = start(4)
    while state.frame[0] == PLACING or state.is_placing():
        state.play(state.actors()[0], state.moves(state.actors()[0])[-1])
    assert all(len(hand) >= 3 for hand in state.hands)


def test_first_seat_moves_on_clockwise_each_round() -> None:
    state = start(3)
    firsts = [state.first]
    while state.actors():
        round_ = state.round
        seat = state.actors()[0]
        state.play(seat, state.moves(seat)[-1])
        if state.round != round_:
            firsts.append(state.first)
    assert firsts == [0, 1, 2, 0]


def test_c14_the_fourth_round_ends_with_its_discards_and_the_match_is_over() -> None:
    state = start(4, seed=3)
    while state.actors():
        seat = state.actors()[0]
        state.play(seat, state.moves(seat)[-1])
    assert state.round == 3
    assert all(len(hand) <= 6 for hand in state.hands)
    assert state.result() is not None


def test_g1_the_loser_of_hells_mouth_and_the_winner_come_from_one_snapshot() -> None:
    # Green (PT flag, Nationalism) is stronger by the flag of the tile that is removed afterwards.
    state = lay(
        2,
        boards=(7, 2, 3, 4, 5, 6),
        placed={"7.I": (0, "red-araujo"), "7.II": (1, "ferro"), "7.III": (1, "pires")},
        rewards={7: "garbo", 2: "zarah", 3: "nora", 4: "hedy", 5: "bourbon", 6: "dusko"},
    )
    told = resolve(state)
    told += decline_until(state)
    # Araújo 2; A. Ferro 1 + 2 flags of Portugal + Pires 4.
    assert strengths(told, 7) == {0: 2, 1: 7}
    assert winner(told, 7) == 1
    assert NUMBER["red-araujo"] in state.removed


def test_g2_strength_adds_printed_passive_and_location_and_only_where_it_stands() -> None:
    state = lay(
        boards=(2, 4, 3, 1, 5, 6),
        placed={"2.I": (0, "green"), "4.I": (1, "green-elizabeth"), "3.I": (1, "otto")},
        rewards={2: "garbo", 4: "pires", 5: "nora"},
    )
    state.up |= 1 << cell(state, "4.I") | 1 << cell(state, "2.I")
    # G. Green 2 + 1 at Hotel Palácio + 1 for the other flag of Great Britain next door.
    assert strength(state, cell(state, "2.I")) == 4
    # The same flag at Hotel Atlântico, a German at Tamariz: nothing added.
    assert strength(state, cell(state, "4.I")) == 1
    assert strength(state, cell(state, "3.I")) == 2


def test_g2_a_german_is_stronger_at_hotel_atlantico() -> None:
    state = lay(placed={"4.I": (0, "otto"), "4.II": (1, "rosa")})
    assert strength(state, cell(state, "4.I")) == 3
    assert strength(state, cell(state, "4.II")) == 2


def test_g3_a_tile_that_left_its_space_does_nothing_there() -> None:
    state = lay(placed={"3.I": (0, "rosa"), "3.II": (1, "smith"), "3.III": (1, "garbo")})
    resolve(state)
    assert acting(state) == (0, "rosa")
    play(state, "assassin 3.II")
    assert acting(state) is None or acting(state) != (1, "smith")
    assert has(state, 1, "smith")


def test_g4_a_tie_goes_to_the_lowest_numeral() -> None:
    state = lay(placed={"3.III": (0, "red-araujo"), "3.II": (1, "green-araujo")})
    assert winner(resolve(state), 3) == 1


def test_g4_a_lone_tile_of_strength_zero_wins() -> None:
    state = lay(placed={"3.III": (1, "green-roque")}, rewards={3: "garbo", 2: "otto", 6: "zarah"})
    told = resolve(state)
    assert strengths(told, 3) == {1: 0}
    assert winner(told, 3) == 1


def test_g4_without_a_controlled_tile_the_reward_goes_under_the_pile_and_everybody_knows() -> None:
    state = lay(rewards={1: "garbo"}, pile=["otto", "nora"], hands={0: ["red-hans"]}, round_=3)
    resolve(state)
    assert state.pile[2] == NUMBER["garbo"]
    assert state.known[2] == EVERYBODY
    assert all("tile:C36" in state.view(observer).bottom for observer in (None, 0, 1))


def test_g5_a_won_tile_is_in_the_hand_at_once() -> None:
    state = lay(
        placed={"1.I": (0, "red-araujo"), "6.I": (1, "green-hans")}, rewards={1: "zarah"}, pile=["nora"]
    )
    resolve(state)
    assert acting(state) == (1, "green-hans")
    assert has(state, 0, "zarah")


def test_g6_if_neither_outer_nor_linked_spaces_are_free_any_free_space_will_do() -> None:
    state = lay(4, hands={0: ["red-hans"], 1: ["green-hans"]})
    grid = state.grid
    filler = iter(range(30, 60))
    for place in places(grid.spaces & grid.outer):
        state.at[place] = next(filler)
        state.taken |= 1 << place
        state.own[3] |= 1 << place
    inner = grid.spaces & ~grid.outer
    assert state.open_spaces(0) == inner
    assert len(can(state)) == inner.bit_count() > 0


def test_g6_rewards_are_no_spaces_and_link_nothing() -> None:
    state = lay(placed={"1.III": (0, "red-araujo")}, hands={0: ["red-hans"]})
    spaces = {text.split()[-1] for text in can(state)}
    assert not any(space.endswith("R") for space in spaces)
    for slot in range(6):
        reward = state.grid.pieces[slot].reward_cell
        assert reward < 0 or not state.grid.spaces >> reward & 1


def test_g6_the_four_cells_of_the_museum_are_linked_as_a_ring() -> None:
    state = lay(boards=(1, 8, 3, 4, 5, 6))
    cells = [cell(state, f"8.{numeral}") for numeral in ("I", "II", "III", "IV")]
    for one, other in zip(cells, [*cells[1:], cells[0]], strict=True):
        assert ADJACENT[one] >> other & 1
    assert state.grid.pieces[1].reward_cell == -1


def test_g7_a_marker_is_control_while_placing() -> None:
    state = lay(placed={"1.III": (0, "red-araujo")}, hands={0: ["red-hans"]})
    assert state.controller(1 << cell(state, "1.III")) == 0
    assert state.reach[0] >> cell(state, "1.II") & 1


def test_c10_the_reward_is_public_before_its_conspirator_acts() -> None:
    state = lay(placed={"2.I": (0, "red-hans")}, rewards={2: "garbo"}, pile=["otto"])
    resolve(state)
    assert acting(state) == (0, "red-hans")
    reward = next(each for each in state.view(None).locations if each.number == 2).rewards[0]
    assert reward.tile is not None
    assert reward.tile.tile == "tile:C36"


def test_discards_are_secret_until_all_have_chosen_and_then_stay_face_up() -> None:
    state = lay(
        2,
        placed={"3.I": (0, "red-araujo"), "2.I": (1, "green-araujo")},
        hands={0: ["red-hans", "red-elizabeth", "red-linda", "red-guedes", "red-roque"],
               1: ["green-hans", "green-elizabeth", "green-linda", "green-guedes", "green-roque"]},
        rewards={3: "garbo", 2: "zarah"},
        pile=["otto"] * 1 + ["nora", "smith", "anne", "clark", "rene"],
    )  # fmt: skip
    resolve(state)
    assert state.frame[0] == DISCARDING
    assert state.sealed()
    assert list(state.actors()) == [0, 1]
    told = play(state, "discard C0")
    assert [(entry.key, entry.to) for entry in told] == [("discarding.you", 0)]
    assert state.discards == (b"", b"")
    assert state.view(1).seats[0].to_discard == 1
    assert state.view(1).actors == [0, 1]
    assert state.view(None).seats[0].discards == []
    told = play(state, "discard C6")
    assert [entry.key for entry in told if entry.key == "discarded"] == ["discarded"] * 2
    assert state.discards == (bytes([0]), bytes([6]))
    assert state.round == 1


def test_the_order_of_secret_discards_does_not_matter() -> None:
    ends = []
    for order in ((0, 1), (1, 0)):
        state = lay(
            hands={0: [*STARTERS["red"], "nora"], 1: [*STARTERS["green"], "otto"]},
            pile=["garbo", "zarah", "smith", "anne", "clark", "rene", "dusko"],
        )  # fmt: skip
        resolve(state)
        assert state.sealed()
        for seat in order:
            state.play(seat, state.moves(seat)[2])
        ends.append(RULES.save(state))
    assert ends[0] == ends[1]


def test_six_tiles_or_fewer_need_no_discard() -> None:
    state = lay(placed={"1.I": (0, "red-araujo")}, hands={1: ["green-hans"]}, pile=["nora"] + ["otto"] * 6)
    resolve(state)
    assert not state.sealed()
    assert state.round == 1


def test_a_forced_removal_is_played_by_the_engine_and_told() -> None:
    state = lay(boards=(7, 2, 3, 4, 5, 6), placed={"7.I": (0, "garbo"), "7.II": (1, "green-araujo")})
    told = resolve(state)
    assert state.frame[0] != REMOVING
    assert [entry.key for entry in told if entry.key == "removed"] == ["removed"]
    assert on(state, "7.II") is None


def test_r1_dice_come_in_the_order_of_numerals_and_are_shown() -> None:
    state = lay(
        placed={"6.III": (0, "garbo"), "6.I": (1, "green-araujo")},
        chance=Rolls(pair(1, 6), pair(3, 2)),
    )
    told = resolve(state)
    dice = [entry.args for entry in told if entry.key == "dice"]
    assert [(args["space"], args["a"], args["b"], args["plus"]) for args in dice] == [
        ("space:6.I", 1, 6, 5),
        ("space:6.III", 3, 2, 1),
    ]
    assert strengths(told, 6) == {1: 7, 0: 4}
    assert VP[NUMBER["garbo"]] == 4
