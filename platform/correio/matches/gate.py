"""Who may open a socket: browsers of this site by session, programs by token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

PREFIX = b"token "


class Gate:
    """A program sends `Authorization: Token ...` and needs no origin; everybody else has to come from a
    page of this site, so that no other site can listen with a reader's cookies."""

    def __init__(self, sockets: App) -> None:
        self._by_token = sockets
        self._by_session = AuthMiddlewareStack(sockets)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        given = headers.get(b"authorization", b"")
        if not given.lower().startswith(PREFIX):
            door = self._by_session if _comes_from_here(headers) else WebsocketDenier()
            await door(scope, receive, send)
            return
        found = await database_sync_to_async(_authenticate)(given[len(PREFIX) :].strip())
        if found is None:
            await WebsocketDenier()(scope, receive, send)
            return
        user, digest = found
        await self._by_token({**scope, "user": user, "token": digest}, receive, send)


def _comes_from_here(headers: dict[bytes, bytes]) -> bool:
    """The origin is the host that was asked, and one that this site answers for."""
    host = headers.get(b"host", b"").decode("latin1").lower()
    origin = headers.get(b"origin", b"").decode("latin1").lower()
    if not origin or not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    return urlsplit(origin).netloc == host or origin in settings.CSRF_TRUSTED_ORIGINS


def _authenticate(token: bytes) -> tuple[Any, str] | None:
    try:
        user, row = TokenAuthentication().authenticate_credentials(token)
    except AuthenticationFailed:
        return None
    return user, row.digest
