"""A Swiss for tables of seventeen bots and three people, through the site's own addresses to its end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from correio.due.sweep import sweep
from correio.matches.models import Match
from tests.tournaments.running import check_rows, people
from tournaments.models import Tournament
from tournaments.pairing.event import decode
from tournaments.ranking import lines
from tournaments.standings import standings

pytestmark = pytest.mark.django_db

CLOCK = {"kind": "per_turn", "base_ms": 86_400_000}


class Person:
    """Somebody with a program of their own."""

    def __init__(self, user: User) -> None:
        self.client = Client()
        self.client.force_login(user)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/{path}").json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.client.post(f"/api/{path}", body, content_type="application/json")
        assert answer.status_code < 300, answer.content
        return answer.json()

    def move_where_asked(self, chance: random.Random) -> int:
        """One legal move in each match that waits for them; how many there were."""
        waiting = self.get("matches/?mine=1&status=playing")["results"]
        moved = 0
        for each in waiting:
            shown = self.get(f"matches/{each['id']}")
            if shown["moves"]:
                move = chance.choice(shown["moves"])["notation"]
                self.post(f"matches/{each['id']}/moves", version=shown["version"], moves=[move])
                moved += 1
        return moved


def work() -> None:
    while sweep("bots", clock=timezone.now) + sweep("default", clock=timezone.now):
        pass


def test_bots_and_people_play_a_swiss_for_tables_to_its_end() -> None:
    players = [Person(user) for user in people(3)]
    director = players[0]
    made = director.post(
        "tournaments/", name="Seventeen and three", title="postcards", seats=4, round_count=3, clock=CLOCK
    )
    where = f"tournaments/{made['slug']}/"
    for player in players:
        player.post(f"{where}enter/")
    director.post(f"{where}bots/", level="novice", count=17)
    director.post(f"{where}start/")

    chance = random.Random(17)
    work()
    while sum(player.move_where_asked(chance) for player in players):
        work()

    tournament = Tournament.objects.get(slug=made["slug"])
    assert tournament.status == Tournament.Status.FINISHED
    assert director.get(where)["status"] == "finished"
    check_rows(tournament)
    matches = Match.objects.filter(tournament_table__round__tournament=tournament)
    assert [each.status for each in matches] == [Match.Status.FINISHED] * 15

    shown = [(row["player"], row["position"], row["points"]) for row in director.get(f"{where}standings/")]
    assert len(shown) == 20
    again = decode(director.client.get(f"/tournaments/{made['slug']}/event.json").content)
    names = {entry.user.username: entry for entry in tournament.entries.select_related("user")}
    assert [line.entry.user.username for line in lines(tournament)] == [name for name, _, _ in shown]
    read_back = [line.player for line in standings(again)]
    assert len(again.rounds) == 3
    assert read_back == [name for name, _, _ in shown]
    assert set(read_back) == set(names)
