"""Where one is signed in, and how to end it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from correio.due import retention
from correio.matches.broadcast import right_group

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_every_device_is_listed_and_this_one_marked(client: Client, alice: User, bob: User) -> None:
    here = signed_in(alice)
    signed_in(alice)
    signed_in(bob)
    devices = here.get("/settings/sessions/").context["sessions"]
    assert [device.current for device in devices] == [True, False]


def test_a_lost_device_is_signed_out(alice: User) -> None:
    here, lost = signed_in(alice), signed_in(alice)
    name = next(d.name for d in here.get("/settings/sessions/").context["sessions"] if not d.current)
    here.post("/settings/sessions/", {"session": name})
    assert lost.get("/my/").status_code == 302
    assert here.get("/my/").status_code == 200


def test_everywhere_else_is_everywhere_but_here(alice: User, bob: User) -> None:
    here, others, stranger = signed_in(alice), [signed_in(alice), signed_in(alice)], signed_in(bob)
    here.post("/settings/sessions/", {"session": "all"})
    assert [other.get("/my/").status_code for other in others] == [302, 302]
    assert here.get("/my/").status_code == stranger.get("/my/").status_code == 200


def test_an_empty_form_ends_nothing(alice: User) -> None:
    here = signed_in(alice)
    signed_in(alice)
    here.post("/settings/sessions/", {})
    assert Session.objects.count() == 2


def test_a_device_is_known_by_browser_and_system(client: Client) -> None:
    client.post("/guest/", headers={"User-Agent": PHONE})
    assert client.session["agent"] == "Chrome / Android"


def test_the_sockets_of_a_lost_device_close_with_it(
    alice: User, said: Any, django_capture_on_commit_callbacks: Any
) -> None:
    here, lost = signed_in(alice), signed_in(alice)
    key = lost.session.session_key
    with django_capture_on_commit_callbacks(execute=True):
        here.post("/settings/sessions/", {"session": "all"})
    assert (right_group("session", key), {"type": "right.ended"}) in said


def test_expired_sessions_are_forgotten(alice: User) -> None:
    here = signed_in(alice)
    signed_in(alice)
    Session.objects.exclude(session_key=here.session.session_key).update(
        expire_date=timezone.now() - timedelta(days=1)
    )
    assert retention.apply(timezone.now())["sessions"] == 1
    assert here.get("/my/").status_code == 200
