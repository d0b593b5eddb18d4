"""My matches: what waits for me first; and the count agrees wherever it stands (scenario 15)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from correio.matches import clocks, referee
from correio.matches.models import Match
from correio.matches.waiting import waiting_seats
from tests.matches.driving import acting, move, play_on, run_bots, start

pytestmark = pytest.mark.django_db


def begin(*players: User, days: int = 2) -> Match:
    control = clocks.Control(clocks.PER_TURN, days * clocks.DAY)
    return start(*players, secret=None, clock=control, now=timezone.now())


@pytest.fixture
def own(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def counts(own: Client, user: User) -> set[int]:
    """Of the list, the title, the header, the API of me and the API of matches."""
    answer = own.get("/my/")
    page = answer.content.decode()
    title = re.search(r"<title>(?:\((\d+)\) )?", page)
    badge = re.search(r'class="count"[^>]*>(\d+)<', page)
    assert title
    return {
        len(answer.context["mine"]),
        int(title[1] or 0),
        int(badge[1]) if badge else 0,
        own.get("/api/me/").json()["waiting"],
        len(own.get("/api/matches/?waiting=true").json()["results"]),
        waiting_seats(user.pk).count(),
    }


def test_the_most_urgent_comes_first(own: Client, alice: User, bob: User) -> None:
    slow, quick, middle = (begin(alice, bob, days=days) for days in (7, 1, 3))
    codes = [line.match.code for line in own.get("/my/").context["mine"]]
    assert codes == [quick.code, middle.code, slow.code]


def test_time_left_and_the_hour_are_said(own: Client, alice: User, bob: User) -> None:
    match = begin(alice, bob)
    page = own.get("/my/").content.decode()
    assert re.search(r"1\sd\s23\sh", page)
    assert acting(match)[0].deadline.isoformat()[:16] in page


def test_others_are_named_when_it_is_their_turn(own: Client, alice: User, bob: User) -> None:
    begin(bob, alice)
    assert "waits for bob" in own.get("/my/").content.decode()


def test_the_count_agrees_after_every_transition(
    own: Client, alice: User, bob: User, bot: Callable[..., User]
) -> None:
    assert counts(own, alice) == {0}
    first = begin(alice, bob)
    second = begin(bob, alice)
    third = begin(alice, bot())
    assert counts(own, alice) == {2}
    while acting(first)[0].user == alice:
        move(first, alice, now=timezone.now())
    assert counts(own, alice) == {1}
    while acting(second)[0].user == bob:
        move(second, bob, now=timezone.now())
    assert counts(own, alice) == {2}
    referee.abort(match_id=second.pk, user=bob)
    assert counts(own, alice) == {1}
    referee.resign(match_id=third.pk, user=alice)
    run_bots(timezone.now())
    assert counts(own, alice) == {0}
    referee.resign(match_id=first.pk, user=bob)
    assert counts(own, alice) == {0}


def test_the_count_agrees_after_a_deletion(own: Client, alice: User, bob: User) -> None:
    begin(alice, bob)
    other = Client()
    other.force_login(bob)
    other.post("/settings/delete/", {"username": "bob"})
    assert counts(own, alice) == {0}


def test_a_sealed_answer_waits_for_nobody_but_looks_so_to_others(own: Client, alice: User, bob: User) -> None:
    from tests.matches.driving import is_sealed

    match = play_on(begin(alice, bob), now=timezone.now(), step=timedelta(), until=is_sealed)
    assert match.status == Match.Status.PLAYING
    before = counts(own, alice)
    assert before == {1}
    while any(seat.user == alice for seat in acting(match)):
        move(match, alice, now=timezone.now())
    assert counts(own, alice) == {0}
    assert match.code in [line.match.code for line in own.get("/my/").context["others"]]
    watched = Client()
    watched.force_login(bob)
    assert [seat.user for seat in watched.get("/my/").context["mine"][0].waits_for] == [alice]


def test_next_goes_round(own: Client, alice: User, bob: User) -> None:
    first, second = begin(alice, bob, days=1), begin(alice, bob, days=2)
    assert own.get("/my/next/").headers["Location"] == f"/m/{first.code}/"
    assert own.get(f"/my/next/?after={first.code}").headers["Location"] == f"/m/{second.code}/"
    assert own.get(f"/my/next/?after={second.code}").headers["Location"] == f"/m/{first.code}/"


def test_next_with_nothing_left_goes_home_to_the_list(own: Client, alice: User, bob: User) -> None:
    only = begin(alice, bob)
    assert own.get(f"/my/next/?after={only.code}").headers["Location"] == "/my/"


def test_what_is_over_stays_in_the_list(own: Client, alice: User, bob: User) -> None:
    match = play_on(begin(alice, bob), now=timezone.now())
    page = own.get("/my/").content.decode()
    assert match.code in page
    assert re.search(r"(1st|2nd) of 2", page)


def test_an_empty_list_says_what_to_do(own: Client) -> None:
    assert 'action="/lobby/play/"' in own.get("/my/").content.decode()
