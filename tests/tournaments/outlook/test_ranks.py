"""Possible final ranks: never too close, and close."""

from __future__ import annotations

from itertools import accumulate, pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.outlook.enumeration import true_bounds
from tests.tournaments.outlook.fields import fields, round_robins
from tournaments.outlook.field import Bounds, Field, Line
from tournaments.outlook.ranks import final_ranks
from tournaments.outlook.scoring import Duels, Tables
from tournaments.pairing.event import Sizes
from tournaments.pairing.plan import table_sizes


def assert_sound(field: Field) -> None:
    true = true_bounds(field)
    for player, bounds in final_ranks(field).items():
        assert bounds.best <= true[player].best, (player, bounds, true[player])
        assert bounds.worst >= true[player].worst, (player, bounds, true[player])


@settings(max_examples=150, deadline=None)
@given(fields(most=6, rounds=2, irregular=False))
def test_no_reachable_rank_is_left_out_when_everybody_plays_on(field: Field) -> None:
    assert_sound(field)


@settings(max_examples=40, deadline=None)
@given(fields(most=4, rounds=2, irregular=True))
def test_no_reachable_rank_is_left_out_whatever_happens(field: Field) -> None:
    assert_sound(field)


@settings(max_examples=40, deadline=None)
@given(st.booleans().flatmap(lambda irregular: round_robins(irregular)))
def test_no_reachable_rank_of_a_round_robin_is_left_out(field: Field) -> None:
    assert_sound(field)


@settings(max_examples=100, deadline=None)
@given(st.booleans().flatmap(lambda irregular: fields(most=7, rounds=1, irregular=irregular)))
def test_ranks_are_exact_when_the_last_round_is_under_way(field: Field) -> None:
    if field.paired:
        assert final_ranks(field) == true_bounds(field)


def test_points_that_must_go_somewhere_push_others_past() -> None:
    """Three of four are level; the fourth can catch up, but two of the others meet each other or win."""
    lines = [Line(1, 10), Line(2, 10), Line(3, 10), Line(4, 0)]
    regular = Field(Duels(), lines, open_rounds=1, irregular=False)
    assert final_ranks(regular)[4] == Bounds(2, 4)
    assert final_ranks(Field(Duels(), lines, open_rounds=1))[4] == Bounds(1, 4)


def test_only_one_of_two_who_meet_can_overtake() -> None:
    lines = [Line(1, 30), Line(2, 25), Line(3, 25), Line(4, 0)]
    together = Field(Duels(), lines, [[(1, 4), (2, 3)]])
    apart = Field(Duels(), lines, [[(1, 2), (3, 4)]])
    assert final_ranks(together)[1] == Bounds(1, 3), "both draw and are level"
    assert final_ranks(apart)[1] == Bounds(1, 3)
    ahead = [Line(1, 33), *lines[1:]]
    assert final_ranks(Field(Duels(), ahead, [[(1, 4), (2, 3)]]))[1] == Bounds(1, 2)
    assert final_ranks(Field(Duels(), ahead, [[(1, 2), (3, 4)]]))[1] == Bounds(1, 3)


def test_a_table_has_one_first_place() -> None:
    """Whoever is twenty units behind needs a first place; four of one table cannot all have it."""
    lines = [Line(1, 30), *(Line(number, 10) for number in range(2, 6)), Line(6, 0), Line(7, 0)]
    field = Field(Tables(Sizes(4, 3, 4)), lines, [[(1, 6, 7), (2, 3, 4, 5)]])
    assert final_ranks(field)[1] == Bounds(1, 3), "two share the first place"
    behind = [Line(1, 31), *lines[1:]]
    assert final_ranks(msgspec.structs.replace(field, lines=behind))[1] == Bounds(1, 2)


def test_whoever_has_left_and_a_match_already_over_gain_nothing() -> None:
    lines = [Line(1, 30), Line(2, 29, playing=False), Line(3, 20), Line(4, 20)]
    assert final_ranks(Field(Duels(), lines, open_rounds=3))[2] == Bounds(2, 4)
    assert final_ranks(Field(Duels(), lines, [[(3, 4)]], irregular=False)) == {
        1: Bounds(1, 2),
        2: Bounds(2, 3),
        3: Bounds(1, 4),
        4: Bounds(1, 4),
    }


def test_a_requested_bye_can_make_room_for_a_full_one() -> None:
    """One asks for half a point, another is left over with a whole one, and the leader loses to the third."""
    lines = [Line(1, 10), Line(2, 0), Line(3, 0), Line(4, 5)]
    assert final_ranks(Field(Duels(), lines, open_rounds=1))[1] == Bounds(1, 4)
    assert final_ranks(Field(Duels(), lines, open_rounds=1, irregular=False))[1] == Bounds(1, 3)


def test_nothing_to_come_leaves_shared_ranks_only() -> None:
    lines = [Line(1, 30), Line(2, 20), Line(3, 20), Line(4, 5)]
    assert final_ranks(Field(Duels(), lines)) == {
        1: Bounds(1, 1),
        2: Bounds(2, 3),
        3: Bounds(2, 3),
        4: Bounds(4, 4),
    }


def test_names_and_order_do_not_matter() -> None:
    lines = [Line(1, 30), Line(2, 20), Line(3, 25), Line(4, 5), Line(5, 5)]
    there = final_ranks(Field(Duels(), lines, open_rounds=2))
    back = final_ranks(Field(Duels(), lines[::-1], open_rounds=2))
    assert there == back


@pytest.mark.parametrize("scoring", [Duels(), Duels(win=30, draw=10, bye=15), Tables(Sizes(4, 3, 4))])
@pytest.mark.parametrize("irregular", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_large_events_end_within_what_was_said_before_every_round(
    scoring: Duels | Tables, irregular: bool, seed: int
) -> None:
    """Forty-one players, seven rounds paired blindly, looked at before and after each pairing."""
    chance = Random(seed)
    points = dict.fromkeys(range(1, 42), 0)
    playing = set(points)
    told: list[dict[int, Bounds]] = []
    for left in range(7, 0, -1):
        before = [Line(player, points[player], player in playing) for player in points]
        told.append(final_ranks(Field(scoring, before, [], left, irregular)))
        there = chance.sample(sorted(playing), len(playing))
        if irregular:
            playing.discard(there.pop())
            points[there.pop()] += chance.choice(scoring.away)
        matches = drawn(scoring, there)
        for player in there[sum(map(len, matches)) :]:
            points[player] += scoring.bye
        paired = [Line(player, points[player], player in playing) for player in points]
        told.append(final_ranks(Field(scoring, paired, [matches], left - 1, irregular)))
        for match in matches:
            shares = [*scoring.outcomes(len(match)), *(scoring.decisions(len(match)) if irregular else ())]
            values = chance.choice(shares)
            for player, value in zip(match, values, strict=True):
                points[player] += value
    for bounds in told:
        for player, mine in points.items():
            assert bounds[player].best <= 1 + sum(other > mine for other in points.values())
            assert bounds[player].worst >= sum(other >= mine for other in points.values())


def drawn(scoring: Duels | Tables, there: list[int]) -> list[tuple[int, ...]]:
    sizes = table_sizes(len(there), scoring.sizes) if isinstance(scoring, Tables) else [2] * (len(there) // 2)
    ends = list(accumulate(sizes, initial=0))
    return [tuple(there[start:end]) for start, end in pairwise(ends)]


def test_nearly_all_ends_are_exact() -> None:
    """The share that `docs/swiss.md` gives, on a small sample that is always the same."""
    chance = Random(3)
    exact = total = 0
    for number in range(60):
        scoring = (Duels(), Tables(Sizes(3, 3, 3)), Tables(Sizes(4, 3, 4)))[number % 3]
        unit, rounds = (4, 1) if number % 3 else (5, 2)
        lines = [Line(player, unit * chance.randrange(9)) for player in range(1, 7)]
        paired = [[(1, 2), (3, 4)]] if number % 6 == 0 else []
        field = Field(scoring, lines, paired, rounds - len(paired), irregular=False)
        true = true_bounds(field)
        for player, bounds in final_ranks(field).items():
            exact += (bounds.best == true[player].best) + (bounds.worst == true[player].worst)
            total += 2
    assert exact >= 0.97 * total, (exact, total)
