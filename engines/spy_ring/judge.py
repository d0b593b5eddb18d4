"""What Spy Ring lends to the generic search: stage, static value, one-ply scores, rollout policy.

All of it is judgement, not rules; the constants are estimates in points. `score` and `rollout` read no token
that the mover's seat has not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Final

from engines.chance import Source
from engines.protocol import Move, Seat
from engines.spy_ring import decisions
from engines.spy_ring.board import BIT, CROSS_SEES, CROSS_WATCHES, GONE, INNER, INSIDE, OFF, nodes
from engines.spy_ring.claims import claimable, owner
from engines.spy_ring.components import EMBASSIES
from engines.spy_ring.moves import (
    CALL,
    GO_TO,
    LOOK,
    THE_PASS,
    THE_WAIVE,
    verb_of,
    what_of,
    words_of,
)
from engines.spy_ring.position import (
    CLAIMING,
    DECLARING,
    MOVING,
    NOBODY,
    OVER,
    POSTING,
    PUTTING,
    SENDING,
    SPOTTING,
    Position,
)
from engines.spy_ring.prospects import STEPS, next_ends, odds, watchers
from engines.spy_ring.scoring import points, result, score
from engines.spy_ring.words import best

FIND: Final = 4.5
"""Worth of a token that serves: two cards and what they may spell."""
CARD: Final = 2.2
"""Worth of a card claimed, before one looks at what it spells."""
LOSS: Final = 2.0
"""Cost of a card lost."""
FADE: Final = 0.82
"""What a hope loses with each step to it."""
OWN: Final = 0.7
"""Worth of each own token found, beyond its cards: with four of them words may be laid out."""
STANDING: Final = 2.5
"""Worth of two words laid out."""
FINISH: Final = 30.0
"""Worth of ending the match as the leader, cost of ending it behind."""
PRYING: Final = 0.3
"""Worth of learning what a token is."""

FADES: Final = tuple(FADE**steps for steps in range(100))


class SpyRingJudge:
    def stage(self, state: Position) -> int:
        """Rounds begun; grows once more at the end."""
        return state.round + (state.phase == OVER)

    def value(self, state: Position) -> Sequence[float]:
        ended = result(state)
        if ended is not None:
            winners = ended.places.count(1)
            return [1.0 / winners if place == 1 else 0.0 for place in ended.places]
        hopes = [0.0] * state.seats
        for spy in range(state.spies):
            hopes[spy % state.seats] += _standing(state, spy)
        spread = 3.0 + 0.4 * state.takers.count(NOBODY)
        best_hope = max(hopes)
        weights = [
            0.0 if seat in state.left else exp((hope - best_hope) / spread) for seat, hope in enumerate(hopes)
        ]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def score(self, state: Position, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        return SCORERS[state.phase](state, moves)

    def rollout(self, state: Position, seat: Seat, source: Source) -> Move:
        phase = state.phase
        if phase == MOVING:
            return _quick_move(state, source)
        moves = decisions.moves(state)
        if phase in (POSTING, PUTTING, SENDING):
            size = len(moves)
            moves = [moves[int(source.random() * size)] for _ in range(4)]
        elif phase in (CLAIMING, SPOTTING):
            return _quick_claim(state, moves, source)
        scores = SCORERS[phase](state, moves)
        return moves[max(range(len(moves)), key=scores.__getitem__)]


def _standing(p: Position, spy: int) -> float:
    """Points that spy may expect to have at the end, over what everybody will still find."""
    if p.at[spy] == GONE:
        return float(score(p, spy).total())
    hope = float(score(p, spy).total()) + OWN * p.owns[spy]
    chances = odds(p, spy)
    hope += 0.6 * FIND * _nearest(p, spy, p.at[spy], chances)
    if p.declared[spy] is not None:
        hope += STANDING
    return hope


def _nearest(p: Position, spy: int, node: int, chances: list[float]) -> float:
    """The best of all hopes for a token, weakened by the way to it."""
    nearest = 0.0
    for embassy in range(EMBASSIES):
        chance = chances[embassy]
        if chance:
            worth = chance * FADES[STEPS[embassy][node]]
            if worth > nearest and STEPS[embassy][node]:
                nearest = worth
    return nearest


def _leads(p: Position, spy: int) -> bool:
    totals = points(p)
    own = totals[spy % p.seats]
    return all(own >= total for total in totals)


# Moving


def _score_moving(p: Position, moves: Sequence[Move]) -> list[float]:
    spy = p.spy
    chances = odds(p, spy)
    ends = next_ends(p, spy)
    stakes = LOSS if p.hands[spy] else 0.0
    leads = _leads(p, spy)
    start = p.at[spy]
    scores = []
    for move in moves:
        node = what_of(move)
        p.at[spy] = node
        worth = CARD * claimable(p, False).bit_count() - stakes * watchers(p, spy, node, ends)
        worth += _hope_at(p, spy, node, chances, leads)
        scores.append(worth)
    p.at[spy] = start
    return scores


def _hope_at(p: Position, spy: int, node: int, chances: list[float], leads: bool) -> float:
    """What the place itself offers: its token, the way to others, the end of the match."""
    worth = 0.0
    if node >= INSIDE:
        embassy = node - INSIDE
        if p.finishes(embassy):
            return FINISH if leads else -FINISH
        if not p.signal:
            worth += FIND * chances[embassy]
            if 0.0 < chances[embassy] < 1.0:
                worth += PRYING
    worth += FIND * _nearest(p, spy, node, chances)
    words = p.declared[spy]
    if words is not None and leads:
        worth += 0.5 * FINISH * max(FADES[STEPS[word][node]] for word in words[:2])
    return worth


def _quick_move(p: Position, source: Source) -> Move:
    """The better of a few ends, embassies with hope among them; without looking who may come next."""
    spy = p.spy
    chances = odds(p, spy)
    candidates = [what_of(decisions.pick(p, source)) for _ in range(4)]
    for embassy in nodes(p.open >> INSIDE):
        if chances[embassy] or p.declared[spy] is not None:
            candidates.append(INSIDE + embassy)
    leads = p.declared[spy] is not None and _leads(p, spy)
    start = p.at[spy]
    best_node = candidates[0]
    best_worth = -FINISH * 2
    for node in candidates:
        p.at[spy] = node
        worth = _hope_at(p, spy, node, chances, leads)
        if claimable(p, False):
            worth += CARD
        if worth > best_worth:
            best_node, best_worth = node, worth
    p.at[spy] = start
    return GO_TO[best_node]


# Tokens, claims


def _score_putting(p: Position, moves: Sequence[Move]) -> list[float]:
    """Far from the rival whose token it is, near to a partner."""
    colour = p.colours[p.safes[p.held]]
    if colour >= p.spies or p.at[colour] == GONE:
        return [0.0] * len(moves)
    partner = (colour - p.spy) % p.seats == 0
    node = p.at[colour]
    return [
        -float(STEPS[what_of(move)][node]) if partner else float(STEPS[what_of(move)][node]) for move in moves
    ]


def _score_claiming(p: Position, moves: Sequence[Move]) -> list[float]:
    """What the card adds to the own words, and half of what it costs its owner."""
    hand = p.hands[p.spy]
    before = best(hand, p.shared).bonus
    scores = []
    for move in moves:
        if move == THE_WAIVE:
            scores.append(0.0)
            continue
        card = what_of(move)
        rival = owner(p, card)
        theirs = p.hands[rival]
        worth = 1.5 + best(hand | 1 << card, p.shared).bonus - before
        worth += 0.5 * (best(theirs, p.shared).bonus - best(theirs ^ 1 << card, p.shared).bonus)
        standing = p.declared[rival]
        if standing is not None and standing[2] >> card & 1:
            worth += 2 * STANDING
        scores.append(worth)
    return scores


def _quick_claim(p: Position, moves: Sequence[Move], source: Source) -> Move:
    """The better of two cards."""
    size = len(moves) - 1
    two = [moves[int(source.random() * size)] for _ in range(2)]
    first, second = _score_claiming(p, two)
    return two[0] if first >= second else two[1]


# Radio and contact men


def _score_radio(p: Position, moves: Sequence[Move]) -> list[float]:
    chances = odds(p, p.spy)
    scores = []
    for move in moves:
        verb = verb_of(move)
        if verb == LOOK:
            chance = chances[p.guarded(p.spy)]
            scores.append(FIND * chance + (PRYING if 0.0 < chance < 1.0 else -PRYING))
        elif verb == CALL:
            called = what_of(move)
            crosses = p.crosses(called)
            now = _man_worth(p, called, p.men[called], chances)
            scores.append(max(_man_worth(p, called, cross, chances) for cross in crosses) - now)
        else:
            scores.append(0.0)
    return scores


def _score_sending(p: Position, moves: Sequence[Move]) -> list[float]:
    chances = odds(p, p.spy)
    return [_man_worth(p, p.calling, what_of(move), chances) for move in moves]


def _score_posting(p: Position, moves: Sequence[Move]) -> list[float]:
    chances = odds(p, p.spy)
    return [_man_worth(p, p.spy, what_of(move), chances) for move in moves]


def _man_worth(p: Position, man: int, cross: int, chances: list[float]) -> float:
    """Worth of that contact man on that cross, to the spy whose turn it is."""
    if (man - p.spy) % p.seats:
        return -_rival_man_worth(p, cross, chances)
    worth = 0.0
    if cross >= INNER:
        embassy = cross - INNER
        worth += 0.25 * FIND * chances[embassy] + 0.2
        for rival in p.rivals(p.spy):
            words = p.declared[rival]
            if words is not None and embassy in words[:2]:
                worth += 2 * STANDING
    elif p.phase != POSTING:
        stood = p.men[man]
        p.men[man] = cross
        worth += CARD * claimable(p, True).bit_count()
        p.men[man] = stood
    return worth


def _rival_man_worth(p: Position, cross: int, chances: list[float]) -> float:
    """What a rival's contact man there costs the spy whose turn it is: a barred gate, a card."""
    if cross == OFF:
        return 0.0
    spy = p.spy
    if cross >= INNER:
        words = p.declared[spy]
        barred = STANDING if words is not None and cross - INNER in words[:2] else 0.0
        return 0.5 + 0.3 * FIND * chances[cross - INNER] + barred
    bit = BIT[p.at[spy]]
    seen = CROSS_SEES[cross] & bit if p.aerials >> spy & 1 else 0
    return LOSS if p.hands[spy] and (seen or CROSS_WATCHES[cross] & bit) else 0.0


# Declarations


def _score_declaring(p: Position, moves: Sequence[Move]) -> list[float]:
    """Words whose embassies are near."""
    node = p.at[p.spy]
    standing = p.declared[p.spy]
    passing = 0.0 if standing is None else _nearness(standing[:2], node)
    return [passing if move == THE_PASS else _nearness(words_of(move), node) for move in moves]


def _nearness(words: tuple[int, ...], node: int) -> float:
    return STANDING + 10.0 * max(FADES[STEPS[word][node]] for word in words)


SCORERS: Final[tuple[Callable[[Position, Sequence[Move]], list[float]], ...]] = (
    _score_posting,
    _score_moving,
    _score_putting,
    _score_claiming,
    _score_radio,
    _score_sending,
    _score_claiming,
    _score_declaring,
)
"""By phase."""
assert len(SCORERS) == DECLARING + 1
