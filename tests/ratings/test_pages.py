"""Leaderboards, rating changes of a match, the public dump, the API."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from correio.due.sweep import sweep_work
from ratings import verify
from ratings.dump import decode
from tests.ratings.played import finished, people

pytestmark = pytest.mark.django_db
POOL = "postcards/base/days"


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def test_an_empty_site_says_what_to_do(client: Client) -> None:
    assert "The first rated match opens the list" in page(client, "/ratings/")
    assert client.get("/api/ratings/").json() == []


def test_a_leaderboard_in_order_with_my_row(client: Client) -> None:
    four = people("ana", "bento", "clara", "duarte")
    match = finished(four, [2, 1, 3, 4])
    sweep_work("delivery:ratings")
    pool = match.rated_result.pool
    client.force_login(four[2])
    text = page(client, f"/ratings/{pool.key}/").partition("<tbody>")[2]
    assert text.index("/u/bento/") < text.index("/u/ana/") < text.index("/u/clara/")
    assert 'class="mine"' in text
    assert "Nobody of this kind" in page(client, f"/ratings/{pool.key}/?kind=bot")
    page(client, "/ratings/none/base/days/", 404)
    page(client, f"/ratings/{pool.key}/?page=x&kind=y")
    changes = page(client, f"/ratings/match/{match.code}/")
    assert "+60" in changes
    assert "\N{MINUS SIGN}60" in changes
    page(client, "/ratings/match/none/", 404)


def test_an_unrated_match_says_why(client: Client) -> None:
    match = finished(people("ana", "bento"), [1, 2], rated=False)
    sweep_work("delivery:ratings")
    assert "agreed before the start" in page(client, f"/ratings/match/{match.code}/")
    answer = client.get(f"/api/ratings/matches/{match.code}/").json()
    assert (answer["rated"], answer["reason"], answer["changes"]) == (False, "agreed before the start", [])


def test_the_dump_on_the_page_verifies(client: Client) -> None:
    match = finished(people("ana", "bento", "clara"), [1, 2, 2])
    sweep_work("delivery:ratings")
    key = match.rated_result.pool.key
    for path in ("/ratings/dump.json", f"/ratings/dump.json?pool={key}"):
        (pool,) = decode(client.get(path).content).pools
        assert list(verify.differences(pool)) == []
        assert len(pool.results) == 1
    page(client, "/ratings/dump.json?pool=none", 404)


def test_the_api(client: Client) -> None:
    ana, bento = people("ana", "bento")
    match = finished([ana, bento], [1, 2])
    sweep_work("delivery:ratings")
    key = match.rated_result.pool.key
    assert [row["key"] for row in client.get("/api/ratings/").json()] == [key]
    rows = client.get(f"/api/ratings/{key}/").json()["results"]
    assert [(row["player"], row["rating"], row["rating_milli"]) for row in rows] == [
        ("ana", 1560, 1_560_000),
        ("bento", 1440, 1_440_000),
    ]
    (own,) = client.get("/api/ratings/users/ana/").json()
    assert (own["pool"], own["rating"]["games"], own["records"]) == (
        key,
        1,
        [{"seats": 2, "played": 1, "won": 1}],
    )
    assert [point["rating"] for point in own["curve"]] == [1560]
    changes = client.get(f"/api/ratings/matches/{match.code}/").json()
    assert [row["change_milli"] for row in changes["changes"]] == [60_000, -60_000]
    for path in ("none/base/days/", "users/none/", "matches/none/", f"{key}/?kind=x"):
        assert client.get(f"/api/ratings/{path}").json()["error"]["code"] in {"not_found", "invalid"}


def test_the_leaderboard_takes_the_same_queries_for_three_and_thirty(client: Client) -> None:
    counts = []
    for size in (3, 30):
        ana, *others = people(*(f"u{size}-{i}" for i in range(size)))
        for other in others:
            match = finished([ana, other], [1, 2])
        sweep_work("delivery:ratings")
        with CaptureQueriesContext(connection) as captured:
            page(client, f"/ratings/{match.rated_result.pool.key}/")
        counts.append(len(captured))
    assert counts[0] == counts[1]
