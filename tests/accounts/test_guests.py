"""A guest sits down in one click and can keep everything."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from correio.accounts import guests
from correio.accounts.models import User
from correio.matches.models import Match, Seat

pytestmark = pytest.mark.django_db

UPGRADE = {"username": "leonor", "email": "Leonor@example.org", "password": "a long secret 7"}


def guest_of(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_one_click_makes_a_guest_with_a_name_and_signs_in(client: Client) -> None:
    answer = client.post("/guest/", {"zone": "Europe/Lisbon"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/lobby/")
    guest = guest_of(client)
    assert guest.is_guest
    assert guest.name
    assert guest.time_zone == "Europe/Lisbon"
    assert not guest.has_usable_password()


def test_a_second_click_keeps_the_same_guest(client: Client) -> None:
    client.post("/guest/")
    client.post("/guest/")
    assert User.objects.count() == 1


def test_looking_at_the_address_makes_nobody(client: Client) -> None:
    assert client.get("/guest/").status_code == 405
    assert not User.objects.exists()


def test_a_zone_that_does_not_exist_becomes_utc(client: Client) -> None:
    client.post("/guest/", {"zone": "Mars/Olympus"})
    assert guest_of(client).time_zone == "UTC"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_way_on_never_leaves_the_site(client: Client, elsewhere: str) -> None:
    assert client.post("/guest/", {"next": elsewhere}).headers["Location"] == "/lobby/"


def test_names_of_guests_differ() -> None:
    names = {guests.create_guest().username for _ in range(20)}
    assert len(names) == 20


def test_a_guest_who_keeps_the_account_keeps_the_matches(client: Client) -> None:
    client.post("/lobby/play/")
    guest = guest_of(client)
    seat = Seat.objects.get(user=guest)
    answer = client.post("/guest/keep/", UPGRADE)
    assert answer.headers["Location"] == "/my/"
    person = User.objects.get(username="leonor")
    assert person.pk == guest.pk
    assert person.kind == User.Kind.PERSON
    assert person.check_password(UPGRADE["password"])
    assert Seat.objects.get(pk=seat.pk).user_id == person.pk
    assert seat.match.code in client.get("/my/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_the_address_has_to_be_confirmed_by_mail(client: Client) -> None:
    client.post("/guest/")
    client.post("/guest/keep/", UPGRADE)
    [letter] = mail.outbox
    assert letter.to == ["leonor@example.org"]
    assert "/accounts/confirm-email/" in letter.body
    assert not EmailAddress.objects.get(email="leonor@example.org").verified


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", "alice"),
        ("username", "ALICE"),
        ("username", "admin"),
        ("username", "guest-blue-fox"),
        ("username", "no spaces"),
        ("username", "-dash"),
        ("username", "a" * 31),
        ("email", "alice@example.org"),
        ("email", "nonsense"),
        ("password", "short"),
        ("password", "password"),
    ],
)
def test_what_cannot_be_kept_is_said_and_the_guest_stays_one(
    client: Client, alice: User, field: str, value: str
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    client.post("/guest/")
    answer = client.post("/guest/keep/", {**UPGRADE, field: value})
    assert answer.status_code == 200
    assert answer.context["form"].errors[field]
    assert guest_of(client).is_guest


def test_a_person_cannot_be_upgraded_again(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/guest/keep/", UPGRADE).headers["Location"] == "/settings/"
    assert User.objects.get(pk=alice.pk).username == "alice"


def test_guests_play_unrated(client: Client) -> None:
    client.post("/lobby/play/")
    assert not Match.objects.get().rated
