"""Elo-n: results rated in a second beside openskill and trueskill, a rebuild of a million results, and how
well the ratings predict made-up careers whose skills are known. Seconds are those of the processor."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any, Protocol

from bench import Row, _synthetic
from ratings import elo, waves

SEATS = (2, 3, 4, 5)
SECONDS = 1.5
"""For each figure of speed."""

REBUILT = 1_000_000
REBUILT_PLAYERS = 10_000
REBUILT_SPAN = 5_000
"""Results from one checkpoint to the next, as the site has them."""


def rows() -> list[Row]:
    found = [row for seats in SEATS for row in _speed(seats)]
    found.append(Row("elo", f"{REBUILT:,} results", "rebuild_cpu_s", rebuild(), "s"))
    return found + _predictions()


# ---------------------------------------------------------------- speed


def _speed(seats: int) -> list[Row]:
    found = [_updates(seats, "updates_per_s", _own(seats), None)]
    found.append(_updates(seats, "updates_with_rd_per_s", _own_with_rd(seats), None))
    for name, make in (("openskill", _openskill), ("trueskill", _trueskill)):
        try:
            found.append(_updates(seats, "updates_per_s", make(seats), f"{name} {version(name)}"))
        except ImportError as error:
            print(f"{error.name} is not installed (extra `bench`): left out", file=sys.stderr)
    return found


def _updates(seats: int, metric: str, update: Callable[[], object], peer: str | None) -> Row:
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        for _ in range(50):
            update()
        done += 50
    return Row("elo", str(seats), metric, done / spent, "1/s", peer)


def _table(seats: int) -> tuple[list[int], list[int], list[int]]:
    source = random.Random(seats)
    ratings = [1_500_000 + source.randrange(-300_000, 300_000) for _ in range(seats)]
    return ratings, [40] * seats, list(range(1, seats + 1))


def _own(seats: int) -> Callable[[], object]:
    table = _table(seats)
    return lambda: elo.changes(*table)


def _own_with_rd(seats: int) -> Callable[[], object]:
    table, known = _table(seats), [60_000] * seats
    return lambda: (elo.changes(*table), elo.deviations(table[0], known))


def _openskill(seats: int) -> Callable[[], object]:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating()] for _ in range(seats)]
    return lambda: model.rate(teams)


def _trueskill(seats: int) -> Callable[[], object]:
    from trueskill import TrueSkill

    model = TrueSkill()
    teams = [(model.create_rating(),) for _ in range(seats)]
    return lambda: model.rate(teams)


def rebuild(count: int = REBUILT, players: int = REBUILT_PLAYERS) -> float:
    """A whole pool rated anew, span after span, tables of two to five; without reading and writing rows."""
    source = random.Random(1)
    standings = waves.Standings.of(players)
    spent = 0.0
    for first in range(0, count, REBUILT_SPAN):
        span = [_random_result(source, players, first) for _ in range(REBUILT_SPAN)]
        begun = time.process_time()
        for _row in waves.apply(standings, span).rows():
            pass
        spent += time.process_time() - begun
    return spent


def _random_result(source: random.Random, players: int, number: int) -> waves.Result:
    seats = source.randint(2, 5)
    places = list(range(1, seats + 1))
    source.shuffle(places)
    table: set[int] = set()
    while len(table) < seats:
        table.add(int(source.random() * players))
    return waves.Result(list(table), places, 730_000 + number // 500)


# ---------------------------------------------------------------- prediction


class Predictor(Protocol):
    """Predicts pairs from what it learnt of earlier results."""

    def ahead(self, player: int, other: int) -> float: ...

    def learn(self, players: Sequence[int], places: Sequence[int]) -> None: ...


class EloPredictor:
    """Pairwise Elo with whatever K."""

    def __init__(self, k: Callable[[int, float], int] | None = None) -> None:
        self._ratings = [float(elo.START)] * _synthetic.PLAYERS
        self._games = [0] * _synthetic.PLAYERS
        self._k = k

    def ahead(self, player: int, other: int) -> float:
        return elo.expected(round(self._ratings[player]), round(self._ratings[other])) / 1_000_000_000

    def learn(self, players: Sequence[int], places: Sequence[int]) -> None:
        for player, change in zip(players, self._changes(players, places), strict=True):
            self._ratings[player] += change
            self._games[player] += 1

    def _changes(self, players: Sequence[int], places: Sequence[int]) -> Sequence[float]:
        if self._k is None:
            ratings = [round(self._ratings[player]) for player in players]
            return elo.changes(ratings, [self._games[player] for player in players], places)
        changes = []
        for player, place in zip(players, places, strict=True):
            k = self._k(self._games[player], self._ratings[player] / 1000)
            surprise = sum(
                (1 + (place < theirs) - (place > theirs)) / 2 - self.ahead(player, other)
                for other, theirs in zip(players, places, strict=True)
                if other != player
            )
            changes.append(1000 * k * surprise / (len(players) - 1))
        return changes


def fide_k(games: int, rating: float) -> int:
    """FIDE Rating Regulations 8.3.3: 40 for the first 30 games, then 20, and 10 from 2400 on."""
    return 40 if games < 30 else 20 if rating < 2400 else 10


def constant_k(games: int, rating: float) -> int:
    """What many sites take for everybody."""
    return 40


class OpenskillPredictor:
    """Plackett-Luce with the package's defaults and its own prediction of a pair."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce

        self._model: Any = PlackettLuce()
        self._ratings: list[Any] = [self._model.rating() for _ in range(_synthetic.PLAYERS)]

    def ahead(self, player: int, other: int) -> float:
        return float(self._model.predict_win([[self._ratings[player]], [self._ratings[other]]])[0])

    def learn(self, players: Sequence[int], places: Sequence[int]) -> None:
        teams = [[self._ratings[player]] for player in players]
        for player, team in zip(players, self._model.rate(teams, ranks=list(places)), strict=True):
            self._ratings[player] = team[0]


def _predictions() -> list[Row]:
    floor = _synthetic.Score()
    for result in _synthetic.results():
        for i, j in _pairs(result):
            probability = _synthetic.ahead(result.skills[i], result.skills[j])
            floor.add(probability, result.places[i] < result.places[j])
    found = _rows(predicted(EloPredictor()), None)
    found += _rows(floor, "true skills")
    found += _rows(predicted(EloPredictor(fide_k)), "K of FIDE")
    found += _rows(predicted(EloPredictor(constant_k)), "K 40 for all")
    try:
        peer = f"openskill {version('openskill')}"
        found += _rows(predicted(OpenskillPredictor()), peer)
    except ImportError as error:
        print(f"{error.name} is not installed (extra `bench`): left out", file=sys.stderr)
    return found


def predicted(predictor: Predictor) -> _synthetic.Score:
    """Every pair is predicted first and learnt from then."""
    score = _synthetic.Score()
    for result in _synthetic.results():
        for i, j in _pairs(result):
            probability = predictor.ahead(result.players[i], result.players[j])
            score.add(probability, result.places[i] < result.places[j])
        predictor.learn(result.players, result.places)
    return score


def _pairs(result: _synthetic.Result) -> list[tuple[int, int]]:
    return [(i, j) for i in range(len(result.players)) for j in range(i)]


def _rows(score: _synthetic.Score, peer: str | None) -> list[Row]:
    return [
        Row("elo", "synthetic", "log_loss", score.log_loss, "nat", peer),
        Row("elo", "synthetic", "calibration_error", score.calibration_error, "probability", peer),
    ]
