"""Waiting list, late entry, withdrawal and return, lists of names."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from correio.accounts.models import User
from correio.notifications.models import Kind, Notice
from tests.tournaments.running import NOW, check_rows, end_round, opened, people, started
from tournaments import director
from tournaments.models import Entry, Pairing, Tournament

pytestmark = pytest.mark.django_db


def enter(tournament: Tournament, user: User, by: User | None = None) -> Entry:
    return director.register(tournament_id=tournament.pk, user=user, by=by, now=NOW)


def leave(tournament: Tournament, user: User, by: User | None = None) -> None:
    director.withdraw(tournament_id=tournament.pk, user=user, by=by, now=NOW)


def back(tournament: Tournament, user: User, by: User | None = None) -> Entry:
    return director.come_back(tournament_id=tournament.pk, user=user, by=by, now=NOW)


def names(tournament: Tournament, place: str) -> list[str]:
    rows = tournament.entries.filter(place=place).order_by("joined_at", "pk")
    return list(rows.values_list("user__username", flat=True))


def code(call: object, *args: object) -> str:
    with pytest.raises(director.DirectorError) as refused:
        call(*args)  # type: ignore[operator]
    return refused.value.code


def byes(entry: Entry) -> list[str]:
    return list(entry.pairings.order_by("round__number").values_list("bye", flat=True))


class TestTheWaitingList:
    def test_who_comes_when_all_places_are_taken_waits(self) -> None:
        tournament = opened(None, people(7), capacity=4)
        assert director.would_wait(tournament)
        assert names(tournament, "field") == ["p00", "p01", "p02", "p03"]
        assert names(tournament, "waiting") == ["p04", "p05", "p06"]
        kinds = list(tournament.acts.exclude(kind="created").values_list("kind", flat=True))
        assert kinds == ["entered"] * 4 + ["waited"] * 3

    def test_who_joined_first_moves_up_at_once_and_is_told(self) -> None:
        users = people(7)
        tournament = opened(None, users, capacity=4)
        leave(tournament, users[1])
        director.remove(tournament_id=tournament.pk, user=users[2], by=None, now=NOW)
        assert names(tournament, "field") == ["p00", "p03", "p04", "p05"]
        assert names(tournament, "waiting") == ["p06"]
        told = Notice.objects.filter(kind=Kind.MOVED_UP).values_list("user__username", flat=True)
        assert sorted(told) == ["p04", "p05"]
        assert tournament.acts.filter(kind="moved_up").count() == 2

    def test_leaving_it_moves_nobody(self) -> None:
        users = people(6)
        tournament = opened(None, users, capacity=4)
        leave(tournament, users[4])
        assert names(tournament, "waiting") == ["p05"]
        assert not tournament.acts.filter(kind="moved_up").exists()

    def test_who_enters_again_stands_at_its_end(self) -> None:
        users = people(6)
        tournament = opened(None, users, capacity=4)
        leave(tournament, users[0])
        enter(tournament, users[0])
        assert names(tournament, "waiting") == ["p05", "p00"]

    def test_more_places_let_as_many_in(self) -> None:
        tournament = opened(None, people(8), capacity=4)
        director.edit(tournament_id=tournament.pk, changes={"capacity": 6}, by=None, now=NOW)
        assert names(tournament, "field") == ["p00", "p01", "p02", "p03", "p04", "p05"]
        director.edit(tournament_id=tournament.pk, changes={"capacity": None}, by=None, now=NOW)
        assert names(tournament, "waiting") == []

    def test_at_the_start_it_is_not_paired_and_told(self) -> None:
        tournament = opened(None, people(6), capacity=4)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        assert tournament.rounds.get().pairings.count() == 4
        assert Notice.objects.filter(kind=Kind.REMOVED).count() == 2
        rows = tournament.entries.filter(place="waiting")
        assert set(rows.values_list("rank", flat=True)) == {None}

    def test_after_it_who_waited_may_enter_late_like_anybody(self) -> None:
        users = people(6)
        tournament = opened(None, users, capacity=4, late_until=3)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        assert code(enter, tournament, users[4]) == "full"
        leave(tournament, users[0])
        entry = enter(tournament, users[4])
        assert (entry.place, entry.first_round, entry.rank) == ("field", 2, 5)
        assert tournament.entries.filter(user=users[4]).count() == 1
        leave(tournament, users[5])
        assert not tournament.entries.filter(user=users[5]).exists()

    def test_a_start_that_is_taken_back_brings_it_back(self) -> None:
        users = people(6)
        tournament = opened(None, users, capacity=4)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        leave(tournament, users[1])
        director.undo(tournament_id=tournament.pk, number=1, by=None, now=NOW)
        assert names(tournament, "field") == ["p00", "p02", "p03", "p04"]
        assert names(tournament, "waiting") == ["p05"]


class TestLateEntry:
    def test_who_is_late_has_zero_byes_and_the_next_rank(self) -> None:
        tournament = started(8, late_until=3, round_count=4)
        end_round(tournament)
        ana = User.objects.create_user("ana")
        for _ in range(2):
            entry = enter(tournament, ana)
        assert (entry.first_round, entry.rank, byes(entry)) == (3, 9, ["zero", "zero"])
        assert tournament.acts.get(kind="late").detail == {"user": ana.pk, "first_round": 3}
        check_rows(tournament)
        end_round(tournament)
        assert byes(entry)[:2] == ["zero", "zero"]
        assert byes(entry)[2] in ("", "pairing")
        ivo = User.objects.create_user("ivo")
        assert code(enter, tournament, ivo) == "too_late"
        check_rows(tournament)

    def test_two_seats_by_fides_rules(self) -> None:
        users = people(4)
        tournament = opened(None, users, system="dutch", seats=2, late_until=2, round_count=3)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        entries = [enter(tournament, user) for user in people(2, "late")]
        end_round(tournament)
        assert [byes(entry)[0] for entry in entries] == ["zero", "zero"]
        assert all(entry.pairings.get(round__number=2).table for entry in entries)
        check_rows(tournament)

    def test_a_director_enters_bots_late(self) -> None:
        tournament = started(4, late_until=2)
        director.enter_bots(tournament_id=tournament.pk, level="novice", count=4, by=None, now=NOW)
        assert tournament.entries.filter(first_round=2).count() == 4
        check_rows(tournament)


class TestWithdrawingAndComingBack:
    def test_a_round_missed_is_a_zero_bye_and_the_next_is_played(self) -> None:
        tournament = started(8, round_count=4)
        entry = tournament.entries.all()[0]
        leave(tournament, entry.user)
        end_round(tournament)
        for _ in range(2):
            entry = back(tournament, entry.user)
        assert (entry.withdrawn_at, entry.withdrawn_why) == (None, "")
        end_round(tournament)
        assert byes(entry)[1] == "zero"
        assert entry.pairings.get(round__number=3).table is not None or byes(entry)[2] == "pairing"
        assert tournament.acts.filter(kind="returned").count() == 1
        check_rows(tournament)

    def test_entering_again_is_not_coming_back(self) -> None:
        tournament = started(8, late_until=3)
        user = tournament.entries.all()[0].user
        leave(tournament, user)
        assert code(enter, tournament, user) == "withdrawn"

    def test_whom_a_director_removed_only_a_director_brings_back(self) -> None:
        boss = User.objects.create_user("boss")
        tournament = started(8, by=boss)
        user = tournament.entries.all()[0].user
        director.remove(tournament_id=tournament.pk, user=user, by=boss, now=NOW)
        assert code(back, tournament, user) == "not_director"
        assert back(tournament, user, boss).withdrawn_at is None

    def test_not_into_a_place_that_is_taken_nor_after_the_last_pairing(self) -> None:
        tournament = started(8, late_until=2, capacity=8, round_count=2)
        user = tournament.entries.all()[0].user
        leave(tournament, user)
        enter(tournament, User.objects.create_user("ana"))
        assert code(back, tournament, user) == "full"
        end_round(tournament)
        assert code(back, tournament, user) == "no_round_left"

    def test_only_one_self_and_directors(self) -> None:
        tournament = started(4)
        first, second = (entry.user for entry in tournament.entries.all()[:2])
        assert code(leave, tournament, first, second) == "not_director"
        leave(tournament, first)
        assert code(back, tournament, first, second) == "not_director"
        assert code(back, tournament, User.objects.create_user("stranger")) == "not_entered"


class TestLists:
    def enter(self, tournament: Tournament, lines: Sequence[str], **more: bool) -> list[director.Outcome]:
        return director.enter_many(tournament_id=tournament.pk, names=lines, by=None, now=NOW, **more)

    def test_each_line_says_what_became_of_it(self) -> None:
        people(4)
        User.objects.create_user("guest-1", kind=User.Kind.GUEST)
        tournament = opened(capacity=4)
        enter(tournament, User.objects.get(username="p00"))
        wanted = ["p00", " P01 ", "p01", "nobody", "guest-1", "p02", "p03", "p04"]
        User.objects.create_user("p04")
        outcomes = self.enter(tournament, wanted)
        assert [(each.line, each.name) for each in outcomes] == [
            (line, name.strip()) for line, name in enumerate(wanted, 1)
        ]
        assert [each.code or each.result for each in outcomes] == [
            "already", "entered", "already", "no_player", "guest", "entered", "entered", "waiting",
        ]  # fmt: skip
        assert names(tournament, "field") == ["p00", "p01", "p02", "p03"]
        again = self.enter(tournament, wanted)
        assert {each.result for each in again} == {"already", "refused"}

    def test_all_or_nothing(self) -> None:
        people(2)
        tournament = opened()
        with pytest.raises(director.DirectorError, match="Nobody was entered: 1 of 3 lines") as refused:
            self.enter(tournament, ["p00", "nobody", "p01"], all_or_nothing=True)
        assert [each.result for each in refused.value.detail] == ["entered", "refused", "entered"]
        assert not tournament.entries.exists()
        self.enter(tournament, ["p00", "p01"], all_or_nothing=True)
        assert tournament.entries.count() == 2

    def test_into_a_tournament_that_runs_they_come_late(self) -> None:
        tournament = started(4, late_until=2)
        people(3, "late")
        outcomes = self.enter(tournament, ["late00", "late01", "late02"])
        assert [each.result for each in outcomes] == ["late"] * 3
        assert [each.entry.rank for each in outcomes if each.entry] == [5, 6, 7]
        check_rows(tournament)

    def test_conditions_do_not_stop_a_director_but_what_it_is_does(self) -> None:
        people(1)
        User.objects.create_user("robot", kind=User.Kind.BOT, bot_level="novice")
        tournament = opened(min_rating=2000, by_invitation=True, bots="barred")
        assert [each.code for each in self.enter(tournament, ["p00", "robot"])] == ["", "bots_barred"]

    @pytest.mark.parametrize("size", [0, 1025])
    def test_lists_have_a_size(self, size: int) -> None:
        assert code(self.enter, opened(), ["x"] * size) == "bad_list"

    def test_finding_the_names_takes_the_same_number_of_queries(self) -> None:
        tournament = opened()
        counts = []
        for wanted in (["x0"], [f"x{i}" for i in range(200)]):
            with CaptureQueriesContext(connection) as seen:
                self.enter(tournament, wanted)
            counts.append(len(seen))
        assert counts[0] == counts[1]

    def test_only_directors(self) -> None:
        (ana,) = people(1)
        with pytest.raises(director.DirectorError, match="Only the director"):
            director.enter_many(tournament_id=opened().pk, names=["p00"], by=ana, now=NOW)


def test_the_site_takes_no_more_than_it_can_pair() -> None:
    tournament = opened(system="round_robin", seats=2, round_count=None)
    director.enter_bots(tournament_id=tournament.pk, level="novice", count=30, by=None, now=NOW)
    assert enter(tournament, User.objects.create_user("ana")).place == "waiting"
    assert code(lambda: opened(name="x", system="round_robin", seats=2, round_count=None, capacity=31)) == (
        "bad_capacity"
    )


def test_pages_count_who_plays_and_not_who_waits(client: Client) -> None:
    opened(None, people(6), capacity=4)
    opened(name="All play all", system="round_robin", seats=2, round_count=None)
    rows = {row["slug"]: row["players"] for row in client.get("/api/tournaments/").json()["results"]}
    assert rows == {"lisbon-open": 4, "all-play-all": 0}
    home = client.get("/").content.decode()
    assert "4 of 4 entered" in home
    assert "Postcards: round robin" in home


def test_the_page_says_that_one_waits_and_shows_texts_as_written(client: Client) -> None:
    tournament = opened(None, people(4), capacity=4, about="# Bring\n\n*pens*")
    client.force_login(User.objects.create_user("ana"))
    page = client.post(f"{tournament.get_absolute_url()}enter/", follow=True).content.decode()
    assert "You are on the waiting list" in page
    assert "<h3>Bring</h3>\n<p><em>pens</em></p>" in page


def test_a_late_entry_has_one_row_in_every_round_by_the_database() -> None:
    tournament = started(4, late_until=2)
    entry = enter(tournament, User.objects.create_user("ana"))
    assert Pairing.objects.filter(entry=entry).count() == tournament.rounds.count() == 1
