"""The judge: shares add up, scores follow common sense and read nothing hidden."""

from __future__ import annotations

import random

import pytest

from engines.spy_ring.board import INSIDE, SEES, nodes
from engines.spy_ring.moves import read
from engines.spy_ring.paths import REACH
from engines.spy_ring.prospects import STEPS, next_ends, odds, watchers
from engines.spy_ring.rules import RULES
from engines.spy_ring.state import SpyRingState
from tests.engines.spy_ring.secrets import SECRETS
from tests.engines.spy_ring.tables import at, can, empty, lay, node, play, start

JUDGE = RULES.judge


def scores(state: SpyRingState) -> dict[str, float]:
    seat = state.actors()[0]
    moves = state.moves(seat)
    return dict(zip(map(RULES.write, moves), JUDGE.score(state, seat, moves), strict=True))


def best(state: SpyRingState) -> str:
    found = scores(state)
    return max(found, key=found.__getitem__)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_value_is_a_share_of_the_win_for_each_seat(seats: int) -> None:
    source = random.Random(seats)
    state = start(seats, seats)
    stages = [JUDGE.stage(state)]
    while state.actors():
        seat = state.actors()[0]
        value = JUDGE.value(state)
        assert sum(value) == pytest.approx(1.0)
        assert all(0.0 <= share <= 1.0 for share in value)
        move = JUDGE.rollout(state, seat, source)
        assert move in state.moves(seat)
        state.play(seat, move)
        stages.append(JUDGE.stage(state))
    assert stages == sorted(stages)
    result = state.result()
    assert result is not None
    assert [share > 0 for share in JUDGE.value(state)] == [place == 1 for place in result.places]


def test_cards_and_words_are_worth_a_share() -> None:
    state = lay(3, hands={"red": ["S25", "S34", "S10", "S40", "S32"], "blue": ["S01"]})
    value = JUDGE.value(state)
    assert value[0] > value[1] > value[2]


def test_who_has_left_has_no_share() -> None:
    state = lay(3, hands={"blue": ["S01", "S02"]})
    state.leave(1)
    assert JUDGE.value(state)[1] == 0.0


def test_an_own_token_is_entered_for_one_that_was_put_back_is_not() -> None:
    state = lay(5, at={"red": "D5"}, safes={"GB": "red"})
    state.seen = (1, 0, 0, 0)
    assert best(state) == "enter GB"
    state = lay(5, at={"red": "D5"}, safes={"GB": "blue"})
    state.barren = bytes([1, *state.barren[1:]])
    assert best(state) != "enter GB"


def test_odds_follow_from_what_was_seen_and_put_back() -> None:
    state = lay(3)
    assert odds(state, 0) == pytest.approx([0.25] * 16)
    state.barren = bytes([1, *state.barren[1:]])
    assert odds(state, 0)[0] == 0.0
    assert odds(state, 1)[0] == pytest.approx(1 / 3)
    state.seen = (0b10, 0, 0, 0)  # red has seen Finland's: it is blue
    assert odds(state, 0)[1] == 0.0
    assert odds(state, 0)[2] == pytest.approx(4 / 15)


def test_a_hiding_spy_goes_where_fewer_can_see_him() -> None:
    state = lay(1, 6, at={"red": "F5", "blue": "A8", "green": "T14", "yellow": "J20"}, hands={"red": ["S01"]})
    ends = next_ends(state, 0)
    seen = {text: watchers(state, 0, node(text.split()[1]), ends) for text in can(state)}
    assert seen["enter GB"] == 0.0
    assert max(seen.values()) > 1.0
    chosen = best(state)
    assert seen[chosen] <= sorted(seen.values())[len(seen) // 2]


def test_watchers_are_counted_by_throws_and_standing_contact_men() -> None:
    # Blue three steps from D1's row: only the throws that bring him into it count.
    state = lay(
        1,
        3,
        at={"blue": "A5", "green": "T11", "yellow": "T12"},
        hands={"red": ["S01"]},
        men={"blue": "IT-in"},
    )
    ends = next_ends(state, 0)
    alone = watchers(state, 0, node("D1"), ends)
    by_hand = 0
    for rival in (1, 2, 3):
        for throw in (2, 3, 4, 5, 6):
            by_hand += any(
                SEES[end] >> node("D1") & 1
                for end in REACH[state.at[rival], throw, False].ends
                if end < INSIDE
            )
    assert alone == pytest.approx(by_hand / 6)
    state.men[1] = 1  # the street cross of Finland, on I1, has D1 in view
    assert watchers(state, 0, node("D1"), ends) == pytest.approx(by_hand / 6 + 1)


def test_a_card_is_claimed_for_the_word_it_completes() -> None:
    state = lay(3, at={"blue": "E1"}, hands={"red": ["S26", "S02"], "blue": ["S40", "S20", "S38"]})
    play(state, "go D1")
    assert best(state) == "claim S20"  # A for HAL
    assert scores(state)["waive"] == 0.0


def test_the_leader_ends_the_match_and_who_is_behind_does_not() -> None:
    table = {
        "at": {"red": "D5"},
        "owns": {"red": 4},
        "declared": {"red": ("GB", "HU")},
        "safes": empty("GB"),
    }
    words = ["S26", "S02", "S18", "S23", "S10", "S01", "S38", "S37"]
    ahead = lay(5, hands={"red": words}, **table)  # type: ignore[arg-type]
    assert best(ahead) == "enter GB"
    rich = [f"S{number:02}" for number in range(1, 41) if f"S{number:02}" not in words]
    behind = lay(5, hands={"red": words, "blue": rich}, **table)  # type: ignore[arg-type]
    assert best(behind) != "enter GB"


def test_a_rivals_declared_embassy_is_barred() -> None:
    state = lay(
        1,
        3,
        hands={"blue": ["S26", "S02", "S18", "S23", "S10", "S01"]},
        owns={"blue": 4},
        declared={"blue": ("HU", "NL")},
        men={"red": "IT-out"},
    )
    play(state, "go D1")
    assert best(state) == "call red"
    play(state, "call red")
    assert best(state) in ("send HU-in", "send NL-in")


def test_a_rivals_token_is_put_far_from_him() -> None:
    state = lay(5, at={"red": "D5", "blue": "T1"}, safes={"GB": "blue", "JP": None, "CN": None})
    play(state, "enter GB")
    found = scores(state)
    assert found["put JP"] < min(found["put CN"], found["put GB"])


def test_scores_read_nothing_hidden() -> None:
    source = random.Random(11)
    compared = 0
    for seats in (2, 3, 4):
        state = start(seats, 7 + seats)
        while state.actors():
            seat = state.actors()[0]
            moves = state.moves(seat)
            for secret in SECRETS[:4]:
                twin = secret.swap(state)
                if twin is not None and not secret.may_know(state, seat):
                    assert JUDGE.score(twin, seat, moves) == JUDGE.score(state, seat, moves)
                    seed = source.getrandbits(32)
                    own = JUDGE.rollout(state, seat, random.Random(seed))
                    assert JUDGE.rollout(twin, seat, random.Random(seed)) == own
                    compared += 1
            state.play(seat, state.pick(seat, source))
    assert compared > 500


def test_steps_to_an_embassy_use_tunnels() -> None:
    assert STEPS[0][node("C5")] == 1
    assert STEPS[0][node("GB")] == 0
    assert STEPS[0][node("J15")] == 1 + min(
        STEPS[0][space]
        for space in nodes((1 << INSIDE) - 1)
        if space in map(node, ("F4", "K6", "F10", "D15"))
    )


def test_scoring_leaves_the_position_as_it_was() -> None:
    state = lay(1, 6, at={"red": "F5"}, men={"red": "IT-in", "blue": "FR-out"}, hands={"red": ["S01"]})
    before = RULES.save(state)
    scores(state)
    JUDGE.rollout(state, 0, random.Random(1))
    assert RULES.save(state) == before
    assert at(state, "red") == "F5"
    assert read("enter GB") in state.moves(0)
