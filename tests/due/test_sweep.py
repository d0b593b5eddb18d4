from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from correio.due import sweep as sweeping
from correio.due.admin import release
from correio.due.heartbeat import STALE, is_stale
from correio.due.models import Heartbeat, Parked
from correio.due.registry import DueWork, register, works
from correio.due.sweep import sweep, sweep_work
from correio.due.watcher import watch_once
from correio.matches import referee
from correio.matches.models import Match
from tests.due.works import close, work
from tests.matches.driving import NOON, again, at, table

pytestmark = pytest.mark.django_db


def tables(count: int) -> list[Match]:
    """Open tables, the first due first."""
    return [
        referee.open_match(seats=2, now=NOON, open_for=timedelta(minutes=number), **table())
        for number in range(1, count + 1)
    ]


def test_due_rows_are_handled_most_urgent_first() -> None:
    made = tables(3)
    order: list[int] = []
    with work(lambda match, now: (order.append(match.pk), close(match, now))):
        assert sweep_work("test_work", clock=lambda: at(minutes=2)) == 2
        assert order == [made[0].pk, made[1].pk]
        assert sweep_work("test_work", clock=lambda: at(minutes=2)) == 0


def test_a_row_that_fails_is_parked_with_its_traceback_and_stops_nobody() -> None:
    made = tables(3)

    def handle(match: Match, now: datetime) -> None:
        close(match, now)
        if match.pk == made[1].pk:
            raise ValueError("this one is broken")

    with work(handle):
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 2
        parked = Parked.objects.get()
        assert (parked.work, parked.row, parked.attempts) == ("test_work", str(made[1].pk), 1)
        assert "ValueError: this one is broken" in parked.traceback
        assert again(made[1]).status == "open", "what the failed handling wrote is undone"
        assert sweep_work("test_work", clock=lambda: at(hours=2)) == 0


def test_a_released_row_is_due_again_and_counts_its_attempts() -> None:
    (match,) = tables(1)
    fails = [True]

    def handle(match: Match, now: datetime) -> None:
        if fails[0]:
            raise ValueError
        close(match, now)

    with work(handle):
        for attempts in (1, 2):
            sweep_work("test_work", clock=lambda: at(hours=1))
            parked = Parked.objects.get()
            assert (parked.attempts, parked.released_at) == (attempts, None)
            assert release(Parked.objects.all()) == 1
        fails[0] = False
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 1
    assert again(match).status == "cancelled"


@pytest.mark.parametrize("error", [OperationalError("deadlock detected"), OperationalError("server closed")])
def test_trouble_of_the_database_parks_nothing(error: Exception) -> None:
    (match,) = tables(1)
    trouble: list[Exception] = [error]

    def handle(match: Match, now: datetime) -> None:
        if trouble:
            raise trouble.pop()
        close(match, now)

    with work(handle):
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 0
        assert not Parked.objects.exists()
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 1
    assert again(match).status == "cancelled"


def test_a_row_that_ceased_to_be_due_is_left_alone() -> None:
    first, second = tables(2)
    handled: list[int] = []

    def handle(match: Match, now: datetime) -> None:
        handled.append(match.pk)
        close(match, now)
        Match.objects.filter(pk=second.pk).update(open_until=at(days=9))

    with work(handle):
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 1
    assert handled == [first.pk]


def test_more_rows_than_a_batch_are_all_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "BATCH", 2)
    tables(7)
    with work(close):
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 7


def test_failing_rows_at_the_head_do_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "BATCH", 2)
    made = tables(6)
    broken = {match.pk for match in made[:3]}

    def handle(match: Match, now: datetime) -> None:
        if match.pk in broken:
            raise OperationalError("not now")
        close(match, now)

    with work(handle):
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 3


def test_a_limit_is_kept() -> None:
    tables(5)
    with work(close):
        assert sweep_work("test_work", clock=lambda: at(hours=1), limit=3) == 3
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 2


def test_a_sweep_leaves_a_heartbeat_with_its_lateness() -> None:
    tables(3)
    with work(close):
        sweep("mail", clock=lambda: at(minutes=11))
        beat = Heartbeat.objects.get(queue="mail")
        assert (beat.at, beat.lateness_ms, beat.swept) == (at(minutes=11), 10 * 60_000, 3)
        sweep("mail", clock=lambda: at(minutes=12))
        beat.refresh_from_db()
        assert (beat.at, beat.lateness_ms, beat.swept) == (at(minutes=12), 0, 3)


def test_the_watcher_sweeps_only_when_nobody_else_does() -> None:
    tables(2)
    with work(close):
        sweep("mail", clock=lambda: NOON)
        assert not is_stale("mail", NOON + STALE - timedelta(seconds=1))
        assert watch_once("mail", NOON + STALE - timedelta(seconds=1)) == 0
        assert is_stale("mail", NOON + STALE)
        assert watch_once("mail", NOON + STALE) == 2


def test_work_is_registered_once_and_on_a_queue_that_exists() -> None:
    with work(close) as made:
        with pytest.raises(ValueError, match="twice"):
            register(made)
        with pytest.raises(ValueError, match="queue"):
            register(DueWork("other", "fax", made.due, made.handle, made.late))
    assert "test_work" not in {each.name for each in works()}


def test_an_empty_sweep_asks_little() -> None:
    """Two questions for each kind of work (what is parked, what is due), and the heartbeat."""
    sweep("default", clock=lambda: NOON)
    with CaptureQueriesContext(connection) as queries:
        sweep("default", clock=lambda: NOON)
    assert len(queries) <= 2 * len(works("default")) + 1


@pytest.fixture
def other_connection() -> Any:
    """Runs things in a thread with a connection of its own."""

    def run(what: Any) -> Any:
        outcome: list[Any] = []

        def body() -> None:
            try:
                outcome.append(what())
            finally:
                connection.close()

        thread = threading.Thread(target=body)
        thread.start()
        thread.join()
        return outcome[0]

    return run


@pytest.mark.django_db(transaction=True)
def test_a_row_that_somebody_holds_is_skipped(other_connection: Any) -> None:
    made = tables(3)
    others: list[int] = []
    outer = [True]

    def handle(match: Match, now: datetime) -> None:
        if outer:
            outer.clear()
            others.append(other_connection(lambda: sweep_work("test_work", clock=lambda: at(hours=1))))
        close(match, now)

    with work(handle):
        assert sweep_work("test_work", clock=lambda: at(hours=1)) == 1
    assert others == [2], "the other sweep took the two rows that were free and did not wait for the third"
    assert {again(match).status for match in made} == {"cancelled"}
