"""Idempotency keys: a command that is sent again is carried out once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from correio.accounts.models import User
from correio.matches.models import Receipt
from tests.tournaments.calling import Caller
from tests.tournaments.running import end_round, opened, people, started
from tests.tournaments.test_api import PLAN
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("boss")


@pytest.fixture
def mine(boss: User) -> Caller:
    return Caller(boss)


def test_a_tournament_is_created_once(mine: Caller) -> None:
    slugs = {mine.post("", 201, key="a", **PLAN)["slug"] for _each in range(3)}
    assert len(slugs) == Tournament.objects.count() == 1
    assert mine.post("", 201, key="b", **PLAN)["slug"] not in slugs


def test_a_copy_is_made_once(mine: Caller, boss: User) -> None:
    tournament = opened(boss)
    copies = {
        mine.post(f"{tournament.slug}/clone/", 201, key="a", name="Again")["slug"] for _each in range(2)
    }
    assert len(copies) == 1
    assert Tournament.objects.count() == 2


def test_a_list_that_comes_again_is_answered_as_the_first_time(mine: Caller, boss: User) -> None:
    tournament = opened(boss)
    people(4)
    body: dict[str, Any] = {"players": ["p00", "p01", "who"]}
    first = mine.post(f"{tournament.slug}/entries/import/", key="a", **body)
    mine.post(f"{tournament.slug}/remove/", player="p00")
    assert mine.post(f"{tournament.slug}/entries/import/", key="a", **body) == first
    assert tournament.entries.count() == 1


def test_bots_are_entered_once(mine: Caller, boss: User) -> None:
    tournament = opened(boss)
    for _each in range(3):
        told = mine.post(f"{tournament.slug}/bots/", key="k", level="novice", count=2)
        assert told["players"] == 2


def test_a_key_is_for_one_command(mine: Caller, boss: User) -> None:
    tournament = opened(boss)
    mine.post(f"{tournament.slug}/bots/", key="k", level="novice", count=2)
    for path, body in (("bots/", {"level": "novice", "count": 3}), ("cancel/", {})):
        answer = mine.ask("POST", f"{tournament.slug}/{path}", body, "k")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "key_reused")
    assert mine.ask("POST", f"{tournament.slug}/cancel/", {}, "x" * 81).json()["error"]["code"] == "bad_key"
    assert mine.get(f"{tournament.slug}/")["status"] == "registration"


def test_what_was_refused_may_be_tried_again_under_its_key(mine: Caller, boss: User) -> None:
    tournament = started(8, by=boss, auto_pair=False)
    body = {"number": 2}
    assert mine.ask("POST", f"{tournament.slug}/pair/", body, "k").json()["error"]["code"] == "round_open"
    assert not Receipt.objects.exists()
    end_round(tournament)
    for _each in range(2):
        assert mine.post(f"{tournament.slug}/pair/", key="k", number=2)["rounds_paired"] == 2


def test_a_draft_that_was_made_and_is_gone(mine: Caller, boss: User) -> None:
    tournament = started(8, by=boss, auto_pair=False)
    end_round(tournament)
    first = mine.post(f"{tournament.slug}/draft/make/", key="k", number=2)
    assert mine.post(f"{tournament.slug}/draft/make/", key="k", number=2) == first
    mine.post(f"{tournament.slug}/draft/discard/", key="l")
    assert (
        mine.ask("POST", f"{tournament.slug}/draft/make/", {"number": 2}, "k").json()["error"]["code"]
        == "no_draft"
    )
    assert tournament.acts.filter(kind="drafted").count() == 1


def test_changes_once(mine: Caller, boss: User) -> None:
    tournament = opened(boss)
    mine.patch(f"{tournament.slug}/", key="k", about="First")
    mine.patch(f"{tournament.slug}/", about="Second")
    assert mine.patch(f"{tournament.slug}/", key="k", about="First")["about"] == "Second"


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment(mine: Caller, boss: User) -> None:
    tournament = opened(boss)

    def send(_number: int) -> Any:
        try:
            caller = Caller(boss)
            return (
                caller.ask("POST", f"{tournament.slug}/clone/", {"name": "Again"}, "same").json().get("slug")
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        slugs = list(pool.map(send, range(4)))
    assert len(set(slugs)) == 1
    assert Tournament.objects.count() == 2
    assert Receipt.objects.count() == 1
