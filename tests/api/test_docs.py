"""The bot of docs/api.md plays as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from correio.accounts.models import User
from correio.accounts.tokens import create_token
from tests.matches.driving import again, start

pytestmark = pytest.mark.django_db(transaction=True)

DOCS = Path(__file__).resolve().parents[2] / "docs" / "api.md"


def bot(site: str, user: User) -> dict[str, Any]:
    [source] = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.S)
    space: dict[str, Any] = {"__name__": "bot"}
    exec(compile(source, str(DOCS), "exec"), space)
    space["SITE"], space["TOKEN"] = site, create_token(user, days=1)[1]
    return space


def test_two_of_them_finish_a_match(live_server: Any, alice: User, bob: User) -> None:
    from django.utils import timezone

    match = start(alice, bob, now=timezone.now())
    bots = [bot(live_server.url, user) for user in (alice, bob)]
    for _round in range(60):
        for each in bots:
            each["play_all"]()
        if again(match).status == "finished":
            break
    assert again(match).status == "finished"
    assert not again(match).seats.filter(place=None).exists()


def test_every_address_it_names_exists(client: Any) -> None:
    known = {re.sub(r"\{\w+\}", "*", path) for path in client.get("/api/schema").json()["paths"]}
    known |= {"/api/schema", "/api/docs/"}
    named = re.findall(r"(?<![\w.])(/api/[\w/<>${}.-]*)", DOCS.read_text("utf-8"))
    assert named
    for path in named:
        plain = re.sub(r"<\w+>|\$\w+|\{code\}", "*", path)
        assert plain in known, path
