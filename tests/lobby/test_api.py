"""`/api/lobby/`: what a program does in the lobby."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from correio.accounts.models import User
from correio.matches.models import Match

pytestmark = pytest.mark.django_db

DAY = 86_400_000
TABLE = {"title": "estoril-1942", "seats": 2, "clock": {"kind": "per_turn", "base_ms": 2 * DAY}}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(f"/api/lobby/{path}", body or {}, content_type="application/json")


def make(user: User, **more: Any) -> dict[str, Any]:
    answer = post(signed_in(user), "", {**TABLE, **more})
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def test_a_table_from_opening_to_start(alice: User, bob: User) -> None:
    table = make(alice)
    assert table["status"] == "open"
    assert [seat["slug"] for seat in table["seats"]] == ["alice", None]
    assert table["clock_words"] == "2 days per turn"
    listed = Client().get("/api/lobby/").json()["results"]
    assert [each["id"] for each in listed] == [table["id"]]
    joined = post(signed_in(bob), f"{table['id']}/join/", {"nonce": "0f" * 32}).json()
    assert joined["status"] == "playing"
    assert Client().get("/api/lobby/").json()["results"] == []


def test_bots_fill_it(alice: User) -> None:
    table = make(alice, seats=3, bots=["novice"])
    filled = post(signed_in(alice), f"{table['id']}/bots/", {"level": "steady"}).json()
    assert filled["status"] == "playing"


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"title": "chess"}, 422, "unknown_title"),
        ({"seats": 5}, 422, "wrong_seats"),
        ({"seats": 0}, 422, "wrong_seats"),
        ({"options": {"colour": "pink"}}, 422, "bad_options"),
        ({"clock": {"kind": "per_turn", "base_ms": 1}}, 422, "bad_clock"),
        ({"clock": {"kind": "fischer", "base_ms": DAY, "cap_ms": 1}}, 422, "bad_clock"),
        ({"clock": {"kind": "sundial", "base_ms": DAY}}, 400, "invalid"),
        ({"bots": ["genius"]}, 400, "invalid"),
        ({"bots": ["novice", "novice"]}, 422, "too_many_bots"),
        ({"nonce": "xyz"}, 400, "invalid"),
        ({"on_time_out": "never"}, 400, "invalid"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_offered(
    alice: User, change: dict[str, Any], status: int, code: str
) -> None:
    answer = post(signed_in(alice), "", {**TABLE, **change})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert not Match.objects.exists()


def test_strangers_look_but_do_not_sit(alice: User) -> None:
    table = make(alice)
    assert Client().get("/api/lobby/").status_code == 200
    assert post(Client(), f"{table['id']}/join/").status_code == 401
    assert post(Client(), "", TABLE).status_code == 401


def test_a_private_table_needs_its_invitation(alice: User, bob: User) -> None:
    table = make(alice, private=True)
    other = signed_in(bob)
    assert table["invitation"]
    assert other.get(f"/api/lobby/{table['id']}/").status_code == 404
    assert post(other, f"{table['id']}/join/").status_code == 404
    assert post(other, f"{table['id']}/join/", {"invitation": "guess"}).status_code == 404
    assert post(other, f"{table['id']}/join/", {"invitation": table["invitation"]}).status_code == 200
    assert other.get("/api/lobby/").json()["results"] == []


def test_full_closed_and_foreign_tables(alice: User, bob: User, carol: User) -> None:
    full = make(alice, bots=["novice"])
    assert post(signed_in(bob), f"{full['id']}/join/").json()["error"]["code"] == "full"
    table = make(alice)
    assert signed_in(bob).delete(f"/api/lobby/{table['id']}/").json()["error"]["code"] == "not_yours"
    assert post(signed_in(bob), f"{table['id']}/leave/").json()["error"]["code"] == "not_seated"
    assert post(signed_in(bob), f"{table['id']}/bots/").json()["error"]["code"] == "not_yours"
    assert signed_in(alice).delete(f"/api/lobby/{table['id']}/").json()["status"] == "cancelled"
    assert post(signed_in(carol), f"{table['id']}/join/").json()["error"]["code"] == "closed"


@pytest.mark.parametrize("query", ["seats=two", "pace=never", "rated=maybe"])
def test_a_filter_that_is_nonsense_is_said(query: str) -> None:
    assert Client().get(f"/api/lobby/?{query}").json()["error"]["code"] == "invalid"


def test_filters_and_pages(alice: User) -> None:
    for _number in range(3):
        make(alice, rated=False)
    make(alice, clock={"kind": "fischer", "base_ms": 3_600_000, "increment_ms": 60_000, "cap_ms": 7_200_000})
    client = Client()
    assert len(client.get("/api/lobby/?pace=live").json()["results"]) == 1
    assert len(client.get("/api/lobby/?rated=false").json()["results"]) == 3
    first = client.get("/api/lobby/?limit=3").json()
    second = client.get(first["next"]).json()
    assert len(first["results"]) == 3
    assert len(second["results"]) == 1
    assert second["next"] is None
