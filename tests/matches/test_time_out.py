from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

import pytest

from correio.accounts.models import User
from correio.matches import clocks, playback, referee
from correio.matches.models import ClockEntry, Event, Match
from correio.matches.shown import match_json
from tests.matches.driving import (
    FISCHER,
    NOON,
    again,
    at,
    legal,
    move,
    play_on,
    run_bots,
    run_clocks,
    seats,
    start,
)

pytestmark = pytest.mark.django_db


def test_a_deadline_that_nobody_watches_falls_all_the_same(alice: User, bob: User) -> None:
    """Scenario 3."""
    match = start(alice, bob)
    assert run_clocks(at(days=2, seconds=-1)) == 0
    assert run_clocks(at(days=2)) == 1
    match = again(match)
    assert match.moves.get().notation == "absent"
    first, second = seats(match)
    assert (first.missed, first.acting, first.deadline) == (1, False, None)
    assert second.deadline == at(days=4)
    entry = ClockEntry.objects.filter(match=match, kind=ClockEntry.Kind.MISSED).get()
    assert (entry.seat, entry.spent_ms) == (0, 2 * clocks.DAY)


def test_after_so_many_missed_turns_the_seat_leaves_and_a_bot_plays_on(
    alice: User, bob: User, carol: User
) -> None:
    match = start(alice, bob, carol, absent_turns=1)
    now = NOON
    while not seats(match)[0].left_at:
        for user in (bob, carol):
            seat = match.seats.get(user=user)
            if seat.acting:
                move(match, user, legal(match, seat.seat)[0], "surface", now=now)
        if seats(match)[0].acting:
            now = again(match).deadline
            run_clocks(now)
    left = seats(match)[0]
    assert (left.left_reason, left.missed, left.bot_level) == ("timed_out", 2, "steady")
    assert left.deadline is None
    assert left.bot_due
    assert match.events.get(kind=Event.Kind.SEAT_LEFT).payload == {"seat": 0, "reason": "timed_out"}
    run_bots(now)
    match = play_on(match, now=now)
    assert match.result["places"][0] == 3
    playback.check(match)


def test_loses_at_once_if_the_match_says_so(alice: User, bob: User) -> None:
    match = start(alice, bob, on_time_out="loses")
    run_clocks(at(days=2))
    match = again(match)
    assert match.status == Match.Status.FINISHED
    assert match.result["places"] == [2, 1]
    assert match.result["reason"] == "left"
    assert match.deadline is None


def test_a_match_where_nobody_ever_moves_ends_by_its_own_clock(alice: User, bob: User) -> None:
    """Scenario 5."""
    match = start(alice, bob, absent_turns=1)
    now = NOON
    for _ in range(20):
        if again(match).deadline is None:
            break
        now = again(match).deadline
        run_clocks(now)
    match = again(match)
    assert match.status == Match.Status.FINISHED
    assert match.events.filter(kind=Event.Kind.FINISHED).count() == 1


def test_the_same_time_out_delivered_twenty_times_has_one_effect(alice: User, bob: User) -> None:
    """Scenario 11: out of order, late and again."""
    match = start(alice, bob)
    seat = seats(match)[0]
    instants = [at(days=2, minutes=minute) for minute in range(-10, 10)]
    random.Random(3).shuffle(instants)
    for now in instants:
        referee.time_out(seat_id=seat.pk, now=now)
    assert [each.notation for each in match.moves.all()] == ["absent"]
    assert seats(match)[0].missed == 1


def test_a_worker_that_stalled_measures_stored_instants_only(alice: User, bob: User) -> None:
    """Scenario 12: the sweep came ten minutes late; the next deadline counts from when it came."""
    match = start(alice, bob, clock=FISCHER)
    run_clocks(at(days=1, minutes=10))
    first, second = seats(match)
    assert first.bank_ms == 8 * clocks.HOUR
    assert second.deadline == at(days=2, minutes=10)


def test_a_bots_clock_does_not_run(alice: User, bot: Callable[..., User]) -> None:
    match = start(bot(), alice)
    first = seats(match)[0]
    assert (first.acting, first.bot_due, first.deadline) == (True, True, None)
    assert again(match).deadline is None
    assert run_clocks(at(days=1000)) == 0
    assert again(match).version == 0


def test_a_clock_clipped_to_the_play_window_falls_at_its_end_and_then_rests(alice: User, bob: User) -> None:
    end = at(hours=5)
    match = start(alice, bob, window_end=end)
    assert again(match).deadline == end
    run_clocks(end)
    match = again(match)
    assert match.version == 1
    assert match.deadline is None, (
        "nobody's clock runs after the window: the match waits for its adjudication"
    )
    assert seats(match)[1].acting


def test_one_match_that_cannot_be_handled_stops_no_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = start(alice, bob), start(alice, bob)
    Match.objects.filter(pk=broken.pk).update(snapshot=b"nonsense")
    assert run_clocks(at(days=2)) == 1
    assert again(other).version == 1
    assert again(broken).version == 0


def test_missed_turns_are_shown(alice: User, bob: User) -> None:
    match = start(alice, bob)
    run_clocks(at(days=2))
    shown = match_json(again(match), None)
    assert [seat["missed"] for seat in shown["seats"]] == [1, 0]
    assert shown["log"][0]["lines"]


def test_several_overdue_matches_fall_most_urgent_first(alice: User, bob: User) -> None:
    late = start(alice, bob, now=at(hours=1))
    later = start(alice, bob, now=at(hours=2))
    first = start(alice, bob)
    assert run_clocks(at(days=3)) == 3
    ids = list(
        ClockEntry.objects.filter(kind=ClockEntry.Kind.MISSED)
        .order_by("id")
        .values_list("match_id", flat=True)
    )
    assert ids == [first.pk, late.pk, later.pk]


def test_a_move_takes_the_deadline_away(alice: User, bob: User) -> None:
    match = start(alice, bob)
    move(match, alice, legal(match, 0)[0], "surface", now=at(days=2) - timedelta(seconds=1))
    assert run_clocks(at(days=2)) == 0
    assert seats(match)[0].missed == 0
