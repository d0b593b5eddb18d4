"""Every page answers, signed in and out, with matches in every state; the number of queries does not grow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from correio.accounts.models import User
from correio.lobby import tables
from correio.matches import referee
from correio.matches.models import Match
from correio.pages import demo
from tests.matches.driving import NOON, TWO_DAYS, play_on, start

pytestmark = pytest.mark.django_db

PUBLIC = [
    "/",
    "/lobby/",
    "/lobby/new/",
    "/games/",
    "/games/estoril/",
    "/status/",
    "/api/docs/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/exports/",
    "/ratings/",
    "/ratings/calculator/",
    "/ratings/gauge/",
    "/ratings/versus/",
    "/ratings/versus/alice/bob/",
    "/tournaments/",
    "/ladders/",
    "/ladders/estoril-1942/",
    "/u/alice/",
    "/u/robot/",
]
OWN = [
    "/my/",
    "/settings/",
    "/settings/mail/",
    "/settings/tokens/",
    "/settings/sessions/",
    "/settings/delete/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/logout/",
]


@pytest.fixture
def world(alice: User, bob: User, bot: Callable[..., User]) -> dict[str, Match]:
    """A match in every state."""
    play_on(start(alice, bob, secret=None))
    cancelled = referee.start_match(
        players=[alice, bob], game="postcards", title="postcards", clock=TWO_DAYS, now=NOON
    )
    referee.abort(match_id=cancelled.pk, user=alice, now=NOON)
    wish = tables.Wish(title="estoril-1942", seats=3, control=TWO_DAYS)
    return {
        "playing": start(alice, bot(), secret=None, game="estoril", title="estoril-1942"),
        "waiting": start(bob, alice, secret=None),
        "finished": Match.objects.get(status="finished"),
        "cancelled": cancelled,
        "open": tables.open_table(alice, wish),
    }


@pytest.mark.parametrize("path", PUBLIC)
def test_a_page_for_everybody(world: Any, client: Client, alice: User, path: str) -> None:
    assert client.get(path).status_code == 200
    client.force_login(alice)
    assert client.get(path, follow=True).status_code == 200


@pytest.mark.parametrize("path", OWN)
def test_a_page_of_one_s_own(world: Any, client: Client, alice: User, path: str) -> None:
    if path != "/accounts/logout/":
        assert client.get(path).headers["Location"].startswith("/accounts/login/")
    client.force_login(alice)
    assert client.get(path).status_code == 200


def test_a_match_in_every_state(world: dict[str, Match], client: Client, alice: User, bob: User) -> None:
    for reader in (None, alice, bob):
        if reader:
            client.force_login(reader)
        for state, match in world.items():
            assert client.get(f"/m/{match.code}/").status_code == 200, state
            assert client.get(f"/api/matches/{match.code}").status_code == 200, state


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_demo_in_both_languages(client: Client, language: str) -> None:
    assert demo.seed(NOON)
    assert not demo.seed(NOON)
    for path in ["/", "/lobby/", "/tournaments/", "/ratings/", "/games/estoril/", "/status/"]:
        answer = client.get(path, headers={"Accept-Language": language})
        assert answer.status_code == 200
        assert answer.headers["Content-Language"] == language
    for match in Match.objects.filter(origin="lobby"):
        assert client.get(f"/m/{match.code}/").status_code == 200


def test_the_admin_works(admin_client: Client) -> None:
    """Every list and form of every model, with rows in them."""
    demo.seed(NOON)
    from django.contrib import admin

    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert admin_client.get(base).status_code == 200, base
        row = model._default_manager.first()
        if row is not None:
            assert admin_client.get(f"{base}{row.pk}/change/").status_code == 200, base


def test_every_get_page_of_ours_is_in_these_lists() -> None:
    """A new page is looked at by these tests, too."""
    seen = {path.strip("/").split("/")[0] for path in [*PUBLIC, *OWN]}
    known = seen | {"admin", "api", "dev", "guest", "preferences", "invite", "m", "media", "static"}
    for pattern in _patterns(get_resolver().url_patterns):
        first = pattern.strip("^/").split("/")[0]
        assert first == "" or first.startswith("<") or first in known, pattern


def _patterns(patterns: list[URLPattern | URLResolver], before: str = "") -> list[str]:
    found: list[str] = []
    for each in patterns:
        path = before + str(each.pattern)
        found += _patterns(each.url_patterns, path) if isinstance(each, URLResolver) else [path]
    return found


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def many(count: int, alice: User, bob: User) -> None:
    for number in range(count):
        start(alice, bob, secret=None) if number % 2 else start(bob, alice, secret=None)
        wish = tables.Wish(title="estoril-1942", seats=3, control=TWO_DAYS)
        tables.open_table(alice if number % 2 else bob, wish)
    for _number in range(count // 3):
        match = start(alice, bob, secret=None)
        referee.resign(match_id=match.pk, user=bob)


@pytest.mark.parametrize(
    "path",
    [
        "/my/",
        "/lobby/",
        "/u/alice/",
        "/u/bob/",
        "/",
        "/status/",
        "/api/matches/?mine=true",
        "/api/lobby/",
        "/api/me/",
        "/api/notices/",
    ],
)
def test_queries_do_not_grow_with_the_rows(client: Client, alice: User, bob: User, path: str) -> None:
    client.force_login(alice)
    many(3, alice, bob)
    few = queries(client, path)
    many(9, alice, bob)
    assert queries(client, path) <= few
    assert few <= 30
