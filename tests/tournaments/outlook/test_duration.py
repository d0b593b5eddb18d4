"""The simulated range of days."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.outlook import duration
from tournaments.outlook.duration import (
    DAY,
    HOUR,
    MINUTE,
    Clock,
    Habits,
    Plan,
    Turns,
    longest_match,
    match_lengths,
    matches_of_rounds,
    share_over,
    tournament_days,
)

DAILY = Plan(Clock("per_turn", DAY), Turns(40, 10), players=32, seats=2, rounds=5)


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    base = draw(st.integers(MINUTE, 30 * DAY))
    if draw(st.booleans()):
        return Clock("per_turn", base)
    return Clock("fischer", base, draw(st.integers(0, 2 * DAY)), draw(st.integers(base, 60 * DAY)))


plans = st.builds(
    Plan,
    clock=clocks(),
    turns=st.builds(Turns, st.floats(1, 120), st.floats(0, 30)),
    players=st.integers(2, 1000),
    seats=st.integers(2, 5),
    rounds=st.integers(1, 12),
    window_ms=st.one_of(st.none(), st.integers(HOUR, 60 * DAY)),
    knockout=st.booleans(),
)


@settings(max_examples=40, deadline=None)
@given(plans)
def test_the_range_is_in_order_and_keeps_to_clock_and_window(plan: Plan) -> None:
    days = tournament_days(plan)
    assert 0 < days.low <= days.middle <= days.high
    assert days.high <= plan.rounds * longest_match(plan) / DAY * 1.000001
    if plan.window_ms is not None:
        assert days.high <= days.latest == plan.rounds * plan.window_ms / DAY


def test_the_same_plan_gives_the_same_range() -> None:
    assert tournament_days(DAILY) == tournament_days(DAILY)
    assert tournament_days(DAILY) != tournament_days(DAILY, seed=1)


@pytest.mark.parametrize(
    "longer",
    [
        {"clock": Clock("per_turn", 3 * DAY)},
        {"turns": Turns(80, 10)},
        {"rounds": 9},
        {"players": 1000},
    ],
)
def test_more_of_anything_takes_longer(longer: dict[str, object]) -> None:
    short, long = tournament_days(DAILY), tournament_days(msgspec.structs.replace(DAILY, **longer))
    assert (short.low, short.middle, short.high) < (long.low, long.middle, long.high)
    assert short.middle < long.middle


def test_a_clock_without_increment_ends_a_match_with_the_banks() -> None:
    plan = msgspec.structs.replace(DAILY, clock=Clock("fischer", DAY, 0, DAY), seats=4)
    assert max(match_lengths(plan)) <= 4 * DAY == longest_match(plan)


def test_whoever_always_waits_for_the_clock_takes_all_of_it() -> None:
    waiting = Habits(quick_share=0, visit_median_ms=DAY, visit_sigma=0, player_sigma=0)
    plan = msgspec.structs.replace(DAILY, turns=Turns(40), habits=waiting)
    """A quarter of the day that each turn has, forty times."""
    assert set(match_lengths(plan)) == {40 * DAY / 4}
    fast = msgspec.structs.replace(plan, clock=Clock("fischer", 10 * MINUTE, MINUTE, 20 * MINUTE))
    each = (MINUTE + 10 * MINUTE * 2 / 40) / 4
    assert match_lengths(fast)[0] == pytest.approx(40 * each)


def test_a_knockout_halves_its_matches() -> None:
    plan = msgspec.structs.replace(DAILY, knockout=True)
    assert list(matches_of_rounds(plan)) == [16, 8, 4, 2, 1]
    assert tournament_days(plan).middle < tournament_days(DAILY).middle


@pytest.mark.parametrize("turns", [1, 40, 500, 20_000])
def test_the_work_is_bounded(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = 0
    one_match = duration._one_match

    def counted(clock: Clock, replies: list[float], speeds: list[float], turns: int, *rest: object) -> float:
        nonlocal taken
        taken += turns
        return one_match(clock, replies, speeds, turns, *rest)

    monkeypatch.setattr(duration, "_one_match", counted)
    lengths = match_lengths(msgspec.structs.replace(DAILY, turns=Turns(turns), players=1000))
    assert taken <= duration.FEWEST_MATCHES * duration.MOST_TURNS
    assert len(lengths) >= duration.FEWEST_MATCHES


def test_the_share_of_matches_over_a_window() -> None:
    assert share_over([1, 2, 3, 4], 2) == 0.5


@pytest.mark.parametrize("wrong", [{"rounds": 0}, {"seats": 0}, {"turns": Turns(0)}])
def test_a_plan_with_nothing_to_play_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        tournament_days(msgspec.structs.replace(DAILY, **wrong))
