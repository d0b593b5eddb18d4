"""Questions, windows and moves out of turn at random: the ledger of clocks holds after every command, and the
stored match plays again."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import playback, referee
from correio.matches.models import Match
from engines.ace_of_spies.orders import ABILITIES
from engines.ace_of_spies.rules import RULES
from tests.matches.driving import FISCHER, NOON, again, move, run_clocks, seats
from tests.matches.reacting import ace, state_of, window
from tests.matches.test_ledger import assert_entries_add_up, assert_ledger_holds

pytestmark = pytest.mark.django_db

LINES = (
    "stop",
    "pass",
    "ask",
    "ask target",
    "stop target score:5",
    *(f"stop ability:{each}" for each in ABILITIES),
)


class Story:
    def __init__(self, match: Match, people: list[User], seed: int) -> None:
        self.match = match
        self.people = people
        self.chance = random.Random(seed)
        self.now: datetime = NOON
        self.windows = self.interrupts = 0

    def step(self) -> None:
        self.now += timedelta(minutes=self.chance.choice((1, 7, 50)))
        run_clocks(self.now)
        if opened := window(self.match):
            self.windows += 1
            self._order()
            if not self._answer() or self.chance.random() < 0.4:
                due = window(self.match)
                self.now = max(self.now, due.due_at if due else opened.due_at)
                sweep_work("window", clock=lambda: self.now)
            return
        if again(self.match).status != Match.Status.PLAYING or window(self.match):
            return
        state = state_of(self.match)
        able = [seat for seat in range(state.seats) if state.moves(seat)]
        seat = self.chance.choice([each for each in able if each not in state.actors()] or able)
        self.interrupts += seat not in state.actors()
        moves = [RULES.write(each) for each in state.moves(seat)]
        agents = [each for each in moves if each.startswith("agent")] if seat in state.actors() else moves
        move(self.match, self.people[seat], self.chance.choice(agents or moves), now=self.now)

    def _answer(self) -> bool:
        asked = [row for row in seats(self.match) if row.acting]
        if not asked:
            return False
        row = self.chance.choice(asked)
        move(self.match, self.people[row.seat], self.chance.choice(("stop", "pass")), now=self.now)
        return True

    def _order(self) -> None:
        user = self.chance.choice(self.people)
        lines = self.chance.sample(LINES, self.chance.randrange(3))
        referee.set_order(match_id=self.match.pk, user=user, form="react", lines=lines, now=self.now)


@pytest.mark.parametrize(("reactions", "stops"), [("orders", "all"), ("window", "agents"), ("live", "all")])
def test_the_ledger_holds_whatever_happens(
    reactions: str, stops: str, alice: User, bob: User, carol: User
) -> None:
    people = [alice, bob, carol]
    match = ace(*people, clock=FISCHER, reactions=reactions, options={"stops": stops})
    story = Story(match, people, 5)
    for _ in range(70):
        story.step()
        assert_ledger_holds(match)
        if again(match).status != Match.Status.PLAYING:
            break
    assert_entries_add_up(match, FISCHER)
    assert bool(story.windows) == (reactions != "orders")
    assert story.interrupts > 0
    playback.check(again(match))
