"""Tournament pages and API: what they show, whom they obey, how many queries they take."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches.models import Match
from tests.tournaments.running import NOW, days, deliver, end_round, end_table, opened, people, started
from tournaments import director
from tournaments.acts import jobs
from tournaments.models import Tournament
from tournaments.pairing.event import decode
from tournaments.pairing.tables import pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("boss")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        page(client, path)
    return len(captured)


def test_every_state_has_its_page(client: Client, boss: User) -> None:
    tournament = opened(boss, people(9), about="Come <all>", starts_at=NOW + days(9000))
    text = page(client, tournament.get_absolute_url())
    assert "Sign in to enter" in text
    assert "Come &lt;all&gt;" in text
    director.start(tournament_id=tournament.pk, by=boss, now=NOW)
    assert "Round 1" in page(client, tournament.get_absolute_url())
    for _ in range(3):
        end_round(tournament)
    assert "Final standings" in page(client, tournament.get_absolute_url())
    assert "Standings after round 2" in page(client, tournament.get_absolute_url() + "?round=2&table=2")
    assert "Lisbon Open" in page(client, "/tournaments/")
    other = opened(boss)
    director.cancel(tournament_id=other.pk, by=boss, now=NOW)
    assert "was cancelled" in page(client, other.get_absolute_url())
    page(client, "/tournaments/none/", 404)
    for odd in ("?round=99", "?round=x", "?table=9", "?round=²"):
        page(client, tournament.get_absolute_url() + odd)


def test_my_table_and_its_reasons_come_first(boss: User) -> None:
    tournament = started(8)
    row = tournament.rounds.get().tables.all()[0].pairings.get(seat=0)
    text = page(signed_in(row.entry.user), tournament.get_absolute_url())
    assert "your turn" in text
    assert "You play first" in text
    assert f"/m/{row.table.match.code}/" in text


def test_a_page_that_asks_again_is_answered_only_when_there_is_a_result(client: Client) -> None:
    tournament = started(8)
    where = tournament.get_absolute_url()
    assert '"Correio-Seen": "0"' in page(client, where)
    assert client.get(where, headers={"Correio-Seen": "0"}).status_code == 204
    end_table(tournament.rounds.get().tables.all()[0])
    deliver()
    again = client.get(where, headers={"Correio-Seen": "0"})
    assert '"Correio-Seen": "1"' in again.content.decode()


def test_seeds_are_not_told_before_the_start(client: Client, boss: User) -> None:
    tournament = opened(boss, people(8), seed="top-secret-seed")
    assert "top-secret-seed" not in page(client, tournament.get_absolute_url())
    page(client, f"{tournament.get_absolute_url()}event.json", 404)
    director.start(tournament_id=tournament.pk, by=boss, now=NOW)
    assert "top-secret-seed" in page(client, tournament.get_absolute_url())


def test_the_pairing_file_gives_the_same_pairing(client: Client) -> None:
    tournament = started(9)
    end_round(tournament)
    end_table(tournament.rounds.get(number=2).tables.all()[0])
    for number in (1, 2):
        event = decode(page(client, f"{tournament.get_absolute_url()}event.json?round={number}").encode())
        again = [table.seats for table in pair(event).tables]
        tables = tournament.rounds.get(number=number).tables.prefetch_related("pairings__entry__user")
        assert again == [
            [row.entry.user.username for row in sorted(table.pairings.all(), key=lambda row: row.seat)]
            for table in tables
        ]


def test_entering_and_withdrawing_by_the_buttons(boss: User) -> None:
    tournament, (ana,) = opened(boss), people(1)
    client = signed_in(ana)
    where = tournament.get_absolute_url()
    assert "Enter the tournament" in page(client, where)
    client.post(where + "enter/", {"nonce": "ab" * 32})
    client.post(where + "enter/", {"nonce": "ab" * 32})
    assert tournament.entries.get().nonce is not None
    assert "You are in" in page(client, where)
    client.post(where + "withdraw/")
    assert not tournament.entries.exists()
    answer = client.post(where + "withdraw/", follow=True)
    assert "not entered" in answer.content.decode()


def test_a_form_opens_registration(boss: User) -> None:
    client = signed_in(boss)
    form = {
        "name": "My Swiss", "title": "estoril-1942", "system": "tables", "bots": "allowed", "seats": "4",
        "shorter": "on", "round_count": "3", "clock": "2d",
        "window_days": "14", "rule": "points", "on_time_out": "absent", "auto_pair": "on",
    }  # fmt: skip
    answer = client.post("/tournaments/new/", form)
    assert answer.headers["Location"] == "/tournaments/my-swiss/desk/"
    made = Tournament.objects.get()
    assert (made.min_seats, made.max_seats, made.window_days, made.rated) == (3, 4, 14, False)
    assert made.created_by == boss
    assert "is required" in client.post("/tournaments/new/", form | {"name": ""}).content.decode()
    assert Client().get("/tournaments/new/").status_code == 302


class TestTheDesk:
    def test_strangers_do_not_see_it(self, boss: User, client: Client) -> None:
        tournament = opened(boss)
        where = tournament.get_absolute_url() + "desk/"
        assert client.get(where).status_code == 302
        stranger = signed_in(User.objects.create_user("stranger"))
        assert stranger.get(where).status_code == 403
        assert stranger.post(where + "start/").status_code == 403

    def test_a_day_at_the_desk(self, boss: User) -> None:
        tournament = opened(boss, people(2), auto_pair=False)
        client = signed_in(boss)
        where = tournament.get_absolute_url() + "desk/"
        assert "2 more players are needed" in page(client, where)
        client.post(where + "bots/", {"level": "novice", "count": "3"})
        assert "1 player is left over" in page(client, where)
        client.post(where + "remove/", {"player": "p01"})
        client.post(where + "start/")
        text = page(client, where)
        assert "1 table is being played" in text
        refused = client.post(where + "1/1/", {"t1-how": "places", "t1-why": ""})
        assert refused.status_code == 422
        bad = {f"t1-place_{seat}": "4" for seat in range(4)}
        told = client.post(where + "1/1/", {"t1-how": "places", "t1-why": "x"} | bad, follow=True)
        assert "Places must be" in told.content.decode()
        good = {f"t1-place_{seat}": str(seat + 1) for seat in range(4)}
        client.post(where + "1/1/", {"t1-how": "places", "t1-why": "agreed"} | good)
        assert Match.objects.get().status == Match.Status.FINISHED
        deliver()
        assert "Round 2 can be paired" in page(client, where)
        client.post(where + "pair/", {"number": "2"})
        client.post(where + "pair/", {"number": "2"})
        assert tournament.rounds.count() == 2
        told = client.post(where + "finish/", follow=True)
        assert "not complete" in told.content.decode()
        assert client.post(where + "nonsense/").status_code == 404


def test_pages_take_the_same_number_of_queries_for_eight_and_for_forty(client: Client) -> None:
    small, large = started(8), opened(None, people(40, "q"), name="Large")
    director.start(tournament_id=large.pk, by=None, now=NOW)
    for tournament in (small, large):
        end_round(tournament)
    assert sweep_work(jobs.WORK, clock=lambda: NOW) == 1
    for tail in ("", "event.json"):
        assert queries(client, small.get_absolute_url() + tail) == queries(
            client, large.get_absolute_url() + tail
        )
    for tail in ("", "standings/", "rounds/"):
        few = queries(client, f"/api/tournaments/{small.slug}/{tail}")
        assert few == queries(client, f"/api/tournaments/{large.slug}/{tail}")
    opened(name="One more")
    before = queries(client, "/tournaments/")
    for i in range(6):
        opened(name=f"More {i}")
    assert queries(client, "/tournaments/") == before


class TestTheApi:
    def post(self, client: Client, path: str, body: Any = None) -> Any:
        return client.post(f"/api/tournaments/{path}", body or {}, content_type="application/json")

    def test_from_the_first_to_the_last_call(self, boss: User) -> None:
        client = signed_in(boss)
        body = {
            "name": "By program", "title": "postcards", "seats": 4, "round_count": 2,
            "clock": {"kind": "per_turn", "base_ms": 86_400_000}, "auto_pair": False,
        }  # fmt: skip
        made = self.post(client, "", body)
        assert made.status_code == 201
        slug = made.json()["slug"]
        assert self.post(client, f"{slug}/enter/").json()["players"] == 1
        assert self.post(client, f"{slug}/bots/", {"level": "novice", "count": 4}).json()["players"] == 5
        assert self.post(client, f"{slug}/start/").json()["status"] == "running"
        verdict = {"round": 1, "table": 1, "places": [1, 2, 3, 4], "why": "agreed"}
        assert self.post(client, f"{slug}/adjudicate/", verdict).status_code == 200
        again = self.post(client, f"{slug}/adjudicate/", verdict)
        assert (again.status_code, again.json()["error"]["code"]) == (409, "table_over")
        deliver()
        rounds = client.get(f"/api/tournaments/{slug}/rounds/").json()
        assert rounds[0]["tables"][0]["places"] == [1, 2, 3, 4]
        assert [bye["bye"] for bye in rounds[0]["byes"]] == ["pairing"]
        standings = client.get(f"/api/tournaments/{slug}/standings/").json()
        assert [row["points_24"] for row in standings] == [24, 16, 12, 8, 0]
        assert standings[0]["rounds"][0]["met"][0]["relation"] == "ahead"
        assert self.post(client, f"{slug}/pair/", {"number": 2}).status_code == 200
        assert self.post(client, f"{slug}/withdraw/").json()["players"] == 4
        assert len(client.get("/api/tournaments/").json()["results"]) == 1
        assert client.get("/api/tournaments/?status=finished").json()["results"] == []

    def test_failures_have_one_shape(self, boss: User, client: Client) -> None:
        tournament = started(4)
        assert self.post(client, f"{tournament.slug}/enter/").json()["error"]["code"] == "not_signed_in"
        mine = signed_in(boss)
        for path, code, status in (
            (f"{tournament.slug}/enter/", "running", 409),
            (f"{tournament.slug}/start/", "not_director", 403),
            (f"{tournament.slug}/cancel/", "not_director", 403),
            (f"{tournament.slug}/finish/", "not_director", 403),
            ("none/enter/", "not_found", 404),
            ("", "invalid", 400),
        ):
            answer = self.post(mine, path)
            assert (answer.json()["error"]["code"], answer.status_code) == (code, status)
        assert mine.get(f"/api/tournaments/{tournament.slug}/standings/?through=x").status_code == 400


def test_scripts_and_secrets_do_not_leave_the_server(client: Client) -> None:
    bots = [User.objects.create_user(f"b{i}", kind=User.Kind.BOT, bot_level="novice") for i in range(4)]
    tournament = opened(None, bots, script="ab" * 32)
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    secret = bytes(Match.objects.get().secret).hex()
    for path in ("", "event.json"):
        text = page(client, tournament.get_absolute_url() + path)
        assert "abababab" not in text
        assert secret not in text
    for tail in ("", "rounds/", "standings/"):
        text = page(client, f"/api/tournaments/{tournament.slug}/{tail}")
        assert "abababab" not in text
        assert secret not in text
