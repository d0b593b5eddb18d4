"""Who may call what, as a table over every address of the API of tournaments."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from correio.accounts.models import User
from tests.tournaments.calling import Caller
from tests.tournaments.running import NOW, end_round, opened, people, started
from tournaments import api_urls, director
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ROLES = ("nobody", "stranger", "entrant", "observer", "director")
PUBLIC = (200, 200, 200, 200, 200)
MEMBERS = (401, 200, 200, 200, 200)
DESK = (401, 403, 403, 200, 200)
DIRECTOR = (401, 403, 403, 403, 200)


@dataclass(frozen=True)
class Case:
    path: str
    may: tuple[int, ...]
    """Status by role, in the order of ROLES; whoever may really do it comes last."""
    method: str = "POST"
    body: dict[str, Any] = field(default_factory=dict)
    state: str = "running"


def read(path: str, may: tuple[int, ...] = PUBLIC) -> Case:
    return Case(path, may, "GET")


CASES = [
    read(""),
    read("standings/"),
    read("rounds/"),
    read("rounds/1/"),
    read("outlook/"),
    read("entries/"),
    read("byes/", MEMBERS),
    read("invitations/", DESK),
    read("forbidden-pairs/", DESK),
    read("roles/", DESK),
    read("acts/", DESK),
    Case("draft/", DESK, "GET", state="drafted"),
    read("event.json"),
    read("standings.csv"),
    read("pairings.csv"),
    Case("report.trf", PUBLIC, "GET", state="dutch"),
    Case("", DIRECTOR, "PATCH", {"about": "Come"}),
    Case("clone/", (401, 403, 403, 403, 201), body={"name": "Again"}),
    Case("enter/", (401, 200, 200, 200, 200), state="gathering"),
    Case("enter/", (401, 403, 200, 403, 200), body={"player": "p00"}, state="gathering"),
    Case("withdraw/", (401, 404, 200, 404, 404)),
    Case("withdraw/", DIRECTOR, body={"player": "p03"}),
    Case("return/", (401, 404, 200, 404, 404), state="left"),
    Case("return/", (401, 403, 200, 403, 200), body={"player": "p00"}, state="left"),
    Case("check-in/", (401, 404, 200, 404, 404), state="checking in"),
    Case("check-in/", DIRECTOR, body={"player": "p03"}, state="checking in"),
    Case("ask-bye/", (401, 404, 200, 404, 404), body={"round": 2, "bye": "half"}),
    Case("ask-bye/", DIRECTOR, body={"round": 2, "bye": "zero", "player": "p03"}),
    Case("take-back-bye/", (401, 404, 200, 404, 404), body={"round": 2}),
    Case("take-back-bye/", DIRECTOR, body={"round": 2, "player": "p03"}),
    Case("bye-match/", (401, 422, 422, 422, 422)),
    Case("draft/make/", DIRECTOR, body={"number": 2}),
    Case("draft/change/", DIRECTOR, body={"number": 2, "why": "asked", "swap": ["p00", "p05"]}),
    Case("draft/discard/", DIRECTOR, state="drafted"),
    Case("pair/", DIRECTOR, body={"number": 2}),
    Case("pair-again/", DIRECTOR, body={"number": 1}, state="fresh"),
    Case("undo/", DIRECTOR, body={"number": 1}, state="fresh"),
    Case(
        "pairings/import/",
        DIRECTOR,
        body={
            "number": 2,
            "why": "by our own program",
            "tables": [["p00", "p01", "p02", "p03"], ["p04", "p05", "p06", "p07"]],
            "byes": [{"player": "p08", "bye": "pairing"}],
        },
    ),
    Case("start/", DIRECTOR, state="gathering"),
    Case("adjudicate/", DIRECTOR, body={"round": 1, "table": 1, "why": "agreed"}, state="fresh"),
    Case("annul/", (401, 403, 403, 403, 409), body={"round": 1, "table": 1, "why": "a slip"}),
    Case("finish/", DIRECTOR),
    Case("cancel/", DIRECTOR, state="gathering"),
    Case("bots/", DIRECTOR, body={"level": "novice", "count": 1}, state="gathering"),
    Case("entries/import/", DIRECTOR, body={"players": ["stranger"]}, state="gathering"),
    Case("remove/", DIRECTOR, body={"player": "p03"}),
    Case("invite/", DIRECTOR, body={"player": "stranger"}, state="gathering"),
    Case("uninvite/", DIRECTOR, body={"player": "stranger"}, state="gathering"),
    Case("forbid/", DIRECTOR, body={"players": ["p00", "p01"], "why": "sisters"}),
    Case("allow/", DIRECTOR, body={"players": ["p00", "p01"]}),
    Case("appoint/", DIRECTOR, body={"player": "stranger", "role": "observer"}),
    Case("dismiss/", DIRECTOR, body={"player": "p03"}),
]


def prepared(state: str, boss: User) -> Tournament:
    """The entrant is p00."""
    match state:
        case "gathering":
            return opened(boss, people(8))
        case "checking in":
            starts_at = timezone.now() + timedelta(minutes=30)
            return opened(boss, people(8), starts_at=starts_at, check_in_minutes=60)
        case "fresh":
            return started(9, by=boss, auto_pair=False)
        case "dutch":
            tournament = started(8, by=boss, system="dutch", seats=2, auto_pair=False)
        case _:
            tournament = started(9, by=boss, auto_pair=False, half_byes=1)
    end_round(tournament)
    if state == "drafted":
        director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
    if state == "left":
        director.withdraw(tournament_id=tournament.pk, user=User.objects.get(username="p00"), now=NOW)
    return tournament


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.method} {case.path} {case.body.get('player', '')}"
)
def test_who_may_call_it(case: Case) -> None:
    boss, watcher, stranger = (User.objects.create_user(name) for name in ("boss", "watcher", "stranger"))
    tournament = prepared(case.state, boss)
    director.appoint(tournament_id=tournament.pk, user=watcher, kind="observer", by=boss, now=NOW)
    entrant = User.objects.get(username="p00")
    told = {}
    for role, user in zip(ROLES, (None, stranger, entrant, watcher, boss), strict=True):
        answer = Caller(user).ask(case.method, f"{tournament.slug}/{case.path}", case.body)
        told[role] = answer.status_code
        if answer.status_code >= 400:
            assert set(answer.json()["error"]) == {"code", "message", "detail"}, answer.content
    assert told == dict(zip(ROLES, case.may, strict=True))


def test_the_table_has_every_address() -> None:
    paths = {f"<slug:slug>/{case.path}".replace("/1/", "/<int:number>/") for case in CASES}
    assert paths == {str(each.pattern) for each in api_urls.urlpatterns} - {""}


def test_a_right_that_has_ended_is_asked_for_again(alice: User, bob: User) -> None:
    tournament = opened(alice, people(4))
    director.appoint(tournament_id=tournament.pk, user=bob, kind="director", by=alice, now=NOW)
    second = Caller(bob)
    assert second.patch(f"{tournament.slug}/", about="Hello")["about"] == "Hello"
    Caller(alice).post(f"{tournament.slug}/dismiss/", player="bob")
    assert second.refused(f"{tournament.slug}/start/", 403)["code"] == "not_director"
    assert second.get(f"{tournament.slug}/roles/", 403)["error"]["code"] == "not_observer"


def test_the_last_director_may_not_leave(alice: User) -> None:
    tournament = opened(alice)
    mine = Caller(alice)
    assert mine.refused(f"{tournament.slug}/dismiss/", 409, player="alice")["code"] == "last_director"
    assert mine.get(f"{tournament.slug}/roles/")[0]["role"] == "director"
