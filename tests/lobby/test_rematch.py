"""Once more: the same players and settings, everybody one seat further."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from correio.accounts.models import User
from correio.api import Refusal
from correio.lobby import tables
from correio.matches.models import Match
from correio.matches.records import encoded
from engines.records import decode, verify
from tests.matches.driving import FISCHER, again, play_on, seats, start

pytestmark = pytest.mark.django_db


def names(match: Match) -> list[str]:
    return [seat.user.username if seat.user else "" for seat in seats(match)]


@pytest.fixture
def over(alice: User, bob: User, carol: User) -> Match:
    return play_on(start(alice, bob, carol, clock=FISCHER, rated=False))


def test_everybody_sits_one_seat_further(over: Match, alice: User, bob: User, carol: User) -> None:
    following = tables.rematch(alice, over)
    assert names(following) == ["", "alice", ""]
    tables.rematch(bob, over)
    tables.rematch(carol, over)
    following = again(following)
    assert names(following) == ["carol", "alice", "bob"]
    assert following.status == "playing"


def test_the_settings_are_the_same(over: Match, alice: User) -> None:
    following = tables.rematch(alice, over)
    for field in ("game", "title", "options", "clock_kind", "clock_base_ms", "clock_cap_ms", "rated"):
        assert getattr(following, field) == getattr(over, field)
    assert following.secret != over.secret


def test_asking_twice_is_asking_once(over: Match, alice: User, client: Client) -> None:
    client.force_login(alice)
    first = client.post(f"/m/{over.code}/rematch/").headers["Location"]
    assert client.post(f"/m/{over.code}/rematch/").headers["Location"] == first
    assert Match.objects.filter(rematch_of=over).count() == 1


def test_bots_come_along_at_once(alice: User, bot: Callable[..., User]) -> None:
    over = play_on(start(alice, bot()))
    following = tables.rematch(alice, over)
    assert (following.status, names(following)) == ("playing", ["robot", "alice"])


def test_a_rematch_proves_itself_like_any_match(alice: User, bot: Callable[..., User]) -> None:
    following = play_on(tables.rematch(alice, play_on(start(alice, bot()))))
    assert verify(decode(encoded(following))) == []


def test_others_cannot_ask(over: Match, person: Callable[..., User]) -> None:
    with pytest.raises(Refusal) as refused:
        tables.rematch(person("dora"), over)
    assert refused.value.code == "no_rematch"


def test_a_running_match_has_none(alice: User, bob: User) -> None:
    with pytest.raises(Refusal, match="once the match is over"):
        tables.rematch(alice, start(alice, bob))


def test_the_others_find_it_at_the_old_match(over: Match, alice: User, bob: User, client: Client) -> None:
    client.force_login(bob)
    assert client.get(f"/api/matches/{over.code}").json()["can"]["rematch"] is True
    following = tables.rematch(alice, over)
    shown = client.get(f"/api/matches/{over.code}").json()
    assert shown["rematch"] == {"url": f"/m/{following.code}/", "status": "open"}
    answer = client.post(f"/api/matches/{over.code}/rematch", content_type="application/json")
    assert answer.json()["url"].endswith(f"/m/{following.code}/")
    assert "bob" in names(following)


def test_others_do_not_get_in_by_the_invitation(
    over: Match, alice: User, person: Callable[..., User]
) -> None:
    following = tables.rematch(alice, over)
    with pytest.raises(Refusal, match="kept for those who played"):
        tables.join(person("dora"), following)


def test_a_player_who_comes_by_the_invitation_sits_where_the_rematch_wants(
    over: Match, alice: User, carol: User
) -> None:
    following = tables.rematch(alice, over)
    tables.join(carol, following)
    assert names(following) == ["carol", "alice", ""]
