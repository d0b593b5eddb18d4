"""Leaderboards, rating changes of a match and why, two players, calculator, gauge; their API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from correio.due.sweep import sweep_work
from ratings import charts, leaderboards, ledger
from ratings.models import Pool, RatedResult, Rating
from tests.ratings.played import NOW, finished, people

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
    assert "How each number came about" in changes
    assert "\N{MINUS SIGN}60" in changes
    page(client, "/ratings/match/none/", 404)


def settle(*users: Any) -> None:
    Rating.objects.filter(user__in=users).update(games=30, deviation=60_000)


def rated(*users: Any, at: datetime = NOW, **table: Any) -> Pool:
    match = finished(users, range(1, len(users) + 1), at=at, **table)  # type: ignore[arg-type]
    sweep_work("delivery:ratings")
    return RatedResult.objects.get(match=match).pool


class TestLeaderboard:
    def shown(self, client: Client, pool: Pool, query: str = "") -> list[str]:
        rows = client.get(f"/ratings/{pool.key}/{query}").context["page"]
        return [row.user.username for row in rows]

    def test_a_young_pool_shows_provisional_ratings_and_says_so(self, client: Client) -> None:
        pool = rated(*people("ana", "bento"), at=datetime.now(UTC))
        assert self.shown(client, pool) == ["ana", "bento"]
        assert "provisional ratings are shown" in page(client, f"/ratings/{pool.key}/")

    def test_provisional_and_inactive_players_are_left_out_unless_asked_for(self, client: Client) -> None:
        ana, bento, clara, duarte = people("ana", "bento", "clara", "duarte")
        now = datetime.now(UTC)
        rated(ana, bento, at=now - timedelta(days=91))
        pool = rated(clara, duarte, at=now)
        settle(ana, clara)
        assert self.shown(client, pool) == ["clara"]
        assert self.shown(client, pool, "?show=all") == ["ana", "clara", "bento", "duarte"]

    def test_equal_ratings_share_a_rank_and_the_trend_is_of_thirty_days(self) -> None:
        ana, bento, clara, duarte = people("ana", "bento", "clara", "duarte")
        rated(ana, bento, at=NOW - timedelta(days=40))
        rated(ana, bento, at=NOW - timedelta(days=10))
        pool = rated(clara, duarte, at=NOW - timedelta(days=31))
        rows = leaderboards.ranked(leaderboards.standing(pool, NOW, provisional=True), NOW)
        found = {row.user.username: (row.rank, row.trend) for row in rows}
        gained = found["ana"][1]
        assert 40_000 < gained < 60_000
        assert found["bento"] == (4, -gained)
        assert found["clara"] == (2, None)
        assert leaderboards.trend_shown(-gained).startswith("\N{MINUS SIGN}4")
        Rating.objects.update(rating=1_500_000)
        rows = leaderboards.ranked(leaderboards.standing(pool, NOW, provisional=True), NOW)
        assert {row.rank for row in rows} == {1}

    def test_the_distribution_says_where_i_stand(self, client: Client) -> None:
        ana, bento, clara = people("ana", "bento", "clara")
        pool = rated(ana, bento, clara)
        client.force_login(bento)
        spread = client.get(f"/ratings/{pool.key}/").context["spread"]
        assert [(bar.low, bar.players, bar.mine) for bar in spread.bars] == [
            (1400, 1, False), (1450, 0, False), (1500, 1, True), (1550, 1, False),
        ]  # fmt: skip
        assert (spread.players, spread.below_percent) == (3, 50)
        answer = client.get(f"/api/ratings/{pool.key}/distribution/").json()
        assert [row["players"] for row in answer] == [1, 0, 1, 1]


def test_an_unrated_match_says_why(client: Client) -> None:
    match = finished(people("ana", "bento"), [1, 2], rated=False)
    sweep_work("delivery:ratings")
    assert "agreed before the start" in page(client, f"/ratings/match/{match.code}/")
    answer = client.get(f"/api/ratings/matches/{match.code}/").json()
    assert (answer["rated"], answer["reason"], answer["changes"]) == (False, "agreed before the start", [])


def test_the_page_of_a_match_says_what_it_did_or_why_nothing(client: Client) -> None:
    ana, bento = people("ana", "bento")
    rated_one = finished([ana, bento], [1, 2])
    short = finished([ana, bento], [1, 2], turns=1)
    assert client.get(f"/api/matches/{rated_one.code}").json()["rating_note"] is None
    sweep_work("delivery:ratings")
    note = client.get(f"/api/matches/{rated_one.code}").json()["rating_note"]
    assert note["changes"] == ["+60", "\N{MINUS SIGN}60"]
    assert note["url"] == f"/ratings/match/{rated_one.code}/"
    note = client.get(f"/api/matches/{short.code}").json()["rating_note"]
    assert (note["text"], note["changes"]) == ("Not rated: over before everybody began a second turn.", None)
    assert "over before everybody began" in page(client, f"/m/{short.code}/")


def test_an_annulled_match_says_who_did_it_and_why(client: Client) -> None:
    ana, bento = people("ana", "bento")
    match = finished([ana, bento], [1, 2])
    sweep_work("delivery:ratings")
    ledger.void(match_id=match.pk, by=bento, why="the clock was wrong", now=NOW)
    text = page(client, f"/ratings/match/{match.code}/")
    assert "annulled: the clock was wrong" in text
    assert "What arbiters did" in text
    ledger.restore(match_id=match.pk, by=bento, why="it was right after all", now=NOW)
    text = page(client, f"/ratings/match/{match.code}/")
    assert "annulled" in text
    assert "it was right after all" in text
    ledger.annul_account(account=ana, by=None, why="played with another account", now=NOW)
    text = page(client, f"/ratings/match/{match.code}/")
    assert "the results of ana are annulled: played with another account" in text


def test_every_number_is_taken_apart(client: Client) -> None:
    three = people("ana", "bento", "clara")
    rated(*three)
    match = finished(three, [2, 1, 2], at=NOW + timedelta(days=20))
    sweep_work("delivery:ratings")
    text = page(client, f"/ratings/match/{match.code}/")
    answer = client.get(f"/api/ratings/matches/{match.code}/").json()
    for seat in answer["changes"]:
        assert sum(duel["moved_milli"] for duel in seat["duels"]) == seat["change_milli"]
        for duel in seat["duels"]:
            assert duel["expected"] in text
            exact = (
                float(duel["k"]) * ({"0": 0, "½": 0.5, "1": 1}[duel["score"]] - float(duel["expected"])) / 2
            )
            assert exact * 1000 == pytest.approx(duel["moved_milli"], abs=1.1)
    assert [seat["deviation_milli"] < seat["deviation_before_milli"] for seat in answer["changes"]] == [
        True
    ] * 3


def test_a_players_pool(client: Client) -> None:
    ana, bento, clara = people("ana", "bento", "clara")
    rated(ana, bento)
    pool = rated(bento, ana, clara, at=NOW + timedelta(days=1))
    text = page(client, f"/ratings/players/ana/{pool.key}/")
    assert text.count('href="/ratings/match/') == 2 + 2
    assert "data-curve" in text
    records = client.get(f"/ratings/players/ana/{pool.key}/").context["records"]
    assert [(row.seats, row.played, row.won, row.last) for row in records] == [(2, 1, 1, 0), (3, 1, 0, 0)]
    assert records[0].best == 1_560_000
    assert "data-curve" not in page(client, f"/ratings/players/clara/{pool.key}/")
    page(client, f"/ratings/players/nobody/{pool.key}/", 404)
    assert "data-curve" in page(client, "/u/ana/")
    rows = client.get(f"/api/ratings/users/ana/{pool.key}/").json()["results"]
    assert [row["games_before"] for row in rows] == [1, 0]


def test_two_players(client: Client) -> None:
    ana, bento, clara = people("ana", "bento", "clara")
    finished([ana, bento], [1, 2])
    finished([clara, bento, ana], [1, 2, 2], at=NOW + timedelta(days=1))
    finished([bento, ana], [1, 2], at=NOW + timedelta(days=2), rated=False)
    finished([bento, clara], [1, 2], at=NOW + timedelta(days=3))
    sweep_work("delivery:ratings")
    answer = client.get("/ratings/versus/ana/bento/")
    (tally,) = answer.context["tallies"]
    assert (tally.played, tally.ahead, tally.behind, tally.level) == (3, 1, 1, 1)
    assert [(row.mine, row.theirs) for row in answer.context["meetings"]] == [(2, 1), (2, 2), (1, 2)]
    assert answer.context["meetings"][0].my_change == ""
    assert answer.context["meetings"][2].my_change == "+60"
    assert (
        client.get("/ratings/versus/?one=ana&other=Bento").headers["Location"] == "/ratings/versus/ana/bento/"
    )
    assert "There is no player nobody" in page(client, "/ratings/versus/?one=nobody&other=ana")
    assert "two different players" in page(client, "/ratings/versus/?one=ana&other=ana")
    people("duarte")
    assert "never finished a match" in page(client, "/ratings/versus/ana/duarte/")
    page(client, "/ratings/versus/ana/ana/", 404)
    answer = client.get("/api/ratings/versus/bento/ana/").json()
    assert answer["tallies"][0]["ahead"] == 1
    assert answer["matches"][2]["changes_milli"] == [-60_000, 60_000]


class TestCalculator:
    def test_it_works_without_being_asked_anything(self, client: Client) -> None:
        assert [row["change"] for row in client.get("/ratings/calculator/").context["outcome"]] == [
            "+12.000", "+4.000", "\N{MINUS SIGN}4.000", "\N{MINUS SIGN}12.000",
        ]  # fmt: skip

    def test_it_is_the_formula(self, client: Client) -> None:
        query = "seats=2&rating_1=1600&games_1=30&place_1=2&rating_2=1500&games_2=30&place_2=1"
        outcome = client.get(f"/ratings/calculator/?{query}").context["outcome"]
        assert [row["change_milli"] for row in outcome] == [-15_361, 15_361]
        assert [(r.place, r.least, r.most) for r in outcome[0]["ranges"]] == [
            (1, 8_638, 8_638), (2, -15_361, -15_361),
        ]  # fmt: skip

    def test_a_wrong_number_is_named_and_the_rest_kept(self, client: Client) -> None:
        query = "seats=2&rating_1=ten&games_1=30&place_1=3&rating_2=1777&games_2=30&place_2=1"
        text = page(client, f"/ratings/calculator/?{query}")
        assert text.count("errorlist") == 2
        assert 'value="1777"' in text
        page(client, "/ratings/calculator/?seats=99")

    def test_the_api(self, client: Client) -> None:
        answer = client.get("/api/ratings/calculator/?rating=1600&rating=1500&place=2&place=1").json()
        assert [row["change_milli"] for row in answer] == [-15_361, 15_361]
        for query in ("", "rating=1500", "rating=1500&rating=x", "rating=1&rating=2&games=3"):
            assert client.get(f"/api/ratings/calculator/?{query}").json()["error"]["code"] == "invalid"


def test_the_gauge_follows_bots_and_active_people_by_month(client: Client) -> None:
    cache.clear()
    ana, bento = people("ana", "bento")
    (bot,) = people("bot", kind="bot", bot_level="novice")
    (own,) = people("own", kind="bot", bot_level="novice", owner=ana)
    january, march = datetime(2026, 1, 10, tzinfo=UTC), datetime(2026, 3, 10, tzinfo=UTC)
    rated(bot, ana, at=january)
    rated(bento, own, at=january)
    pool = rated(ana, bento, at=march)
    assert "Is there inflation" in page(client, "/ratings/gauge/")
    months = {row["month"]: row for row in client.get(f"/api/ratings/{pool.key}/gauge/").json()}
    assert months["2026-01-01"] == {
        "month": "2026-01-01", "active": 2, "mean": 1500,
        "bots": {"novice": 1560, "steady": None, "keen": None},
    }  # fmt: skip
    assert (months["2026-02-01"]["active"], months["2026-02-01"]["bots"]["novice"]) == (0, 1560)
    assert months["2026-02-01"]["mean"] is None
    assert months["2026-03-01"]["active"] == 2
    page(client, f"/ratings/gauge/{pool.key}/")
    page(client, "/ratings/gauge/none/base/days/", 404)


def test_empty_pages_say_what_to_do(client: Client) -> None:
    cache.clear()
    assert "begins with the first rated match" in page(client, "/ratings/gauge/")
    assert "Compare" in page(client, "/ratings/versus/")


def test_the_api(client: Client) -> None:
    ana, bento = people("ana", "bento")
    match = finished([ana, bento], [1, 2])
    sweep_work("delivery:ratings")
    key = match.rated_result.pool.key
    assert [row["key"] for row in client.get("/api/ratings/").json()] == [key]
    assert client.get(f"/api/ratings/{key}/").json()["results"] == []
    rows = client.get(f"/api/ratings/{key}/?provisional=true&inactive=true").json()["results"]
    assert [(row["rank"], row["player"], row["rating"], row["rating_milli"]) for row in rows] == [
        (1, "ana", 1560, 1_560_000),
        (2, "bento", 1440, 1_440_000),
    ]
    (own,) = client.get("/api/ratings/users/ana/").json()
    (record,) = own["records"]
    assert (own["pool"], own["rating"]["games"]) == (key, 1)
    assert record == {
        "seats": 2, "played": 1, "won": 1, "last": 0, "change_milli": 60_000, "peak_milli": 1_560_000,
    }  # fmt: skip
    assert [point["rating"] for point in own["curve"]] == [1560]
    changes = client.get(f"/api/ratings/matches/{match.code}/").json()
    assert [row["change_milli"] for row in changes["changes"]] == [60_000, -60_000]
    for path in ("none/base/days/", "users/none/", "matches/none/", f"{key}/?kind=x", "versus/ana/none/"):
        assert client.get(f"/api/ratings/{path}").json()["error"]["code"] in {"not_found", "invalid"}


def test_pages_take_the_same_queries_for_three_and_thirty(client: Client) -> None:
    counts = []
    for size in (3, 30):
        cache.clear()
        ana, *others = people(*(f"u{size}-{i}" for i in range(size)))
        for i, other in enumerate(others):
            match = finished([ana, other], [1, 2], at=NOW + timedelta(minutes=i))
            finished([ana, others[0]], [2, 1], at=NOW + timedelta(days=i), origin="tournament")
        sweep_work("delivery:ratings")
        key = match.rated_result.pool.key
        row = []
        for path in (
            f"/ratings/{key}/",
            f"/ratings/players/{ana.username}/{key}/",
            f"/ratings/versus/{ana.username}/{others[0].username}/",
            f"/ratings/gauge/{key}/",
            f"/u/{ana.username}/",
            f"/api/ratings/{key}/?provisional=true&inactive=true",
            f"/api/ratings/users/{ana.username}/",
        ):
            with CaptureQueriesContext(connection) as captured:
                page(client, path)
            row.append(len(captured))
        counts.append(row)
    assert counts[0] == counts[1]


class TestCharts:
    def test_two_points_are_a_line_and_one_is_none(self) -> None:
        drawn = charts.chart([charts.Point(NOW, 1500, "a"), charts.Point(NOW, 1530, "b")])
        assert drawn is not None
        assert drawn.dots[0].x < drawn.dots[1].x
        assert drawn.dots[0].y > drawn.dots[1].y
        assert charts.chart([charts.Point(NOW, 1500, "a")]) is None

    def test_a_flat_line_has_a_scale(self) -> None:
        drawn = charts.chart([charts.Point(NOW, 1500, "a")] * 5)
        assert drawn is not None
        assert len(drawn.rules) == 2

    def test_a_long_career_is_thinned_but_keeps_its_present(self) -> None:
        drawn = charts.chart([charts.Point(NOW, 1500 + i, f"m{i}") for i in range(3_001)])
        assert drawn is not None
        assert len(drawn.dots) <= charts.MOST_DOTS
        assert (drawn.dots[-1].match, drawn.dots[-1].number, drawn.played) == ("m3000", 3001, 3001)

    def test_a_gap_breaks_the_line(self) -> None:
        drawn = charts.lines([charts.Line("x", [1500, None, 1510, 1520])], ["a", "b", "c", "d"])
        assert drawn is not None
        assert [part.count(",") for part in drawn.series[0].parts] == [1, 2]
        assert charts.lines([charts.Line("x", [None])], ["a"]) is None
