"""Mail settings, the mail page of a development site, and `/api/notices/`."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.notifications import mailbox
from correio.notifications.models import Kind, Letter
from correio.notifications.preferences import wanted
from tests.matches.driving import NOON, start

pytestmark = pytest.mark.django_db

BACKEND = "correio.notifications.mailbox.MailboxBackend"


def test_kinds_are_switched_one_by_one(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert wanted(alice) == set(Kind.values)
    client.post("/settings/mail/", {"kinds": [Kind.YOUR_TURN, Kind.FINISHED]})
    assert wanted(alice) == {Kind.YOUR_TURN, Kind.FINISHED}
    client.post("/settings/mail/", {"kinds": [Kind.REMINDER]})
    assert wanted(alice) == {Kind.REMINDER}
    client.post("/settings/mail/", {})
    assert wanted(alice) == set()


def test_the_form_shows_what_is_on(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/settings/mail/").content.decode().count(" checked") == len(Kind.values)
    client.post("/settings/mail/", {"kinds": [Kind.REMINDER]})
    assert client.get("/settings/mail/").content.decode().count(" checked") == 1


def test_an_unknown_kind_changes_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/settings/mail/", {"kinds": ["adverts"]}).status_code == 200
    assert wanted(alice) == set(Kind.values)


@pytest.fixture
def development(settings: Any) -> None:
    settings.DEVELOPMENT = True
    settings.EMAIL_BACKEND = BACKEND


def send(subject: str = "Your turn") -> None:
    letter = EmailMultiAlternatives(subject, "Play: http://testserver/m/abc/", to=["a@example.org"])
    letter.attach_alternative("<p>Play</p>", "text/html")
    letter.send()


def test_mails_are_kept_and_their_links_work(client: Client, development: None) -> None:
    send()
    page = client.get("/dev/mail/").content.decode()
    assert "a@example.org" in page
    letter = client.get(f"/dev/mail/{Letter.objects.get().pk}/").content.decode()
    assert 'href="http://testserver/m/abc/"' in letter
    assert Letter.objects.get().html == "<p>Play</p>"


def test_html_of_a_mail_cannot_act_on_the_page(client: Client, development: None) -> None:
    send()
    assert "sandbox=" in client.get(f"/dev/mail/{Letter.objects.get().pk}/").content.decode()


def test_only_the_newest_are_kept(development: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "KEPT", 3)
    for number in range(5):
        send(f"Letter {number}")
    assert [letter.subject for letter in Letter.objects.all()] == ["Letter 4", "Letter 3", "Letter 2"]


def test_a_site_for_strangers_has_no_such_page(client: Client, settings: Any) -> None:
    settings.DEVELOPMENT = False
    Letter.objects.create(sender="s", recipients="r", subject="secret", text="link")
    assert client.get("/dev/mail/").status_code == 404
    assert client.get(f"/dev/mail/{Letter.objects.get().pk}/").status_code == 404


def test_notices_are_one_s_own(client: Client, alice: User, bob: User) -> None:
    match = start(alice, bob)
    sweep_work("delivery:notifications", clock=lambda: NOON)
    client.force_login(alice)
    mine = client.get("/api/notices/").json()["results"]
    assert {(row["kind"], row["match"]) for row in mine} == {
        (Kind.YOUR_TURN, match.code),
        (Kind.REMINDER, match.code),
    }
    client.force_login(bob)
    assert client.get("/api/notices/").json()["results"] == []
    assert Client().get("/api/notices/").status_code == 401
