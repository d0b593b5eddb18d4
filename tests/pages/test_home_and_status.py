"""The live match of the home page, the demo, profiles, rules and the status page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.house import house_bots
from correio.accounts.models import User
from correio.due import heartbeat
from correio.due.models import Parked
from correio.due.registry import QUEUES
from correio.due.sweep import sweep_work
from correio.matches.models import Match
from correio.pages import rules_text, showcase
from correio.pages.models import Showcase
from correio.pages.status import site_status
from tests.matches.driving import NOON, at, play_on, start

pytestmark = pytest.mark.django_db


class TestShowcase:
    @pytest.fixture(autouse=True)
    def row(self) -> None:
        Showcase.objects.create(pk=1, looked_at=NOON, next_at=NOON)

    def sweep(self, **since: float) -> int:
        return sweep_work("showcase", clock=lambda: at(**since))

    def test_a_match_of_bots_starts_while_somebody_looks(self) -> None:
        self.sweep(minutes=1)
        match = Match.objects.get()
        assert (match.status, match.origin, match.rated) == ("playing", "house", False)
        assert not match.seats.filter(bot_level="").exists()

    def test_one_runs_at_a_time(self) -> None:
        self.sweep(minutes=1)
        self.sweep(minutes=2)
        self.sweep(minutes=3)
        assert Match.objects.count() == 1

    def test_the_next_one_starts_when_one_is_over(self) -> None:
        self.sweep(minutes=1)
        Match.objects.update(status="finished", finished_at=at(minutes=2), result={}, deadline=None)
        self.sweep(minutes=3)
        assert Match.objects.filter(status="playing").count() == 1

    def test_nobody_looks_and_the_bots_rest(self) -> None:
        self.sweep(minutes=11)
        assert not Match.objects.exists()

    def test_a_look_is_noted_but_seldom(self, client: Client) -> None:
        Showcase.objects.update(looked_at=timezone.now() - timedelta(minutes=5))
        client.get("/")
        first = Showcase.objects.get().looked_at
        assert timezone.now() - first < timedelta(seconds=10)
        client.get("/")
        assert Showcase.objects.get().looked_at == first

    def test_the_home_page_shows_it_as_a_spectator_sees_it(self, client: Client) -> None:
        self.sweep(minutes=1)
        live = client.get("/").context["live"]
        assert live["shown"]["observer"] is None
        assert live["shown"]["moves"] == []

    def test_the_last_one_stays_to_be_looked_at(self, client: Client) -> None:
        self.sweep(minutes=1)
        Match.objects.update(status="finished", finished_at=NOON, result={}, deadline=None)
        assert showcase.current_match() == Match.objects.get()
        assert client.get("/").context["live"]["shown"]["status"] == "finished"


def test_home_without_anything_says_what_to_do(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Nobody is rated yet" in page
    assert 'action="/lobby/play/"' in page


class TestStatus:
    def test_all_is_well_when_every_queue_is_swept(self, client: Client) -> None:
        for queue in QUEUES:
            heartbeat.beat(queue, timezone.now(), timedelta())
        assert "all is well" in client.get("/status/").content.decode()

    def test_a_queue_that_stopped_is_seen(self, client: Client) -> None:
        assert "stopped" in client.get("/status/").content.decode()

    def test_a_late_clock_is_seen(self, alice: User, bob: User) -> None:
        start(alice, bob)
        status = site_status(at(days=2, minutes=5))
        late = next(work for work in status.works if work.name == "time_out")
        assert (late.due, late.age) == (1, timedelta(minutes=5))
        assert not status.well

    def test_a_parked_row_is_stuck_but_not_late(self, alice: User, bob: User) -> None:
        match = start(alice, bob)
        Parked.objects.create(work="time_out", row=str(match.pk), traceback="boom", parked_at=NOON)
        late = next(work for work in site_status(at(days=3)).works if work.name == "time_out")
        assert (late.due, late.parked) == (0, 1)

    def test_tracebacks_are_not_public(self, client: Client, alice: User, bob: User) -> None:
        match = start(alice, bob)
        Parked.objects.create(work="time_out", row=str(match.pk), traceback="boom secret", parked_at=NOON)
        assert "boom" not in client.get("/status/").content.decode()


class TestProfiles:
    def test_the_record_counts_finished_matches(self, client: Client, alice: User, bob: User) -> None:
        play_on(start(alice, bob))
        start(alice, bob, secret=None)
        record = client.get("/u/alice/").context["record"]
        assert record["played"] == 1

    def test_how_i_stand_against_somebody(self, client: Client, alice: User, bob: User) -> None:
        match = play_on(start(alice, bob))
        places = {seat.user_id: seat.place for seat in match.seats.all()}
        client.force_login(alice)
        versus = client.get("/u/bob/").context["versus"]
        assert versus["played"] == 1
        assert versus["ahead"] == int(places[alice.pk] < places[bob.pk])
        assert client.get("/u/alice/").context["versus"] is None

    def test_any_case_leads_to_the_one_address(self, client: Client, alice: User) -> None:
        assert client.get("/u/Alice/").headers["Location"] == "/u/alice/"

    def test_names_in_any_script(self, client: Client) -> None:
        user = User.objects.create_user("inês", "i@example.org", "a long password")
        assert client.get(user.get_absolute_url()).status_code == 200

    def test_addresses_are_nobody_s_business(self, client: Client, alice: User) -> None:
        assert alice.email not in client.get("/u/alice/").content.decode()

    def test_bots_say_that_they_are_bots(self, client: Client) -> None:
        [bot] = house_bots("keen", 1)
        assert "House bot" in client.get(bot.get_absolute_url()).content.decode()


class TestRules:
    def test_the_rules_of_the_first_game_have_chapters(self, client: Client) -> None:
        page = client.get("/games/estoril/")
        chapters = page.context["game"].rules.chapters
        assert len(chapters) >= 4
        for anchor, _heading in chapters:
            assert f'id="{anchor}"' in page.content.decode()

    def test_html_in_a_rules_file_is_only_text(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: object
    ) -> None:
        folder = tmp_path / "rules.md"  # type: ignore[operator]
        folder.write_text("# T\n\n## One\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))\n")
        monkeypatch.setattr(rules_text.resources, "files", lambda package: tmp_path)
        html = rules_text.rules_text.__wrapped__("g", "p").html
        assert "<script>" not in html
        assert 'href="javascript' not in html
        assert '<h2 id="one">One</h2>' in html

    def test_a_hidden_game_has_no_page(self, client: Client) -> None:
        assert client.get("/games/postcards/").status_code == 404
