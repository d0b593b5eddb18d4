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
from engines.spy_ring.board import GONE, INNER, INSIDE, nodes
from engines.spy_ring.claims import can_pay, catching_crosses, claimable, owner
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
from engines.spy_ring.prospects import FADES, STEPS, Odds, nearest, next_ends, odds, watchers
from engines.spy_ring.scoring import points, result, total
from engines.spy_ring.words import best, bits

FIND: Final = 4.5
"""Worth of a token that serves: two cards and what they may spell."""
CARD: Final = 2.2
"""Worth of a card claimed, before one looks at what it spells."""
LOSS: Final = 2.0
"""Cost of a card lost."""
OWN: Final = 0.7
"""Worth of each own token found, beyond its cards: with four of them words may be laid out."""
STANDING: Final = 2.5
"""Worth of two words laid out."""
FINISH: Final = 30.0
"""Worth of ending the match as the leader, cost of ending it behind."""
PRYING: Final = 0.3
"""Worth of learning what a token is."""


class SpyRingJudge:
    def stage(self, state: Position) -> int:
        """Rounds begun; grows once more at the end."""
        return state.round + (state.phase == OVER)

    def value(self, state: Position) -> Sequence[float]:
        ended = result(state)
        if ended is not None:
            return ended.shares()
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
    hope = float(total(p, spy))
    if p.at[spy] == GONE:
        return hope
    hope += OWN * p.owns[spy]
    hope += 0.6 * FIND * nearest(p.at[spy], odds(p, spy))
    if p.declared[spy] is not None:
        hope += STANDING
    return hope


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


def _hope_at(p: Position, spy: int, node: int, chances: Odds, leads: bool) -> float:
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
    worth += FIND * nearest(node, chances)
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
        if worth + CARD <= best_worth:
            continue
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
    own = _own_man_worths(p, chances)
    rival = _rival_man_worths(p, chances)
    scores = []
    for move in moves:
        verb = verb_of(move)
        if verb == LOOK:
            chance = chances[p.guarded(p.spy)]
            scores.append(FIND * chance + (PRYING if 0.0 < chance < 1.0 else -PRYING))
        elif verb == CALL:
            called = what_of(move)
            worths = own if called == p.spy else rival
            scores.append(max(map(worths.__getitem__, p.crosses(called))) - worths[p.men[called]])
        else:
            scores.append(0.0)
    return scores


def _score_sending(p: Position, moves: Sequence[Move]) -> list[float]:
    chances = odds(p, p.spy)
    worths = _own_man_worths(p, chances) if p.calling == p.spy else _rival_man_worths(p, chances)
    return [worths[what_of(move)] for move in moves]


def _score_posting(p: Position, moves: Sequence[Move]) -> list[float]:
    worths = _own_man_worths(p, odds(p, p.spy))
    return [worths[what_of(move)] for move in moves]


def _own_man_worths(p: Position, chances: Odds) -> list[float]:
    """By cross: the cards that the spy's own contact man could claim from there; inside, a token guarded and
    rivals kept out of their words."""
    claims = [0] * INNER
    inside = [0.25 * FIND * chance + 0.2 for chance in chances]
    idle = p.phase == POSTING or p.trapped
    for rival in p.rivals(p.spy):
        if not idle and can_pay(p, rival):
            for cross in bits(catching_crosses(p, rival)):
                claims[cross] += 1
        words = p.declared[rival]
        if words is not None:
            for word in words[:2]:
                inside[word] += 2 * STANDING
    return [CARD * count for count in claims] + inside


def _rival_man_worths(p: Position, chances: Odds) -> list[float]:
    """By cross: what a rival's contact man costs the spy there, a card or a barred gate."""
    spy = p.spy
    outside = [0.0] * INNER
    if p.hands[spy]:
        for cross in bits(catching_crosses(p, spy)):
            outside[cross] = -LOSS
    inside = [-(0.5 + 0.3 * FIND * chance) for chance in chances]
    words = p.declared[spy]
    if words is not None:
        for word in words[:2]:
            inside[word] -= STANDING
    return outside + inside


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
