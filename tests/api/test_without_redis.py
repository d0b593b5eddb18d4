"""Scenario 37 where limits are concerned: without Redis everybody is let through, at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from correio.accounts.models import User
from correio.cache import ForgivingRedisCache
from tests.matches.driving import again, legal, start

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_redis(fresh_limits: None, settings: Any) -> Iterator[None]:
    """Port 9 of this machine answers nobody."""
    settings.CACHES = {
        "default": {"BACKEND": "correio.cache.ForgivingRedisCache", "LOCATION": "redis://127.0.0.1:9/0"}
    }
    ForgivingRedisCache._rests_until = 0.0
    yield
    ForgivingRedisCache._rests_until = 0.0


def test_a_move_over_the_api_is_played(client: Client, alice: User, bob: User) -> None:
    from django.utils import timezone

    match = start(alice, bob, now=timezone.now())
    client.force_login(alice)
    body = {"version": 0, "moves": legal(match, 0)[:1]}
    answer = client.post(f"/api/matches/{match.code}/moves", body, "application/json")
    assert answer.status_code == 200
    assert again(match).version == 1


def test_guests_and_sign_in_work(client: Client, alice: User) -> None:
    assert client.post("/lobby/play/").status_code == 302
    client.logout()
    answer = client.post("/accounts/login/", {"login": "alice", "password": "a long password"})
    assert answer.status_code == 302


def test_an_empty_cache_is_what_everybody_sees() -> None:
    cache.set("a", 1)
    assert cache.get("a", 7) == 7
    assert cache.add("a", 1)
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a", 3)
    assert cache.get_many(["a"]) == {}
    assert "a" not in cache


def test_redis_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        "django.core.cache.backends.redis.RedisCache.get", lambda *args: asked.append(args) or _refuse()
    )
    for _each in range(5):
        cache.get("a")
    assert len(asked) == 1


def _refuse() -> None:
    raise ConnectionRefusedError
