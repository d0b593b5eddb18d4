"""Rulings M1-M5, T2 and the contradictions about scoring (rulebook: "End of Game", "Mission Tiles")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engines.estoril.frames import THE_END
from engines.estoril.missions import POINTS, counts, shares
from engines.estoril.scoring import result, scores
from engines.estoril.state import EstorilState
from engines.protocol import Result, Seat
from tests.engines.estoril.tables import MISSION, NUMBER, STARTERS, lay, tiles


def ended(
    hands: Mapping[Seat, Sequence[str]],
    missions: Sequence[str] = (),
    discards: Mapping[Seat, int] | None = None,
) -> EstorilState:
    """A finished match with these hands and so many discards."""
    state = lay(len(hands), hands=hands, missions=missions, round_=3)
    state.clear_grid()
    spare = bytes(n for n in range(85) if not any(n in hand for hand in state.hands))
    state.discards = tuple(spare[: (discards or {}).get(seat, 0)] for seat in range(state.seats))
    state.frame = THE_END
    return state


def outcome(state: EstorilState) -> Result:
    found = state.result()
    assert found is not None
    return found


def count(mission: str, *keys: str) -> int:
    return counts(MISSION[mission], [tiles(*keys)])[0]


@pytest.mark.parametrize(("tied", "share"), [(1, 6), (2, 3), (3, 2), (4, 1)])
def test_m1_ties_share_six_points_rounded_down(tied: int, share: int) -> None:
    counted = [2] * tied + [1] * (4 - tied)
    assert shares(MISSION["most_women"], counted) == [share] * tied + [0] * (4 - tied)


def test_c2_every_base_mission_is_worth_six_points_the_strength_mission_too() -> None:
    state = lay()
    assert {POINTS[mission] for mission in state.box.missions} == {6}
    assert POINTS[MISSION["strength"]] == 6


def test_m2_a_mission_that_nobody_has_a_symbol_for_scores_for_nobody() -> None:
    assert shares(MISSION["most_assassin"], [0, 0, 0]) == [0, 0, 0]
    state = ended({0: ["garbo"], 1: ["luciano"]}, ["most_assassin"])
    assert outcome(state).parts[0]["most_assassin"] == 0


def test_m3_double_symbols_count_twice_and_one_tile_serves_several_missions() -> None:
    assert count("most_assassin", "shouwaloff", "alekhine") == 3
    assert count("most_diplomacy", "alekhine", "bourbon") == 3
    assert count("most_seduction", "zsazsa") == 2
    assert count("most_women", "zsazsa", "hedy", "garbo") == 2
    assert count("flags_base", "zsazsa") == 1


def test_m3_strength_is_the_printed_one() -> None:
    assert count("strength", "luciano", "salazar", "red-araujo") == 9


def test_m3_each_shown_flag_counts_once_and_others_not_at_all() -> None:
    assert count("flags_base", "rene", "antoine", "garbo", "luciano", "otto", "fleming") == 3


@pytest.mark.parametrize("flag", ["PT", "GB", "US", "DE"])
def test_m3_flag_missions_count_every_flag(flag: str) -> None:
    starters = STARTERS["red"]
    assert count(f"most_flag_{flag}", *starters) == {"PT": 3, "GB": 1, "US": 1, "DE": 1}[flag]


def test_m3_only_the_hand_counts_for_missions_not_the_discards() -> None:
    state = ended({0: ["garbo"], 1: ["nora"]}, ["most_assassin"])
    state.discards = (tiles("shouwaloff"), b"")
    assert outcome(state).parts[1]["most_assassin"] == 6


def test_m4_discards_score_one_point_each() -> None:
    state = ended({0: ["garbo"], 1: ["luciano"]}, [], {0: 3, 1: 7})
    assert outcome(state).points == (4 + 3, 1 + 7)
    assert outcome(state).parts[1] == {"discards": 7, "tiles": 1}


def test_m5_more_accomplished_missions_break_a_tie() -> None:
    state = ended({0: ["garbo", "zarah"], 1: ["alekhine"]}, ["most_assassin", "most_diplomacy"], {0: 6, 1: 0})
    found = outcome(state)
    # 8 + 6 discards without a mission against 2 + two missions.
    assert found.points == (14, 14)
    assert found.places == (2, 1)


def test_m5_a_shared_mission_counts_as_accomplished() -> None:
    state = ended({0: ["garbo", "nora"], 1: ["rosa", "zarah"]}, ["most_assassin"], {0: 0, 1: 1})
    assert [score.accomplished for score in scores(state)] == [1, 1]
    assert outcome(state).parts[0]["most_assassin"] == 3


def test_m5_then_more_points_from_tiles_in_hand() -> None:
    state = ended({0: ["garbo"], 1: ["luciano"]}, [], {0: 0, 1: 3})
    assert outcome(state).points == (4, 4)
    assert outcome(state).places == (1, 2)


def test_m5_then_the_victory_is_shared() -> None:
    state = ended({0: ["garbo"], 1: ["zarah"], 2: ["luciano"]}, [], {2: 1})
    assert outcome(state).places == (1, 1, 3)


def test_c15_fewer_than_six_tiles_count_as_they_are() -> None:
    state = ended({0: ["garbo", "zarah"], 1: STARTERS["green"]})
    assert outcome(state).points == (8, 6)


def test_the_result_explains_every_point() -> None:
    state = ended({0: ["garbo", "nora"], 1: STARTERS["green"]}, ["most_assassin", "most_women"], {0: 2, 1: 1})
    found = outcome(state)
    assert [sum(parts.values()) for parts in found.parts] == list(found.points)
    assert list(state.points()) == list(found.points)
    assert state.view(None).parts == [dict(parts) for parts in found.parts]


def test_points_during_the_match_follow_the_public_networks() -> None:
    state = lay(placed={"1.I": (0, "garbo")}, hands={0: ["zarah"], 1: ["luciano"]})
    assert list(state.points()) == [8, 1]
    assert state.result() is None


def test_t2_who_leaves_is_placed_below_all_who_stay_the_last_leaver_above_earlier_ones() -> None:
    state = lay(4, hands={0: ["garbo", "zarah"], 1: ["clark"], 2: ["nora"], 3: ["luciano"]})
    state.leave(0)
    state.leave(2)
    assert state.result() is None
    assert list(state.actors()) == [0], "it goes on acting for the others' sake"
    state.frame = THE_END
    found = outcome(state)
    assert found.reason == "finished"
    assert found.places == (4, 1, 3, 2)


def test_t2_with_fewer_than_two_staying_the_match_ends() -> None:
    state = lay(3, hands={0: ["garbo"], 1: ["clark"], 2: ["luciano"]})
    state.leave(1)
    state.leave(0)
    found = outcome(state)
    assert found.reason == "left"
    assert found.places == (2, 3, 1)
    assert list(state.actors()) == []
    assert result(state) == found
    assert NUMBER["garbo"] in state.network(0)
