"""Tells open pages that something is new; what it is they ask for themselves, through their own view.

Group messages go out after the commit, from a thread of their own with an event loop of its own.
"""

from __future__ import annotations

import asyncio
import atexit
import hashlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from channels.layers import get_channel_layer

from correio.due.background import Background

logger = logging.getLogger(__name__)

TIMEOUT = 5.0
"""Seconds for one batch; nobody waits for it, and a socket that missed it looks again by itself."""


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


_loops: list[asyncio.AbstractEventLoop] = []


def _say(messages: Mapping[str, dict[str, Any]]) -> int:
    if not _loops:
        _loops.append(asyncio.new_event_loop())
    return _loops[0].run_until_complete(_send_all(messages))


async def _send_all(messages: Mapping[str, dict[str, Any]]) -> int:
    layer = get_channel_layer()
    sending = [asyncio.wait_for(layer.group_send(group, said), TIMEOUT) for group, said in messages.items()]
    outcomes = await asyncio.gather(*sending, return_exceptions=True)
    errors = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    if errors:
        logger.warning("%d broadcasts failed: %r", len(errors), errors[0])
    return len(errors)


broadcaster = Background("broadcasts", _say)
atexit.register(broadcaster.flush)
