"""From a level to a move: the one door through which the site asks a bot."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import pstdev

import msgspec

from engines.bots.levels import Level, level
from engines.bots.search import Search
from engines.protocol import Move, Rules, Seat, State


class Thought(msgspec.Struct, frozen=True):
    """What the bot thought of one move."""

    notation: str
    visits: int
    value: float
    """Expected share of the win; for levels without search the score of the move."""


def choose(rules: Rules, state: State, seat: Seat, level_name: str, seed: int) -> Move:
    """The move of that bot; the same for the same seed and what the seat may know.

    In a sealed phase `state` must be as it stood when the phase began, with the seat's own answers only.
    Raises UnknownLevel, or ValueError if the seat has nothing to decide.
    """
    return choose_as(rules, state, seat, level(level_name), seed)


def choose_as(rules: Rules, state: State, seat: Seat, how: Level, seed: int) -> Move:
    """The same for a level that need not be one of the named: measurements try others."""
    return _thoughts(rules, state, seat, how, seed)[0][0]


def explain(rules: Rules, state: State, seat: Seat, level_name: str, seed: int) -> list[Thought]:
    """The considered moves with visits and values, the chosen one first."""
    thoughts = _thoughts(rules, state, seat, level(level_name), seed)
    return [Thought(rules.write(move), visits, value) for move, visits, value in thoughts]


def _thoughts(
    rules: Rules, state: State, seat: Seat, how: Level, seed: int
) -> Sequence[tuple[Move, int, float]]:
    moves = state.moves(seat)
    if not moves:
        raise ValueError(f"seat {seat} has nothing to decide")
    if len(moves) == 1:
        return [(moves[0], 0, 0.0)]
    source = random.Random(seed)
    if how.iterations:
        return Search(rules.judge, how, source).run(state, seat)
    if how.noise:
        return _one_ply(rules, state.guess(seat, source), seat, how.noise, source)
    return [(state.pick(seat, source), 0, 0.0)]


def _one_ply(
    rules: Rules, guess: State, seat: Seat, noise: float, source: random.Random
) -> Sequence[tuple[Move, int, float]]:
    moves = guess.moves(seat)
    scores = rules.judge.score(guess, seat, moves)
    spread = noise * (pstdev(scores) or 1.0)
    noisy = [score + spread * source.gauss(0.0, 1.0) for score in scores]
    order = sorted(range(len(moves)), key=lambda index: -noisy[index])
    return [(moves[index], 0, scores[index]) for index in order]
