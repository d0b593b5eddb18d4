"""My matches tells what tournaments and ladders want of its reader, and names the event of each match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from correio.accounts.models import User
from correio.matches.clocks import DAY, PER_TURN, Control
from tests.ladders.climbing import challenge, climbers, ladder
from tests.tournaments.running import people
from tournaments import director
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def held(name: str, entrants: list[User], *, hours: float = 1, check_in: int | None = None) -> Tournament:
    """They entered yesterday, before any check-in; it starts in that many hours."""
    now = timezone.now()
    yesterday = now - timedelta(days=1)
    plan = director.Plan(
        name=name,
        title="postcards",
        seats=4,
        round_count=3,
        clock=Control(PER_TURN, DAY),
        starts_at=now + timedelta(hours=hours),
        check_in_minutes=check_in,
    )
    event = director.create(plan=plan, by=None, now=yesterday)
    for user in entrants:
        director.register(tournament_id=event.pk, user=user, now=yesterday)
    return event


def mine(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def asked(user: User) -> list[tuple[str, str]]:
    return [(line.name, line.act) for line in mine(user).get("/my/").context["asked"]]


def standing(user: User) -> list[tuple[str, str]]:
    return [(line.name, line.words) for line in mine(user).get("/my/").context["events"]]


def test_who_has_to_check_in_is_asked_until_it_is_done() -> None:
    one, *others = people(4)
    event = held("Porto Open", [one, *others], check_in=90)
    assert asked(one) == [("Porto Open", "Check in")]
    assert f'href="{event.get_absolute_url()}#enter"' in mine(one).get("/my/").content.decode()
    director.check_in(tournament_id=event.pk, user=one)
    assert asked(one) == []
    assert standing(one) == [("Porto Open", "You are in. It starts by itself.")]


def test_nobody_is_asked_before_check_in_opens() -> None:
    one, *others = people(4)
    held("Porto Open", [one, *others], hours=3, check_in=90)
    assert asked(one) == []


def test_an_invitation_is_told_until_it_is_taken_up(alice: User, bob: User) -> None:
    event = held("Porto Open", [])
    director.appoint(tournament_id=event.pk, user=bob, kind="director", by=None)
    director.invite(tournament_id=event.pk, user=alice, by=bob)
    assert asked(alice) == [("Porto Open", "Look")]
    assert "bob invites you." in mine(alice).get("/my/").content.decode()
    director.register(tournament_id=event.pk, user=alice, now=timezone.now())
    assert asked(alice) == []


def test_a_challenge_waits_for_its_answer_above_all_that_is_later() -> None:
    rungs = ladder()
    now = timezone.now()
    above, below = climbers(rungs, 2, now=now - timedelta(days=15))
    held("Porto Open", [above], hours=100, check_in=110 * 60)
    challenge(rungs, below, above, now=now)
    names = asked(above)
    assert [act for _name, act in names] == ["Answer", "Check in"]
    assert asked(below) == []
    assert standing(below) == [(names[0][0], "Place 2 of 2.")]


def test_matches_name_their_tournament() -> None:
    players = people(4)
    event = held("Porto Open", players)
    director.start(tournament_id=event.pk, by=None, now=timezone.now())
    page = mine(players[0]).get("/my/").content.decode()
    assert f'<a href="{event.get_absolute_url()}">Porto Open</a>, round 1' in page
    assert standing(players[0]) == [("Porto Open", "Round 1 of 3 is being played.")]


def test_a_profile_lists_the_tournaments_of_a_player(client: Client) -> None:
    players = people(4)
    event = held("Porto Open", players)
    director.withdraw(tournament_id=held("Left Open", players).pk, user=players[0], now=timezone.now())
    director.start(tournament_id=event.pk, by=None, now=timezone.now())
    page = client.get(f"/u/{players[0].username}/").content.decode()
    assert f'href="{event.get_absolute_url()}players/{players[0].username}/">Porto Open</a>' in page
    assert "Left Open" not in page


def test_the_number_of_queries_does_not_grow_with_the_events() -> None:
    players = people(4)
    client = mine(players[0])

    def queries() -> int:
        client.get("/my/")
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get("/my/")
        return len(seen)

    rungs = [ladder(), ladder(tables=True)]
    for each in rungs:
        climbers(each, 2, now=timezone.now() - timedelta(days=15), prefix=f"c{each.pk}")
    held("One", players, check_in=90)
    few = queries()
    for n in range(4):
        held(f"Event {n}", players, check_in=90)
    assert queries() == few
