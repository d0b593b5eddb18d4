"""Look symbols (rulebook: "Location Board Explanation"; who may see what)."""

from __future__ import annotations

import pytest

from engines.estoril.frames import LOOKING
from engines.estoril.moves import read
from engines.estoril.position import EVERYBODY
from engines.protocol import IllegalMove, hears
from tests.engines.estoril.tables import NUMBER, Rolls, can, cell, decline_until, lay, play, resolve, tiles


def test_here_reaches_the_location_and_its_reward() -> None:
    state = lay(
        boards=(2, 1, 3, 4, 5, 6),
        placed={"2.I": (1, "green-hans"), "1.I": (1, "green-araujo")},
        hands={0: ["red-hans", "red-araujo"], 1: ["green-roque", "green-linda"]},
        turns=(2, 0, 0, 0, 0, 0),
    )
    state.reach[0] = (1 << 24) - 1
    play(state, "place C0 2.II")
    assert set(can(state)) == {"look 2.I", "look 2.II", "look 2.R", "look none"}


def test_here_or_adjacent_reaches_adjacent_locations_but_no_diagonal() -> None:
    state = lay(
        boards=(2, 1, 3, 4, 5, 6),
        placed={"1.I": (1, "green-hans"), "4.I": (1, "green-araujo"), "5.I": (1, "green-linda")},
        hands={0: ["red-hans", "red-araujo"], 1: ["green-roque"]},
    )
    state.reach[0] = (1 << 24) - 1
    play(state, "place C0 2.III")
    assert set(can(state)) == {"look 1.I", "look 4.I", "look 2.III", "look 2.R", "look none"}


def test_a_look_is_known_to_the_looker_alone_until_the_tile_moves_or_is_revealed() -> None:
    state = lay(
        3,
        placed={"4.I": (1, "green-hans")},
        hands={0: ["red-hans", "red-araujo"], 1: ["green-roque"], 2: ["blue-hans"]},
        pile=["nora"],
    )
    state.reach[0] = (1 << 24) - 1
    play(state, "place C0 4.II")
    told = play(state, "look 4.I")
    assert {entry.key for entry in told if hears(entry.to, 0)} == {"looked.you"}
    assert {entry.key for entry in told if hears(entry.to, 1)} == {"looked"}
    assert not any("tile" in entry.args for entry in told if hears(entry.to, None))
    known = ("space:4.I", f"tile:C{NUMBER['green-hans']}")
    assert known in state.view(0).seen
    assert known not in state.view(2).seen
    assert known not in state.view(None).seen
    tile = next(
        space.tile for place in state.view(0).locations for space in place.spaces if space.ref == "space:4.I"
    )
    assert tile is not None
    assert (tile.tile, tile.up) == (known[1], False)


def test_a_looked_at_reward_stays_known_to_the_looker() -> None:
    state = lay(hands={0: ["red-hans", "red-araujo"], 1: ["green-hans"]}, rewards={2: "garbo"})
    state.reach[0] = (1 << 24) - 1
    play(state, "place C0 2.II", "look 2.R")
    assert ("reward:2", "tile:C36") in state.view(0).seen
    assert ("reward:2", "tile:C36") not in state.view(1).seen


def test_knowledge_ends_when_the_tile_leaves() -> None:
    state = lay(placed={"2.I": (0, "anne"), "5.I": (1, "garbo"), "5.III": (1, "green-araujo")}, brake=True)
    state.seen[0] |= 1 << cell(state, "5.I")
    resolve(state)
    play(state, "seduce 5.I 2.III")
    assert state.seen[0] >> cell(state, "5.I") & 1 == 0
    decline_until(state, "6.III")


def test_without_anything_new_to_see_nothing_is_asked() -> None:
    state = lay(hands={0: ["red-hans", "red-araujo"], 1: ["green-hans"]}, boards=(1, 4, 3, 5, 6, 7))
    state.reach[0] = (1 << 24) - 1
    play(state, "place C0 1.II")
    assert state.frame[0] != LOOKING, "only the own tile lies face down there"
    assert list(state.actors()) == [1]


def test_own_tiles_are_legal_targets_once_there_is_a_question() -> None:
    state = lay(placed={"1.I": (1, "green-hans")}, hands={0: ["red-hans", "red-araujo"], 1: ["green-roque"]})
    state.reach[0] = (1 << 24) - 1
    play(state, "place C0 1.II")
    assert set(can(state)) == {"look 1.I", "look 1.II", "look none"}
    play(state, "look 1.II")
    assert list(state.actors()) == [1]


def test_only_face_down_things_in_reach_can_be_looked_at() -> None:
    state = lay(placed={"1.I": (1, "green-hans")}, hands={0: ["red-hans", "red-araujo"], 1: ["green-roque"]})
    state.reach[0] = (1 << 24) - 1
    play(state, "place C0 1.II")
    for text in ("look 1.R", "look 3.I", "look 8.I", "look 2.R"):
        with pytest.raises(IllegalMove):
            state.play(0, read(text))


def test_a_tile_known_from_the_pile_stays_known_as_a_face_down_reward() -> None:
    state = lay(3, pile=["nora", "garbo", "otto", "smith", "anne", "clark", "rene"], chance=Rolls())
    state.known = bytes([0, 1 << 1, 0, 0, 0, 0, 0])
    state.hands = [tiles("red-hans"), tiles("green-hans"), tiles("blue-hans")]
    resolve(state)
    # The next round lies in the order of numbers: its second reward is Hotel Palácio's, Top Secret.
    assert state.round == 1
    assert state.at[cell(state, "2.R")] == NUMBER["garbo"]
    assert state.view(1).seen == [("reward:2", "tile:C36")]
    assert state.view(0).seen == state.view(2).seen == state.view(None).seen == []


def test_a_public_tile_from_the_pile_is_known_to_spectators_too() -> None:
    state = lay(2, pile=["nora", "garbo", "otto", "smith", "anne", "clark", "rene"], chance=Rolls())
    state.known = bytes([0, EVERYBODY, 0, 0, 0, 0, 0])
    state.hands = [tiles("red-hans"), tiles("green-hans")]
    resolve(state)
    assert state.view(None).seen == [("reward:2", "tile:C36")]
