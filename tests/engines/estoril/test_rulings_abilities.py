"""Rulings A1-A4, S1-S7, D1-D2, P1-P3, N1-N3 (rulebook: "Characters Abilities")."""

from __future__ import annotations

import pytest

from engines.estoril.frames import CONSPIRING, REMOVING
from engines.estoril.moves import read
from engines.estoril.position import EVERYBODY
from engines.estoril.strengths import strength
from engines.protocol import IllegalMove, hears
from tests.engines.estoril.tables import (
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
    winner,
    won_tile,
)


def test_abilities_are_used_in_the_order_of_numerals_each_symbol_once() -> None:
    state = lay(placed={"3.III": (0, "smith"), "3.I": (1, "rosa"), "3.II": (0, "garbo")})
    resolve(state)
    assert acting(state) == (1, "rosa")
    play(state, "decline")
    assert acting(state) == (0, "smith")
    play(state, "assassin 3.II")
    assert acting(state) is None


def test_two_different_symbols_may_be_used_in_either_order_or_declined() -> None:
    for first, second in (("assassin 3.II", "diplomacy 3.I"), ("diplomacy 3.I", "assassin 3.II")):
        state = lay(placed={"3.I": (0, "alekhine"), "3.II": (1, "garbo")})
        resolve(state)
        assert {"assassin 3.II", "diplomacy 3.I", "decline"} <= set(can(state))
        play(state, first)
        assert first.split()[0] not in {text.split()[0] for text in can(state)}
        play(state, second)
        assert acting(state) is None


# Assassin


def test_a1_any_unshielded_placed_tile_here_own_and_itself_included_but_no_reward() -> None:
    state = lay(
        placed={"3.I": (0, "rosa"), "3.II": (1, "garbo"), "3.III": (0, "luciano"), "2.I": (1, "pires")}
    )
    state.shield = 1 << cell(state, "3.II")
    resolve(state)
    decline_until(state, "3.I")
    assert can(state) == ["assassin 3.III", "assassin 3.I", "decline"]
    with pytest.raises(IllegalMove, match="no target"):
        state.play(0, read("assassin 3.II"))


def test_a1_an_assassin_may_save_itself_from_hells_mouth() -> None:
    state = lay(boards=(7, 2, 3, 4, 5, 6), placed={"7.I": (0, "nora"), "7.II": (1, "garbo")})
    resolve(state)
    told = play(state, "assassin 7.I")
    assert state.removed == b""
    assert winner(told, 7) == 1


def test_a2_the_target_goes_to_its_owners_hand_and_its_space_is_free() -> None:
    state = lay(
        boards=(1, 2, 3, 4, 5, 6),
        placed={"3.I": (0, "rosa"), "3.II": (1, "garbo"), "3.III": (0, "anne"), "2.II": (1, "pires")},
        brake=True,
    )
    state.shield |= 1 << cell(state, "2.II") | 1 << cell(state, "6.III")
    resolve(state)
    decline_until(state, "3.I")
    play(state, "assassin 3.II")
    assert has(state, 1, "garbo")
    assert on(state, "3.II") is None
    assert state.own[1] >> cell(state, "3.II") & 1 == 0
    assert acting(state) is None, "its neighbours are shielded"
    state = lay(
        placed={"3.I": (0, "rosa"), "3.II": (1, "garbo"), "3.III": (0, "anne"), "2.II": (1, "luciano")}
    )
    resolve(state)
    play(state, "assassin 3.II")
    assert acting(state) == (0, "anne")
    assert "seduce 2.II 3.II" in can(state)


def test_a3_two_symbols_are_two_uses() -> None:
    state = lay(placed={"3.I": (0, "shouwaloff"), "3.II": (1, "garbo"), "3.III": (1, "luciano")})
    resolve(state)
    play(state, "assassin 3.II")
    assert acting(state) == (0, "shouwaloff")
    told = play(state, "assassin 3.III")
    assert strengths(told, 3) == {0: 1}


def test_a3_a_first_use_on_itself_ends_the_second() -> None:
    state = lay(placed={"3.I": (0, "shouwaloff"), "3.II": (1, "garbo")})
    resolve(state)
    told = play(state, "assassin 3.I")
    assert acting(state) is None
    assert strengths(told, 3) == {1: 3}
    assert state.network(0) == bytes([NUMBER["shouwaloff"]])


def test_a4_no_assassin_acts_at_the_church_but_other_abilities_do() -> None:
    state = lay(placed={"1.I": (0, "rosa"), "1.II": (1, "alekhine")})
    resolve(state)
    assert acting(state) == (1, "alekhine")
    assert can(state) == ["diplomacy 1.I", "diplomacy 1.II", "decline"]
    with pytest.raises(IllegalMove, match="no such ability"):
        state.play(1, read("assassin 1.I"))


# Seduction


def test_s1_no_free_space_or_no_unshielded_neighbour_means_no_use() -> None:
    full = lay(
        placed={"3.I": (0, "anne"), "3.II": (1, "garbo"), "3.III": (1, "luciano"), "2.I": (1, "green-araujo")}
    )
    resolve(full)
    assert acting(full) is None
    alone = lay(placed={"3.I": (0, "anne"), "1.I": (1, "luciano")})
    resolve(alone)
    assert acting(alone) is None
    shielded = lay(placed={"3.I": (0, "anne"), "2.I": (1, "luciano")})
    shielded.shield = 1 << cell(shielded, "2.I")
    resolve(shielded)
    assert acting(shielded) is None


def test_s1_two_symbols_need_a_free_space_each_and_may_take_from_different_locations() -> None:
    state = lay(
        boards=(1, 3, 2, 4, 5, 6),
        placed={"3.I": (0, "zsazsa"), "2.I": (1, "luciano"), "1.I": (1, "garbo")},
        brake=True,
    )
    resolve(state)
    play(state, "seduce 2.I 3.II")
    assert set(can(state)) == {"seduce 1.I 3.III", "decline"}
    play(state, "seduce 1.I 3.III")
    assert on(state, "3.III") == "garbo"


def test_s2_targets_may_be_own_face_down_resolved_or_seduced_before_never_here_or_shielded() -> None:
    state = lay(
        boards=(1, 3, 2, 4, 5, 6),
        placed={
            "3.I": (0, "anne"),
            "3.II": (1, "garbo"),
            "1.I": (0, "luciano"),  # own, resolved
            "5.I": (1, "green-araujo"),  # face down
            "2.I": (1, "blue-araujo"),  # seduced before
            "2.II": (0, "red-araujo"),  # own, shielded
        },
    )
    state.mute |= 1 << cell(state, "2.I")
    state.shield |= 1 << cell(state, "2.II")
    resolve(state)
    assert acting(state) == (0, "anne")
    assert not state.up >> cell(state, "5.I") & 1
    assert set(can(state)) == {"seduce 1.I 3.III", "seduce 5.I 3.III", "seduce 2.I 3.III", "decline"}


def test_s3_the_controller_chooses_the_space_and_the_tile_is_turned_up_even_on_top_secret() -> None:
    state = lay(placed={"2.I": (0, "anne"), "3.II": (1, "garbo"), "5.I": (1, "luciano")}, brake=True)
    resolve(state)
    assert {"seduce 5.I 2.II", "seduce 5.I 2.III"} <= set(can(state))
    play(state, "seduce 5.I 2.III")
    assert on(state, "2.III") == "luciano"
    assert state.grid.secret >> cell(state, "2.III") & 1
    assert state.up >> cell(state, "2.III") & 1


def test_s4_a_seduced_tile_has_no_abilities_but_its_flag_and_the_locations_bonus_still_work() -> None:
    state = lay(
        boards=(4, 1, 3, 5, 6, 2),
        placed={"4.I": (0, "anne"), "5.I": (1, "walser"), "4.II": (1, "nora")},
        rewards={4: "garbo", 1: "zarah", 5: "dusko"},
    )
    resolve(state)
    assert acting(state) == (0, "anne")
    told = play(state, "seduce 5.I 4.III")
    # Nora 1 + 1 for Germany; Walser 4 + 1, without his Nationalism though two other Germans show.
    assert strength(state, cell(state, "4.III")) == 5
    assert acting(state) == (1, "nora")
    told += play(state, "decline")
    assert strengths(told, 4) == {0: 2, 1: 7}
    seduced = lay(boards=(4, 1, 3, 5, 6, 2), placed={"4.I": (0, "anne"), "5.I": (1, "smith")})
    resolve(seduced)
    play(seduced, "seduce 5.I 4.II")
    assert acting(seduced) is None, "S. Smith came without his Assassin"


def test_s4_a_seduced_tile_feeds_the_nationalism_of_others() -> None:
    state = lay(
        placed={"3.I": (0, "anne"), "3.II": (1, "green"), "2.I": (0, "fleming")},
        brake=True,
        rewards={3: "garbo", 2: "pires", 6: "zarah"},
    )
    resolve(state)
    decline_until(state, "3.I")
    play(state, "seduce 2.I 3.III")
    assert strength(state, cell(state, "3.II")) == 3


def test_s4_a_seduced_tile_stays_mute_when_it_is_moved_again() -> None:
    state = lay(
        boards=(1, 2, 3, 4, 5, 6),
        placed={"2.I": (0, "anne"), "3.III": (0, "zarah"), "1.I": (1, "walser")},
        brake=True,
    )
    resolve(state)
    play(state, "seduce 1.I 2.II")
    assert acting(state) == (0, "zarah")
    play(state, "seduce 2.II 3.I")
    assert state.mute >> cell(state, "3.I") & 1
    assert not state.mute >> cell(state, "2.II") & 1


def test_s4_a_seduced_tile_rolls_dice_at_the_casino() -> None:
    state = lay(placed={"6.I": (0, "anne"), "5.I": (1, "garbo")}, chance=Rolls(pair(1, 1), pair(6, 1)))
    resolve(state)
    told = play(state, "seduce 5.I 6.II")
    assert strengths(told, 6) == {0: 2, 1: 8}


def test_s5_a_seduced_tile_can_be_the_second_player_at_hells_mouth_and_the_one_removed() -> None:
    state = lay(boards=(7, 8, 3, 4, 5, 6), placed={"7.I": (0, "anne"), "8.I": (1, "green-roque")})
    resolve(state)
    play(state, "seduce 8.I 7.II")
    assert state.removed == bytes([NUMBER["green-roque"]])


def test_s6_placing_by_seduction_is_no_turn_and_gives_no_look() -> None:
    state = lay(placed={"2.I": (0, "anne"), "5.I": (1, "garbo"), "5.II": (1, "green-hans")})
    resolve(state)
    play(state, "seduce 5.I 2.III")
    assert state.grid.look[cell(state, "2.III")]
    assert not state.is_placing()


def test_s7_the_seducer_does_not_see_the_face_down_tile_before_choosing() -> None:
    state = lay(placed={"2.I": (0, "anne"), "5.I": (1, "garbo")})
    resolve(state)
    spaces = {space.ref: space for place in state.view(0).locations for space in place.spaces}
    tile = spaces["space:5.I"].tile
    assert tile is not None
    assert tile.tile is None
    move = read("seduce 5.I 2.II")
    assert state.reveals(0, move)
    assert all("tile" not in told.args for told in state.explain(0, move))


# Diplomacy


def test_d1_any_placed_tile_here_or_adjacent_itself_and_face_down_ones_included() -> None:
    state = lay(
        boards=(1, 3, 2, 4, 5, 6),
        placed={
            "3.I": (0, "monteiro"),
            "3.II": (1, "garbo"),
            "1.I": (1, "luciano"),  # resolved
            "5.I": (1, "green-araujo"),  # face down
            "6.I": (1, "blue-araujo"),  # not adjacent
        },
    )
    resolve(state)
    assert set(can(state)) == {"diplomacy 3.I", "diplomacy 3.II", "diplomacy 1.I", "diplomacy 5.I", "decline"}
    told = play(state, "diplomacy 5.I")
    assert not any("tile" in entry.args for entry in told if entry.key == "diplomacy.down")
    assert state.view(0).seen == []


def test_d2_a_shield_stops_assassin_and_seduction_of_everyone_and_two_symbols_guard_two() -> None:
    state = lay(
        boards=(3, 4, 1, 5, 6, 2),
        placed={"3.I": (1, "bourbon"), "3.II": (0, "smith"), "3.III": (1, "garbo"), "4.I": (0, "anne")},
    )
    resolve(state)
    play(state, "diplomacy 3.I", "diplomacy 3.III")
    assert acting(state) == (0, "smith")
    assert can(state) == ["assassin 3.II", "decline"]
    play(state, "decline")
    assert acting(state) == (0, "anne")
    assert {text.split()[1] for text in can(state) if text != "decline"} == {"3.II"}


def test_d2_a_second_shield_adds_nothing_and_none_outlives_the_round() -> None:
    state = lay(
        placed={"3.I": (1, "bourbon"), "3.II": (0, "luciano")},
        hands={0: ["red-hans"]},
        pile=["nora", "otto", "smith", "anne", "clark", "rene"],
    )
    resolve(state)
    play(state, "diplomacy 3.II")
    shields = state.shield
    play(state, "diplomacy 3.II")
    assert shields == 1 << cell(lay(), "3.II")
    assert state.round == 1
    assert state.shield == 0


def test_d2_a_shield_does_not_stop_hells_mouth() -> None:
    state = lay(
        boards=(7, 8, 3, 4, 5, 6),
        placed={
            "7.I": (1, "monteiro"),
            "7.II": (1, "green-araujo"),
            "7.III": (0, "garbo"),
            "8.I": (0, "luciano"),
        },
    )
    state.shield = 1 << cell(state, "7.III")
    resolve(state)
    play(state, "diplomacy 7.III")
    assert NUMBER["garbo"] in state.removed


# Conspiracy


def test_p1_only_the_conspirator_sees_the_tile_and_an_unswapped_one_stays_known_to_it() -> None:
    state = lay(3, placed={"3.I": (0, "otto")}, rewards={3: "nora"}, pile=["garbo", "zarah"], round_=3)
    resolve(state)
    told = play(state, "conspiracy")
    assert state.frame[0] == CONSPIRING
    assert state.view(0).offered == "tile:C36"
    assert state.view(1).offered is None
    assert state.view(None).offered is None
    assert not any("tile:C36" in entry.args.values() for entry in told if hears(entry.to, 1))
    told = play(state, "keep")
    assert won_tile(told, 3) == "nora"
    at = state.pile.index(NUMBER["garbo"])
    assert state.known[at] == 1
    assert "tile:C36" in state.view(0).bottom
    assert "tile:C36" not in state.view(1).bottom
    assert not any("tile:C36" in entry.args.values() for entry in told if hears(entry.to, None))


def test_p1_an_exchanged_reward_goes_publicly_under_the_pile() -> None:
    state = lay(3, placed={"3.I": (0, "otto")}, rewards={3: "nora"}, pile=["garbo", "zarah"], round_=3)
    resolve(state)
    told = play(state, "conspiracy", "swap")
    assert won_tile(told, 3) == "garbo"
    assert state.known[state.pile.index(NUMBER["nora"])] == EVERYBODY
    assert f"tile:C{NUMBER['nora']}" in state.view(None).bottom


def test_p2_two_symbols_see_two_tiles_one_after_the_other() -> None:
    state = lay(placed={"3.I": (0, "dusko")}, rewards={3: "nora"}, pile=["garbo", "zarah"], round_=3)
    resolve(state)
    play(state, "conspiracy", "keep")
    assert acting(state) == (0, "dusko")
    play(state, "conspiracy")
    assert state.view(0).offered == f"tile:C{NUMBER['zarah']}"
    told = play(state, "swap")
    assert won_tile(told, 3) == "zarah"


def test_p3_an_empty_pile_makes_conspiracy_unusable() -> None:
    state = lay(placed={"1.I": (0, "otto")}, pile=[], round_=3)
    resolve(state)
    assert acting(state) is None


# Nationalism


def test_n1_counts_other_visible_flags_here_and_adjacent_of_anyone_rewards_included() -> None:
    state = lay(
        boards=(1, 3, 2, 4, 5, 6),
        placed={
            "3.I": (0, "green"),
            "3.II": (1, "fleming"),  # here
            "2.I": (1, "loreta"),  # adjacent, face down
            "2.II": (0, "windsor"),  # adjacent, own, face down
            "6.I": (1, "green-elizabeth"),  # not adjacent
        },
        rewards={3: "red-elizabeth", 5: "blue-elizabeth", 1: "yellow-elizabeth", 2: "pink-elizabeth"},
    )
    # Here: Fleming and the reward; adjacent: the face-up rewards of 1 and 5, not the hidden one of 2.
    assert strength(state, cell(state, "3.I")) == 2 + 4
    state.up |= 1 << cell(state, "2.I")
    assert strength(state, cell(state, "3.I")) == 2 + 5
    state.lift(cell(state, "1.R"))
    assert strength(state, cell(state, "3.I")) == 2 + 4, "a taken reward is gone"


def test_n2_two_symbols_count_each_flag_twice() -> None:
    state = lay(
        placed={"3.I": (0, "salazar"), "3.II": (1, "green-araujo")},
        rewards={3: "nora", 2: "otto", 6: "zarah"},
    )
    assert strength(state, cell(state, "3.I")) == 2 + 2


def test_n3_nationalism_is_automatic_and_never_asked() -> None:
    state = lay(
        placed={"3.I": (0, "salazar"), "3.II": (1, "ferro")}, rewards={3: "nora", 2: "otto", 6: "zarah"}
    )
    told = resolve(state)
    assert acting(state) is None
    assert strengths(told, 3) == {0: 4, 1: 2}
    assert state.frame[0] != REMOVING
