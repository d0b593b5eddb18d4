"""Every failure under /api/ has one shape, a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from correio.accounts.models import User
from correio.api import Refusal

pytestmark = pytest.mark.django_db

JSON = "application/json"


def error_of(answer: Any) -> tuple[int, str]:
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "detail"}
    assert body["error"]["message"]
    return answer.status_code, body["error"]["code"]


@pytest.fixture
def own(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def test_a_path_that_does_not_exist(client: Client) -> None:
    assert error_of(client.get("/api/nothing/")) == (404, "not_found")


def test_a_thing_that_does_not_exist(client: Client) -> None:
    assert error_of(client.get("/api/users/nobody/")) == (404, "not_found")
    assert error_of(client.get("/api/matches/nomatch")) == (404, "not_found")
    assert error_of(client.get("/api/games/chess/catalog/")) == (404, "not_found")


def test_a_stranger_is_asked_to_sign_in(client: Client) -> None:
    answer = client.get("/api/me/")
    assert error_of(answer) == (401, "not_signed_in")
    assert answer.headers["WWW-Authenticate"].startswith("Token")


def test_a_method_that_is_not_allowed(own: Client) -> None:
    assert error_of(own.put("/api/tokens/", {}, JSON)) == (405, "method")


def test_a_body_that_is_no_json(own: Client) -> None:
    assert error_of(own.post("/api/tokens/", "{", JSON)) == (400, "malformed")


def test_a_body_of_another_kind(own: Client) -> None:
    assert error_of(own.post("/api/tokens/", {"days": 1})) == (415, "media_type")


def test_a_field_that_is_wrong_is_named(own: Client) -> None:
    answer = own.post("/api/tokens/", {"days": "many"}, JSON)
    assert error_of(answer) == (400, "invalid")
    assert "days" in answer.json()["error"]["detail"]
    assert "days" in answer.json()["error"]["message"]


def test_a_missing_csrf_token(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert error_of(strict.post("/api/tokens/", {"days": 1}, JSON))[0] == 403


def test_too_many_requests_say_how_long_to_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rest_framework.throttling.AnonRateThrottle.rate", "1/min", raising=False)
    client.get("/api/games/")
    answer = client.get("/api/games/")
    assert error_of(answer) == (429, "throttled")
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.json()["error"]["detail"]["wait_seconds"] > 0


def test_a_fault_of_ours_keeps_the_shape(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correio.pages.api.game_json", lambda rules: 1 / 0)
    client.raise_request_exception = False
    assert error_of(client.get("/api/games/")) == (500, "fault")


def test_a_refusal_from_below_is_told_as_it_is(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(rules: Any) -> None:
        raise Refusal("closed", "The lobby is closed: come back tomorrow.", 409, {"opens": "tomorrow"})

    monkeypatch.setattr("correio.pages.api.game_json", refuse)
    answer = client.get("/api/games/")
    assert error_of(answer) == (409, "closed")
    assert answer.json()["error"]["detail"] == {"opens": "tomorrow"}


def test_a_page_that_does_not_exist_is_a_page(client: Client) -> None:
    answer = client.get("/nothing/")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")


def test_the_page_of_a_fault_needs_no_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correio.pages.views.site_status", lambda now: 1 / 0)
    client.raise_request_exception = False
    answer = client.get("/status/")
    assert answer.status_code == 500
    assert "500" in answer.content.decode()
