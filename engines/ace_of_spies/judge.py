"""What the game lends to the generic search: stage, static value, one-ply scores, rollout policy.

All of it is judgement, not rules; the constants are estimates. `score` reads nothing that its seat may not
know: its own hand and missions and what lies on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engines.ace_of_spies import moves as m
from engines.ace_of_spies.board import owner_on_table
from engines.ace_of_spies.components import ABILITY, BONUS, CARDS, CITY, KIND, POINTS, STOPS, SYMBOL
from engines.ace_of_spies.decisions import DECISIONS
from engines.ace_of_spies.frames import (
    ACTION,
    COMPLETING,
    DISCARDING,
    DRAWING,
    FINDING,
    GIVING,
    KEEPING,
    LAST_CALL,
    LAYING,
    MISSION_DECK,
    PAYING,
    PICKING,
    QUESTION,
    RECOVERING,
    RUNNING,
    SEARCHING,
    SETUP,
    STEALING,
    TARGETING,
)
from engines.ace_of_spies.interrupts import are_open, playable
from engines.ace_of_spies.needs import (
    IN_DECK,
    INTERRUPT_WORTH,
    NO_TYPE,
    TYPE,
    Wants,
    hand_worth,
    turns_left,
    uses,
)
from engines.ace_of_spies.orders import is_target
from engines.ace_of_spies.position import RUNNING_ON, Position
from engines.ace_of_spies.prospects import prospect
from engines.ace_of_spies.scoring import result
from engines.chance import Source
from engines.protocol import Move, Seat

ABILITY_WORTH: Final = {
    "re_user": 1.5,
    "runner": 3.0,
    "cutpurse": 1.2,
    "poacher": 2.0,
    "wrecker": 0.8,
    "controller": 1.2,
    "listener": 0.8,
    "archivist": 2.2,
}
"""What an ability is worth beside the agent's own points."""
INTERRUPT_NOW: Final = {"false_information": 20.0, "double_crossed": 24.0, "snitch": 22.0, "assassin": 20.0}
"""Interrupts cost no action: they are played as soon as they hit something."""
STOP_WORTH: Final = {"poacher": 1.0, "runner": 0.5, "archivist": 0.5, "wrecker": 0.5}
POINT_OF_WANT: Final = 0.35
"""Points that a unit of `Wants` stands for."""
A_TURN: Final = 3.0
"""What the action of a turn is worth while there is time."""
SECOND_CARD: Final = 1.6
"""What is lost by taking a face-up interrupt alone."""
INTERRUPT_IN_DECK: Final = 0.15
SAMPLE: Final = tuple(
    next(card for card in reversed(range(CARDS)) if SYMBOL[card] == symbol and CITY[card] == city)
    for symbol in range(4)
    for city in range(3)
)
"""By symbol and city: some card of that type."""
MOST_MISSIONS: Final = 4
"""So many missions at a time are enough."""


class AceJudge:
    def stage(self, state: Position) -> int:
        """Turns begun, once more at the end: what rivals draw meanwhile is noise. Cut at the end of a round,
        the search won half as often against one-ply scores."""
        return state.turns + state.over()

    def value(self, state: Position) -> Sequence[float]:
        ended = result(state)
        if ended is not None:
            return ended.shares()
        prospects = [prospect(state, seat) for seat in range(state.seats)]
        best = max(prospects)
        weights = [exp(each - best) for each in prospects]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def score(self, state: Position, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        opinion = Opinion(state, seat)
        return [opinion.of(move) for move in moves]

    def rollout(self, state: Position, seat: Seat, source: Source) -> Move:
        return _policy(state, seat, source)


class Opinion:
    """One seat's view of its moves, from what it may know."""

    __slots__ = ("hand", "held", "kind", "now", "p", "seat", "spare", "turns", "wants")

    def __init__(self, p: Position, seat: Seat) -> None:
        self.p = p
        self.seat = seat
        self.kind = p.frame[0]
        self.hand = p.hands[seat]
        self.held = p.held[seat]
        self.turns = turns_left(p, seat)
        self.now = hand_worth(self.hand, self.held, self.turns)
        self.wants = Wants(self.hand, self.held)
        self.spare = dict(zip(self.hand, uses(self.hand, self.held), strict=True))

    def of(self, move: Move) -> float:
        verb = move >> 24
        thing = move >> 16 & 255
        if verb in (m.TAKE, m.RECOVER):
            return self._gain(thing) + (0.6 if self.kind == DRAWING and POINTS[thing] == 2 else 0.0)
        if verb == m.DRAW:
            return self._blind(thing)
        if verb == m.STEAL:
            return self._gain(thing)
        if verb == m.SEARCH:
            return max(self.wants.want[symbol * 4 + thing] for symbol in range(4))
        if verb == m.FIND:
            return self._mission_gain(bytes((thing,))) if move & m.FIND_MISSION else self._gain(thing)
        if verb == m.KEEP:
            return self._mission_gain(m.kept(move))
        if verb == m.MISSIONS:
            return self._draw_missions()
        if verb == m.AGENT:
            return self._agent(thing)
        if verb == m.SPECIAL:
            return self._special(thing)
        if verb in (m.PAY, m.GIVE, m.DISCARD, m.LOSE):
            return -self.spare.get(thing, 0.4) / (
                1.0 + (verb == m.PAY) * (POINTS[thing] if thing < 120 else 0)
            )
        if verb in (m.PLAY, m.PLAN, m.TARGET):
            return self._aim(verb, thing, move & 0xFFFF)
        return self._other(verb, thing)

    def _other(self, verb: int, thing: int) -> float:
        if verb == m.COMPLETE:
            return 30.0 + thing / 35
        if verb == m.LAY:
            extra = 1.0 if self.kind == LAYING else 0.0
            return 2.0 * POINTS[thing] * extra - 0.15 * self.spare[thing]
        if verb == m.DONE:
            return 1.5 if self.kind == LAYING else 5.0 if self.kind == PAYING else 0.0
        if verb == m.SKIP:
            return 1.2
        if verb == m.BACK:
            return -50.0
        if verb == m.STOP:
            return self._stop()
        return 0.0

    def _gain(self, card: int) -> float:
        if TYPE[card] == NO_TYPE:
            alone = SECOND_CARD if self.kind == ACTION else 0.0
            return (1.0 if card in STOPS else 2.2) - alone
        return 0.5 * (self._with(card) - self.now) + POINT_OF_WANT * self.wants.of(card)

    def _with(self, card: int) -> float:
        return hand_worth(bytes(sorted((*self.hand, card))), self.held, self.turns)

    def _blind(self, city: int) -> float:
        """On average over the symbols of a fresh deck."""
        gain = INTERRUPT_IN_DECK * INTERRUPT_WORTH
        for symbol, share in enumerate(IN_DECK):
            gain += share * self._gain(SAMPLE[symbol * 3 + city])
        return gain

    def _mission_gain(self, missions: bytes) -> float:
        held = self.held + missions
        return (
            hand_worth(self.hand, held, self.turns - 0.5) - self.now - 0.4 * max(0, len(held) - MOST_MISSIONS)
        )

    def _draw_missions(self) -> float:
        if self.turns < 2.5:
            return -6.0
        open_ = sum(1 for short in self.wants.short if short)
        return 7.0 - 4.5 * open_ - max(0.0, 4.0 - self.turns)

    def _agent(self, card: int) -> float:
        ability = ABILITY[card]
        assert ability is not None
        lost = POINT_OF_WANT * self.spare[card]
        worth = ABILITY_WORTH[ability.key]
        if ability.key == "re_user" and len(self.p.discards) < 3:
            worth = 0.5
        if ability.key == "poacher":
            rows = [other for other in range(self.p.seats) if other != self.seat and self.p.rows[other]]
            worth = 3.0 if rows else 0.0
        if ability.key == "wrecker":
            worth = 0.8 if any(self.p.done[other] for other in self.p.rivals(self.seat)) else 0.0
        return 2.0 + worth - lost - (A_TURN if self.turns > 2.5 else 0.0)

    def _special(self, index: int) -> float:
        cheap = sorted(self.spare.values())
        price = sum(cheap[: (5, 7, 5, 7, 5)[index]]) * 0.5
        best = max(self.wants.want)
        gain = (0.8 * best, 1.3 * best, best, 2.0, 1.0)[index]
        return 0.35 * gain - price - 1.0

    def _aim(self, verb: int, card: int, target: int) -> float:
        """At whoever is best off; at what is worth most."""
        p = self.p
        if target & m.SEAT:
            victim = target & 255
            worth = 0.02 * p.score[victim] + 0.1 * len(p.hands[victim])
        else:
            victim = owner_on_table(p, target)
            worth = 0.02 * p.score[victim] + POINTS[target] + BONUS[target]
        if verb == m.PLAY:
            kind = KIND[card]
            assert kind is not None
            worth += INTERRUPT_NOW[kind.key]
        return worth

    def _stop(self) -> float:
        """Worth a card only if the seat has it; the stop itself costs nothing else."""
        p = self.p
        if self.kind != QUESTION:
            return 0.0
        _, _, card, b = p.frame
        actor, target = b >> 9, b & 0x1FF
        ability = ABILITY[card]
        worth = -0.6 + (STOP_WORTH.get(ability.key, 0.0) if ability else 0.5)
        if is_target(p, self.seat, target):
            worth += 1.5
        if p.score[actor] == max(p.score):
            worth += 0.3
        return worth + (0.8 if p.final != RUNNING_ON else 0.0)


def _policy(p: Position, seat: Seat, source: Source) -> Move:
    """Quick and plausible: what the missions need, straight from a table."""
    kind = p.frame[0]
    random = source.random
    if kind == COMPLETING:
        moves = DECISIONS[kind].moves(p, seat)
        return moves[0]
    if are_open(p):
        free = playable(p, seat)
        if free and random() < 0.5:
            return free[int(random() * len(free))]
    if kind == ACTION:
        return _act(p, seat, source)
    if kind in (DRAWING, PICKING):
        return _best_card(p, Wants(p.hands[seat], p.held[seat]), DECISIONS[kind].moves(p, seat), source)
    moves = DECISIONS[kind].moves(p, seat)
    if len(moves) == 1:
        return moves[0]
    if kind == LAYING:
        return _lay(p, seat, moves)
    if kind in (SETUP, KEEPING):
        return _keep(p, seat, moves)
    if kind in (PAYING, DISCARDING, GIVING):
        return _least_needed(p, seat, moves)
    if kind == QUESTION:
        return moves[1] if Opinion(p, seat).of(moves[1]) > 0 else moves[0]
    if kind in (FINDING, RECOVERING, STEALING) and not (kind == FINDING and p.frame[2] == MISSION_DECK):
        return _best_card(p, Wants(p.hands[seat], p.held[seat]), moves, source)
    if kind in (RUNNING, SEARCHING):
        wants = Wants(p.hands[seat], p.held[seat])
        return max(moves, key=lambda move: wants.by_city[move >> 16 & 255] + 0.3 * random())
    if kind in (TARGETING, LAST_CALL):
        return moves[int(random() * max(1, len(moves) - (kind == LAST_CALL)))]
    return moves[int(random() * len(moves))]


def _best_card(p: Position, wants: Wants, moves: Sequence[Move], source: Source) -> Move:
    random = source.random
    best = moves[0]
    most = -1.0
    for move in moves:
        thing = move >> 16 & 255
        worth = (wants.by_city[thing] if move >> 24 == m.DRAW else wants.of(thing)) + 0.8 * random()
        if worth > most:
            best, most = move, worth
    return best


def _act(p: Position, seat: Seat, source: Source) -> Move:
    """Mostly cards; missions when few are open; an agent that nobody needs, late or now and then."""
    hand, held = p.hands[seat], p.held[seat]
    wants = Wants(hand, held)
    turns = turns_left(p, seat)
    open_ = sum(1 for short in wants.short if short)
    if (
        (p.mission_deck or p.bottom)
        and turns > 3.0
        and (open_ == 0 or (open_ == 1 and source.random() < 0.5))
    ):
        return m.bare(m.MISSIONS)
    late = turns <= 1.5
    if late or len(hand) >= 9 or source.random() < 0.08:
        agents = [card for card in hand if SYMBOL[card] == 0]
        if agents:
            worths = dict(zip(hand, uses(hand, held), strict=True))
            agent = min(agents, key=lambda card: worths[card])
            if worths[agent] < 2.0 or late:
                return m.on(m.AGENT, agent)
    moves = [move for move in DECISIONS[ACTION].moves(p, seat) if move >> 24 in (m.TAKE, m.DRAW)]
    if not moves:
        return DECISIONS[ACTION].pick(p, seat, source)
    return _best_card(p, wants, moves, source)


def _lay(p: Position, seat: Seat, moves: Sequence[Move]) -> Move:
    """Never back; the card that the other missions need least, and extra cards that none needs."""
    hand = p.hands[seat]
    rest = bytes(mission for mission in p.held[seat] if mission != p.frame[2])
    worths = dict(zip(hand, uses(hand, rest), strict=True))
    best, most = moves[0], -100.0
    for move in moves:
        verb = move >> 24
        if verb == m.BACK:
            continue
        card = move >> 16 & 255
        worth = 2.0 * POINTS[card] - worths[card] if verb == m.LAY else 0.0
        if worth > most:
            best, most = move, worth
    return best


def _keep(p: Position, seat: Seat, moves: Sequence[Move]) -> Move:
    hand, held = p.hands[seat], p.held[seat]
    turns = turns_left(p, seat) - 0.5
    return max(moves, key=lambda move: hand_worth(hand, held + m.kept(move), turns))


def _least_needed(p: Position, seat: Seat, moves: Sequence[Move]) -> Move:
    if moves[-1] == m.bare(m.DONE):
        return moves[-1]
    hand = p.hands[seat]
    worths = dict(zip(hand, uses(hand, p.held[seat]), strict=True))
    return min(moves, key=lambda move: worths[move >> 16 & 255])
