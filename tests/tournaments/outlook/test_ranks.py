"""Possible final ranks: never too close, and close."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.outlook.enumeration import true_bounds
from tests.tournaments.outlook.fields import fields, round_robins
from tournaments.outlook.field import Field
from tournaments.outlook.ranks import final_ranks


def assert_sound(field: Field) -> None:
    true = true_bounds(field)
    for player, bounds in final_ranks(field).items():
        assert bounds.best <= true[player].best, (player, bounds, true[player])
        assert bounds.worst >= true[player].worst, (player, bounds, true[player])


@settings(max_examples=80, deadline=None)
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
