"""Advice before the start."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.outlook.advice import (
    Advice,
    Draft,
    EverybodyMeets,
    KnockoutByes,
    KnockoutRounds,
    LeftOver,
    MatchesEach,
    MissingPlayers,
    NoRounds,
    OtherSizes,
    Repeats,
    SecondBye,
    ShortWindow,
    TooFewRounds,
    TurnFillsWindow,
    advice,
    plan_of,
    rounds_for_one_winner,
)
from tournaments.outlook.duration import DAY, HOUR, Clock, Turns, match_lengths, share_over, tournament_days
from tournaments.pairing.event import Sizes

DUELS, FOURS, THREE_FOUR = Sizes(2, 2, 2), Sizes(4, 4, 4), Sizes(4, 3, 4)


@pytest.mark.parametrize(
    ("draft", "told"),
    [
        (Draft("swiss", 16, DUELS, 5), []),
        (Draft("swiss", 16, DUELS, 3), [TooFewRounds(4)]),
        (Draft("swiss", 17, DUELS, 5), [LeftOver(1, 1, "note")]),
        (Draft("swiss", 6, DUELS, 5), [EverybodyMeets(5)]),
        (Draft("swiss", 6, DUELS, 7), [Repeats(6, True)]),
        (
            Draft("swiss", 5, DUELS, 6),
            [SecondBye(6), Repeats(6, True), LeftOver(1, 1, "note")],
        ),
        (Draft("swiss", 1, DUELS, 3), [MissingPlayers(1)]),
        (Draft("swiss", 8, DUELS), [NoRounds()]),
        (Draft("swiss", 40, FOURS, 8), []),
        (Draft("swiss", 11, THREE_FOUR, 1), [TooFewRounds(2), OtherSizes([4, 4, 3])]),
        (
            Draft("swiss", 15, FOURS, 3),
            [LeftOver(3, 1, "warning")],
        ),
        (Draft("swiss", 12, FOURS, 2), [Repeats(2, True)]),
        (Draft("swiss", 2, THREE_FOUR, 2), [MissingPlayers(1)]),
        (Draft("round_robin", 10, DUELS), [MatchesEach(9, 45, 9)]),
        (Draft("round_robin", 5, DUELS, legs=2), [LeftOver(1, 1, "note"), MatchesEach(8, 20, 10)]),
        (Draft("round_robin", 9, FOURS), []),
        (Draft("knockout", 16, DUELS), [KnockoutRounds(4)]),
        (Draft("knockout", 17, DUELS), [KnockoutRounds(5), KnockoutByes(15, 32)]),
        (Draft("knockout", 1, DUELS), [MissingPlayers(1)]),
    ],
)
def test_what_is_said(draft: Draft, told: list[Advice]) -> None:
    assert advice(draft) == told


TIMED = Draft("swiss", 32, DUELS, 5, clock=Clock("per_turn", DAY), turns=Turns(40, 10))


def test_a_window_that_most_matches_overrun_is_a_warning_with_a_better_one() -> None:
    (told,) = advice(msgspec.structs.replace(TIMED, window_ms=3 * DAY))
    assert isinstance(told, ShortWindow)
    assert told.severity == "warning"
    plan = plan_of(TIMED)
    assert plan is not None
    assert share_over(match_lengths(plan), told.wanted_ms) <= 0.1
    assert advice(msgspec.structs.replace(TIMED, window_ms=told.wanted_ms)) == []
    assert advice(TIMED) == []


def test_a_window_that_some_matches_overrun_is_a_note() -> None:
    plan = plan_of(TIMED)
    assert plan is not None
    lengths = match_lengths(plan)
    (told,) = advice(msgspec.structs.replace(TIMED, window_ms=int(lengths[int(0.7 * len(lengths))])))
    assert told.severity == "note"


def test_the_clock_of_one_turn_should_not_fill_the_window() -> None:
    told = advice(msgspec.structs.replace(TIMED, window_ms=20 * HOUR))
    assert TurnFillsWindow(DAY, 20 * HOUR) in told


def test_a_draft_with_a_clock_has_a_duration() -> None:
    plan = plan_of(msgspec.structs.replace(TIMED, system="knockout"))
    assert plan is not None
    assert (plan.rounds, plan.knockout) == (5, True)
    assert tournament_days(plan).low > 0
    assert plan_of(msgspec.structs.replace(TIMED, clock=None)) is None
    assert plan_of(msgspec.structs.replace(TIMED, players=1)) is None


def test_one_winner_needs_as_many_rounds_as_the_field_can_be_divided() -> None:
    assert [rounds_for_one_winner(n, 2) for n in (1, 2, 3, 8, 9, 1024)] == [0, 1, 2, 3, 4, 10]
    assert [rounds_for_one_winner(n, 4) for n in (4, 5, 16, 17)] == [1, 2, 2, 3]


@settings(max_examples=200, deadline=None)
@given(
    st.builds(
        Draft,
        st.sampled_from(["swiss", "round_robin", "knockout"]),
        st.integers(0, 200),
        st.sampled_from([DUELS, FOURS, THREE_FOUR, Sizes(3, 2, 3), Sizes(4, 4, 5), Sizes(5, 5, 5)]),
        st.integers(0, 20),
    )
)
def test_any_draft_has_advice_gravest_first_and_ready_to_be_sent(draft: Draft) -> None:
    told = advice(draft)
    grades = [("error", "warning", "note").index(each.severity) for each in told]
    assert grades == sorted(grades)
    assert msgspec.json.decode(msgspec.json.encode(told), type=list[Advice]) == told
