"""The form that creates, changes and copies a tournament: advice, errors beside fields, once is once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from correio.accounts.models import User
from tests.tournaments.running import opened, people
from tournaments import director
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

FORM = {
    "name": "My Swiss", "title": "estoril-1942", "system": "tables", "bots": "allowed", "seats": "4",
    "round_count": "3", "clock": "2d", "window_days": "14", "rule": "points", "on_time_out": "absent",
    "auto_pair": "on", "rated": "on", "expected": "16",
}  # fmt: skip
NEW = "/tournaments/new/"


@pytest.fixture
def boss(client: Client) -> User:
    user = User.objects.create_user("boss")
    client.force_login(user)
    return user


def made(client: Client, **more: str) -> Tournament:
    answer = client.post(NEW, FORM | more)
    assert answer.status_code == 302, answer.content.decode()
    return Tournament.objects.latest("pk")


def test_a_double_click_creates_one_tournament(client: Client, boss: User) -> None:
    first = made(client, token="as drawn with the form")
    assert (
        client.post(NEW, FORM | {"token": "as drawn with the form"})
        .headers["Location"]
        .startswith(f"/tournaments/{first.slug}/")
    )
    assert Tournament.objects.count() == 1
    other = made(client, token="of another form")
    assert other.seed != first.seed
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    third = made(stranger, token="as drawn with the form")
    assert third.seed not in (first.seed, other.seed)


@pytest.mark.parametrize(
    ("wrong", "field", "told"),
    [
        ({"capacity": "3"}, "capacity", "room for between"),
        ({"tie_breaks": "AOS, NONE"}, "tie_breaks", "There is no tie-break"),
        ({"round_count": ""}, "round_count", "Say how many rounds"),
        ({"starts_at": "2001-01-01T10:00"}, "starts_at", "lies in the past"),
        ({"check_in_minutes": "60"}, "check_in_minutes", "a time of start is needed"),
        ({"window_days": "14", "round_every_days": "7"}, "round_every_days", "play window is longer"),
        ({"late_until": "9"}, "late_until", "Late entry ends"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(
    client: Client, boss: User, wrong: dict[str, str], field: str, told: str
) -> None:
    answer = client.post(NEW, FORM | wrong | {"about": "All I *typed*"})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert told in str(form.errors[field])
    text = answer.content.decode()
    assert "All I *typed*" in text
    assert told in text
    assert not Tournament.objects.exists()


def test_every_system_can_be_created(client: Client, boss: User) -> None:
    dutch = made(client, system="dutch", round_count="5", accelerated="on", half_byes="1", tie_breaks="BH SB")
    assert (dutch.max_seats, dutch.accelerated, dutch.half_byes, dutch.tie_breaks) == (
        2,
        True,
        1,
        ["BH", "SB"],
    )
    robin = made(client, system="round_robin", seats="2", cycles="2", half_byes="1", score_first="on")
    assert (robin.round_count, robin.cycles, robin.half_byes, robin.score_first) == (None, 2, 0, False)
    cup = made(client, system="knockout", seats="2", third_place="on")
    assert (cup.round_count, cup.third_place, cup.tie_breaks) == (None, True, [])
    conditions = made(client, min_rating="1400", max_rating="1600", min_matches="3", by_invitation="on")
    assert (conditions.min_rating, conditions.max_rating, conditions.by_invitation) == (1400, 1600, True)


class TestAdvice:
    def ask(self, client: Client, **more: str) -> Any:
        answer = client.post(f"{NEW}advice/", FORM | more)
        assert answer.status_code == 200
        return answer.json()

    def test_is_given_while_the_form_is_filled_in(self, client: Client, boss: User) -> None:
        told = self.ask(client, name="", round_count="9", expected="17")
        texts = " ".join(each["text"] for each in told["advice"])
        assert "1 player is left over" in texts
        assert "must meet again" in texts
        assert "days" in told["duration"]
        assert "2 more players are needed" in str(self.ask(client, expected="2")["advice"])
        nothing = self.ask(client, title="")
        assert nothing["advice"] == []
        assert nothing["nothing"].startswith("Choose game")

    def test_knows_what_a_program_has_set(self, client: Client, boss: User) -> None:
        tournament = opened(boss)
        data = FORM | {"title": "postcards", "expected": "17"}
        told = client.post(f"{NEW}advice/?like={tournament.slug}", data).json()
        assert "1 player is left over" in str(told["advice"])

    def test_shows_how_texts_will_look_and_no_html_of_whoever_wrote_them(
        self, client: Client, boss: User
    ) -> None:
        texts = self.ask(client, about="**Bold** <script>alert(1)</script>")["texts"]
        assert "<strong>Bold</strong>" in texts["about"]
        assert "<script>" not in texts["about"]

    def test_is_there_without_scripts(self, client: Client, boss: User) -> None:
        answer = client.post(NEW, FORM | {"look": "1", "expected": "6", "name": ""})
        assert answer.status_code == 200
        assert "left over" in answer.content.decode()
        assert not Tournament.objects.exists()

    def test_needs_an_account(self, client: Client) -> None:
        assert client.post(f"{NEW}advice/", FORM).status_code == 302


class TestChanging:
    def test_all_of_it_before_the_first_entry_and_the_conditions_after(
        self, client: Client, boss: User
    ) -> None:
        tournament = made(client)
        where = f"/tournaments/{tournament.slug}/edit/"
        assert client.post(where, FORM | {"seats": "3", "round_count": "5"}).status_code == 302
        tournament.refresh_from_db()
        assert (tournament.seats, tournament.max_seats, tournament.round_count) == (3, 3, 5)
        director.register(tournament_id=tournament.pk, user=people(1)[0])
        answer = client.post(where, {"name": "Renamed", "seats": "4", "capacity": "12", "bots": "barred"})
        assert answer.status_code == 302, answer.content.decode()
        tournament.refresh_from_db()
        assert (tournament.name, tournament.seats, tournament.capacity) == ("Renamed", 3, 12)
        assert tournament.bots == Tournament.Bots.BARRED
        assert tournament.round_count == 5

    def test_a_plan_by_program_survives_the_form(self, client: Client, boss: User) -> None:
        tournament = opened(boss, min_seats=2, max_seats=4, window_days=11)
        data = {
            **FORM,
            "name": "Lisbon Open",
            "title": "postcards",
            "shorter": "on",
            "window_days": "11",
            "clock": "1d",
        }
        assert client.post(f"/tournaments/{tournament.slug}/edit/", data).status_code == 302
        tournament.refresh_from_db()
        assert (tournament.min_seats, tournament.max_seats, tournament.window_days) == (2, 4, 11)
        assert tournament.clock_base_ms == 86_400_000

    def test_is_for_directors(self, client: Client) -> None:
        tournament = opened(User.objects.create_user("boss"))
        client.force_login(User.objects.create_user("stranger"))
        assert client.get(f"/tournaments/{tournament.slug}/edit/").status_code == 403
        assert client.post(f"/tournaments/{tournament.slug}/clone/", {"name": "Mine"}).status_code == 403

    def test_a_copy_is_looked_over_in_the_same_form(self, client: Client, boss: User) -> None:
        tournament = opened(boss, people(3))
        refused = client.post(
            f"/tournaments/{tournament.slug}/clone/", {"name": "Late", "starts_at": "2001-01-01T10:00"}
        )
        assert refused.status_code == 422
        answer = client.post(f"/tournaments/{tournament.slug}/clone/", {"name": "Second edition"})
        fresh = Tournament.objects.get(name="Second edition")
        assert answer.headers["Location"] == f"/tournaments/{fresh.slug}/edit/"
        assert not Entry.objects.filter(tournament=fresh).exists()


def test_enter_in_a_field_creates_and_does_not_just_look(client: Client, boss: User) -> None:
    """A browser presses the first button of the form, seen or not."""
    form = client.get("/tournaments/new/").content.decode().partition('<form class="plan"')[2]
    first = re.search(r"<button[^>]*>", form)
    assert first
    assert "look" not in first[0]
