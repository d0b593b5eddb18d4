"""Whole numbers in addresses and forms: what `int` would refuse is refused in words, never a fault."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from correio.accounts.models import User
from correio.numbers import whole
from tests.matches.driving import start

ODD = ["²", "٣", "-1", "1.5", " 1", "", "9" * 5000]


@pytest.mark.parametrize("text", ODD)
def test_anything_but_plain_digits_is_no_number(text: str) -> None:
    assert whole(text, 9) is None


@given(st.text() | st.integers(0, 10**9 - 1).map(str))
def test_a_number_is_what_it_says(text: str) -> None:
    number = whole(text, 9)
    assert number is None or (0 <= number < 10**9 and str(number) == text.lstrip("0").rjust(1, "0"))


@pytest.mark.django_db
@pytest.mark.parametrize("text", ODD)
def test_pages_show_what_they_can(client: Client, text: str, person: Callable[..., User]) -> None:
    match = start(person("ana"), person("rui"))
    assert client.get(f"/m/{match.code}/", {"at": text}).status_code == 200
    assert client.get("/ratings/calculator/", {"seats": text}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("text", ODD)
def test_the_api_says_that_a_number_is_expected(client: Client, text: str) -> None:
    answer = client.get("/api/lobby/", {"seats": text})
    assert answer.status_code == 400
    assert answer.json()["error"]["detail"]["seats"]


@pytest.mark.django_db
@pytest.mark.parametrize("text", ODD)
def test_a_move_for_no_version_is_refused_and_nothing_is_played(
    client: Client, text: str, person: Callable[..., User]
) -> None:
    ana = person("ana")
    match = start(ana, person("rui"))
    client.force_login(ana)
    answer = client.post(f"/m/{match.code}/move/", {"version": text, "move": "post L4"})
    assert answer.status_code in (200, 302)
    match.refresh_from_db()
    assert match.version == 0
