"""S46 while somebody else decides: nothing of a leaver comes back, and nobody is asked in vain."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines.chance import KeyedChance
from engines.conformance.positions import check_turn
from engines.conformance.tally import Tally
from engines.spy_ring.board import GONE, OFF
from engines.spy_ring.position import PHASES
from engines.spy_ring.rules import RULES
from engines.spy_ring.state import SpyRingState
from tests.engines.spy_ring.secrets import pieces
from tests.engines.spy_ring.tables import SPY, all_but, can, hand, lay, play, turn


def phase(state: SpyRingState) -> str:
    return PHASES[state.phase]


def test_s46_a_contact_man_who_was_called_is_gone_with_his_player() -> None:
    state = lay(1, 3, men={"red": "IT-in", "blue": "PL-out"}, safes=all_but("GB"))
    play(state, "go D1", "call blue")
    state.leave(1)
    assert phase(state) == "radio", "the radio has not been used yet"
    assert can(state) == ["call red", "silence"]
    assert state.men[SPY["blue"]] == OFF


def test_s46_another_contact_man_who_was_called_is_sent_as_before() -> None:
    state = lay(1, 3, men={"red": "IT-in", "blue": "PL-out"}, safes=all_but("GB"))
    play(state, "go D1", "call red")
    state.leave(1)
    assert phase(state) == "sending"
    play(state, "send HU-out")
    assert turn(state) == "green"


def test_s46_the_radio_is_silent_by_itself_once_nobody_is_left_to_call() -> None:
    for moves in (["go D1"], ["go D1", "call blue"]):
        state = lay(1, 3, men={"blue": "PL-out"})
        play(state, *moves)
        state.leave(1)
        assert turn(state) == "green"


@pytest.mark.parametrize("aerial", [False, True])
def test_s46_who_was_about_to_pay_takes_his_cards_along(aerial: bool) -> None:
    throws = (1, 3) if aerial else (3,)
    state = lay(*throws, at={"blue": "E1"}, hands={"blue": ["S01"]}, men={"red": "IT-in"})
    play(state, "go D1")
    assert phase(state) == "claiming"
    state.leave(1)
    assert hand(state, "red") == []
    assert phase(state) == ("radio" if aerial else "moving")
    assert turn(state) == ("red" if aerial else "green")


def test_s46_who_stays_can_still_be_claimed_from() -> None:
    state = lay(
        2,
        at={"red": "F6", "blue": "D5", "green": "F5"},
        hands={"blue": ["S01", "S02"], "green": ["S03"]},
    )
    play(state, "go E5")
    state.leave(1)
    assert can(state) == ["claim S03", "waive"]


def test_s46_a_rival_whom_the_contact_man_has_just_caught_leaves() -> None:
    state = lay(1, 3, at={"green": "D5"}, hands={"green": ["S03"]}, men={"red": "IT-in"}, safes=all_but("GB"))
    play(state, "go D1", "call red", "send GB-out")
    assert phase(state) == "spotting"
    state.leave(2)
    assert turn(state) == "blue"


@pytest.mark.parametrize("seats", [3, 4])
def test_s46_whatever_others_are_deciding(seats: int) -> None:
    """Somebody leaves in every phase of others; from then on no piece of his is on the board."""
    met: Counter[str] = Counter()
    tally = Tally()
    known: set[int] = set()
    for seed in range(42):
        source = random.Random(f"leavers:{seats}:{seed}")
        state = RULES.start(seats, {"rounds": 40}, KeyedChance(source.randbytes(32)))
        assert isinstance(state, SpyRingState)
        everything = sorted(map(repr, pieces(state)))
        wanted = ("moving", "putting", "claiming", "radio", "sending", "spotting", "declaring")[seed % 7]
        leaver = -1
        while state.actors():
            if leaver < 0 and phase(state) == wanted and source.random() < 0.4:
                leaver = _called_or_caught(state, source)
                state.leave(leaver)
                met[wanted] += 1
            if state.actors():
                check_turn(RULES, state, seats, known, tally)
                seat = state.actors()[0]
                state.play(seat, RULES.judge.rollout(state, seat, source))
            assert sorted(map(repr, pieces(state))) == everything
            if leaver >= 0:
                assert (state.at[leaver], state.men[leaver], state.declared[leaver]) == (GONE, OFF, None)
                assert not state.aerials >> leaver & 1
    assert len(met) == 7, met


def _called_or_caught(state: SpyRingState, source: random.Random) -> int:
    """Preferably whom the decision is about."""
    mine = state.actors()[0]
    if state.calling >= 0 and state.calling != mine:
        return state.calling
    caught = [SPY[claim.spy.partition(":")[2]] for claim in state.view(None).claims]
    return source.choice(caught or [seat for seat in range(state.seats) if seat != mine])
