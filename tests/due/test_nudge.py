"""Hurrying never costs a command anything, whatever Redis does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import transaction

from correio.accounts.models import User
from correio.celery import app
from correio.due.background import PATIENCE, Background
from correio.due.models import Count
from correio.due.nudge import nudge, publisher
from correio.due.tasks import hurry, sweep
from correio.matches.models import Match
from tests.another_process import redis_that_nobody_answers, told_by
from tests.matches.driving import again, at, run_clocks, start

pytestmark = pytest.mark.publishes


@pytest.fixture
def queues() -> Iterator[redis.Redis]:
    client = redis.Redis.from_url(settings.REDIS_URL)
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    names = [f"{prefix}{name}" for name in ("default", "bots", "mail")]
    client.delete(*names)
    yield client
    client.delete(*names)


@pytest.fixture
def no_redis() -> str:
    """Nothing listens where Redis should be."""
    return redis_that_nobody_answers()


@pytest.fixture
def mute_redis() -> Iterator[str]:
    """Something takes the connection and never answers."""
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen(50)
        yield f"redis://127.0.0.1:{mute.getsockname()[1]}/0"


@pytest.mark.django_db(transaction=True)
def test_a_commit_hurries_the_work_on_its_queue(queues: redis.Redis) -> None:
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    with transaction.atomic():
        nudge("bot_turn")
        assert queues.llen(f"{prefix}bots") == 0
    assert publisher.flush(5)
    assert queues.llen(f"{prefix}bots") == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_hurries_nobody(queues: redis.Redis) -> None:
    with transaction.atomic():
        nudge("bot_turn")
        transaction.set_rollback(True)
    assert publisher.flush(5)
    assert queues.llen(settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"] + "bots") == 0


def test_a_burst_becomes_few_messages() -> None:
    said: list[Any] = []
    gate, busy = threading.Event(), threading.Event()

    def say(what: Any) -> int:
        busy.set()
        gate.wait(5)
        said.append(dict(what))
        return 0

    background = Background("test", say)
    background.send({"a": None})
    assert busy.wait(5)
    for _ in range(100):
        background.send({"b": None})
    gate.set()
    assert background.flush(5)
    assert said == [{"a": None}, {"b": None}]


def test_what_cannot_be_said_is_counted_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def say(what: Any) -> int:
        raise OSError("no")

    background = Background("test", say)
    counted = threading.Event()
    monkeypatch.setattr(background, "_count", lambda failed: counted.set())
    background.send({"a": None})
    assert background.flush(5)
    assert counted.is_set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", ["no_redis", "mute_redis"])
def test_moves_are_taken_and_time_outs_fall_without_redis(
    trouble: str, alice: User, bob: User, request: pytest.FixtureRequest
) -> None:
    """Scenarios 4 and 37, in a process of its own: the commands do not even notice."""
    match = start(alice, bob)
    patience = "20" if trouble == "no_redis" else "0"
    said = told_by(
        "tests.due.without_redis",
        match.code,
        patience,
        redis_url=request.getfixturevalue(trouble),
        timeout=60,
    )
    # Generous to a busy machine: whoever waits for Redis waits 8 seconds if it refuses, or for ever.
    assert said["slowest"] < 4, "no command waits for Redis"
    assert said["flush"] < PATIENCE + 4, "nor does the end of a process wait longer than it may"
    match = again(match)
    assert [each.notation for each in match.moves.all()] == [*said["played"], "absent"]
    assert match.status == Match.Status.PLAYING
    assert run_clocks(at(days=2, hours=1)) == 0, "nothing is done twice when Redis is back"
    if trouble == "no_redis":
        assert Count.objects.get(name="nudges_failed").value >= 1
        assert Count.objects.get(name="broadcasts_failed").value >= 1


@pytest.mark.django_db
def test_a_task_hurries_with_one_kind_of_work(alice: User, bob: User) -> None:
    match = start(alice, bob)
    assert hurry("time_out") == 1
    assert again(match).version == 1


@pytest.mark.django_db
def test_a_task_sweeps_a_queue(alice: User, bob: User) -> None:
    match = start(alice, bob)
    assert sweep("default") >= 1
    assert again(match).version == 1


def test_no_time_of_a_game_goes_through_the_broker() -> None:
    """Every message beat sends expires within the pause to the next, and none has an instant to wait for."""
    for entry in app.conf.beat_schedule.values():
        assert entry["options"]["expires"] <= entry["schedule"]
        assert not {"eta", "countdown"} & set(entry["options"])
