"""`/api/me`, players and games."""

from __future__ import annotations

import pytest
from django.test import Client

from correio.accounts.models import User
from tests.matches.driving import acting, move, start

pytestmark = pytest.mark.django_db


def test_me_says_how_many_matches_wait(client: Client, alice: User, bob: User) -> None:
    client.force_login(alice)
    first = start(alice, bob, secret=None)
    start(bob, alice, secret=None)
    me = client.get("/api/me/").json()
    assert (me["slug"], me["waiting"], me["waiting_matches"]) == ("alice", 1, [first.code])
    while acting(first)[0].user == alice:
        move(first, alice)
    assert client.get("/api/me/").json()["waiting"] == 0


def test_a_player_is_found_whatever_the_case_and_without_the_address(client: Client, alice: User) -> None:
    body = client.get("/api/users/ALICE/").json()
    assert body["slug"] == "alice"
    assert body["record"] == {"played": 0, "won": 0, "left": 0}
    assert "email" not in body


def test_games_are_those_that_are_offered(client: Client) -> None:
    games = {game["key"]: game for game in client.get("/api/games/").json()}
    assert "postcards" not in games
    assert games["estoril"]["seats"] == [2, 3, 4]
    assert games["estoril"]["titles"][0]["key"] == "estoril-1942"


def test_the_catalog_may_be_kept(client: Client) -> None:
    answer = client.get("/api/games/estoril/catalog/")
    assert "max-age=86400" in answer.headers["Cache-Control"]
    assert answer.json() == client.get("/api/games/estoril/catalog/").json()
    again = client.get("/api/games/estoril/catalog/", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
