from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from correio.matches import clocks
from correio.matches.clocks import DAY, FISCHER, HOUR, MINUTE, PER_TURN, Control

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
TWO_DAYS = Control(PER_TURN, 2 * DAY)
BANK = Control(FISCHER, DAY, 8 * HOUR, 3 * DAY)

spans = st.integers(min_value=0, max_value=100 * DAY).map(lambda ms: timedelta(milliseconds=ms))
controls = st.builds(
    lambda base, increment, more: Control(FISCHER, base, increment, base + more),
    st.integers(MINUTE, 60 * DAY),
    st.integers(0, 7 * DAY),
    st.integers(0, 30 * DAY),
)


def test_time_per_turn_is_the_same_for_every_turn() -> None:
    assert clocks.deadline(TWO_DAYS, None, NOON) == NOON + timedelta(days=2)
    stopped = clocks.stop(TWO_DAYS, None, NOON, NOON + timedelta(hours=5))
    assert stopped == clocks.Stopped(5 * HOUR, None)


def test_a_bank_pays_for_the_turn_and_gets_the_increment() -> None:
    assert clocks.deadline(BANK, DAY, NOON) == NOON + timedelta(days=1)
    assert clocks.stop(BANK, DAY, NOON, NOON + timedelta(hours=4)).bank_ms == 20 * HOUR + 8 * HOUR


def test_a_bank_never_holds_more_than_the_cap() -> None:
    assert clocks.stop(BANK, 3 * DAY, NOON, NOON + timedelta(minutes=1)).bank_ms == 3 * DAY


def test_a_late_sweep_costs_nobody_more_than_the_bank() -> None:
    assert clocks.stop(BANK, HOUR, NOON, NOON + timedelta(days=9)).bank_ms == 8 * HOUR


def test_no_deadline_lies_behind_the_play_window() -> None:
    end = NOON + timedelta(hours=3)
    assert clocks.deadline(TWO_DAYS, None, NOON, end) == end
    assert clocks.deadline(TWO_DAYS, None, NOON, NOON + timedelta(days=3)) == NOON + timedelta(days=2)


def test_no_clock_runs_once_the_play_window_is_over() -> None:
    assert clocks.deadline(TWO_DAYS, None, NOON, NOON) is None
    assert clocks.deadline(BANK, DAY, NOON, NOON - timedelta(seconds=1)) is None


@given(controls, st.lists(st.tuples(spans, spans), max_size=20))
def test_a_bank_is_what_was_given_less_what_was_spent(
    control: Control, turns: list[tuple[timedelta, timedelta]]
) -> None:
    """Turns that end in time: the bank stays between nothing and the cap, and time between turns of a
    seat never costs it anything."""
    bank = clocks.first_bank(control)
    assert bank is not None
    now = NOON
    for thought, pause in turns:
        deadline = clocks.deadline(control, bank, now)
        assert deadline is not None
        assert deadline == now + timedelta(milliseconds=bank)
        ended = min(now + thought, deadline)
        stopped = clocks.stop(control, bank, now, ended)
        assert stopped.bank_ms == min(control.cap_ms, bank - stopped.spent_ms + control.increment_ms)
        bank = stopped.bank_ms
        assert bank is not None
        assert 0 <= bank <= control.cap_ms
        now = ended + pause


@given(controls, spans, spans)
def test_stopping_and_starting_again_never_adds_time(
    control: Control, thought: timedelta, more: timedelta
) -> None:
    """Scenario 6 for the clocks there are: a turn cut in two without increment has no more time than
    one that was not."""
    plain = Control(FISCHER, control.base_ms, 0, control.cap_ms)
    whole = clocks.stop(plain, plain.base_ms, NOON, NOON + thought + more)
    first = clocks.stop(plain, plain.base_ms, NOON, NOON + thought)
    second = clocks.stop(plain, first.bank_ms, NOON + thought, NOON + thought + more)
    assert second.bank_ms == whole.bank_ms


@given(controls, st.integers(0, 90 * DAY), spans, spans)
def test_more_thought_is_never_worth_more(
    control: Control, bank: int, thought: timedelta, more: timedelta
) -> None:
    bank = min(bank, control.cap_ms)
    early = clocks.stop(control, bank, NOON, NOON + thought)
    late = clocks.stop(control, bank, NOON, NOON + thought + more)
    assert early.bank_ms is not None
    assert late.bank_ms is not None
    assert late.bank_ms <= early.bank_ms


def test_an_instant_before_the_start_counts_as_no_time() -> None:
    assert clocks.stop(TWO_DAYS, None, NOON, NOON - timedelta(seconds=2)).spent_ms == 0


@pytest.mark.parametrize(
    ("control", "words"),
    [
        (TWO_DAYS, "2 days per turn"),
        (Control(PER_TURN, DAY), "1 day per turn"),
        (Control(PER_TURN, 90 * MINUTE), "1 hour 30 minutes per turn"),
        (BANK, "1 day at the start and 8 hours per turn, at most 3 days"),
        (Control(FISCHER, HOUR, 0, HOUR), "1 hour for the whole match"),
    ],
)
def test_a_clock_in_words(control: Control, words: str) -> None:
    assert clocks.words(control) == words


@pytest.mark.parametrize(
    "control",
    [
        Control("hourglass", DAY),
        Control(PER_TURN, 1),
        Control(PER_TURN, 61 * DAY),
        Control(PER_TURN, DAY, HOUR),
        Control(FISCHER, DAY, -1, DAY),
        Control(FISCHER, DAY, 8 * DAY, DAY),
        Control(FISCHER, DAY, HOUR, HOUR),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(control: Control) -> None:
    with pytest.raises(clocks.BadClock):
        control.check()
