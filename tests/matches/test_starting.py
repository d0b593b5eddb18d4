"""Many matches that start together are what they would be one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import ClockEntry, Delivery, Event, Match, Seat, Window
from tests.matches.driving import NOON, table

pytestmark = pytest.mark.django_db

GAMES = [("postcards", "postcards"), ("ace-of-spies", "ace-of-spies"), ("spy-ring", "spy-ring")]
OF_MATCH = ("status", "version", "snapshot", "deadline", "started_at", "open_until", "commitment", "rated")
OF_SEAT = ("seat", "user_id", "drawn_from", "nonce", "bot_level", "turns", "acting", "bank_ms", "deadline")


def seatings(users: list[User], sizes: list[int]) -> list[referee.Seating]:
    """One after the other, secrets and codes settled."""
    found, place = [], 0
    for number, size in enumerate(sizes):
        players = [referee.Player(user, f"of {user.username}") for user in users[place : place + size]]
        found.append(referee.Seating(players, bytes([number]) * 32, f"table{number}"))
        place += size
    return found


def everything(match: Match) -> dict[str, Any]:
    """All rows that a start leaves, without their keys."""
    match.refresh_from_db()
    return {
        "match": {name: getattr(match, name) for name in OF_MATCH},
        "seats": list(Seat.objects.filter(match=match).values(*OF_SEAT, "bot_due").order_by("seat")),
        "clocks": list(
            ClockEntry.objects.filter(match=match).values("seat", "kind", "at", "bank_ms", "deadline")
        ),
        "events": sorted(
            Event.objects.filter(match=match).values_list("kind", "payload", "at", "deliveries__consumer"),
            key=repr,
        ),
        "windows": list(Window.objects.filter(match=match).values("opened_at", "closes_at", "due_at")),
    }


@pytest.mark.parametrize(("game", "title"), GAMES)
@pytest.mark.parametrize("shuffle", [False, True])
def test_together_they_are_as_one_by_one(
    game: str, title: str, shuffle: bool, person: Callable[..., User], bot: Callable[..., User]
) -> None:
    users = [person(f"player{number}") for number in range(6)] + [bot(f"bot{number}") for number in range(3)]
    terms = table(game=game, title=title) | {"now": NOON, "shuffle": shuffle}
    del terms["secret"]
    wanted = seatings(users, [2, 3, 2, 2])
    alone = []
    for each in wanted:
        match = referee.start_match(players=each.players, secret=each.secret, code=each.code, **terms)
        alone.append(everything(match))
        match.delete()
    together = referee.start_matches(seatings=wanted, **terms)
    assert [match.code for match in together] == [each.code for each in wanted]
    assert [everything(match) for match in together] == alone
    assert all(row["match"]["status"] == Match.Status.PLAYING for row in alone)
    assert {consumer for row in alone for *_event, consumer in row["events"]} > {None}


def test_the_number_of_queries_does_not_depend_on_how_many(person: Callable[..., User]) -> None:
    users = [person(f"player{number}") for number in range(22)]
    asked = []
    for chosen in (users[:2], users[2:]):
        with CaptureQueriesContext(connection) as captured:
            referee.start_matches(
                seatings=[
                    referee.Seating([referee.Player(one), referee.Player(other)])
                    for one, other in zip(chosen[::2], chosen[1::2], strict=True)
                ],
                now=NOON,
                **{key: value for key, value in table().items() if key != "secret"},
            )
        asked.append(len(captured))
    assert Match.objects.count() == 11
    assert asked[0] == asked[1] <= 7


def test_one_that_cannot_be_is_none_at_all(alice: User, bob: User, carol: User) -> None:
    twice = [referee.Player(carol), referee.Player(carol)]
    with pytest.raises(referee.RefereeError) as refused:
        referee.start_matches(
            seatings=[
                referee.Seating([referee.Player(alice), referee.Player(bob)]),
                referee.Seating(twice),
            ],
            **{key: value for key, value in table().items() if key != "secret"},
        )
    assert refused.value.code == "seated_twice"
    assert not Match.objects.exists()
    assert not Delivery.objects.exists()
