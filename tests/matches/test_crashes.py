"""The power is cut at every statement in turn: the database is as before, or complete."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from correio.accounts.models import User
from correio.due.sweep import sweep
from correio.matches import bots, playback, referee
from correio.matches.models import (
    ClockEntry,
    Delivery,
    Event,
    Match,
    Move,
    Receipt,
    SealedMove,
    Seat,
    Window,
)
from tests.matches.driving import NOON, again, at, legal, run_clocks, seats, start

pytestmark = pytest.mark.django_db


class PowerCut(BaseException):
    """Nothing may catch it."""


@contextmanager
def power_cut(at_statement: int) -> Any:
    count = 0

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal count
        count += 1
        if count == at_statement:
            raise PowerCut
        return run(sql, *rest)

    with connection.execute_wrapper(execute):
        yield


def everything() -> list[Any]:
    models = (Match, Seat, Move, SealedMove, Window, ClockEntry, Event, Delivery, Receipt)
    return [list(model.objects.order_by("pk").values()) for model in models]


def without_leases(rows: list[Any]) -> list[Any]:
    for seat in rows[1]:
        seat["leased_until"] = seat["lease_token"] = None
    return rows


def crash_everywhere(command: Callable[[], Any], normal: Callable[[list[Any]], list[Any]] = list) -> int:
    """Runs it once for each of its statements; returns how many there were."""
    before = normal(everything())
    for number in range(1, 100):
        try:
            with transaction.atomic(), power_cut(number):
                command()
                done = True
                raise StopIteration
        except PowerCut:
            done = False
        except StopIteration:
            return number - 1
        assert not done
        assert normal(everything()) == before
    raise AssertionError("it never ended")


def test_submitting(alice: User, bob: User) -> None:
    match = start(alice, bob)
    post = legal(match, 0)[0]
    command = {"match_id": match.pk, "user": alice, "version": 0, "moves": [post, "surface"]}
    command |= {"key": "k", "now": at(hours=1)}
    assert crash_everywhere(lambda: referee.submit(**command)) >= 4
    assert referee.submit(**command).version == 2
    playback.check(again(match))


def test_timing_out(alice: User, bob: User) -> None:
    match = start(alice, bob)
    seat = seats(match)[0].pk
    assert crash_everywhere(lambda: referee.time_out(seat_id=seat, now=at(days=2))) >= 4
    referee.time_out(seat_id=seat, now=at(days=2))
    assert again(match).version == 1


def test_a_sweep_over_clocks(alice: User, bob: User) -> None:
    match = start(alice, bob)
    assert crash_everywhere(lambda: run_clocks(at(days=2))) >= 4
    assert run_clocks(at(days=2)) == 1
    assert again(match).version == 1


def test_the_end_of_a_match(alice: User, bob: User) -> None:
    match = start(alice, bob)
    assert crash_everywhere(lambda: referee.resign(match_id=match.pk, user=alice, now=NOON)) >= 4
    referee.resign(match_id=match.pk, user=alice, now=NOON)
    assert again(match).status == Match.Status.FINISHED


def test_starting_a_match(alice: User, bob: User) -> None:
    assert crash_everywhere(lambda: start(alice, bob)) >= 4
    assert Match.objects.count() == 0


def test_a_bot_that_dies_anywhere_leaves_a_lease_at_most(alice: User, bot: Callable[..., User]) -> None:
    match = start(bot(), alice)
    assert crash_everywhere(lambda: sweep("bots", clock=lambda: NOON, limit=1), without_leases) >= 4
    assert sweep("bots", clock=lambda: NOON) == 1
    assert again(match).version == 2
    playback.check(again(match))


def test_a_bot_that_died_after_its_claim_is_replaced_when_the_lease_ends(
    alice: User, bot: Callable[..., User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(bot(), alice)
    with monkeypatch.context() as dying:
        dying.setattr(bots, "search", _die)
        with pytest.raises(PowerCut):
            sweep("bots", clock=lambda: NOON)
    assert sweep("bots", clock=lambda: NOON) == 0
    assert sweep("bots", clock=lambda: at(seconds=bots.LEASE_SECONDS)) == 1
    assert again(match).version == 2


def _die(match: Match, seat: Seat) -> list[str]:
    raise PowerCut
