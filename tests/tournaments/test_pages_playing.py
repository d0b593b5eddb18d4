"""The page of a tournament for who waits, checks in, is late, looks at tie-breaks, takes files along."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from tests.tournaments.running import NOW, days, deliver, end_round, end_table, opened, people, started
from tests.tournaments.test_pages import page, queries, signed_in
from tournaments import director, trf
from tournaments.document import trf_of
from tournaments.models import Entry, Tournament
from tournaments.ranking import lines

pytestmark = pytest.mark.django_db

TWO = {"seats": 2, "system": "dutch", "round_count": 4}


class TestTheDoor:
    def test_waiting_is_told_apart_from_being_in(self) -> None:
        tournament = opened(None, people(4), capacity=4)
        late, later = people(2, "w")
        client = signed_in(late)
        where = tournament.get_absolute_url()
        assert "Join the waiting list" in page(client, where)
        told = client.post(where + "enter/", follow=True).content.decode()
        assert "You are on the waiting list" in told
        signed_in(later).post(where + "enter/")
        text = page(signed_in(later), where)
        assert "Place 2." in text
        assert "You are in" not in text
        assert "Leave the list" in text
        assert "4 are in" in text

    def test_conditions_say_whether_the_reader_meets_them(self) -> None:
        tournament = opened(None, min_rating=1400, min_matches=5, bots="barred")
        text = page(signed_in(people(1)[0]), tournament.get_absolute_url())
        assert text.count("you meet it") == 2
        assert "At least 5 rated matches" in text
        assert "you have 0" in text
        assert "Enter the tournament" not in text
        assert "you meet it" not in page(Client(), tournament.get_absolute_url())

    def test_checking_in_by_the_button(self) -> None:
        soon = timezone.now() + timedelta(minutes=30)
        tournament = opened(None, people(3), starts_at=soon, check_in_minutes=60)
        entry = tournament.entries.select_related("user")[0]
        client = signed_in(entry.user)
        where = tournament.get_absolute_url()
        assert "I am here" in page(client, where)
        client.post(where + "check-in/")
        assert "You have checked in" in page(client, where)

    def test_entering_late_withdrawing_and_coming_back(self) -> None:
        tournament = started(5, late_until=3, auto_pair=False, **TWO)
        where = tournament.get_absolute_url()
        client = signed_in(people(1, "late")[0])
        assert "Enter late" in page(client, where)
        assert "from round 2" in client.post(where + "enter/", follow=True).content.decode()
        client.post(where + "withdraw/")
        assert "Come back" in page(client, where)
        client.post(where + "come-back/")
        assert Entry.objects.get(user__username="late00").withdrawn_at is None

    def test_asking_out_of_a_round_and_back_in(self) -> None:
        tournament = started(8, half_byes=1, **TWO)
        user = tournament.entries.get(rank=3).user
        client = signed_in(user)
        where = tournament.get_absolute_url()
        assert "You have 1 half-point bye left" in page(client, where)
        client.post(where + "byes/ask/", {"round": "2", "kind": "half"})
        assert "I play after all" in page(client, where)
        refused = client.post(where + "byes/ask/", {"round": "3", "kind": "half"}, follow=True)
        assert "error" in refused.content.decode()
        client.post(where + "byes/take-back/", {"round": "2"})
        assert "I play after all" not in page(client, where)
        assert client.post(where + "byes/ask/", {"round": "x"}).status_code == 404


class TestStandings:
    def test_every_value_opens_down_to_its_games(self, client: Client) -> None:
        tournament = started(7, **TWO)
        end_round(tournament)
        end_round(tournament)
        where = tournament.get_absolute_url()
        text = page(client, where)
        assert "/players/p00/#tie-BH-C1" in text
        text = page(client, where + "players/p00/")
        assert "Buchholz, lowest left out" in text
        assert "left out</span>" in text
        assert "after round 1" in page(client, where + "players/p00/?round=1")
        page(client, where + "players/nobody/", 404)

    def test_what_may_still_come_is_said_to_who_plays(self) -> None:
        tournament = started(4, system="round_robin", seats=2, round_count=None)
        end_round(tournament)
        end_round(tournament)
        entry = tournament.entries.get(rank=1)
        text = page(signed_in(entry.user), tournament.get_absolute_url())
        assert "Where you may finish" in text
        assert "First place:" in text
        assert "A loss:" in text
        assert "May still finish" in text

    def test_a_field_of_many_is_shown_a_hundred_at_a_time_with_oneself(self) -> None:
        tournament = started(104, **TWO)
        last = list(lines(tournament))[-1].entry
        text = page(signed_in(last.user), tournament.get_absolute_url())
        assert text.count('<tr id="line-') == 101
        assert "Page 1 of 2" in text
        assert "1 to 40 of 52" in text
        assert page(Client(), tournament.get_absolute_url() + "?page=2").count('<tr id="line-') == 4

    def test_what_is_kept_of_a_large_field_is_never_old(self, client: Client) -> None:
        tournament = started(102, **TWO)
        where = tournament.get_absolute_url()
        before = page(client, where)
        table = tournament.rounds.get().tables.get(number=1)
        end_table(table)
        deliver()
        after = page(client, where)
        assert before.count("1.0</td>") == 0
        assert after.count("1.0</td>") == 1
        gone = tournament.entries.get(rank=100).user
        director.withdraw(tournament_id=tournament.pk, user=gone)
        assert "withdrew" in page(client, where)

    def test_knockouts_are_drawn(self, client: Client) -> None:
        tournament = started(6, system="knockout", seats=2, round_count=None, third_place=True)
        where = tournament.get_absolute_url()
        text = page(client, where)
        for words in ("Last 8", "Semi-finals", "Final", "Third place", "no opponent"):
            assert words in text
        end_round(tournament)
        end_round(tournament)
        end_round(tournament)
        out = tournament.entries.get(rank=6)
        assert "You went out in round 1" in page(signed_in(out.user), where)


class TestFiles:
    def test_a_report_read_back_gives_the_same_standings(self, client: Client) -> None:
        tournament = started(9, **TWO)
        end_round(tournament)
        end_table(tournament.rounds.get(number=2).tables.all()[0])
        report = trf.read(page(client, tournament.get_absolute_url() + "report.trf").encode())
        assert report == trf.read(trf.write(trf_of(tournament)))
        assert {player.name for player in report.players} == {f"p{i:02}" for i in range(9)}
        page(client, started_tables().get_absolute_url() + "report.trf", 404)

    def test_sheets_have_everybody_and_no_formulas(self, client: Client) -> None:
        tournament = started_tables()
        User.objects.filter(username="x00").update(name="=cmd()")
        where = tournament.get_absolute_url()
        rows = list(csv.DictReader(io.StringIO(page(client, where + "standings.csv"))))
        assert [row["position"] for row in rows] == [str(n) for n in range(1, 6)]
        assert {row["name"] for row in rows} == {"'=cmd()", "x01", "x02", "x03", "x04"}
        pairs = list(csv.DictReader(io.StringIO(page(client, where + "pairings.csv"))))
        assert sum(row["bye"] == "pairing" for row in pairs) == 1
        assert len(pairs) == 5

    def test_dates_keep_their_names(self, client: Client) -> None:
        tournament = opened(
            None, people(4), name="Lisbon; Open, é", starts_at=NOW + days(9000), round_every_days=7
        )
        where = tournament.get_absolute_url() + "rounds.ics"
        before = page(client, where)
        assert before == page(client, where)
        assert "SUMMARY:Lisbon\\; Open\\, é starts" in before
        assert before.count("BEGIN:VEVENT") == 4
        assert all(len(line.encode()) <= 75 for line in before.split("\r\n"))
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        after = page(client, where)
        for number in (1, 2, 3):
            assert f"UID:{tournament.slug}-round-{number}@testserver" in before
            assert f"UID:{tournament.slug}-round-{number}@testserver" in after

    @pytest.mark.parametrize("what", ["standings", "pairings", "crosstable"])
    def test_sheets_of_paper(self, client: Client, what: str) -> None:
        tournament = started_tables()
        text = page(client, f"{tournament.get_absolute_url()}print/{what}/")
        assert "x03" in text
        page(client, f"{tournament.get_absolute_url()}print/nothing/", 404)
        page(client, f"{tournament.get_absolute_url()}print/{what}/?round=7", 404)


def started_tables() -> Tournament:
    tournament = opened(None, people(5, "x"), name="Tables")
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    return tournament


def test_pages_of_a_tournament_take_as_many_queries_for_few_as_for_many(client: Client) -> None:
    few = started(6, **TWO)
    many = opened(None, people(30, "q"), name="Many", **TWO)
    director.start(tournament_id=many.pk, by=None, now=NOW)
    for tournament in (few, many):
        end_round(tournament)
    tails = (
        "", "crosstable/", "players/{}/", "standings.csv", "pairings.csv", "report.trf", "print/standings/",
        "print/pairings/", "print/crosstable/", "rounds.ics",
    )  # fmt: skip
    for tail in tails:
        counts = [
            queries(client, each.get_absolute_url() + tail.format(name))
            for each, name in ((few, "p01"), (many, "q01"))
        ]
        assert counts[0] == counts[1], tail


def test_the_list_is_narrowed(client: Client) -> None:
    me = User.objects.create_user("me")
    opened(None, name="For two", **TWO)
    opened(None, name="Too strong", min_rating=2000)
    mine = opened(None, [me], name="Mine")
    over = opened(None, name="Called off")
    director.cancel(tournament_id=over.pk, by=None, now=NOW)
    reader = signed_in(me)

    def names(query: str) -> set[str]:
        text = page(reader, f"/tournaments/{query}")
        return {each for each in ("For two", "Too strong", "Mine", "Called off") if f">{each}<" in text}

    assert names("") == {"For two", "Too strong", "Mine", "Called off"}
    assert names("?system=dutch") == {"For two"}
    assert names("?whose=mine") == {"Mine"}
    assert names("?whose=open") == {"For two"}
    assert names("?status=over") == {"Called off"}
    assert names("?speed=live") == set()
    assert names("?game=postcards&status=registration") == {"For two", "Too strong", "Mine"}
    assert names("?status=nonsense&page=²") == {"For two", "Too strong", "Mine", "Called off"}
    before = queries(reader, "/tournaments/?whose=open")
    for n in range(5):
        opened(None, name=f"More {n}")
    assert queries(reader, "/tournaments/?whose=open") == before
    assert mine.slug in page(reader, "/tournaments/")
