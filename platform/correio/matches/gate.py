"""Who may open a socket: browsers of this site by session, programs by token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

PREFIX = b"token "


class Gate:
    """A program sends `Authorization: Token ...` and no origin; everybody else has to come from a page of
    an allowed host, so that no other site can listen with a reader's cookies."""

    def __init__(self, sockets: App) -> None:
        self._by_token = sockets
        self._by_session = AllowedHostsOriginValidator(AuthMiddlewareStack(sockets))

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        header = dict(scope["headers"]).get(b"authorization", b"")
        if not header.lower().startswith(PREFIX):
            await self._by_session(scope, receive, send)
            return
        found = await database_sync_to_async(_authenticate)(header[len(PREFIX) :].strip())
        if found is None:
            await WebsocketDenier()(scope, receive, send)
            return
        user, digest = found
        await self._by_token({**scope, "user": user, "token": digest}, receive, send)


def _authenticate(token: bytes) -> tuple[Any, str] | None:
    try:
        user, row = TokenAuthentication().authenticate_credentials(token)
    except AuthenticationFailed:
        return None
    return user, row.digest
