"""Somebody leaves while another decides about him: that turn may be over with it, and its clock knows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Event, Match
from engines import registry
from engines.spy_ring.board import OFF, SPACE_BY_NAME
from engines.spy_ring.position import CLAIMING, SENDING
from engines.spy_ring.state import SpyRingState
from tests.matches.driving import FISCHER, NOON, acting, again, at, legal, move, seats, start
from tests.matches.test_ledger import assert_ledger_holds

pytestmark = pytest.mark.django_db

RED, BLUE = 0, 1
HOUR = 3_600_000


@pytest.fixture
def match(alice: User, bob: User, carol: User) -> Match:
    """Red's turn: his spy stands beside the blue one, and everybody holds two cards."""
    people = [alice, bob, carol]
    match = start(*people, game="spy-ring", title="spy-ring", clock=FISCHER)
    for seat in (2, 1, 0):
        move(match, people[seat])
    return match


def claiming(state: SpyRingState) -> None:
    state.at[RED], state.at[BLUE] = SPACE_BY_NAME["D1"], SPACE_BY_NAME["E1"]
    state.phase, state.throw, state.signal, state.trapped = CLAIMING, 3, False, False


def sending(state: SpyRingState) -> None:
    claiming(state)
    state.phase, state.signal, state.calling = SENDING, True, BLUE


def change(match: Match, lay: Callable[[SpyRingState], None]) -> None:
    rules = registry.rules("spy-ring")
    state = rules.load(bytes(again(match).snapshot or b""))
    assert isinstance(state, SpyRingState)
    lay(state)
    Match.objects.filter(pk=match.pk).update(snapshot=rules.save(state))


def test_who_was_to_pay_leaves_and_the_turn_goes_to_the_next(match: Match, bob: User) -> None:
    change(match, claiming)
    assert len(legal(match, RED)) == 3
    bank = seats(match)[RED].bank_ms
    assert bank is not None
    referee.resign(match_id=match.pk, user=bob, now=at(hours=2))
    assert [seat.seat for seat in acting(match)] == [2]
    red, _, green = seats(match)
    assert red.bank_ms == bank - 2 * HOUR + 8 * HOUR
    assert green.deadline == at(hours=2) + (at(hours=32) - NOON)
    told = Event.objects.filter(match=match, kind=Event.Kind.TURN).latest("id")
    assert told.payload == {"seats": [2], "version": again(match).version}
    assert_ledger_holds(match)


def test_whose_contact_man_was_called_leaves_and_the_turn_goes_on(
    match: Match, alice: User, bob: User
) -> None:
    change(match, sending)
    deadline = seats(match)[RED].deadline
    referee.resign(match_id=match.pk, user=bob, now=at(hours=2))
    assert [(seat.seat, seat.deadline) for seat in acting(match)] == [(RED, deadline)]
    assert "silence" in legal(match, RED)
    assert not any(notation.startswith(("send", "call blue")) for notation in legal(match, RED))
    move(match, alice, "silence", now=at(hours=3))
    assert [seat.seat for seat in acting(match)] == [2]
    state = registry.rules("spy-ring").load(bytes(again(match).snapshot or b""))
    assert isinstance(state, SpyRingState)
    assert state.men[BLUE] == OFF
    assert_ledger_holds(match)
