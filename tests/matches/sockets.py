"""One socket of a test, spoken to as a server speaks to an ASGI application."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from correio.matches.routing import sockets

PATIENCE = 5


class Socket:
    def __init__(self, path: str, *headers: tuple[bytes, bytes]) -> None:
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"localhost"), *headers],
            "subprotocols": [],
        }
        self._talk = ApplicationCommunicator(sockets, scope)

    async def open(self) -> bool:
        """Whether the site let us in."""
        await self._talk.send_input({"type": "websocket.connect"})
        answer = await self._talk.receive_output(PATIENCE)
        return bool(answer["type"] == "websocket.accept")

    async def say(self, text: str) -> None:
        await self._talk.send_input({"type": "websocket.receive", "text": text})

    async def hear(self) -> Any:
        answer = await self._talk.receive_output(PATIENCE)
        assert answer["type"] == "websocket.send", answer
        return json.loads(answer["text"])

    async def silent(self, seconds: float) -> bool:
        return bool(await self._talk.receive_nothing(seconds))

    async def closed_with(self) -> int:
        while True:
            answer = await self._talk.receive_output(PATIENCE)
            if answer["type"] == "websocket.close":
                return int(answer["code"])

    async def close(self) -> None:
        await self._talk.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._talk.wait(PATIENCE)
        await asyncio.sleep(0)
