"""From results to ratings: what the ledger, a rebuild and an outside verifier all compute the same way."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ratings import elo
from ratings.formulas import CURRENT, formula

Player = TypeVar("Player", bound=Hashable)


@dataclass(slots=True)
class Rated:
    """Where one player of a pool stands, numbers in thousandths of a point."""

    rating: int = elo.START
    games: int = 0
    deviation: int = elo.START_DEVIATION
    peak: int = elo.START
    day: int | None = None
    """Proleptic day number of the last rated match, None before the first."""


@dataclass(slots=True, frozen=True)
class Change(Generic[Player]):
    """One seat of one result: what it had, what it got."""

    player: Player
    before: int
    change: int
    games_before: int
    deviation_before: int
    """Grown by idle days up to this match."""
    deviation: int
    """After it."""


@dataclass(slots=True)
class Replay(Generic[Player]):
    """All players of one pool; results are applied in the order of their seq and no other."""

    players: dict[Player, Rated] = field(default_factory=dict)

    def apply(
        self,
        players: Sequence[Player],
        places: Sequence[int],
        day: int,
        *,
        half: bool = False,
        version: int = CURRENT,
    ) -> list[Change[Player]]:
        """Apply one result; `day` is the day number of its finish (RD grows while somebody is idle).

        Raises ValueError if a player sits at the table twice, the lengths differ or the version of the
        formula is not known.
        """
        if len(set(players)) != len(players):
            raise ValueError("a player cannot be rated against himself")
        rows = [self.players.get(player) or Rated() for player in players]
        before = [row.rating for row in rows]
        moved = formula(version).changes(before, [row.games for row in rows], places, half=half)
        idle = [elo.idle_deviation(row.deviation, 0 if row.day is None else day - row.day) for row in rows]
        settled = elo.deviations(before, idle)
        changes = [
            Change(player, row.rating, change, row.games, known, deviation)
            for player, row, change, known, deviation in zip(players, rows, moved, idle, settled, strict=True)
        ]
        for row, change in zip(rows, changes, strict=True):
            _move(row, change, day)
        self.players.update(zip(players, rows, strict=True))
        return changes


def _move(row: Rated, change: Change[Player], day: int) -> None:
    row.rating += change.change
    row.games += 1
    row.deviation = change.deviation
    row.peak = max(row.peak, row.rating) if row.games > 1 else row.rating
    row.day = day if row.day is None else max(day, row.day)


def checksum(rows: Iterable[tuple[str, int, int]]) -> str:
    """SHA-256 over `player:rating:games` lines in the order of the players' names: two pools are equal
    if and only if their checksums are."""
    digest = hashlib.sha256()
    for player, rating, games in sorted(rows):
        digest.update(f"{player}:{rating}:{games}\n".encode())
    return digest.hexdigest()
