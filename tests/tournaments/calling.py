"""The API of tournaments as a program calls it."""

from __future__ import annotations

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from correio.accounts.models import User

BASE = "/api/tournaments/"


class Caller:
    """Somebody, or nobody, with a program."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """The answer as it is."""
        headers = {} if key is None else {"Idempotency-Key": key}
        if method == "GET":
            return self.client.get(BASE + path, headers=headers)
        return self.client.generic(
            method,
            BASE + path,
            json.dumps(body or {}, cls=DjangoJSONEncoder),
            content_type="application/json",
            headers=headers,
        )

    def get(self, path: str, status: int = 200) -> Any:
        return self._told(self.ask("GET", path), status)

    def post(self, path: str, status: int = 200, /, key: str | None = None, **body: Any) -> Any:
        return self._told(self.ask("POST", path, body, key), status)

    def patch(self, path: str, status: int = 200, /, key: str | None = None, **body: Any) -> Any:
        return self._told(self.ask("PATCH", path, body, key), status)

    def refused(self, path: str, status: int, /, **body: Any) -> Any:
        """The one shape of failure; its inside."""
        answer = self.post(path, status, **body)
        assert set(answer) == {"error"}
        assert set(answer["error"]) == {"code", "message", "detail"}
        assert answer["error"]["message"]
        return answer["error"]

    def _told(self, answer: Any, status: int) -> Any:
        assert answer.status_code == status, answer.content
        return answer.json()
