from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from correio.due.models import Heartbeat, Parked

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("operator", "o@example.org", "a long password"))
    return client


@pytest.fixture
def parked() -> Parked:
    return Parked.objects.create(
        work="time_out", row="7", traceback="Traceback:\n  <b>\nValueError: odd", parked_at=timezone.now()
    )


def test_the_desk_shows_what_went_wrong(operator: Client, parked: Parked) -> None:
    assert "ValueError: odd" in operator.get("/admin/correio_due/parked/").content.decode()
    page = operator.get(f"/admin/correio_due/parked/{parked.pk}/change/").content.decode()
    assert "<pre>Traceback:" in page
    assert "&lt;b&gt;" in page
    assert 'value="Try again"' in page


def test_the_retry_button_makes_the_row_due_again(operator: Client, parked: Parked, said: list[Any]) -> None:
    operator.post(f"/admin/correio_due/parked/{parked.pk}/change/", {})
    parked.refresh_from_db()
    assert parked.released_at is not None


def test_many_rows_are_retried_at_once(operator: Client, parked: Parked) -> None:
    operator.post("/admin/correio_due/parked/", {"action": "retry", "_selected_action": [parked.pk]})
    parked.refresh_from_db()
    assert parked.released_at is not None


def test_heartbeats_are_shown(operator: Client) -> None:
    Heartbeat.objects.create(queue="bots", at=timezone.now(), lateness_ms=1234)
    assert "1234" in operator.get("/admin/correio_due/heartbeat/").content.decode()


def test_nothing_can_be_added_by_hand(operator: Client) -> None:
    assert operator.get("/admin/correio_due/parked/add/").status_code == 403
