"""Many results at once: the replay of `ratings.replay` in arrays, for rebuilding a whole pool.

Results are cut into *waves*: nobody plays twice in one, and each result stands in a later wave than
all earlier results of its players. So a wave can be rated in one go, and the numbers are those of
rating one result after the other, to the last digit (tests compare the two).

Nothing but whole numbers below 2^63 and correctly rounded float operations (+ - * / sqrt) is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings import elo
from ratings.expectation import CAP, STRONGER
from ratings.formulas import UnknownFormula

Numbers = NDArray[np.int64]

_BILLION = 1_000_000_000
_AT: Numbers = np.array([ppm * 1000 for ppm in STRONGER] + [STRONGER[CAP] * 1000], dtype=np.int64)
_SLOPE: Numbers = np.array([STRONGER[d + 1] - STRONGER[d] for d in range(CAP)] + [0, 0], dtype=np.int64)
_K: Numbers = np.array([elo.k_factor(games) for games in range(elo.SETTLING_UNTIL + 1)], dtype=np.int64)
_NEVER = -1


@dataclass(frozen=True, slots=True)
class Result:
    """One rated result; players are indices into the standings."""

    players: Sequence[int]
    places: Sequence[int]
    day: int
    half: bool = False
    version: int = elo.FORMULA_VERSION


@dataclass(slots=True)
class Standings:
    """Where every player stands, one column each, in the order of the players' indices."""

    rating: Numbers
    games: Numbers
    deviation: Numbers
    peak: Numbers
    day: Numbers
    """-1 before the first rated match."""

    @classmethod
    def of(cls, size: int) -> Standings:
        def column(value: int) -> Numbers:
            return np.full(size, value, dtype=np.int64)

        return cls(
            column(elo.START), column(0), column(elo.START_DEVIATION), column(elo.START), column(_NEVER)
        )

    def grow(self, size: int) -> None:
        """Room for players up to that index, all of them new."""
        missing = size - len(self.rating)
        if missing > 0:
            fresh = Standings.of(missing)
            self.rating = np.concatenate([self.rating, fresh.rating])
            self.games = np.concatenate([self.games, fresh.games])
            self.deviation = np.concatenate([self.deviation, fresh.deviation])
            self.peak = np.concatenate([self.peak, fresh.peak])
            self.day = np.concatenate([self.day, fresh.day])


@dataclass(frozen=True, slots=True)
class Changes:
    """What the results did: one entry per seat, seat after seat, result after result."""

    before: Numbers
    change: Numbers
    games_before: Numbers
    deviation_before: Numbers
    deviation: Numbers

    @classmethod
    def room(cls, seats: int) -> Changes:
        return cls(*(np.zeros(seats, dtype=np.int64) for _column in range(5)))

    def rows(self) -> Iterator[tuple[int, int, int, int, int]]:
        columns = (self.before, self.change, self.games_before, self.deviation_before, self.deviation)
        return zip(*(column.tolist() for column in columns), strict=True)


def apply(standings: Standings, results: Sequence[Result]) -> Changes:
    """Applies the results in their order; `standings` has room for all of their players.

    Raises UnknownFormula, or ValueError for a table that cannot be.
    """
    sorting = _Sorting(len(standings.rating))
    for result in results:
        sorting.add(result)
    changes = Changes.room(sorting.seats)
    groups = [_Group.of(seats, columns, sorting.waves) for seats, columns in sorted(sorting.sizes.items())]
    for wave in range(1, sorting.waves + 1):
        for group in groups:
            first, last = group.bounds[wave - 1], group.bounds[wave]
            if first < last:
                _rate(standings, group, slice(first, last), changes)
    return changes


class _Columns:
    """Results with one number of seats, as they come."""

    def __init__(self) -> None:
        self.players: list[int] = []
        self.places: list[int] = []
        self.day: list[int] = []
        self.half: list[bool] = []
        self.start: list[int] = []
        """Where its seats begin among all seats."""
        self.wave: list[int] = []


class _Sorting:
    """Finds the wave of each result. The only loop over results one by one, so it is written for speed."""

    def __init__(self, players: int) -> None:
        self._latest = [0] * players
        self.sizes: dict[int, _Columns] = {}
        self.seats = 0
        self.waves = 0

    def add(self, result: Result) -> None:
        if result.version != elo.FORMULA_VERSION:
            raise UnknownFormula(result.version)
        players, latest = result.players, self._latest
        seats = len(players)
        if seats < 2 or len(result.places) != seats:
            raise ValueError("a rated match needs at least two seats, each with rating, games and place")
        wave = 1 + max(map(latest.__getitem__, players))
        for player in players:
            latest[player] = wave
        columns = self.sizes.get(seats)
        if columns is None:
            columns = self.sizes[seats] = _Columns()
        columns.players += players
        columns.places += result.places
        columns.day.append(result.day)
        columns.half.append(result.half)
        columns.start.append(self.seats)
        columns.wave.append(wave)
        self.seats += seats
        if wave > self.waves:
            self.waves = wave


@dataclass(frozen=True, slots=True)
class _Group:
    """The results with one number of seats, by wave."""

    seats: int
    players: Numbers
    places: Numbers
    day: Numbers
    half: Numbers
    """1 where K is halved."""
    start: Numbers
    bounds: list[int]
    """Wave w is rows bounds[w - 1] to bounds[w]."""

    @classmethod
    def of(cls, seats: int, columns: _Columns, waves: int) -> _Group:
        wave = np.array(columns.wave, dtype=np.int64)
        order = np.argsort(wave, kind="stable")
        players = np.array(columns.players, dtype=np.int64).reshape(-1, seats)[order]
        if not np.diff(np.sort(players, axis=1), axis=1).all():
            raise ValueError("a player cannot be rated against himself")
        return cls(
            seats,
            players,
            np.array(columns.places, dtype=np.int64).reshape(-1, seats)[order],
            np.array(columns.day, dtype=np.int64)[order],
            np.array(columns.half, dtype=np.int64)[order],
            np.array(columns.start, dtype=np.int64)[order],
            np.searchsorted(wave[order], np.arange(1, waves + 2)).tolist(),
        )


def _rate(standings: Standings, group: _Group, rows: slice, changes: Changes) -> None:
    """One wave of results with one number of seats."""
    players, day = group.players[rows], group.day[rows, None]
    before, games = standings.rating[players], standings.games[players]
    expected = _expected(before)
    change = _changes(expected, games, group.places[rows], group.half[rows, None, None])
    idle = _idle_deviation(standings.deviation[players], day - standings.day[players], games)
    deviation = _settled_deviation(idle, expected)

    seats = group.start[rows, None] + np.arange(group.seats)
    changes.before[seats] = before
    changes.change[seats] = change
    changes.games_before[seats] = games
    changes.deviation_before[seats] = idle
    changes.deviation[seats] = deviation

    after = before + change
    standings.rating[players] = after
    standings.games[players] = games + 1
    standings.deviation[players] = deviation
    standings.peak[players] = np.where(games > 0, np.maximum(standings.peak[players], after), after)
    standings.day[players] = np.maximum(standings.day[players], day)


def _expected(ratings: Numbers) -> Numbers:
    """Of every seat against every other (and itself: one half), in thousand-millionths."""
    difference = ratings[:, :, None] - ratings[:, None, :]
    capped = np.minimum(np.abs(difference), CAP * 1000)
    points = capped // 1000
    surplus = _AT[points] + _SLOPE[points] * (capped - points * 1000)
    expected: Numbers = np.where(difference >= 0, surplus, _BILLION - surplus)
    return expected


def _changes(expected: Numbers, games: Numbers, places: Numbers, half: Numbers) -> Numbers:
    factors = _K[np.minimum(games, elo.SETTLING_UNTIL)]
    ahead = np.sign(places[:, None, :] - places[:, :, None])
    scored = (ahead + 1) * (_BILLION // 2)
    product = (factors[:, :, None] + factors[:, None, :]) * (scored - expected)
    moved = np.abs(product) // (2_000_000 * (places.shape[1] - 1)) >> half
    found: Numbers = (np.sign(product) * moved).sum(axis=2)
    return found


def _idle_deviation(deviation: Numbers, days: Numbers, games: Numbers) -> Numbers:
    known = deviation / 1000
    grown = np.sqrt(known * known + elo.IDLE_PER_DAY * days.clip(min=0))
    grown_milli = np.minimum(np.rint(grown * 1000), elo.DEVIATION_IDLE).astype(np.int64)
    waited = (games > 0) & (days > 0) & (deviation < elo.DEVIATION_IDLE)
    return np.where(waited, grown_milli, deviation)


def _settled_deviation(deviation: Numbers, expected: Numbers) -> Numbers:
    seats = expected.shape[1]
    itself = (_BILLION // 2) ** 2
    spread = (expected * (_BILLION - expected)).sum(axis=2) - itself
    known = deviation / 1000
    precision = 1 / (known * known) + elo.INFORMATION * (spread / 1e18) / (seats - 1)
    settled = np.rint(np.sqrt(1 / precision) * 1000).astype(np.int64)
    floored: Numbers = np.maximum(settled, elo.DEVIATION_FLOOR)
    return floored
