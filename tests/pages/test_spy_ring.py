"""What the pages of Spy Ring need beside the board: drawings, flags, seats in the colours of their spies."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from correio.pages.rules_text import text_of
from engines import registry
from engines.spy_ring.components import CODES
from tests.matches.driving import start


def test_every_drawing_stands_in_the_rules_with_a_name_for_those_who_hear_it() -> None:
    html = text_of(registry.rules("spy-ring")).html
    drawings = list(resources.files("engines.spy_ring").joinpath("diagrams").iterdir())
    assert len(re.findall(r'<figure class="diagram"[^>]*><svg aria-label="[^"]+" ', html)) == len(drawings)
    assert len(drawings) == 4
    assert "<img" not in html


def test_every_embassy_has_a_flag() -> None:
    pieces = json.loads(resources.files("correio.pages").joinpath("pieces.json").read_text("utf-8"))
    assert set(CODES) <= set(pieces["flags"])


@pytest.mark.django_db
def test_a_seat_has_the_colour_of_the_first_spy_it_leads(client: Client, alice: User, bob: User) -> None:
    match = start(alice, bob, game="spy-ring", title="spy-ring", secret=None, now=timezone.now())
    shown = client.get(f"/api/matches/{match.code}").json()
    assert [seat["color"] for seat in shown["seats"]] == ["red", "blue"]
    assert [spy["colour"] for spy in shown["view"]["spies"]] == ["red", "blue", "green", "yellow"]
