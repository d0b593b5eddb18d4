"""What cannot be done is refused with the reason; nothing changes, and no window opens or closes by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import ClockEntry, Event, Match, Window
from engines.ace_of_spies.components import CARD_NUMBER, MISSION_NUMBER
from engines.ace_of_spies.frames import COMPLETIONS
from tests.matches.driving import FISCHER, NOON, again, at, move, seats
from tests.matches.reacting import CUTPURSE, ace, announce, dealt, give, state_of, store, window

pytestmark = pytest.mark.django_db

SNITCH, ASSASSIN = "L39", "L40"


def everything(match: Match) -> list[Any]:
    """All that is kept of the match."""
    rows = [Match.objects.filter(pk=match.pk), match.seats.order_by("seat"), match.moves.order_by("seq")]
    rows += [match.sealed_moves.order_by("pk"), Window.objects.filter(match=match)]
    rows += [each.objects.filter(match=match).order_by("pk") for each in (Event, ClockEntry)]
    return [list(query.values()) for query in rows]


@pytest.fixture
def match(alice: User, bob: User, carol: User) -> Match:
    """Seat 0 can play the Cutpurse, seat 1 has Not So Fast!, seat 2 The Snitch."""
    match = dealt(ace(alice, bob, carol, clock=FISCHER), 1)
    state = state_of(match)
    give(state, 2, CARD_NUMBER[SNITCH])
    store(match, state)
    return match


Refuse = Callable[..., None]


@pytest.fixture
def refuse(match: Match, alice: User, bob: User, carol: User) -> Refuse:
    people = [alice, bob, carol]

    def check(seat: int, notation: str, code: str, why: str, **more: Any) -> None:
        before = everything(match)
        with pytest.raises(referee.RefereeError, match=why) as refused:
            move(match, people[seat], notation, **more)
        assert refused.value.code == code
        assert everything(match) == before

    return check


@pytest.mark.parametrize(
    ("seat", "notation", "code", "why"),
    [
        (1, "stop", "not_your_turn", "wait until you are asked"),
        (1, f"play {SNITCH} 0", "not_your_turn", "wait until you are asked"),
        (2, f"play {ASSASSIN} 0", "illegal", "no such interrupt"),
        (2, f"play {SNITCH} 2", "illegal", "no such interrupt"),
        (2, "draw london", "illegal", "out of turn"),
        (0, "stop", "illegal", "begin your turn with one action"),
        (0, "target 1", "illegal", "begin your turn with one action"),
    ],
)
def test_without_anything_announced(
    refuse: Refuse, match: Match, seat: int, notation: str, code: str, why: str
) -> None:
    refuse(seat, notation, code, why)
    assert window(match) is None


@pytest.mark.parametrize(
    ("seat", "notation", "code", "why"),
    [
        (0, "end", "window_open", "reactions"),
        (0, f"play {SNITCH} 1", "window_open", "reactions"),
        (1, f"play {SNITCH} 0", "illegal", "right after it"),
        (1, "lose any", "illegal", "stop or pass"),
        (2, "stop", "answered", "cannot be changed"),
    ],
)
def test_while_reactions_are_awaited(
    refuse: Refuse, match: Match, alice: User, seat: int, notation: str, code: str, why: str
) -> None:
    announce(match, alice)
    refuse(seat, notation, code, why)
    assert window(match) is not None


def test_answered_once_is_answered(refuse: Refuse, match: Match, alice: User, bob: User) -> None:
    announce(match, alice)
    move(match, bob, "stop", now=at(minutes=1))
    for notation in ("stop", "pass"):
        refuse(1, notation, "answered", "cannot be changed", now=at(minutes=2))


def test_too_late_is_too_late(refuse: Refuse, match: Match, alice: User) -> None:
    announce(match, alice)
    refuse(1, "stop", "time_over", "time", now=at(hours=12))


def test_played_once_is_gone(refuse: Refuse, match: Match, carol: User) -> None:
    move(match, carol, f"play {SNITCH} 0")
    refuse(2, f"play {SNITCH} 1", "illegal", "right after it")


def test_an_order_that_names_a_seat_that_left(match: Match, bob: User, carol: User) -> None:
    referee.resign(match_id=match.pk, user=carol, now=NOON)
    before = everything(match)
    with pytest.raises(referee.RefereeError, match="has left the match") as refused:
        referee.set_order(match_id=match.pk, user=bob, form="react", lines=["stop by:2"], now=NOON)
    assert refused.value.code == "bad_order"
    assert everything(match) == before


def test_paying_with_too_little(refuse: Refuse, match: Match, alice: User) -> None:
    state = state_of(match)
    for agent in ("L01", "P02", "B03"):
        give(state, 0, CARD_NUMBER[agent])
    store(match, state)
    move(match, alice, "special search_city")
    move(match, alice, "pay L01")
    refuse(0, "done", "illegal", "costs 5 points: pay more cards")
    refuse(0, "pay L40", "illegal", "card of your hand")


def test_completing_with_the_wrong_cards(refuse: Refuse, match: Match) -> None:
    state = state_of(match)
    state.held[0] = bytes((MISSION_NUMBER["M35"],))
    state.frame = COMPLETIONS[0]
    store(match, state)
    refuse(0, "complete M35", "illegal", "does not have the cards")
    refuse(0, "complete M01", "illegal", "a mission that you hold")
    refuse(0, f"lay {CUTPURSE}", "illegal", "complete a mission that you hold, or end your turn")


def test_the_seats_of_the_story_are_as_told(match: Match) -> None:
    """The refusals above would be cheap if nobody held anything."""
    hands = [state_of(match).hands[seat.seat] for seat in seats(again(match))]
    assert CARD_NUMBER[CUTPURSE] in hands[0]
    assert CARD_NUMBER[SNITCH] in hands[2]
