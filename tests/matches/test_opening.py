from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import clocks, fairness, referee
from correio.matches.models import Event, Match
from engines import registry
from engines.chance import KeyedChance
from tests.matches.driving import NOON, SECRET, again, seats, start, table

pytestmark = pytest.mark.django_db


def test_the_commitment_is_published_before_anybody_sits() -> None:
    match = referee.open_match(seats=2, now=NOON, **table())
    assert match.commitment == hashlib.sha256(SECRET).hexdigest()
    assert [seat.user_id for seat in seats(match)] == [None, None]
    assert match.snapshot is None


def test_the_last_seat_taken_starts_the_match(alice: User, bob: User) -> None:
    match = referee.open_match(seats=2, now=NOON, **table())
    referee.sit(match_id=match.pk, user=alice, now=NOON)
    assert again(match).status == Match.Status.OPEN
    referee.sit(match_id=match.pk, user=bob, now=NOON)
    match = again(match)
    assert match.status == Match.Status.PLAYING
    assert match.started_at == NOON
    assert match.deadline == NOON + timedelta(days=2)
    assert set(match.events.values_list("kind", flat=True)) == {Event.Kind.STARTED, Event.Kind.TURN}


def test_a_double_click_joins_once(alice: User) -> None:
    match = referee.open_match(seats=3, now=NOON, **table())
    referee.sit(match_id=match.pk, user=alice, now=NOON)
    referee.sit(match_id=match.pk, user=alice, now=NOON)
    assert [seat.user_id for seat in seats(match)] == [alice.pk, None, None]


def test_a_full_table_says_that_it_has_started(alice: User, bob: User, carol: User) -> None:
    match = referee.open_match(seats=2, now=NOON, **table())
    for user in (alice, bob):
        referee.sit(match_id=match.pk, user=user, now=NOON)
    with pytest.raises(referee.RefereeError) as refused:
        referee.sit(match_id=match.pk, user=carol, now=NOON)
    assert (refused.value.code, refused.value.status) == ("full", 409)


def test_a_taken_seat_is_refused(alice: User, bob: User) -> None:
    match = referee.open_match(seats=3, now=NOON, **table())
    referee.sit(match_id=match.pk, user=alice, seat=1, now=NOON)
    with pytest.raises(referee.RefereeError, match="taken"):
        referee.sit(match_id=match.pk, user=bob, seat=1, now=NOON)


def test_a_seat_can_be_given_back_while_the_table_is_open(alice: User, bob: User, carol: User) -> None:
    match = referee.open_match(seats=2, now=NOON, **table())
    referee.sit(match_id=match.pk, user=alice, nonce="mine", now=NOON)
    referee.stand(match_id=match.pk, user=alice, now=NOON)
    first = seats(match)[0]
    assert (first.user_id, first.nonce) == (None, None)
    for user in (bob, carol):
        referee.sit(match_id=match.pk, user=user, now=NOON)
    with pytest.raises(referee.RefereeError) as refused:
        referee.stand(match_id=match.pk, user=bob, now=NOON)
    assert refused.value.code == "full"


def test_the_key_mixes_the_secret_with_every_nonce(alice: User, bob: User) -> None:
    match = referee.start_match(
        players=[referee.Player(alice, "from a browser"), referee.Player(bob)], now=NOON, **table()
    )
    given = [hashlib.sha256(b"from a browser").digest(), None]
    chance = KeyedChance(fairness.key(SECRET, match.code, given))
    rules = registry.rules("postcards")
    assert rules.save(rules.start(2, match.options, chance)) == bytes(again(match).snapshot)
    silent = KeyedChance(fairness.key(SECRET, match.code, [None, None]))
    assert rules.save(rules.start(2, match.options, silent)) != bytes(again(match).snapshot)


def test_seats_of_the_lobby_are_drawn_provably(person: Callable[..., User]) -> None:
    people = [person(f"player{number}") for number in range(4)]
    match = referee.open_match(seats=4, now=NOON, **table(code="abcdefgh"))
    for user in people:
        referee.sit(match_id=match.pk, user=user, nonce=user.username, now=NOON)
    given = [hashlib.sha256(user.username.encode()).digest() for user in people]
    order = fairness.draw_seats(SECRET, "abcdefgh", given)
    assert sorted(order) == [0, 1, 2, 3]
    assert [seat.user_id for seat in seats(match)] == [people[before].pk for before in order]
    assert [seat.drawn_from for seat in seats(match)] == order


def test_every_order_of_seats_is_drawn() -> None:
    orders = {
        tuple(fairness.draw_seats(SECRET, "abcdefgh", [bytes([number]), None, None])) for number in range(60)
    }
    assert len(orders) == 6


def test_pairings_sit_where_they_are_put(alice: User, bob: User) -> None:
    assert [seat.user_id for seat in seats(start(bob, alice))] == [bob.pk, alice.pk]


def test_a_table_that_stays_open_is_called_off_visibly(alice: User) -> None:
    match = referee.open_match(seats=2, now=NOON, open_for=timedelta(days=1), **table())
    referee.sit(match_id=match.pk, user=alice, now=NOON)
    soon, late = NOON + timedelta(hours=23), NOON + timedelta(days=1)
    assert sweep_work("open_table", clock=lambda: soon) == 0
    assert sweep_work("open_table", clock=lambda: late) == 1
    match = again(match)
    assert (match.status, match.cancel_reason) == (Match.Status.CANCELLED, "expired")
    assert [event.payload for event in match.events.all()] == [{"reason": "expired"}]
    with pytest.raises(referee.RefereeError, match="closed"):
        referee.sit(match_id=match.pk, user=alice, now=late)


def test_only_who_opened_a_table_may_withdraw_it(alice: User, bob: User) -> None:
    match = referee.open_match(seats=2, now=NOON, **table(created_by=alice))
    with pytest.raises(referee.RefereeError) as refused:
        referee.cancel_open(match_id=match.pk, user=bob, now=NOON)
    assert refused.value.status == 403
    referee.cancel_open(match_id=match.pk, user=alice, now=NOON)
    assert again(match).cancel_reason == "withdrawn"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"title": "chess"}, "unknown_title"),
        ({"game": "estoril"}, "unknown_title"),
        ({"seats": 5}, "wrong_seats"),
        ({"options": {"speed": 2}}, "bad_options"),
        ({"options": {"turns": 99}}, "bad_options"),
        ({"clock": clocks.Control(clocks.PER_TURN, 5)}, "bad_clock"),
        ({"on_time_out": "explodes"}, "bad_time_out"),
        ({"absent_turns": -1}, "bad_time_out"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_what_is_offered(wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(referee.RefereeError) as refused:
        referee.open_match(**{"seats": 2, "now": NOON, **table(), **wrong})
    assert (refused.value.code, refused.value.status) == (code, 422)
    assert Match.objects.count() == 0


def test_nobody_sits_twice_at_a_pairing(alice: User) -> None:
    with pytest.raises(referee.RefereeError, match="twice"):
        start(alice, alice)


def test_a_match_has_one_rematch(alice: User, bob: User) -> None:
    first = start(alice, bob)
    start(bob, alice, rematch_of=first)
    with pytest.raises(referee.RefereeError) as refused:
        start(bob, alice, rematch_of=first)
    assert refused.value.code == "rematch_exists"
