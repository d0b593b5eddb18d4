"""A pool rated anew, span after span between two checkpoints, beside the live rows.

Reads results only; what becomes of what is computed is up to `ratings.ledger`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ratings import checkpoints, waves
from ratings.checkpoints import State
from ratings.models import Pool, RatedResult, RatingChange
from ratings.replay import Rated

_FIELDS = ("pk", "seq", "players", "places", "finished_at", "half", "formula_version")


@dataclass(frozen=True)
class Span:
    """Results behind one checkpoint up to the next, or to the end."""

    after: int
    """Seq of the last result before it."""
    last: int
    """Seq it reaches to, whether or not such a result is left."""
    changes: list[RatingChange]
    """As they should be, in order."""
    state: State
    """Of everybody in the pool, after it."""
    results: int


def spans(pool: Pool, start: int = 0, state: State | None = None) -> Iterator[Span]:
    """From the standings after result `start` to the last result; void ones move nobody.

    The caller holds the pool's lock. An empty pool has no span; otherwise the last one has the final
    standings.
    """
    index = _Index(state or {})
    every = checkpoints.EVERY
    while start < pool.last_seq:
        last = min(pool.last_seq, (start // every + 1) * every)
        rows = list(
            RatedResult.objects.filter(pool=pool, seq__gt=start, seq__lte=last, void=False)
            .order_by("seq")
            .values_list(*_FIELDS)
        )
        results = [
            waves.Result(index.of(players), places, finished_at.date().toordinal(), half, version)
            for _pk, _seq, players, places, finished_at, half, version in rows
        ]
        index.standings.grow(len(index.users))
        numbers = waves.apply(index.standings, results).rows()
        changes = [
            RatingChange(
                result_id=pk,
                seat=seat,
                user_id=user,
                before=before,
                change=change,
                games_before=games,
                deviation_before=known,
                deviation=deviation,
            )
            for pk, _seq, players, *_rest in rows
            for seat, (user, (before, change, games, known, deviation)) in enumerate(
                zip(players, numbers, strict=False)
            )
        ]
        yield Span(start, last, changes, index.state(), len(rows))
        start = last


class _Index:
    """Users of the pool and their rows in the standings."""

    def __init__(self, state: State) -> None:
        self.users: list[int] = sorted(state)
        self._rows = {user: row for row, user in enumerate(self.users)}
        self.standings = waves.Standings.of(len(self.users))
        for row, user in enumerate(self.users):
            rated = state[user]
            self.standings.rating[row] = rated.rating
            self.standings.games[row] = rated.games
            self.standings.deviation[row] = rated.deviation
            self.standings.peak[row] = rated.peak
            self.standings.day[row] = -1 if rated.day is None else rated.day

    def of(self, players: list[int]) -> list[int]:
        found = []
        for user in players:
            row = self._rows.get(user)
            if row is None:
                row = self._rows[user] = len(self.users)
                self.users.append(user)
            found.append(row)
        return found

    def state(self) -> State:
        """Those who have a rated match."""
        columns = self.standings
        numbers = zip(
            columns.rating.tolist(),
            columns.games.tolist(),
            columns.deviation.tolist(),
            columns.peak.tolist(),
            columns.day.tolist(),
            strict=True,
        )
        return {
            user: Rated(rating, games, deviation, peak, day)
            for user, (rating, games, deviation, peak, day) in zip(self.users, numbers, strict=True)
            if games
        }
