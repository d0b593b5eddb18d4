"""Language, zone and theme, with and without an account."""

from __future__ import annotations

import pytest
from django.test import Client

from correio.accounts.models import User

pytestmark = pytest.mark.django_db


def test_settings_are_saved(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"name": "Alice A.", "time_zone": "Asia/Tokyo", "language": "pt", "theme": "dark"}
    assert client.post("/settings/", form).status_code == 302
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.language, alice.theme) == tuple(form.values())


def test_a_zone_that_does_not_exist_is_refused(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"name": "", "time_zone": "Mars/Olympus", "language": "en", "theme": "dark"}
    assert client.post("/settings/", form).context["form"].errors["time_zone"]
    alice.refresh_from_db()
    assert alice.time_zone == "UTC"


def test_an_account_s_language_wins_over_the_browser_s(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.get("/lobby/", headers={"Accept-Language": "pt"})
    assert answer.headers["Content-Language"] == "en"


def test_a_stranger_gets_the_browser_s_language(client: Client) -> None:
    answer = client.get("/lobby/", headers={"Accept-Language": "pt-BR,pt;q=0.8"})
    assert answer.headers["Content-Language"] == "pt"


def test_a_stranger_s_choice_is_kept_in_cookies(client: Client) -> None:
    client.post("/preferences/", {"language": "pt", "theme": "dark", "zone": "Asia/Tokyo", "next": "/lobby/"})
    page = client.get("/lobby/")
    assert page.headers["Content-Language"] == "pt"
    assert 'data-theme="dark"' in page.content.decode()
    assert page.wsgi_request.COOKIES["zone"] == "Asia/Tokyo"


def test_a_reader_s_choice_in_the_header_is_kept_in_the_account(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post("/preferences/", {"language": "pt", "theme": "dark"})
    alice.refresh_from_db()
    assert (alice.language, alice.theme) == ("pt", "dark")


def test_nonsense_changes_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post("/preferences/", {"language": "xx", "theme": "pink", "zone": "Nowhere"})
    alice.refresh_from_db()
    assert (alice.language, alice.theme, alice.time_zone) == ("en", "system", "UTC")


def test_a_broken_cookie_does_no_harm(client: Client) -> None:
    client.cookies["zone"] = "../../etc/passwd"
    client.cookies["theme"] = '"><script>'
    page = client.get("/lobby/")
    assert page.status_code == 200
    assert "<script>" not in page.content.decode().split("<body")[0].replace('<script type="module"', "")
