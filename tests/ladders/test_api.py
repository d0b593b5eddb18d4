"""The API of ladders: the whole way of a challenge, one shape of refusal, asking twice."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from tests.ladders.climbing import act, climbers, days, deliver, end, ladder, order, playing
from tournaments.ladders.models import Challenge, Ladder

pytestmark = pytest.mark.django_db


@pytest.fixture
def rungs() -> Ladder:
    return ladder()


@pytest.fixture
def people(rungs: Ladder) -> list[User]:
    return climbers(rungs, 6, now=timezone.now() - days(15))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def get(client: Client, path: str) -> Any:
    answer = client.get(f"/api/ladders/{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def post(client: Client, path: str, status: int = 200, **body: Any) -> Any:
    answer = client.post(f"/api/ladders/{path}", body, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_the_way_of_a_challenge(rungs: Ladder, people: list[User]) -> None:
    low, high = signed_in(people[5]), signed_in(people[3])
    rows = get(low, "postcards/rungs/")["results"]
    assert [row["player"] for row in rows] == order(rungs)
    assert [row["can_challenge"] for row in rows] == [False, False, True, True, True, False]
    assert rows[0]["why_not"] == {
        "code": "range",
        "message": "Too far up: you reach 3 places.",
        "number": 3,
        "until": None,
    }
    live = post(low, "postcards/challenges/", 201, players=["p04"])
    assert live["status"] == "waiting"
    assert post(low, "postcards/challenges/", 201, players=["p04"])["id"] == live["id"]
    playing = post(high, f"challenges/{live['id']}/accept/", nonce="mine")
    assert playing["status"] == "playing"
    assert post(high, f"challenges/{live['id']}/accept/")["match"] == playing["match"]
    assert post(high, f"challenges/{live['id']}/call-off/")["status"] == "playing"
    match = Challenge.objects.get().match
    assert match is not None
    now = timezone.now()
    end(match, people[5], people[3], now=now)
    deliver(now)
    assert get(low, "postcards/")["me"]["position"] == 4
    (newest, *_older) = get(low, "postcards/moves/")["results"]
    assert (newest["player"], newest["before"], newest["after"], newest["match"]) == ("p06", 6, 4, match.code)
    assert [row["player"] for row in get(low, "postcards/moves/?player=p02")["results"]] == ["p02"]
    assert get(low, f"challenges/{live['id']}/")["outcome"] == "played"
    assert get(low, "postcards/challenges/?status=over")["count"] == 1


def test_refusals_have_one_shape_and_the_code_of_the_rule(rungs: Ladder, people: list[User]) -> None:
    client = signed_in(people[5])
    for status, code, body in (
        (409, "range", {"players": ["p01"]}),
        (409, "self", {"players": ["p06"]}),
        (404, "no_player", {"players": ["p03", "nobody"]}),
        (422, "wrong_seats", {"players": ["p03", "p04"]}),
        (422, "wrong_seats", {"players": ["p04"], "open_seats": 1}),
        (400, "invalid", {"players": []}),
    ):
        error = post(client, "postcards/challenges/", status, **body)["error"]
        assert error["code"] == code
        assert error["message"]
    assert post(client, "postcards/remove/", 403, player="p01", why="x")["error"]["code"] == "not_director"
    assert post(client, "challenges/99999/accept/", 404)["error"]["code"] == "no_challenge"
    assert post(Client(), "postcards/join/", 401)["error"]["code"] == "not_signed_in"
    stranger = signed_in(User.objects.create_user("stranger"))
    error = post(stranger, "postcards/challenges/", 403, players=["p01"])["error"]
    assert error["code"] == "not_member"
    assert get(stranger, "postcards/rungs/")["results"][0]["why_not"]["code"] == "not_member"
    assert Client().get("/api/ladders/postcards/challenges/?status=sleeping").status_code == 400
    assert Client().get("/api/ladders/nowhere/").status_code == 404
    assert not Challenge.objects.exists()


def test_joining_settings_vacation_leaving(rungs: Ladder) -> None:
    client = signed_in(User.objects.create_user("ana"))
    for _twice in range(2):
        assert post(client, "postcards/join/")["me"]["position"] == 1
    assert post(client, "postcards/settings/", auto_accept=True)["me"]["auto_accept"]
    now = timezone.now()
    ends = (now + days(5)).isoformat()
    assert post(client, "postcards/vacation/", ends=ends)["me"]["vacation"]
    assert post(client, "postcards/vacation/", 409, ends=ends)["error"]["code"] == "on_vacation"
    answer = client.delete("/api/ladders/postcards/vacation/")
    assert answer.json()["me"]["vacation"] is False
    far = (now + days(50)).isoformat()
    assert post(client, "postcards/vacation/", 422, ends=far)["error"]["code"] == "too_long"
    assert post(client, "postcards/leave/")["me"] is None
    mine = [row for row in get(client, "")["results"] if row["slug"] == "postcards"]
    assert mine[0]["members"] == 0


def test_a_table_declining_withdrawing_sitting() -> None:
    rungs = ladder(tables=True)
    people = climbers(rungs, 7, now=timezone.now() - days(15))
    host, invited, guest = (signed_in(people[i]) for i in (5, 4, 6))
    base = rungs.slug
    live = post(host, f"{base}/challenges/", 201, players=["p05", "p04"], open_seats=1)
    assert post(guest, f"challenges/{live['id']}/sit/")["answers"][-1]["invited"] is False
    assert len(post(guest, f"challenges/{live['id']}/stand/")["answers"]) == 2
    declined = post(invited, f"challenges/{live['id']}/decline/")["answers"]
    assert {row["player"]: row["state"] for row in declined} == {"p05": "declined", "p04": "pending"}
    assert post(host, f"challenges/{live['id']}/withdraw/")["outcome"] == "withdrawn"


def test_staff_crowns_and_months(rungs: Ladder, people: list[User]) -> None:
    staff = signed_in(User.objects.create_user("staff", is_staff=True))
    post(staff, "postcards/move/", player="p05", to=1, why="a wrong result")
    post(staff, "postcards/remove/", player="p02", why="a second account")
    assert order(rungs) == ["p05", "p01", "p03", "p04", "p06"]
    acts = get(Client(), "postcards/acts/")["results"]
    assert [(row["kind"], row["by"], row["why"]) for row in acts] == [
        ("removed", "staff", "a second account"),
        ("moved", "staff", "a wrong result"),
    ]
    rungs.refresh_from_db()
    month = rungs.snapshot_at
    assert month is not None
    act(month)
    taken = get(Client(), f"postcards/months/{month.year}-{month.month}/")
    assert taken["players"] == order(rungs)
    now = timezone.now()
    playing(rungs, people[0], people[4], now=now)
    act(now + days(31))
    assert [row["player"] for row in get(Client(), "postcards/crowns/")["results"]] == ["p05"]
