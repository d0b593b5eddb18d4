"""Reach, caps, cooldown, newcomers, idleness: pure, with the edges written out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ladders import rules
from tournaments.ladders.rules import NOTHING, Between, Code, Standing, why_not, why_not_sit

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def at(position: int | None, key: int = 0, **more: object) -> Standing:
    return Standing(key=key or (position or 999), position=position, user=1000 + (position or 0), **more)  # type: ignore[arg-type]


def code(me: Standing | None, other: Standing, between: Between = NOTHING) -> Code | None:
    reason = why_not(me, other, NOW, between)
    return None if reason is None else reason.code


@pytest.mark.parametrize(
    ("position", "places"),
    [(2, 3), (15, 3), (16, 4), (20, 4), (21, 5), (100, 20), (120, 24), (121, 25), (125, 25), (9_999, 25)],
)
def test_reach_is_a_fifth_at_least_three_at_most_twenty_five(position: int, places: int) -> None:
    assert rules.reach(position) == places
    assert code(at(position + 50), at(position + 50 - rules.reach(position + 50))) is None
    assert code(at(position + 50), at(position + 50 - rules.reach(position + 50) - 1)) == Code.RANGE


def test_every_reason() -> None:
    me = at(20)
    above = at(18)
    assert code(me, above) is None
    assert code(None, above) == code(at(None), above) == Code.NOT_MEMBER
    assert code(me, at(20)) == Code.SELF
    assert code(at(20, away=True), above) == Code.OWN_VACATION
    assert code(me, at(None)) == Code.GONE
    assert code(me, at(21)) == Code.BELOW
    assert code(me, at(18, away=True)) == Code.VACATION
    assert code(at(20, owner=7), at(18, owner=7)) == Code.LINKED
    assert code(at(20, owner=1018), above) == Code.LINKED
    assert code(at(20, outgoing=1), above) is None
    assert code(at(20, outgoing=2), above) == Code.OUTGOING
    assert code(me, at(18, incoming=1)) is None
    assert code(me, at(18, incoming=2)) == Code.INCOMING
    assert code(at(11), at(10, incoming=2)) is None
    assert code(at(11), at(10, incoming=3)) == Code.INCOMING
    assert code(me, above, Between(playing=True)) == Code.RUNNING
    assert code(me, above, Between(waiting=True)) == Code.WAITING
    assert code(me, above, Between(cooldown_until=NOW + HOUR)) == Code.COOLDOWN
    assert code(me, above, Between(cooldown_until=NOW)) is None


def test_a_newcomer_has_one_challenge_of_any_range_and_no_other_privilege() -> None:
    newcomer = at(400, newcomer_until=NOW + HOUR)
    assert code(newcomer, at(1)) is None
    assert code(at(400, newcomer_until=NOW), at(1)) == Code.RANGE
    assert code(at(400), at(1)) == Code.RANGE
    assert code(at(400, newcomer_until=NOW + HOUR, outgoing=2), at(1)) == Code.OUTGOING
    assert code(newcomer, at(401)) == Code.BELOW


def test_an_open_seat_is_in_the_reach_of_the_host_up_and_down() -> None:
    def code_to_sit(me: Standing | None, host: Standing) -> Code | None:
        reason = why_not_sit(me, host, NOW)
        return None if reason is None else reason.code

    host = at(30)
    assert code_to_sit(at(36), host) is code_to_sit(at(24), host) is None
    assert code_to_sit(at(37), host) == code_to_sit(at(23), host) == Code.HOST_RANGE
    assert code_to_sit(at(31, outgoing=2), host) == Code.OUTGOING
    assert code_to_sit(at(31, away=True), host) == Code.OWN_VACATION
    assert code_to_sit(None, host) == Code.NOT_MEMBER
    assert code_to_sit(at(31), at(None)) == Code.GONE
    assert code_to_sit(at(31, owner=1030), host) == Code.LINKED


def test_idleness_drops_weekly_from_the_third_week_and_removes_after_sixty_days() -> None:
    days = []
    for drops in range(10):
        step = rules.next_idle(NOW, drops)
        days.append((step.at - NOW).days)
        if step.removes:
            break
    assert days == [21, 28, 35, 42, 49, 56, 60]


def test_a_decline_is_free_again_after_fourteen_days() -> None:
    assert rules.declines_free(None, NOW)
    assert rules.declines_free(NOW - timedelta(days=14), NOW)
    assert not rules.declines_free(NOW - timedelta(days=14) + HOUR, NOW)


@given(st.integers(0, 14 * 366 * 24 * 60).map(lambda minutes: NOW + timedelta(minutes=minutes)))
def test_the_next_month_begins_at_midnight_within_31_days(now: datetime) -> None:
    month = rules.next_month(now)
    assert (month.day, month.hour, month.minute, month.second, month.microsecond) == (1, 0, 0, 0, 0)
    assert timedelta() < month - now <= timedelta(days=31)
    assert (month - timedelta(microseconds=1)).month == now.month
