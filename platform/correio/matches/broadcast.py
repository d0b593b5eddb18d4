"""Tells open pages that something is new; what it is they ask for themselves, through their own view.

Group messages go out after the commit, from a thread of their own.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
from collections.abc import Mapping, Sequence
from typing import Any

import redis
from channels.layers import get_channel_layer
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from correio.due.background import Background

TIMEOUT = 2.0
"""Seconds; nobody waits for it, and a socket that missed a message looks again by itself."""


def match_group(match_id: int) -> str:
    return f"match.{match_id}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def right_group(kind: str, secret: str) -> str:
    """Of all sockets that stand on one session or token."""
    return f"{kind}.{hashlib.sha256(secret.encode()).hexdigest()[:40]}"


def match_changed(match_id: int, version: int, status: str) -> None:
    """Everybody who watches this match."""
    message = {"type": "match.changed", "version": version, "status": status}
    broadcaster.send({match_group(match_id): message})


def users_changed(user_ids: Sequence[int]) -> None:
    """The feeds of these users: what waits for them may have changed."""
    broadcaster.send({user_group(each): {"type": "user.changed"} for each in user_ids})


def right_ended(group: str) -> None:
    """The sockets of this group lose their right to be open."""
    broadcaster.send({group: {"type": "right.ended"}})


@functools.cache
def _client(process: int) -> redis.Redis:
    """A connection of this process; nothing is tried twice, a socket that missed something looks again."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        retry=Retry(NoBackoff(), 0),
    )


def _say(messages: Mapping[str, dict[str, Any]]) -> int:
    """All in one round trip. The channel layer itself would publish one by one from an event loop, at ten
    times the cost; how it names and packs a group's messages is held by the tests of sockets."""
    layer = get_channel_layer()
    layers: Any = settings.CHANNEL_LAYERS
    prefix = layers["default"]["CONFIG"]["prefix"]
    pipeline = _client(os.getpid()).pipeline(transaction=False)
    for group, said in messages.items():
        pipeline.publish(f"{prefix}__group__{group}", layer.serialize(said))
    pipeline.execute()
    return 0


broadcaster = Background("broadcasts", _say)
atexit.register(broadcaster.flush)
