"""Storage, forks, bounds, points of no return, refusals and the view's JSON."""

from __future__ import annotations

import random

import msgspec
import pytest

from engines.chance import KeyedChance, StreamChance
from engines.estoril.frames import DISCARDING
from engines.estoril.moves import read
from engines.estoril.rules import RULES
from engines.estoril.view import EstorilView
from engines.protocol import BadOptions, IllegalMove
from tests.engines.estoril.tables import STARTERS, can, decline_until, lay, play, resolve, start


def positions(games: int = 6):  # type: ignore[no-untyped-def]
    for seed in range(games):
        source = random.Random(seed)
        state = start(2 + seed % 3, seed)
        while state.actors():
            yield state
            seat = state.actors()[0]
            state.play(seat, state.pick(seat, source))
        yield state


def test_a_state_is_small_and_comes_back_equal() -> None:
    sizes = []
    for state in positions():
        data = RULES.save(state)
        sizes.append(len(data))
        loaded = RULES.load(data)
        assert RULES.save(loaded) == data
        assert loaded.view(0) == state.view(0)
    assert sum(sizes) / len(sizes) <= 300
    assert max(sizes) <= 330


def test_the_chance_is_stored_with_its_counter() -> None:
    state = start(3, 9)
    loaded = RULES.load(RULES.save(state))
    assert isinstance(loaded.chance, KeyedChance)
    assert isinstance(state.chance, KeyedChance)
    assert (loaded.chance.key, loaded.chance.counter) == (state.chance.key, state.chance.counter)


@pytest.mark.parametrize("data", [b"", b"\x90", b"nonsense", RULES.save(start(2))[:-1]])
def test_bytes_that_are_no_state_are_refused(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, ValueError)):
        RULES.load(data)


def test_the_same_key_and_moves_give_the_same_bytes() -> None:
    ends = []
    for _ in range(2):
        source = random.Random(5)
        state = start(4, 77)
        while state.actors():
            seat = state.actors()[0]
            state.play(seat, state.pick(seat, source))
        ends.append(RULES.save(state))
    assert ends[0] == ends[1]


def test_a_fork_is_independent() -> None:
    source = random.Random(1)
    for state in positions(3):
        before = RULES.save(state)
        fork = state.fork()
        for _ in range(12):
            if fork.actors():
                fork.play(fork.actors()[0], fork.pick(fork.actors()[0], source))
        assert RULES.save(state) == before


def test_no_match_is_longer_than_the_bound() -> None:
    for seed in range(40):
        source = random.Random(seed)
        state = RULES.start(2 + seed % 3, {}, StreamChance(source))
        count = 0
        while state.actors():
            state.play(state.actors()[0], state.pick(state.actors()[0], source))
            count += 1
        assert count <= RULES.info.move_bound


def test_pick_gives_each_listed_move_equally_often() -> None:
    state = lay(placed={"3.I": (0, "alekhine"), "3.II": (1, "garbo"), "2.I": (1, "nora")}, brake=True)
    resolve(state)
    decline_until(state, "3.I")
    source = random.Random(2)
    moves = state.moves(0)
    counts = [0] * len(moves)
    for _ in range(400 * len(moves)):
        counts[moves.index(state.pick(0, source))] += 1
    assert min(counts) > 320
    assert max(counts) < 480


def test_views_are_json_for_everybody_at_every_position() -> None:
    for state in positions(3):
        for observer in (None, 0, 1):
            view = state.view(observer)
            assert msgspec.json.decode(msgspec.json.encode(view), type=EstorilView) == view


def test_illegal_moves_say_why_and_change_nothing() -> None:
    state = lay(hands={0: ["red-hans"], 1: ["green-hans"]})
    before = RULES.save(state)
    for seat, text, why in (
        (1, "place C6 1.I", "turn"),
        (0, "place C6 1.I", "hand"),
        (0, "place C0 8.I", "table"),
        (0, "keep", "place a tile"),
    ):
        with pytest.raises(IllegalMove, match=why):
            state.play(seat, read(text))
    assert RULES.save(state) == before


def test_seats_and_options_that_are_not_offered_are_refused() -> None:
    for seats in (0, 1, 5):
        with pytest.raises(BadOptions, match="2, 3 or 4"):
            RULES.check(seats, {})
    with pytest.raises(BadOptions, match="roulette"):
        RULES.check(2, {"roulette": True})
    assert RULES.check(3, {}) == {}


def test_looks_conspiracies_and_whatever_turns_a_location_up_are_points_of_no_return() -> None:
    state = lay(placed={"1.I": (1, "nora")}, hands={0: ["red-hans", "red-araujo"], 1: ["green-hans"]})
    state.reach[0] = (1 << 24) - 1
    assert not state.reveals(0, read("place C0 1.II"))
    play(state, "place C0 1.II")
    assert state.reveals(0, read("look 1.I"))
    assert not state.reveals(0, read("look none"))
    acting = lay(placed={"3.I": (0, "dusko"), "3.II": (1, "smith")}, pile=["garbo", "zarah"], brake=True)
    resolve(acting)
    assert acting.reveals(0, read("conspiracy"))
    play(acting, "conspiracy")
    assert not acting.reveals(0, read("keep")), "the second symbol is still to come"
    play(acting, "keep", "decline")
    assert acting.reveals(1, read("decline")), "the next location is turned up"


def test_the_last_placement_of_a_round_is_a_point_of_no_return() -> None:
    state = lay(hands={0: ["red-hans"], 1: []})
    assert len(can(state)) > 1
    for move in state.moves(0):
        look_follows = any(told.key == "move.place.look" for told in state.explain(0, move))
        assert state.reveals(0, move) != look_follows


def test_a_sealed_answer_is_final_with_its_last_tile() -> None:
    state = lay(hands={0: [*STARTERS["red"], "nora", "otto"], 1: STARTERS["green"]}, pile=["garbo"] * 6)
    resolve(state)
    assert state.frame[0] == DISCARDING
    assert not state.reveals(0, state.moves(0)[0])
    state.play(0, state.moves(0)[0])
    assert state.reveals(0, state.moves(0)[0])


def test_nobody_out_of_turn_has_moves() -> None:
    for state in positions(2):
        for seat in range(state.seats):
            assert bool(state.moves(seat)) == (seat in state.actors())


def test_the_catalog_is_json_and_covers_what_views_name() -> None:
    catalog = msgspec.json.decode(msgspec.json.encode(RULES.catalog()))
    refs = {entry["ref"] for entry in catalog["characters"]}
    assert len(refs) == 24 + 27
    state = start(4)
    assert {ref for seat in state.view(None).seats for ref in seat.network} <= refs
    assert {place.ref for place in state.view(None).locations} <= {
        each["ref"] for each in catalog["locations"]
    }
    assert {f"mission:{each.key}" for each in state.view(None).missions} <= {
        each["ref"] for each in catalog["missions"]
    }
