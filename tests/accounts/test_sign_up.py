"""An account of one's own: sign up, confirm by mail, sign in."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client

from correio.accounts.models import User

pytestmark = pytest.mark.django_db

FORM = {"username": "inês", "email": "ines@example.org", "password1": "a long secret 7"}


def confirm(client: Client) -> None:
    found = re.search(r"http://testserver(/accounts/confirm-email/\S+)", mail.outbox[-1].body)
    assert found
    client.post(found[1])


def test_signing_up_asks_for_the_confirmation_first(client: Client) -> None:
    answer = client.post("/accounts/signup/", FORM)
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db(transaction=True)
def test_a_confirmed_account_can_sign_in_by_name_or_address(client: Client) -> None:
    client.post("/accounts/signup/", FORM)
    confirm(client)
    for login in ("inês", "ines@example.org"):
        client.logout()
        client.post("/accounts/login/", {"login": login, "password": FORM["password1"]})
        assert client.session["_auth_user_id"] == str(User.objects.get().pk)


def test_a_new_account_starts_with_the_browser_s_language_and_zone(client: Client) -> None:
    client.cookies["zone"] = "Europe/Lisbon"
    client.post("/accounts/signup/", FORM, headers={"Accept-Language": "pt-PT,pt;q=0.9"})
    user = User.objects.get()
    assert (user.language, user.time_zone) == ("pt", "Europe/Lisbon")


def test_names_that_look_alike_are_one_name(client: Client, alice: User) -> None:
    client.post("/accounts/signup/", {**FORM, "username": "Ａlice"})
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_forgotten_password_is_set_by_mail(client: Client) -> None:
    client.post("/accounts/signup/", FORM)
    confirm(client)
    client.logout()
    client.post("/accounts/password/reset/", {"email": FORM["email"]})
    assert "/accounts/password/reset/key/" in mail.outbox[-1].body
    assert mail.outbox[-1].to == [FORM["email"]]


@pytest.mark.django_db(transaction=True)
def test_who_confirms_in_the_browser_of_the_sign_up_is_signed_in(client: Client) -> None:
    client.post("/accounts/signup/", FORM)
    confirm(client)
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)


@pytest.mark.django_db(transaction=True)
def test_a_link_opened_elsewhere_confirms_and_signs_nobody_in(client: Client) -> None:
    client.post("/accounts/signup/", FORM)
    elsewhere = Client()
    confirm(elsewhere)
    assert "_auth_user_id" not in elsewhere.session
    client.post("/accounts/login/", {"login": "inês", "password": FORM["password1"]})
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)


@pytest.mark.parametrize("path", ["/accounts/email/", "/accounts/password/change/"])
def test_address_and_password_stand_among_the_settings(client: Client, alice: User, path: str) -> None:
    client.force_login(alice)
    page = client.get(path).content.decode()
    assert f'<a href="{path}" aria-current="page">' in page
    assert '<a href="/settings/tokens/">' in page
