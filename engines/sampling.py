"""Random games: what they look like and how fast they go. For the command line and the benchmarks.

The only module of the package that looks at a clock, and only to say how fast this machine is.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import msgspec

from engines import records
from engines.chance import KeyedChance
from engines.protocol import OptionValue, Rules, State


class Sample(msgspec.Struct):
    """Figures of a number of random games."""

    games: int
    acts: list[int]
    """Per game."""
    points: list[list[int]]
    """Per game and seat."""
    wins: list[float]
    """Per seat, shared wins counted in parts."""
    reasons: Counter[str]
    last: records.Record


class Speed(msgspec.Struct, frozen=True):
    """Per second of processor time, with random moves."""

    moves: float
    games: float
    forks: float
    guesses: float


def sample(rules: Rules, seats: int, options: dict[str, OptionValue], games: int, seed: int) -> Sample:
    """Random games; the same seed gives the same games. Raises BadOptions."""
    found: Sample | None = None
    for number in range(games):
        source = random.Random(f"{seed}:{number}")
        table = records.Table(rules, seats, options, source.randbytes(32), match=f"random-{seed}-{number}")
        _play(table, source)
        record = table.record()
        assert record.result is not None
        if found is None:
            found = Sample(0, [], [], [0.0] * seats, Counter(), record)
        found.games += 1
        found.acts.append(len(record.acts))
        found.points.append(list(record.result.points))
        for seat, share in enumerate(record.result.shares()):
            found.wins[seat] += share
        found.reasons[record.result.reason] += 1
        found.last = record
    assert found is not None
    return found


def _play(table: records.Table, source: random.Random) -> None:
    state = table.state
    while actors := state.actors():
        # Seat order, as the referee opens sealed answers.
        seat = min(actors)
        table.play(seat, state.pick(seat, source))


def lines(rules: Rules, seats: int, sample: Sample) -> Sequence[str]:
    """The sample as text."""
    points = [point for game in sample.points for point in game]
    shares = ", ".join(f"{wins / sample.games:.3f}" for wins in sample.wins)
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(sample.reasons.items()))
    return [
        f"{rules.info.key}, {seats} seats, {sample.games} random games:",
        f"  acts per game   {min(sample.acts)} to {max(sample.acts)}, mean {fmean(sample.acts):.1f}",
        f"  points          {min(points)} to {max(points)}, mean {fmean(points):.1f}",
        f"  shares of wins  {shares}",
        f"  ended           {reasons}",
    ]


def speed(rules: Rules, seats: int, seconds: float = 1.0, seed: int = 1) -> Speed:
    """Plays whole random games for that long, then forks and guesses on positions met in the middle."""
    source = random.Random(seed)
    moves = games = 0
    begun = time.process_time()
    spent = 0.0
    while spent < seconds:
        moves += _rush(rules, seats, source)
        games += 1
        spent = time.process_time() - begun
    states = [_middle(rules, seats, moves // games // 2, source) for _ in range(50)]
    forks = _rate(lambda state: state.fork(), states, seconds / 4)
    guesses = _rate(lambda state: state.guess(state.actors()[0], source), states, seconds / 4)
    return Speed(moves / spent, games / spent, forks, guesses)


def _fresh(rules: Rules, seats: int, source: random.Random) -> State:
    return rules.start(seats, {}, KeyedChance(source.randbytes(32)))


def _rush(rules: Rules, seats: int, source: random.Random) -> int:
    state = _fresh(rules, seats, source)
    moves = 0
    while actors := state.actors():
        seat = actors[0]
        state.play(seat, state.pick(seat, source))
        moves += 1
    return moves


def _middle(rules: Rules, seats: int, moves: int, source: random.Random) -> State:
    state = _fresh(rules, seats, source)
    before = state.fork()
    for _ in range(moves):
        actors = state.actors()
        if not actors:
            return before
        before = state.fork()
        state.play(actors[0], state.pick(actors[0], source))
    return state if state.actors() else before


def _rate(do: object, states: Sequence[State], seconds: float) -> float:
    assert callable(do)
    times = 0
    begun = time.process_time()
    spent = 0.0
    while spent < seconds:
        for state in states:
            do(state)
        times += len(states)
        spent = time.process_time() - begun
    return times / spent
