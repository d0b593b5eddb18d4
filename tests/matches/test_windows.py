"""Reaction windows: who is asked, what the others see of it, when it closes, and what it does to clocks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import timedelta

import pytest

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import playback, referee
from correio.matches.models import ClockEntry, Event, Match
from correio.matches.shown import match_json
from tests.matches.driving import FISCHER, NOON, acting, again, at, legal, move, run_clocks, seats
from tests.matches.reacting import ace, announce, dealt, hand, open_window, window
from tests.matches.test_crashes import crash_everywhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, carol: User) -> Match:
    return dealt(ace(alice, bob, carol), 1)


def close(match: Match) -> None:
    assert sweep_work("window", clock=lambda: open_window(match).due_at) == 1


def test_the_target_is_asked_and_nobody_else_sees_it(match: Match, alice: User) -> None:
    announce(match, alice)
    assert [seat.seat for seat in acting(match)] == [1]
    for observer in (None, 0, 2):
        shown = match_json(again(match), observer)
        assert shown["actors"] == []
        assert [(seat["acting"], seat["deadline"]) for seat in shown["seats"]] == [(False, None)] * 3
        assert shown["waiting_until"] == "2026-01-06T00:00:00Z"
        assert shown["moves"] == []
    own = match_json(again(match), 1)
    assert own["actors"] == [1]
    assert {each["notation"] for each in own["moves"]} == {"stop", "pass"}


def test_a_stop_takes_effect_when_the_window_closes_not_before(match: Match, alice: User, bob: User) -> None:
    version = announce(match, alice).version
    earliest = open_window(match).earliest_at
    assert timedelta(minutes=5) <= earliest - NOON <= timedelta(minutes=15)
    before = match_json(again(match), 0)
    answer = move(match, bob, "stop", now=at(minutes=1))
    assert (answer.sealed, answer.version) == (True, version)
    assert match_json(again(match), 0) == before
    assert sweep_work("window", clock=lambda: earliest - timedelta(seconds=1)) == 0
    close(match)
    assert window(match) is None
    lines = [line for entry in match_json(again(match), None)["log"] for line in entry["lines"]]
    assert any("Not So Fast!" in line for line in lines)
    assert [seat.seat for seat in acting(match)] == [0]


def test_an_answer_after_the_earliest_end_closes_at_once(match: Match, alice: User, bob: User) -> None:
    announce(match, alice)
    move(match, bob, "pass", now=at(hours=1))
    assert window(match) is None
    assert len(hand(match, 1)) == 5


def test_silence_means_pass_and_is_no_missed_turn(match: Match, alice: User, bob: User) -> None:
    announce(match, alice)
    assert run_clocks(at(hours=12)) == 1
    assert window(match) is None
    assert [seat.missed for seat in seats(match)] == [0, 0, 0]
    assert len(hand(match, 1)) == 5
    assert sweep_work("window", clock=lambda: at(hours=12)) == 0


def test_a_late_answer_is_refused_and_changes_nothing(match: Match, alice: User, bob: User) -> None:
    version = announce(match, alice).version
    with pytest.raises(referee.RefereeError) as refused:
        move(match, bob, "stop", now=at(hours=12))
    assert refused.value.code == "time_over"
    assert not again(match).sealed_moves.filter(seat=1).exists()
    run_clocks(at(hours=12))
    with pytest.raises(referee.RefereeError) as refused:
        referee.submit(match_id=match.pk, user=bob, version=version, moves=["stop"], now=at(hours=12))
    assert refused.value.code == "stale"


def test_the_announcing_seats_clock_stands_still(alice: User, bob: User, carol: User) -> None:
    match = dealt(ace(alice, bob, carol, clock=FISCHER), 1)
    bank = seats(match)[0].bank_ms
    assert bank == 32 * 3_600_000
    announce(match, alice, now=at(hours=2))
    assert (seats(match)[0].held_ms, seats(match)[0].bank_ms) == (2 * 3_600_000, bank)
    move(match, bob, "stop", now=at(hours=9))
    mine = seats(match)[0]
    assert (mine.deadline, mine.turns, mine.held_ms) == (at(hours=32 + 7), 2, None)
    move(match, alice, "end", now=at(hours=10))
    assert seats(match)[0].bank_ms == (32 - 3 + 8) * 3_600_000
    kinds = ClockEntry.objects.filter(match=match, seat=0).order_by("id").values_list("kind", flat=True)
    assert list(kinds)[-4:] == ["turn", "held", "resumed", "move"]
    assert seats(match)[1].turns == 2


def test_who_is_asked_is_told_and_the_actor_when_it_goes_on(match: Match, alice: User, bob: User) -> None:
    version = announce(match, alice).version
    told = Event.objects.filter(match=match, kind=Event.Kind.TURN).order_by("-id")
    assert told[0].payload == {"seats": [1], "version": version}
    move(match, bob, "pass", now=at(hours=1))
    assert told.first().payload == {"seats": [0], "version": again(match).version}


def test_the_stored_match_plays_again(alice: User, bob: User, carol: User) -> None:
    """From its own cards, whatever they are."""
    match = ace(alice, bob, carol, reactions="orders")
    playback.check(again(match))


def test_a_double_click_answers_once(match: Match, alice: User, bob: User) -> None:
    version = announce(match, alice).version
    command = {"match_id": match.pk, "user": bob, "version": version, "moves": ["stop"], "now": NOON}
    first = referee.submit(**command, key="k")
    assert referee.submit(**command, key="k") == dataclasses.replace(first, repeated=True)
    with pytest.raises(referee.RefereeError) as refused:
        referee.submit(**command, key="other")
    assert refused.value.code == "answered"


def test_sweeping_twice_closes_once(match: Match, alice: User, bob: User) -> None:
    announce(match, alice)
    move(match, bob, "stop", now=at(minutes=1))
    due = open_window(match).due_at
    assert sweep_work("window", clock=lambda: due) == 1
    version = again(match).version
    assert sweep_work("window", clock=lambda: due) == 0
    assert again(match).version == version


def test_an_interrupt_waits_for_the_end_of_the_window(match: Match, alice: User, carol: User) -> None:
    before = announce(match, alice).version
    for user, code in ((alice, "window_open"), (carol, "answered")):
        with pytest.raises(referee.RefereeError) as refused:
            move(match, user, "play L39 1")
        assert refused.value.code == code
    assert again(match).version == before


def test_a_power_cut_leaves_the_window_open_or_closed(match: Match, alice: User, bob: User) -> None:
    agent = next(each for each in legal(match, 0) if each.startswith("agent L03"))
    move(match, alice, agent)
    aim = next(each for each in legal(match, 0) if each.endswith("1"))
    command = {"match_id": match.pk, "user": alice, "version": again(match).version, "moves": [aim]}
    assert crash_everywhere(lambda: referee.submit(**command, now=NOON)) >= 4
    referee.submit(**command, now=NOON)
    move(match, bob, "stop", now=at(minutes=1))
    due = open_window(match).due_at
    assert crash_everywhere(lambda: sweep_work("window", clock=lambda: due)) >= 4
    close(match)


def test_where_only_bots_are_asked_nobody_waits(alice: User, bot: Callable[..., User]) -> None:
    match = dealt(ace(alice, bot()), 1)
    announce(match, alice)
    assert window(match) is None
    lines = [line for entry in match_json(again(match), None)["log"] for line in entry["lines"]]
    assert any("Not So Fast!" in line for line in lines)


def test_whoever_leaves_is_answered_for_by_the_bot(match: Match, alice: User, bob: User) -> None:
    announce(match, alice)
    referee.resign(match_id=match.pk, user=bob, now=at(minutes=1))
    assert open_window(match).due_at == open_window(match).earliest_at
    close(match)
    assert [seat.seat for seat in acting(match)] == [0]


def test_the_announcing_seat_leaves(match: Match, alice: User) -> None:
    announce(match, alice)
    referee.resign(match_id=match.pk, user=alice, now=at(minutes=1))
    assert seats(match)[0].held_ms is None
    assert [seat.seat for seat in acting(match)] == [1]
    close(match)
    assert [(seat.seat, seat.bot_due) for seat in acting(match)] == [(0, True)]


def test_a_match_that_ends_takes_its_window_along(alice: User, bob: User) -> None:
    match = dealt(ace(alice, bob), 1)
    announce(match, alice)
    referee.resign(match_id=match.pk, user=alice, now=at(minutes=1))
    assert again(match).status == Match.Status.FINISHED
    assert window(match) is None
    assert [seat.held_ms for seat in seats(match)] == [None, None]


def test_in_orders_mode_nobody_waits_and_the_clock_runs_on(alice: User, bob: User, carol: User) -> None:
    match = dealt(ace(alice, bob, carol, reactions="orders"), 1)
    deadline = seats(match)[0].deadline
    announce(match, alice, now=at(hours=1))
    assert window(match) is None
    mine = seats(match)[0]
    assert (mine.acting, mine.deadline, mine.turns) == (True, deadline, 2)
    assert not Event.objects.filter(match=match, at=at(hours=1)).exists()


def test_a_live_table_waits_briefly(alice: User, bob: User, carol: User) -> None:
    match = dealt(ace(alice, bob, carol, reactions="live"), 1)
    announce(match, alice)
    opened = open_window(match)
    assert opened.closes_at == at(hours=1)
    assert timedelta(seconds=5) <= opened.earliest_at - NOON <= timedelta(seconds=15)


def test_a_table_may_wait_longer(alice: User, bob: User, carol: User) -> None:
    match = dealt(ace(alice, bob, carol, options={"window_hours": 24}), 1)
    announce(match, alice)
    assert open_window(match).closes_at == at(hours=24)


def test_a_window_ends_with_the_play_window_of_a_round(alice: User, bob: User, carol: User) -> None:
    match = dealt(ace(alice, bob, carol, window_end=at(hours=6)), 1)
    announce(match, alice)
    assert open_window(match).closes_at == at(hours=6)
