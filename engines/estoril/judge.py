"""What the game lends to the generic search: stage, static value, one-ply scores, rollout policy.

All of it is judgement, not rules. POINTS_SPREAD and MISSION_GRIP were fitted by log loss of the winner on
400 rollout games each with two and with four seats; the other constants are estimates.
`score` reads no tile that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final

from engines.chance import Source
from engines.estoril.abilities import ACTIVE, LEFT
from engines.estoril.board import HERE, REWARD, SLOTS
from engines.estoril.components import DATA, STRENGTH, SYMBOLS, VP
from engines.estoril.decisions import DECISIONS
from engines.estoril.frames import ACTING, CONSPIRING, DISCARDING, LOOKING, OVER, PLACING
from engines.estoril.locations import RULE_OF
from engines.estoril.missions import COUNTERS, POINTS, Counter, Sum, counts
from engines.estoril.moves import ASSASSIN, CONSPIRACY, DECLINE, DIPLOMACY, LOOK_NONE, NONE, SEDUCE, SWAP
from engines.estoril.position import HAND_SIZE, Position
from engines.estoril.scoring import result
from engines.estoril.strengths import strength
from engines.protocol import Move, Seat

POINTS_SPREAD: Final = ((), (), (12.0, 10.0, 7.0, 5.0), (9.0, 8.0, 6.0, 4.0), (8.0, 6.0, 5.0, 3.0))
"""By seats, by rounds finished: how many points of lead multiply the odds of winning by e."""
MISSION_GRIP: Final = (0.8, 1.0, 1.1, 1.4)
"""By rounds finished: how firmly a lead of one symbol holds a mission."""
STRENGTH_GRIP: Final = 0.35
"""The same for a point of strength, relative to a symbol."""
HIDDEN_STRENGTH: Final = (0.9, 1.3, 1.6, 1.8)
"""By round: strength expected of a tile that the seat does not know."""
HIDDEN_WORTH: Final = 3.2
"""Worth expected of a reward that the seat does not know."""
MARGIN: Final = 1.0
"""Strength that multiplies the odds at a location by e."""
COMER: Final = 2.2
"""Strength that somebody is expected to bring to a location while the placing goes on."""
SYMBOL_WORTH: Final = {"assassin": 0.9, "seduction": 0.8, "conspiracy": 0.5, "diplomacy": 0.25}
"""Worth of an ability that may still be used where it is placed, in points."""
LOOK_WORTH: Final = 0.15
WEAKEST: Final = "weakest_removes_one"


def _grip(counter: Counter | None) -> float:
    """Weight of one unit that a mission counts."""
    if isinstance(counter, Sum) and counter.worth == STRENGTH:
        return STRENGTH_GRIP
    return 1.0


GRIP: Final = tuple(_grip(counter) for counter in COUNTERS)


@lru_cache(maxsize=1024)
def tile_worth(missions: bytes) -> tuple[float, ...]:
    """By tile: points it is expected to be worth to whoever keeps it, under these missions."""
    worth = []
    for tile, vp in enumerate(VP):
        total = float(vp)
        for mission in missions:
            counter = COUNTERS[mission]
            if counter is not None:
                total += 0.9 * GRIP[mission] * counter.count(bytes((tile,)))
        worth.append(total)
    return tuple(worth)


def expected_points(p: Position) -> list[float]:
    """By seat, from the networks as they are: tiles to keep, tiles to discard, missions by their grip."""
    networks = [p.network(seat) for seat in range(p.seats)]
    totals = []
    for seat, tiles in enumerate(networks):
        best = sorted([VP[tile] for tile in tiles], reverse=True)
        over = len(best) - HAND_SIZE
        totals.append(float(sum(best[:HAND_SIZE]) + (over if over > 0 else 0) + len(p.discards[seat])))
    hold = MISSION_GRIP[min(p.round, 3)]
    for mission in p.missions:
        counted = counts(mission, networks)
        best_count = max(counted)
        if best_count <= 0:
            continue
        grip = hold * GRIP[mission]
        odds = [exp(grip * (count - best_count)) for count in counted]
        share = POINTS[mission] / sum(odds)
        for seat in range(p.seats):
            totals[seat] += share * odds[seat]
    return totals


class Standing:
    """Who stands how strong at one location, as far as one seat knows."""

    __slots__ = ("first", "total")

    def __init__(self, p: Position, slot: int, eyes: Seat) -> None:
        self.total: dict[Seat, float] = {}
        self.first: dict[Seat, int] = {}
        for index, place in enumerate(p.grid.cells[slot]):
            bit = 1 << place
            if p.taken & bit:
                owner = p.controller(bit)
                self.add(owner, known_strength(p, place, eyes), index)

    def add(self, seat: Seat, amount: float, index: int) -> None:
        self.total[seat] = self.total.get(seat, 0.0) + amount
        if self.first.get(seat, 9) > index:
            self.first[seat] = index

    def chance(self, seat: Seat, comer: float) -> float:
        """Chance of that seat to win the reward; `comer` weighs somebody who is still to come."""
        if seat not in self.total:
            return 0.0
        mine = self.total[seat] - 0.15 * self.first[seat]
        odds = comer * exp((COMER - mine) / MARGIN) if comer else 0.0
        for other, total in self.total.items():
            odds += exp((total - 0.15 * self.first[other] - mine) / MARGIN)
        return 1.0 / odds


def known_strength(p: Position, place: int, eyes: Seat) -> float:
    if p.knows(eyes, place):
        return float(strength(p, place))
    return HIDDEN_STRENGTH[min(p.round, 3)]


def reward_worth(p: Position, slot: int, eyes: Seat) -> float:
    """Points the reward is worth, 0 once it is taken."""
    place = REWARD + slot
    if not p.taken >> place & 1:
        return 0.0
    if p.knows(eyes, place):
        return tile_worth(p.missions)[p.at[place]]
    return HIDDEN_WORTH


class EstorilJudge:
    def stage(self, state: Position) -> int:
        """Rounds finished; grows once more at the end."""
        return state.round + (state.frame[0] == OVER)

    def value(self, state: Position) -> Sequence[float]:
        ended = result(state)
        if ended is not None:
            return ended.shares()
        totals = expected_points(state)
        spread = POINTS_SPREAD[state.seats][min(state.round, 3)]
        best = max(totals)
        weights = [exp((total - best) / spread) for total in totals]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def score(self, state: Position, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        kind = state.frame[0]
        if kind == PLACING:
            return _score_placing(state, seat, moves)
        if kind == LOOKING:
            return [_score_look(state, seat, move) for move in moves]
        if kind == ACTING:
            return [_score_act(state, seat, move) for move in moves]
        if kind == CONSPIRING:
            return [_score_conspiring(state, seat, move) for move in moves]
        if kind == DISCARDING:
            return [_score_discard(state, seat, move >> 8 & 255) for move in moves]
        worth = tile_worth(state.missions)
        where = state.grid.where
        return [-worth[state.at[where[(move & 255) >> 3][move & 7]]] for move in moves]

    def rollout(self, state: Position, seat: Seat, source: Source) -> Move:
        kind = state.frame[0]
        if kind == LOOKING:
            return LOOK_NONE
        if kind == PLACING:
            return _quick_placing(state, seat, source)
        moves = _moves(state, seat)
        if len(moves) > 6:
            size = len(moves)
            moves = [moves[int(source.random() * size)] for _ in range(5)]
        scores = self.score(state, seat, moves) if kind != DISCARDING else _quick_discard(state, moves)
        return moves[max(range(len(moves)), key=scores.__getitem__)]


def _moves(p: Position, seat: Seat) -> list[Move]:
    return DECISIONS[p.frame[0]].moves(p, seat)


def _comer(p: Position) -> float:
    """How much is still to come to a location, from the free spaces and markers left."""
    placed = sum(own.bit_count() for own in p.own)
    return max(0.0, 1.0 - placed / 12)


def _symbols_worth(p: Position, slot: int, tile: int, worth: float) -> float:
    code = ACTIVE[p.grid.boards[slot]][tile]
    total = 0.0
    for ability in LEFT[code]:
        total += SYMBOL_WORTH.get(ability.key, 0.0)
    return total * min(1.0, worth / 4)


def _score_placing(p: Position, seat: Seat, moves: Sequence[Move]) -> list[float]:
    comer = _comer(p)
    where = p.grid.where
    standings: list[Standing | None] = [None] * SLOTS
    before = [0.0] * SLOTS
    worth = [0.0] * SLOTS
    scores = []
    for move in moves:
        tile = move >> 8 & 255
        code = move & 255
        place = where[code >> 3][code & 7]
        slot = place >> 2
        standing = standings[slot]
        if standing is None:
            standing = Standing(p, slot, seat)
            standings[slot] = standing
            before[slot] = standing.chance(seat, comer)
            worth[slot] = reward_worth(p, slot, seat)
        scores.append(
            _placing_gain(p, seat, standing, before[slot], worth[slot], comer, tile, place, code & 7)
        )
    return scores


def _placing_gain(
    p: Position,
    seat: Seat,
    standing: Standing,
    before: float,
    worth: float,
    comer: float,
    tile: int,
    place: int,
    index: int,
) -> float:
    """Expected points that this tile adds there, with what it costs to use it up."""
    slot = place >> 2
    rule = RULE_OF[p.grid.boards[slot]]
    brought = float(STRENGTH[tile] + rule.bonus[tile]) + (1.9 if rule.rolls else 0.0)
    brought += 0.6 * SYMBOLS[tile].count(5)
    held = standing.total.get(seat, 0.0)
    mine = held + brought - 0.15 * min(index, standing.first.get(seat, 9))
    odds = comer * exp((COMER - mine) / MARGIN) + 1.0
    for other, total in standing.total.items():
        if other != seat:
            odds += exp((total - 0.15 * standing.first[other] - mine) / MARGIN)
    after = 1.0 / odds
    gain = worth * (after - before) + _symbols_worth(p, slot, tile, worth) - 0.12 * STRENGTH[tile]
    if p.grid.look[place]:
        gain += LOOK_WORTH
    if DATA.locations[p.grid.boards[slot]].rule == WEAKEST:
        gain -= (1.0 - after) * 0.5 * tile_worth(p.missions)[tile]
    return gain


def _quick_placing(p: Position, seat: Seat, source: Source) -> Move:
    """The best of three at random."""
    decision = DECISIONS[PLACING]
    moves = [decision.pick(p, seat, source) for _ in range(3)]
    scores = _score_placing(p, seat, moves)
    best = 0
    for index in (1, 2):
        if scores[index] > scores[best]:
            best = index
    return moves[best]


def _score_look(p: Position, seat: Seat, move: Move) -> float:
    """Something unknown beats nothing; a reward or a rival's tile where much is at stake beats more."""
    code = move & 255
    if code == NONE:
        return 0.0
    place = p.grid.where[code >> 3][code & 7]
    if p.knows(seat, place):
        return -1.0
    slot = place - REWARD if place >= REWARD else place >> 2
    mine = bool(p.own[seat] & HERE[slot])
    return (1.5 if place >= REWARD else 1.0) + (0.5 if mine else 0.0) + 0.1 * reward_worth(p, slot, seat)


def _score_act(p: Position, seat: Seat, move: Move) -> float:
    """Change of the seat's expected points at the locations that the ability touches."""
    verb = move >> 16
    if move == DECLINE << 16:
        return 0.0
    place = p.frame[2]
    slot = place >> 2
    where = p.grid.where
    code = move & 255
    target = where[code >> 3][code & 7]
    standing = Standing(p, slot, seat)
    worth = reward_worth(p, slot, seat)
    before = standing.chance(seat, 0.0)
    if verb == CONSPIRACY:
        return 0.3 + 0.4 * before
    if verb == DIPLOMACY:
        if p.shield >> target & 1:
            return -0.1
        mine = bool(p.own[seat] >> target & 1)
        return (0.3 if mine else -0.5) + (0.1 if target >> 2 != slot and mine else 0.0)
    if verb == ASSASSIN:
        after = _without(p, slot, seat, target).chance(seat, 0.0)
        return worth * (after - before)
    if verb == SEDUCE:
        return _score_seduction(p, seat, move, standing, worth, before)
    return 0.0


def _without(p: Position, slot: int, eyes: Seat, gone: int) -> Standing:
    """The standing with one tile away."""
    taken = p.taken
    p.taken = taken & ~(1 << gone)
    standing = Standing(p, slot, eyes)
    p.taken = taken
    return standing


def _score_seduction(
    p: Position, seat: Seat, move: Move, standing: Standing, worth: float, before: float
) -> float:
    where = p.grid.where
    source_code = move >> 8 & 255
    source = where[source_code >> 3][source_code & 7]
    owner = p.controller(1 << source)
    slot = p.frame[2] >> 2
    if p.knows(seat, source):
        tile = p.at[source]
        brought = float(STRENGTH[tile] + RULE_OF[p.grid.boards[slot]].bonus[tile])
    else:
        brought = HIDDEN_STRENGTH[min(p.round, 3)]
    standing.add(owner, brought, move & 7)
    gain = worth * (standing.chance(seat, 0.0) - before)
    other = source >> 2
    stake = reward_worth(p, other, seat)
    if stake:
        there = Standing(p, other, seat).chance(seat, 0.0)
        gain += stake * (_without(p, other, seat, source).chance(seat, 0.0) - there)
    return gain


def _score_conspiring(p: Position, seat: Seat, move: Move) -> float:
    """Better for me if I win here, worse for the winner if not."""
    slot = p.frame[2] >> 2
    worth = tile_worth(p.missions)
    change = worth[p.pile[0]] - worth[p.at[REWARD + slot]]
    wish = Standing(p, slot, seat).chance(seat, 0.0) - 0.4
    return change * wish if move == SWAP << 16 else 0.0


def _score_discard(p: Position, seat: Seat, tile: int) -> float:
    """What is kept is worth its points and missions, and its use in the rounds to come."""
    rest = p.rounds - 1 - p.round
    if rest == 0:
        return _last_discard(p, seat, tile)
    keep = tile_worth(p.missions)[tile] + 0.15 * rest * STRENGTH[tile]
    for number in SYMBOLS[tile]:
        keep += 0.12 * rest * (number != 5) + 0.05
    return -keep


def _last_discard(p: Position, seat: Seat, tile: int) -> float:
    """Points at the end if that tile goes and the others keep what they have."""
    networks = [p.network(other) for other in range(p.seats)]
    networks[seat] = bytes(other for other in p.hands[seat] if other != tile)
    total = -float(VP[tile])
    for mission in p.missions:
        counted = counts(mission, networks)
        best = max(counted)
        if best <= 0:
            continue
        odds = [exp(MISSION_GRIP[3] * GRIP[mission] * (count - best)) for count in counted]
        total += POINTS[mission] * odds[seat] / sum(odds)
    return total


def _quick_discard(p: Position, moves: Sequence[Move]) -> list[float]:
    worth = tile_worth(p.missions)
    return [-worth[move >> 8 & 255] for move in moves]
