"""Sockets: they say that something is new and end with whatever gave the right to them.

A message carries a version, never content. A socket joins its group before it reads the version, and
reads it again from time to time, so that a lost message costs latency and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from correio.matches.broadcast import match_group, right_group, user_group
from correio.matches.models import Match
from correio.matches.waiting import waiting_seats

RECHECK = 25.0
"""Seconds after which a socket looks whether it missed something."""

NOT_SIGNED_IN = 4401
NOT_FOUND = 4404
RIGHT_ENDED = 4403


class Feed(AsyncJsonWebsocketConsumer):
    """What both sockets share: groups of the right, rechecks, one answer a second at most."""

    said: dict[str, Any] | None = None
    _answered = 0.0
    _task: asyncio.Task[None] | None = None

    async def group(self) -> str | int:
        """Group to join; an int refuses with that close code."""
        raise NotImplementedError

    async def news(self) -> dict[str, Any]:
        """What is to be said, read from the database."""
        raise NotImplementedError

    async def connect(self) -> None:
        group = await self.group()
        await self.accept()
        if isinstance(group, int):
            await self.close(code=group)
            return
        self._groups = [group, *_rights(self.scope)]
        for each in self._groups:
            await self.channel_layer.group_add(each, self.channel_name)
        await self.say(await self.news())
        self._task = asyncio.create_task(self._recheck_for_ever())

    async def disconnect(self, code: int) -> None:
        if self._task is not None:
            self._task.cancel()
        for each in getattr(self, "_groups", ()):
            await self.channel_layer.group_discard(each, self.channel_name)

    async def say(self, news: dict[str, Any]) -> None:
        self.said = news
        await self.send_json(news)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """`{"have": n}` or anything else asks for the news now."""
        now = time.monotonic()
        if now - self._answered < 1.0 and self.said is not None:
            await self.send_json(self.said)
            return
        self._answered = now
        await self.say(await self.news())

    @classmethod
    async def decode_json(cls, text_data: str) -> Any:
        """Nonsense counts as a question, too."""
        try:
            return await super().decode_json(text_data)
        except ValueError:
            return None

    async def recheck(self) -> None:
        news = await self.news()
        if news != self.said:
            await self.say(news)

    async def _recheck_for_ever(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                await asyncio.sleep(RECHECK * random.uniform(0.8, 1.2))
                await self.recheck()

    async def right_ended(self, message: dict[str, Any]) -> None:
        await self.close(code=RIGHT_ENDED)


class MatchFeed(Feed):
    """`/ws/matches/<code>/`: `{"version": n, "status": s}` whenever it changes."""

    match_id = 0

    async def group(self) -> str | int:
        code = self.scope["url_route"]["kwargs"]["code"]
        found = await database_sync_to_async(_match_id)(code)
        if found is None:
            return NOT_FOUND
        self.match_id = found
        return match_group(found)

    async def news(self) -> dict[str, Any]:
        return await database_sync_to_async(_version)(self.match_id)

    async def match_changed(self, message: dict[str, Any]) -> None:
        await self.say({"version": message["version"], "status": message["status"]})


class UserFeed(Feed):
    """`/ws/me/`: `{"yours": matches that wait for me, "match": the most urgent one}`."""

    async def group(self) -> str | int:
        user = self.scope.get("user")
        return user_group(user.pk) if user is not None and user.is_authenticated else NOT_SIGNED_IN

    async def news(self) -> dict[str, Any]:
        return await database_sync_to_async(_yours)(self.scope["user"].pk)

    async def user_changed(self, message: dict[str, Any]) -> None:
        await self.say(await self.news())


def _rights(scope: dict[str, Any]) -> list[str]:
    """Groups that are told when a session, a token or an account ends."""
    rights = []
    user = scope.get("user")
    if user is not None and user.is_authenticated:
        rights.append(f"account.{user.pk}")
    if (session := scope.get("session")) is not None and session.session_key:
        rights.append(right_group("session", session.session_key))
    if token := scope.get("token"):
        rights.append(right_group("token", token))
    return rights


def _match_id(code: str) -> int | None:
    return Match.objects.filter(code=code).values_list("pk", flat=True).first()


def _version(match_id: int) -> dict[str, Any]:
    version, status = Match.objects.values_list("version", "status").get(pk=match_id)
    return {"version": version, "status": status}


def _yours(user_id: int) -> dict[str, Any]:
    codes = list(waiting_seats(user_id).values_list("match__code", flat=True))
    return {"yours": len(codes), "match": codes[0] if codes else None}
