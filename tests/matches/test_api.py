from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from knox.models import AuthToken

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match
from tests.matches.driving import again, legal, play_on, start, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return start(alice, bob, now=timezone.now())


def post(client: Client, path: str, body: Any = None, **headers: str) -> Any:
    return client.post(path, body or {}, content_type="application/json", headers=headers)


def test_the_json_of_a_match_has_everything_a_board_needs(match: Match, alice: User, client: Client) -> None:
    client.force_login(alice)
    shown = client.get(f"/api/matches/{match.code}").json()
    assert set(shown) >= {
        "id", "game", "title", "title_name", "version", "status", "observer", "at", "view", "seats", "actors",
        "prompt", "text", "moves", "sealed", "log", "result", "commitment", "contributed", "clock", "rated",
        "options", "can", "record_url",
    }  # fmt: skip
    assert shown["observer"] == 0
    assert set(shown["moves"][0]) == {"notation", "text", "detail", "verb", "refs", "reveals"}
    assert set(shown["seats"][0]) >= {
        "seat", "name", "slug", "kind", "bot", "status", "acting", "deadline", "bank_ms", "clock_words",
        "missed", "place", "points",
    }  # fmt: skip
    assert shown["seats"][0]["deadline"].endswith("Z")


def test_strangers_see_the_public_side(match: Match, client: Client) -> None:
    shown = client.get(f"/api/matches/{match.code}").json()
    assert (shown["observer"], shown["moves"], shown["prompt"]) == (None, [], None)
    assert shown["view"]["seats"][0]["hand"] is None


def test_a_turn_is_played_and_answered_with_the_new_match(match: Match, alice: User, client: Client) -> None:
    client.force_login(alice)
    body = {"version": 0, "moves": [legal(match, 0)[0], "surface"]}
    first = post(client, f"/api/matches/{match.code}/moves", body, **{"Idempotency-Key": "a"})
    again_ = post(client, f"/api/matches/{match.code}/moves", body, **{"Idempotency-Key": "a"})
    assert (first.status_code, first.json()["version"], first.json()["actors"]) == (200, 2, [1])
    assert again_.json() == first.json()
    assert again(match).version == 2


def test_a_token_plays_as_well_as_a_session(match: Match, alice: User, client: Client) -> None:
    _, token = AuthToken.objects.create(alice)
    body = {"version": 0, "moves": [legal(match, 0)[0]]}
    path = f"/api/matches/{match.code}/moves"
    assert post(client, path, body).status_code in (401, 403)
    assert post(client, path, body, Authorization="Token nonsense").status_code == 401
    assert post(client, path, body, Authorization=f"Token {token}").status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"version": 5, "moves": ["surface"]}, 409),
        ({"version": 0, "moves": ["airmail"]}, 422),
        ({"version": 0, "moves": ["fly away"]}, 422),
        ({"version": 0, "moves": []}, 422),
        ({"version": 0, "moves": "surface"}, 400),
        ({"version": -1, "moves": ["surface"]}, 400),
        ({"version": "zero", "moves": ["surface"]}, 400),
        ({"moves": ["surface"]}, 400),
        ([], 400),
    ],
)
def test_bad_input_gets_one_shape_of_answer_and_changes_nothing(
    match: Match, alice: User, client: Client, body: Any, status: int
) -> None:
    client.force_login(alice)
    for command in ("moves", "preview"):
        if command == "preview" and body == {"version": 0, "moves": []}:
            continue
        answer = client.post(f"/api/matches/{match.code}/{command}", body, content_type="application/json")
        assert answer.status_code == status
        error = answer.json()["error"]
        assert set(error) == {"code", "message", "detail"}
        assert error["message"]
    assert again(match).version == 0


def test_what_is_no_json_is_refused(match: Match, alice: User, client: Client) -> None:
    client.force_login(alice)
    answer = client.post(f"/api/matches/{match.code}/moves", "{", content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")


@pytest.mark.parametrize("path", ["", "/log", "/record"])
def test_a_match_that_does_not_exist(db: None, client: Client, path: str) -> None:
    answer = client.get(f"/api/matches/nothing9{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize(("at", "status"), [("0", 200), ("1", 404), ("x", 400), ("-1", 400), ("9" * 30, 400)])
def test_the_past_is_asked_for_by_number(match: Match, client: Client, at: str, status: int) -> None:
    assert client.get(f"/api/matches/{match.code}?at={at}").status_code == status


def test_resigning_and_calling_off(alice: User, bob: User, client: Client) -> None:
    one, two = (start(alice, bob, now=timezone.now()) for _ in range(2))
    client.force_login(alice)
    assert post(client, f"/api/matches/{one.code}/resign").json()["result"]["places"] == [2, 1]
    assert post(client, f"/api/matches/{two.code}/abort").json()["status"] == "cancelled"
    assert post(client, f"/api/matches/{two.code}/abort").status_code == 409


def test_the_log_is_read_in_pieces(alice: User, bob: User, client: Client) -> None:
    match = play_on(start(alice, bob))
    whole = client.get(f"/api/matches/{match.code}/log").json()["log"]
    assert [entry["seq"] for entry in whole] == list(range(1, match.version + 1))
    rest = client.get(f"/api/matches/{match.code}/log?after=5").json()["log"]
    assert rest == whole[5:]


def test_lists_are_filtered(alice: User, bob: User, carol: User, client: Client) -> None:
    mine = start(alice, bob, now=timezone.now())
    waits_for_bob = start(bob, carol, now=timezone.now())
    done = play_on(start(alice, carol))
    private = referee.open_match(seats=2, private=True, **table(created_by=carol))
    codes = lambda query: {each["id"] for each in client.get(f"/api/matches/{query}").json()["results"]}  # noqa: E731
    assert codes("") == {mine.code, waits_for_bob.code, done.code}
    assert codes("?mine=true") == set()
    client.force_login(alice)
    assert codes("?mine=true") == {mine.code, done.code}
    assert codes("?waiting=1") == {mine.code}
    assert codes("?status=finished") == {done.code}
    assert codes("?player=carol&status=playing") == {waits_for_bob.code}
    assert codes("?game=estoril") == set()
    referee.sit(match_id=private.pk, user=alice)
    assert private.code in codes("")
    assert client.get("/api/matches/?status=great").status_code == 400
    assert client.get("/api/matches/?mine=maybe").status_code == 400


def test_a_list_costs_the_same_for_many_as_for_few(alice: User, bob: User, client: Client) -> None:
    counts = []
    for _ in range(2):
        for _ in range(6):
            start(alice, bob)
        with CaptureQueriesContext(connection) as queries:
            client.get("/api/matches/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_pages_of_a_list(alice: User, bob: User, client: Client) -> None:
    for _ in range(5):
        start(alice, bob)
    first = client.get("/api/matches/?limit=3").json()
    rest = client.get(first["next"]).json()
    assert (len(first["results"]), len(rest["results"]), rest["next"]) == (3, 2, None)


def test_a_bot_of_a_match_is_named_with_its_level(
    alice: User, bot: Callable[..., User], client: Client
) -> None:
    match = start(alice, bot("robot", "steady"), now=timezone.now())
    seat = client.get(f"/api/matches/{match.code}").json()["seats"][1]
    assert (seat["bot"], seat["kind"], seat["deadline"]) == ("steady", "bot", None)
