"""The director's desk by its buttons: players, drafts, taking back, roles, the log; who may press what."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from tests.tournaments.running import NOW, check_rows, end_round, opened, people, started
from tests.tournaments.test_pages import page, queries, signed_in
from tournaments import director
from tournaments.models import Act, Draft, Entry, Tournament
from tournaments.views.desk import BUTTONS

pytestmark = pytest.mark.django_db

TWO = {"seats": 2, "system": "dutch", "round_count": 4, "auto_pair": False}


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("boss")


def desk(tournament: Tournament, tail: str = "") -> str:
    return f"{tournament.get_absolute_url()}desk/{tail}"


def entry(tournament: Tournament, rank: int) -> Entry:
    return tournament.entries.get(rank=rank)


def said(client: Client, tournament: Tournament, act: str, **data: object) -> str:
    """What the desk says after that button."""
    return client.post(desk(tournament, f"{act}/"), data, follow=True).content.decode()


class TestWhoMayDoWhat:
    def test_observers_see_every_page_and_no_button(self, boss: User) -> None:
        tournament = started(5, by=boss, **TWO)
        end_round(tournament)
        director.draft(tournament_id=tournament.pk, number=2, by=boss)
        watcher = User.objects.create_user("watcher")
        director.appoint(tournament_id=tournament.pk, user=watcher, kind="observer", by=boss)
        client = signed_in(watcher)
        for tail in ("", "players/", "round/", "log/"):
            text = page(client, desk(tournament, tail))
            assert "You observe" in text
            assert f'action="{desk(tournament)}' not in text
        for act in BUTTONS:
            assert client.post(desk(tournament, f"{act}/")).status_code == 403

    def test_a_right_that_ends_has_ended(self, boss: User) -> None:
        tournament = opened(boss)
        second = User.objects.create_user("second")
        client = signed_in(boss)
        assert "second has the role" in said(client, tournament, "appoint", player="SECOND", kind="director")
        other = signed_in(second)
        assert "boss has no role any more" in said(other, tournament, "dismiss", player="boss")
        assert client.get(desk(tournament)).status_code == 403
        assert "appoint another one first" in said(other, tournament, "dismiss", player="second")

    def test_a_second_director_is_told_who_did_it(self, boss: User) -> None:
        tournament = opened(boss, people(4))
        second = User.objects.create_user("second")
        director.appoint(tournament_id=tournament.pk, user=second, kind="director", by=boss)
        assert "It has started" in said(signed_in(boss), tournament, "start")
        assert "boss did that before you" in said(signed_in(second), tournament, "start")
        assert tournament.rounds.count() == 1


class TestPlayers:
    def test_a_list_is_entered_and_what_is_wrong_stays_in_the_field(self, boss: User) -> None:
        tournament = opened(boss, capacity=4)
        people(5)
        client = signed_in(boss)
        text = said(client, tournament, "add", names="p00\n\nP01\nnobody\np02")
        assert "3 players were entered" in text
        assert "There is no player “nobody”" in text
        assert ">\nnobody</textarea>" in text
        text = said(client, tournament, "add", names="p03\nnobody", all_or_nothing="on")
        assert "Nobody was entered" in text
        assert tournament.entries.count() == 3
        said(client, tournament, "add", names="p03\np04")
        assert 'id="waiting"' in page(client, desk(tournament, "players/"))

    def test_invitations_byes_and_pairs_kept_apart(self, boss: User) -> None:
        tournament = started(6, by=boss, half_byes=1, late_until=3, **TWO)
        User.objects.create_user("guestly")
        client = signed_in(boss)
        assert "guestly is invited" in said(client, tournament, "invite", player="guestly")
        assert "is taken back" in said(client, tournament, "uninvite", player="guestly")
        told = said(client, tournament, "bye", player="p00", round="2", kind="half")
        assert "is not paired in round 2" in told
        told = said(client, tournament, "bye", player="p01", round="4", kind="half")
        assert "errorlist" in told
        assert "plays in round 2" in said(client, tournament, "bye-back", player="p00", round="2")
        forbidden = {"one": "p00", "other": "p01", "first_round": "2"}
        assert "errorlist" in said(client, tournament, "forbid", **forbidden)
        assert "kept apart" in said(client, tournament, "forbid", why="cousins", **forbidden)
        assert "cousins" in page(client, desk(tournament, "players/"))
        assert "may meet again" in said(client, tournament, "allow", one="p00", other="p01")
        assert "is removed" in said(client, tournament, "remove", player="p02")
        assert "plays on from the next round" in said(client, tournament, "bring-back", player="p02")
        assert "There is no player" in said(client, tournament, "remove", player="nobody")


class TestTheNextRound:
    @pytest.fixture
    def tournament(self, boss: User) -> Tournament:
        made = started(7, by=boss, **TWO)
        end_round(made)
        return made

    def seen(self, client: Client, tournament: Tournament) -> str:
        found = re.search(r'name="seen" value="([^"]+)"', page(client, desk(tournament, "round/")))
        assert found
        return found[1]

    def test_from_draft_to_published(self, tournament: Tournament, boss: User) -> None:
        client = signed_in(boss)
        assert "Draw up round 2" in page(client, desk(tournament, "round/"))
        said(client, tournament, "draft", number=2)
        draft = Draft.objects.get()
        one, other = draft.tables[0]["seats"][0], draft.tables[1]["seats"][0]
        swap = {"number": 2, "one": one, "other": other}
        assert "errorlist" in said(client, tournament, "swap", **swap)
        assert Draft.objects.get().changed_why == ""
        seen = self.seen(client, tournament)
        text = said(client, tournament, "swap", why="a long journey", seen=seen, **swap)
        assert "changed places" in text
        assert "a long journey" in text
        assert "by hand" in text
        swapped = [row["seats"] for row in Draft.objects.get().tables]
        assert swapped != [row["seats"] for row in draft.tables]
        stale = said(client, tournament, "swap", why="again", seen=seen, **swap)
        assert "has changed the draft meanwhile" in stale
        assert "Round 2 is paired" in said(client, tournament, "pair", number=2)
        check_rows(tournament)
        assert "a long journey" in page(Client(), tournament.get_absolute_url())
        laid = [
            list(table.pairings.order_by("seat").values_list("entry_id", flat=True))
            for table in tournament.rounds.get(number=2).tables.order_by("number")
        ]
        assert laid == swapped

    def test_what_is_laid_by_hand_goes_back_to_the_rules(self, tournament: Tournament, boss: User) -> None:
        client = signed_in(boss)
        first = tournament.rounds.get().tables.get(number=1)
        white, black = first.pairings.order_by("seat").values_list("entry_id", flat=True)
        text = said(client, tournament, "lay", number=2, seat_1=black, seat_2=white, why="a rematch")
        assert "have met before" in text
        assert "the rules would avoid" in text
        third = tournament.entries.exclude(pk__in=[white, black])[0].pk
        text = said(client, tournament, "give_bye", number=2, entry=third, kind="half", why="ill")
        assert "The bye is given" in text
        assert "left to the rules" in said(
            client, tournament, "release", number=2, entries=f"{black},{white}", why="no"
        )
        assert all(not row["fixed"] for row in Draft.objects.get().tables)
        said(client, tournament, "discard")
        assert not Draft.objects.exists()

    def test_a_draft_that_fits_no_more_says_why(self, tournament: Tournament, boss: User) -> None:
        client = signed_in(boss)
        said(client, tournament, "draft", number=2)
        gone = entry(tournament, 3).user
        director.withdraw(tournament_id=tournament.pk, user=gone, now=NOW)
        text = page(client, desk(tournament, "round/"))
        assert "It does not fit any more" in text
        assert f"{gone.shown_name} has left" in text
        assert "does not fit any more" in said(client, tournament, "pair", number=2)
        said(client, tournament, "draft", number=2)
        assert "Round 2 is paired" in said(client, tournament, "pair", number=2)

    def test_no_legal_pairing_says_what_may_be_given_up(self, boss: User) -> None:
        tournament = started(4, by=boss, **TWO)
        client = signed_in(boss)
        end_round(tournament)
        for low, high in ((1, 2), (1, 3), (1, 4)):
            director.forbid_pair(
                tournament_id=tournament.pk,
                one=entry(tournament, low).user,
                other=entry(tournament, high).user,
                first_round=2,
                last_round=None,
                why="x",
                by=boss,
            )
        answer = client.post(desk(tournament, "draft/"), {"number": "2"})
        assert answer.status_code == 409
        text = answer.content.decode()
        assert "No legal pairing" in text
        assert "Allow a pair again" in text
        assert not Draft.objects.exists()


class TestTakingBack:
    def test_a_round_and_a_start_are_undone(self, boss: User) -> None:
        tournament = started(4, by=boss, **TWO)
        client = signed_in(boss)
        assert "a draft stands in its place" in said(client, tournament, "again", number=1, why="mistyped")
        assert not tournament.rounds.exists()
        assert "The draft of round 1 is not published" in page(client, desk(tournament))
        said(client, tournament, "pair", number=1)
        assert "Round 1 is taken back" in said(client, tournament, "undo", number=1)
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.REGISTRATION
        assert "Start now" in page(client, desk(tournament))

    def test_finishing_with_open_tables_asks_what_becomes_of_them(self, boss: User) -> None:
        tournament = started(4, by=boss, **TWO)
        client = signed_in(boss)
        refused = said(client, tournament, "finish")
        assert "adjudicate its open tables first" in refused
        assert "Tables that are still being played" in refused
        assert "is finished" in said(client, tournament, "finish", open_tables="nobody")
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.FINISHED

    @pytest.mark.parametrize("rated", [True, False])
    def test_a_result_is_taken_away_with_a_reason(self, boss: User, rated: bool) -> None:
        tournament = started(4, by=boss, rated=rated, **TWO)
        end_round(tournament)
        sweep_work("delivery:ratings", clock=lambda: NOW)
        client = signed_in(boss)
        assert "errorlist" in said(client, tournament, "annul", round=1, table=1)
        text = said(client, tournament, "annul", round=1, table=1, why="agreed beforehand")
        assert "is annulled" in text
        assert "Annulled" in page(Client(), tournament.get_absolute_url())


def test_the_log_is_narrowed(boss: User) -> None:
    tournament = opened(boss, people(3))
    client = signed_in(boss)
    said(client, tournament, "remove", player="p01")
    assert "Removed a player: p01" in page(client, desk(tournament, "log/"))
    text = page(client, desk(tournament, "log/?kind=removed"))
    assert "Removed a player" in text
    assert "Entered: p00" not in text
    assert "Entered: p02" in page(client, desk(tournament, "log/?about=p02&by=p02"))
    assert "Nothing like that" in page(client, desk(tournament, "log/?by=site"))
    assert Act.objects.filter(tournament=tournament).count() == 5


def test_the_desk_takes_as_many_queries_for_few_as_for_many(boss: User) -> None:
    few = started(6, by=boss, **TWO)
    many = opened(boss, people(24, "q"), name="Many", **TWO)
    director.start(tournament_id=many.pk, by=boss, now=NOW)
    client = signed_in(boss)
    for tail in ("", "players/", "log/"):
        assert queries(client, desk(few, tail)) == queries(client, desk(many, tail)), tail
    for tournament in (few, many):
        end_round(tournament)
        director.draft(tournament_id=tournament.pk, number=2, by=boss)
    assert queries(client, desk(few, "round/")) == queries(client, desk(many, "round/"))


def test_the_log_tells_changes_by_the_names_of_the_form(boss: User) -> None:
    tournament = opened(boss)
    changes = {"capacity": 24, "rated": False, "rule": "nobody", "starts_at": NOW + timedelta(days=3)}
    director.edit(tournament_id=tournament.pk, changes=changes, by=boss, now=NOW)
    text = page(signed_in(boss), desk(tournament, "log/"))
    for told in ("Places: – → 24", "Rated: yes → no", "→ nobody gets points", "Starts: – → Wed 4 Mar 2026"):
        assert told in text
    assert "starts_at" not in text


def test_a_tournament_is_not_cancelled_by_one_click(boss: User) -> None:
    text = page(signed_in(boss), desk(opened(boss)))
    cancelling = text.partition('<details id="cancel">')[2].partition("</details>")[0]
    assert "cannot be taken back" in cancelling
    assert text.count("desk/cancel/") == cancelling.count("desk/cancel/") == 1
