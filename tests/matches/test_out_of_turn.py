"""Moves out of turn: whoever may act while others are waited for, and what it does to their turns."""

from __future__ import annotations

import pytest

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import ClockEntry, Match
from correio.matches.previewing import preview
from correio.matches.shown import match_json
from engines.ace_of_spies.components import CARD_NUMBER
from tests.matches.driving import FISCHER, acting, again, at, legal, move, run_clocks, seats
from tests.matches.reacting import ace, dealt, give, hand, state_of, store

pytestmark = pytest.mark.django_db

SNITCH = "L39"
"""See the hand of a rival, take a card of your choice."""


@pytest.fixture
def match(alice: User, bob: User, carol: User) -> Match:
    match = dealt(ace(alice, bob, carol, clock=FISCHER))
    state = state_of(match)
    give(state, 2, CARD_NUMBER[SNITCH])
    store(match, state)
    return match


def interrupt(match: Match, seat: int = 0) -> str:
    return next(each for each in legal(match, 2) if each == f"play {SNITCH} {seat}")


def test_it_is_offered_to_its_holder_only(match: Match) -> None:
    assert [bool(legal(match, seat)) for seat in range(3)] == [True, False, True]
    assert match_json(again(match), 2)["prompt"] is None
    assert match_json(again(match), 2)["actors"] == [0]


def test_a_clock_that_was_interrupted_goes_on_where_it_stopped(match: Match, carol: User) -> None:
    bank, turns = seats(match)[0].bank_ms, seats(match)[0].turns
    deadline = seats(match)[0].deadline
    assert deadline is not None
    move(match, carol, interrupt(match), now=at(hours=1))
    assert [seat.seat for seat in acting(match)] == [2]
    assert (seats(match)[0].held_ms, seats(match)[0].deadline) == (3_600_000, None)
    stolen = hand(match, 0)[0]
    move(match, carol, f"steal {stolen}", now=at(hours=3))
    mine = seats(match)[0]
    assert (mine.acting, mine.bank_ms, mine.turns) == (True, bank, turns)
    assert mine.deadline == deadline + (at(hours=2) - at(hours=0))
    assert stolen in hand(match, 2)


def test_the_interrupters_own_clock_runs_meanwhile(match: Match, carol: User) -> None:
    bank = seats(match)[2].bank_ms
    assert bank is not None
    move(match, carol, interrupt(match), now=at(hours=1))
    move(match, carol, f"steal {hand(match, 0)[0]}", now=at(hours=10))
    assert seats(match)[2].bank_ms == bank - 9 * 3_600_000 + 8 * 3_600_000


def test_an_interrupter_who_falls_silent_is_absent_and_the_turn_goes_on(match: Match, carol: User) -> None:
    move(match, carol, interrupt(match), now=at(hours=1))
    run_clocks(at(days=20))
    assert (seats(match)[2].missed, seats(match)[0].missed) == (1, 0)
    assert [seat.seat for seat in acting(match)] == [0]


def test_a_turn_that_an_interrupt_ends_is_over(match: Match, alice: User, carol: User) -> None:
    """Eleven cards at the end of the turn; the one too many is taken."""
    state = state_of(match)
    for city in (0, 1, 2, 0, 1):
        card = state.decks[city][0]
        state.decks[city] = state.decks[city][1:]
        state.give(0, card, 0)
    store(match, state)
    cards = len(hand(match, 0))
    while [seat.seat for seat in acting(match)] == [0] and state_of(match).frame[0] != 17:
        moves = legal(match, 0)
        move(match, alice, next((each for each in moves if each.startswith(("draw", "end"))), moves[0]))
    assert cards + 2 > 10
    while len(hand(match, 0)) > 11:
        move(match, alice)
    move(match, carol, interrupt(match), now=at(hours=2))
    move(match, carol, f"steal {hand(match, 0)[0]}", now=at(hours=3))
    assert [seat.seat for seat in acting(match)] == [1]
    mine = seats(match)[0]
    assert (mine.held_ms, mine.bank_ms) == (None, (32 - 2 + 8) * 3_600_000)
    assert ClockEntry.objects.filter(match=match, seat=0).latest("id").kind == ClockEntry.Kind.MOVE


def test_the_turns_own_move_is_refused_meanwhile(match: Match, alice: User, carol: User) -> None:
    before = again(match).version
    draw = next(each for each in legal(match, 0) if each.startswith("draw"))
    move(match, carol, interrupt(match))
    with pytest.raises(referee.RefereeError) as refused:
        referee.submit(match_id=match.pk, user=alice, version=before, moves=[draw], now=at(hours=1))
    assert refused.value.code == "stale"
    with pytest.raises(referee.RefereeError) as refused:
        move(match, alice, draw)
    assert refused.value.code == "not_your_turn"


def test_after_the_deadline_of_the_turn_nothing_interrupts_it(match: Match, carol: User) -> None:
    play = interrupt(match)
    with pytest.raises(referee.RefereeError) as refused:
        move(match, carol, play, now=at(hours=32))
    assert refused.value.code == "time_over"
    assert SNITCH in hand(match, 2)


def test_an_impossible_interrupt_changes_nothing(match: Match, bob: User, carol: User) -> None:
    before = again(match).version
    for user, text, code in (
        (bob, f"play {SNITCH} 0", "not_your_turn"),
        (carol, "play L40 0", "illegal"),
    ):
        with pytest.raises(referee.RefereeError) as refused:
            move(match, user, text)
        assert refused.value.code == code
    assert again(match).version == before


def test_a_preview_offers_it_and_stops_at_it(match: Match, carol: User) -> None:
    version = again(match).version
    seen = preview(match_id=match.pk, user=carol, version=version, moves=[])
    assert [each["notation"] for each in seen.moves] == legal(match, 2)
    stopped = preview(match_id=match.pk, user=carol, version=version, moves=[interrupt(match)])
    assert (stopped.stopped, stopped.moves) == (True, [])
