"""The API of tournaments as a program calls it; every answer is held against the description."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

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
        told = answer.json()
        check(answer.wsgi_request.method or "", answer.wsgi_request.path, status, told)
        return told


def check(method: str, path: str, status: int, told: Any) -> None:
    """The answer is of the shape that `/api/schema` says, nothing missing and nothing more."""
    described = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{resolve(path).route}")
    answers = _schema()["paths"][described][method.lower()]["responses"]
    assert str(status) in answers, f"{method} {described} says nothing of {status}"
    shape = answers[str(status)]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**shape, "components": _schema()["components"]}).validate(told)


@cache
def _schema() -> Any:
    return _strict(json.loads(json.dumps(SchemaGenerator().get_schema(public=True))))


def _strict(node: Any) -> Any:
    """From OpenAPI 3.0 to JSON Schema, with objects closed."""
    if isinstance(node, list):
        return [_strict(each) for each in node]
    if not isinstance(node, dict):
        return node
    found = {key: _strict(value) for key, value in node.items()}
    if isinstance(found.get("properties"), dict) and found.get("type") == "object":
        found["additionalProperties"] = False
    if found.pop("nullable", False) is True:
        return {"anyOf": [found, {"type": "null"}]}
    return found
