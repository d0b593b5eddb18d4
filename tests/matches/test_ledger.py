"""The clock ledger and the columns say the same, whatever is played."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from correio.accounts.models import User
from correio.matches import clocks, referee
from correio.matches.models import ClockEntry, Match, Window
from tests.matches.driving import (
    FISCHER,
    NOON,
    TWO_DAYS,
    again,
    legal,
    move,
    run_bots,
    run_clocks,
    seats,
    start,
)

pytestmark = pytest.mark.django_db

acts = st.lists(
    st.tuples(st.sampled_from(["move", "move", "move", "wait", "resign"]), st.integers(0, 3 * 24 * 60)),
    max_size=14,
)


def assert_ledger_holds(match: Match) -> None:
    """Deadline and bank of each seat are those of its last entry; the match has the least deadline."""
    rows = seats(match)
    window = Window.objects.filter(match=match).first()
    for seat in rows:
        if window is not None and seat.acting:
            assert seat.deadline == window.closes_at, "who is asked within a window has no clock"
            continue
        entry = ClockEntry.objects.filter(match=match, seat=seat.seat).order_by("id").last()
        if seat.bot_level and entry is None:
            assert seat.deadline is None
            continue
        assert entry is not None
        assert seat.deadline == entry.deadline
        if not seat.sealed:
            assert seat.bank_ms == entry.bank_ms
        if seat.deadline is not None:
            assert seat.acting
            assert seat.held_ms is None
    if window is not None:
        assert again(match).deadline == window.closes_at
        return
    deadlines = [seat.deadline for seat in rows if seat.deadline is not None]
    assert again(match).deadline == min(deadlines, default=None)


def assert_entries_add_up(match: Match, control: clocks.Control) -> None:
    """The bank of every entry follows from the one before."""
    for seat in seats(match):
        bank = clocks.first_bank(control)
        for entry in ClockEntry.objects.filter(match=match, seat=seat.seat).order_by("id"):
            if entry.kind not in (ClockEntry.Kind.MOVE, ClockEntry.Kind.MISSED, ClockEntry.Kind.ARBITER):
                assert entry.bank_ms == bank
            elif bank is not None:
                assert entry.bank_ms == min(
                    control.cap_ms, max(0, bank - entry.spent_ms) + control.increment_ms
                )
                bank = entry.bank_ms


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts, st.sampled_from([TWO_DAYS, FISCHER]))
def test_the_columns_follow_from_the_ledger(
    alice: User, bob: User, carol: User, acts: list[tuple[str, int]], control: clocks.Control
) -> None:
    with transaction.atomic():
        match = start(alice, bob, carol, clock=control)
        now = NOON
        assert_ledger_holds(match)
        for act, minutes in acts:
            now += timedelta(minutes=minutes)
            run_clocks(now)
            run_bots(now)
            waiting = [seat for seat in seats(match) if seat.acting and not seat.bot_level]
            if again(match).status != Match.Status.PLAYING or not waiting:
                break
            if act == "move":
                move(match, waiting[-1].user, legal(match, waiting[-1].seat)[0], now=now)
            elif act == "resign":
                referee.resign(match_id=match.pk, user=waiting[0].user, now=now)
            assert_ledger_holds(match)
        assert_entries_add_up(match, control)
        transaction.set_rollback(True)
