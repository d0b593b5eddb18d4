from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from correio.accounts.models import User
from correio.due.models import Parked
from correio.due.sweep import sweep
from correio.matches import bots, playback, referee
from correio.matches.models import Match, Seat
from correio.matches.records import record
from engines import records
from engines.bots import BOT_VERSION, choose
from tests.matches.driving import NOON, SECRET, again, at, legal, move, play_on, run_bots, seats, start

pytestmark = pytest.mark.django_db


def _claimed(now=NOON) -> Seat:
    """A bot's seat as a worker holds it, leased and not yet searched for."""
    held: list[Seat] = []
    import correio.due.registry as registry

    work = registry.work("bot_turn")
    original = work.handle
    object.__setattr__(work, "handle", lambda row, at: held.append(row))
    try:
        sweep("bots", clock=lambda: now, limit=1)
    finally:
        object.__setattr__(work, "handle", original)
    return held[0]


def test_a_bot_plays_its_whole_turn(alice: User, bot: Callable[..., User]) -> None:
    match = start(bot(), alice)
    run_bots()
    moves = list(match.moves.all())
    assert {each.actor for each in moves} == {"bot"}
    assert {(each.bot_level, each.bot_version) for each in moves} == {("novice", BOT_VERSION)}
    assert len(moves) == 2
    assert seats(match)[1].acting


def test_the_same_secret_gives_the_same_match(bot: Callable[..., User]) -> None:
    one, two = bot("one"), bot("two", "steady")
    ends = []
    for order in (NOON, at(days=400)):
        match = start(one, two, now=order, code="twins222")
        run_bots(order)
        ends.append([each.notation for each in match.moves.all()])
        assert again(match).status == Match.Status.FINISHED
        assert records.verify(record(again(match)), choose, BOT_VERSION) == []
        match.delete()
    assert ends[0] == ends[1]


def test_a_leased_seat_is_not_due_and_an_expired_lease_returns_it(
    alice: User, bot: Callable[..., User]
) -> None:
    match = start(bot(), alice)
    seat = _claimed()
    assert not bots.due(NOON).exists()
    assert sweep("bots", clock=lambda: NOON) == 0
    later = NOON + timedelta(seconds=bots.LEASE_SECONDS)
    assert sweep("bots", clock=lambda: later) == 1
    assert again(match).version == 2
    assert bots.bot_turn(seat, later) is False, "the worker that was given up for dead comes too late"
    assert again(match).version == 2


def test_a_search_that_was_overtaken_is_not_played(alice: User, bob: User, bot: Callable[..., User]) -> None:
    """Scenario 33: something happened between the claim and the commit."""
    match = start(bot(), alice, bob)
    seat = _claimed()
    stale = again(match)
    referee.resign(match_id=match.pk, user=alice, now=NOON)
    assert bots._commit(stale, seat, bots.search(stale, seat), NOON) is False
    assert [each.notation for each in match.moves.all()] == ["leave"]
    assert bots.due(NOON).exists(), "the seat is given back at once, without waiting for the lease"
    run_bots()
    assert again(match).version > 1


def test_a_move_of_a_bot_after_the_end_changes_nothing(alice: User, bot: Callable[..., User]) -> None:
    match = start(bot(), alice)
    seat = _claimed()
    referee.resign(match_id=match.pk, user=alice, now=NOON)
    finished = again(match)
    assert bots.bot_turn(seat, NOON) is False
    assert again(match).version == finished.version


def test_a_bot_that_fails_holds_up_no_other(
    alice: User, bot: Callable[..., User], monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = bot()
    broken, other = start(robot, alice), start(robot, alice)
    search = bots.search

    def fail_once(match: Match, seat: Seat) -> list[str]:
        if match.pk == broken.pk:
            raise RuntimeError("no idea")
        return search(match, seat)

    monkeypatch.setattr(bots, "search", fail_once)
    assert sweep("bots", clock=lambda: NOON) == 1
    assert again(other).version == 2
    parked = Parked.objects.get()
    assert (parked.work, "RuntimeError: no idea" in parked.traceback) == ("bot_turn", True)


def test_a_turn_that_the_database_refused_is_due_again_at_once(
    alice: User, bot: Callable[..., User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(bot(), alice)
    commit = bots._commit

    def away(*args: Any) -> bool:
        raise OperationalError("the database is away")

    monkeypatch.setattr(bots, "_commit", away)
    assert sweep("bots", clock=lambda: NOON) == 0
    assert not Parked.objects.exists()
    monkeypatch.setattr(bots, "_commit", commit)
    assert sweep("bots", clock=lambda: NOON) == 1
    assert again(match).version == 2


def test_nothing_is_locked_while_a_bot_thinks(
    alice: User, bob: User, bot: Callable[..., User], monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import connection

    start(bot(), alice, bob)
    search = bots.search
    seen = []

    def look(found: Match, seat: Seat) -> list[str]:
        # The test itself runs in one transaction; a sweep's own would be a savepoint.
        seen.append(len(connection.savepoint_ids))
        return search(found, seat)

    monkeypatch.setattr(bots, "search", look)
    before = len(connection.savepoint_ids)
    run_bots()
    assert seen == [before] * len(seen)
    assert seen


def test_a_house_bot_plays_at_the_level_of_its_account(alice: User, bot: Callable[..., User]) -> None:
    match = start(bot("strong", "steady"), alice)
    assert seats(match)[0].bot_level == "steady"


def test_people_cannot_move_for_bots(alice: User, bot: Callable[..., User]) -> None:
    robot = bot()
    match = start(robot, alice)
    with pytest.raises(referee.RefereeError) as refused:
        referee.submit(match_id=match.pk, user=robot, version=0, moves=["surface"], now=NOON)
    assert refused.value.code == "bot_seat"


def test_a_match_of_people_and_bots_replays_and_verifies(
    alice: User, bob: User, bot: Callable[..., User]
) -> None:
    match = play_on(start(alice, bot("one"), bob, bot("two", "steady"), secret=SECRET), seed=5)
    assert match.status == Match.Status.FINISHED
    playback.check(match)
    assert records.verify(record(match), choose, BOT_VERSION) == []


def test_bots_that_take_over_verify_too(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    move(match, alice, legal(match, 0)[0])
    referee.resign(match_id=match.pk, user=alice, now=NOON)
    match = play_on(match)
    playback.check(match)
    assert records.verify(record(match), choose, BOT_VERSION) == []


def test_bots_move_first_where_a_person_waits_even_for_a_later_turn(
    alice: User, bot: Callable[..., User]
) -> None:
    start(bot("one"), bot("two"))
    with_alice = start(bot("three"), alice, now=at(minutes=5))
    sweep("bots", clock=lambda: at(minutes=6), limit=1)
    assert seats(with_alice)[1].acting
    assert bots.due(at(minutes=6)).count() == 1
