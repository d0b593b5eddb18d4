"""Made-up careers with known skill: tables of two to five, newcomers all the time, skill that drifts.

A player's performance in a match is skill plus Gumbel noise, so that of two players the better one
finishes ahead with exactly the probability that Elo's curve gives for the difference of their skills.
Whoever knew the skills would predict with the *floor*; nobody can do better. The spread of skills is
chosen so that the floor is about 0.50, that of close games with room for talent.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

SEED = 1942
PLAYERS = 600
RESULTS = 40_000
SPREAD = 200.0
"""Standard deviation of the skills of newcomers, in points."""
DRIFT = 5.0
"""Of a skill from one match of its player to the next."""
PRESENT = 0.1
"""Share of the players who are there from the start; the last one comes after three fifths of the results."""

_POINTS = 400 / math.log(10)


@dataclass(frozen=True)
class Result:
    players: list[int]
    places: list[int]
    skills: list[float]
    """At the time of the match, seat by seat: what a rating tries to find out."""


def results(seed: int = SEED, count: int = RESULTS, players: int = PLAYERS) -> Iterator[Result]:
    """The same ones for the same seed, in the order they are played."""
    source = random.Random(seed)
    skill = [source.gauss(0, SPREAD) for _ in range(players)]
    first = int(PRESENT * players)
    for number in range(count):
        here = first + int((players - first) * min(1.0, number / (0.6 * count)))
        table = source.sample(range(here), source.randint(2, 5))
        performance = [skill[player] + _gumbel(source) for player in table]
        yield Result(
            table,
            [1 + sum(other > own for other in performance) for own in performance],
            [skill[player] for player in table],
        )
        for player in table:
            skill[player] += source.gauss(0, DRIFT)


def _gumbel(source: random.Random) -> float:
    return -_POINTS * math.log(-math.log(source.random()))


def ahead(skill: float, other: float) -> float:
    """How probable it is that the first finishes ahead."""
    return 1 / (1 + math.exp((other - skill) / _POINTS))


class Score:
    """How good predictions of pairs were: mean log-loss, and how far off the deciles are."""

    def __init__(self) -> None:
        self.pairs = 0
        self._loss = 0.0
        self._deciles = [[0, 0.0, 0.0] for _ in range(10)]

    def add(self, predicted: float, happened: bool) -> None:
        """`predicted`: that the first of the pair finishes ahead. Counted from both sides, so that the
        order in the pair means nothing."""
        self.pairs += 1
        self._loss -= math.log(predicted if happened else 1 - predicted)
        for probability, came in ((predicted, happened), (1 - predicted, not happened)):
            decile = self._deciles[min(9, int(10 * probability))]
            decile[0] += 1
            decile[1] += probability
            decile[2] += came

    @property
    def log_loss(self) -> float:
        return self._loss / self.pairs

    @property
    def calibration_error(self) -> float:
        """Worst decile: mean prediction against how often it came true."""
        return max(abs(said - came) / count for count, said, came in self._deciles if count)
