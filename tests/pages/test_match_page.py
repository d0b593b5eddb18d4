"""The match page: first state for the board, plain text and forms without a script."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match
from tests.matches.driving import acting, again, legal, move, play_on, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return start(alice, bob, secret=None, now=timezone.now())


@pytest.fixture
def own(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="match-data" type="application/json">(.*?)</script>', page, re.S)
    assert found
    return dict(json.loads(found[1]))


def test_the_page_starts_with_what_the_api_says(own: Client, match: Match) -> None:
    page = own.get(f"/m/{match.code}/").content.decode()
    assert data_of(page) == own.get(f"/api/matches/{match.code}").json()


def test_it_can_be_read_without_a_script(own: Client, match: Match, alice: User) -> None:
    move(match, alice, now=timezone.now())
    page = own.get(f"/m/{match.code}/").content.decode()
    assert 'href="?at=1"' in page
    for line in data_of(page)["text"]:
        assert line.replace("'", "&#x27;") in page


def test_it_can_be_played_without_a_script(own: Client, match: Match, alice: User) -> None:
    page = own.get(f"/m/{match.code}/").content.decode()
    options = re.findall(r'<option value="([^"]+)"', page)
    assert options == legal(match, 0)
    form = {"version": 0, "key": "one", "move": options[0]}
    assert own.post(f"/m/{match.code}/move/", form).headers["Location"] == f"/m/{match.code}/"
    assert again(match).version == 1
    own.post(f"/m/{match.code}/move/", form)
    assert again(match).version == 1


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"version": "0", "key": "k", "move": "nonsense"}, "nonsense"),
        ({"version": "7", "key": "k", "move": "x"}, "look again"),
        ({"version": "zero", "move": ""}, "look again"),
    ],
)
def test_a_move_that_cannot_be_is_said_and_changes_nothing(
    own: Client, match: Match, form: dict[str, str], said: str
) -> None:
    page = own.post(f"/m/{match.code}/move/", form, follow=True).content.decode()
    assert said in page
    assert again(match).version == 0


def test_others_cannot_move(client: Client, match: Match, carol: User) -> None:
    form = {"version": 0, "key": "k", "move": legal(match, 0)[0]}
    assert client.post(f"/m/{match.code}/move/", form).status_code == 302
    client.force_login(carol)
    page = client.post(f"/m/{match.code}/move/", form, follow=True).content.decode()
    assert "only watch" in page
    assert again(match).version == 0


def test_a_past_position_is_shown(own: Client, match: Match, alice: User) -> None:
    move(match, alice, now=timezone.now())
    shown = data_of(own.get(f"/m/{match.code}/?at=0").content.decode())
    assert (shown["at"], shown["moves"], shown["log"]) == (0, [], [])


def test_a_position_that_never_was_leads_to_the_present(own: Client, match: Match) -> None:
    assert own.get(f"/m/{match.code}/?at=99").headers["Location"] == f"/m/{match.code}/"
    assert own.get(f"/m/{match.code}/?at=-1").status_code == 200


def test_the_next_match_is_offered(own: Client, match: Match, alice: User, bob: User) -> None:
    assert own.get(f"/api/matches/{match.code}").json()["next_match"] is None
    start(alice, bob, secret=None, now=timezone.now())
    shown = own.get(f"/api/matches/{match.code}").json()
    assert shown["next_match"] == {"url": f"/my/next/?after={match.code}", "count": 1}


def test_names_cannot_break_out_of_the_page(own: Client, alice: User, bob: User) -> None:
    bob.name = "</script><script>alert(1)</script>"
    bob.save()
    match = start(alice, bob, secret=None, now=timezone.now())
    page = own.get(f"/m/{match.code}/").content.decode()
    assert "<script>alert" not in page
    assert bob.name in json.dumps(data_of(page)["seats"])


def test_a_leaver_is_shown_no_secrets(own: Client, alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol, secret=None, now=timezone.now())
    referee.resign(match_id=match.pk, user=alice)
    assert data_of(own.get(f"/m/{match.code}/").content.decode())["observer"] is None


def test_every_reader_gets_their_own_page_and_no_other(alice: User, bob: User) -> None:
    """Scenario 19: what stands in the page of a reader is what their view tells, for both games."""
    from engines import registry
    from tests.engines.template.secrets import SECRETS

    match = start(alice, bob, secret=None, now=timezone.now())
    move(match, alice, now=timezone.now())
    rules = registry.rules(match.game)
    state = rules.load(bytes(again(match).snapshot))
    compared = 0
    for secret in SECRETS:
        other = secret.swap(state)
        if other is None:
            continue
        for seat, reader in ((None, None), (0, alice), (1, bob)):
            if secret.may_know(state, seat):
                continue
            pages = []
            for position in (state, other):
                Match.objects.filter(pk=match.pk).update(snapshot=rules.save(position))
                pages.append(_page_as(reader, match))
            assert pages[0] == pages[1]
            compared += 1
        Match.objects.filter(pk=match.pk).update(snapshot=rules.save(state))
    assert compared


def _page_as(reader: User | None, match: Match) -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    page = client.get(f"/m/{match.code}/").content.decode()
    page = re.sub(
        r'(name="(?:csrfmiddlewaretoken|csrf-token|key)"[^>]*(?:value|content)=")[^"]*', r"\1", page
    )
    return re.sub(r">[^<]*</time>", "></time>", page)


def test_no_page_holds_the_secret_before_the_end(alice: User, bob: User, client: Client) -> None:
    match = start(alice, bob, secret=None, now=timezone.now())
    secret = bytes(Match.objects.get(pk=match.pk).secret)
    for reader in (None, alice, bob):
        if reader:
            client.force_login(reader)
        for path in (f"/m/{match.code}/", f"/api/matches/{match.code}", "/my/", "/", "/lobby/"):
            body = client.get(path).content
            assert secret not in body
            assert secret.hex().encode() not in body.lower()
    play_on(match, now=timezone.now())
    assert client.get(f"/api/matches/{match.code}/record").status_code == 200


def test_seats_carry_colour_and_rating(own: Client, match: Match) -> None:
    shown = own.get(f"/api/matches/{match.code}").json()
    assert all(seat["color"] for seat in shown["seats"])
    assert [seat["rating"] for seat in shown["seats"]] == [None, None]
    assert acting(match)
