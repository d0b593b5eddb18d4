"""Tokens: shown once, valid at once, gone when revoked."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from knox.models import AuthToken

from correio.accounts import tokens
from correio.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def own(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def make(own: Client) -> str:
    page = own.post("/settings/tokens/new/", {"days": 90})
    assert page.headers["Cache-Control"] == "no-store"
    found = re.search(r'class="token"[^>]*>([^<]+)<', page.content.decode())
    assert found
    return found[1]


def ask(token: str) -> int:
    return Client().get("/api/me/", headers={"Authorization": f"Token {token}"}).status_code


def test_a_token_works_at_once_and_is_shown_once(own: Client) -> None:
    token = make(own)
    assert ask(token) == 200
    assert token not in own.get("/settings/tokens/").content.decode()


def test_a_revoked_token_is_refused(own: Client) -> None:
    token = make(own)
    own.post("/settings/tokens/revoke/", {"key": AuthToken.objects.get().token_key})
    assert ask(token) == 401


def test_nobody_revokes_another_s_token(own: Client, bob: User) -> None:
    token = make(own)
    other = Client()
    other.force_login(bob)
    other.post("/settings/tokens/revoke/", {"key": AuthToken.objects.get().token_key})
    assert other.delete(f"/api/tokens/{AuthToken.objects.get().token_key}/").status_code == 404
    assert ask(token) == 200


def test_a_foreign_token_is_no_token() -> None:
    answer = Client().get("/api/me/", headers={"Authorization": "Token 0123456789abcdef"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_token")


def test_an_expired_token_is_refused(own: Client) -> None:
    token = make(own)
    AuthToken.objects.update(expiry="2020-01-01T00:00:00Z")
    assert ask(token) == 401


def test_the_api_makes_lists_and_revokes(own: Client) -> None:
    made = own.post("/api/tokens/", {"days": 0}, content_type="application/json")
    assert made.status_code == 201
    body = made.json()
    assert body["expiry"] is None
    assert ask(body["token"]) == 200
    assert [row["key"] for row in own.get("/api/tokens/").json()] == [body["key"]]
    assert own.delete(f"/api/tokens/{body['key']}/").status_code == 204
    assert ask(body["token"]) == 401


def test_there_is_a_limit(own: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 1)
    make(own)
    answer = own.post("/api/tokens/", {"days": 1}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too_many_tokens")
    page = own.post("/settings/tokens/new/", {"days": 7}, follow=True)
    assert "Revoke one" in page.content.decode()
    assert AuthToken.objects.count() == 1
