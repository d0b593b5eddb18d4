"""What earlier rounds say about every player, as the criteria need it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from tournaments.pairing.event import Event, Table
from tournaments.pairing.points import BYE, table_units

CIRCLE: Final = 60
"""A table seen as a circle of 60 parts: seat p of k has class 60 p / k, whole for every table size."""


class Float(IntEnum):
    """Who is alone at the top of a table by score plays downwards, who is alone at its bottom upwards."""

    DOWN = -1
    NONE = 0
    UP = 1


@dataclass(slots=True)
class Past:
    """One player before the round to be paired."""

    id: str
    rank: int
    lot: bytes
    """Drawn by seed and round: breaks every tie (T9), whatever the order of sign-up."""
    score: int = 0
    byes: int = 0
    """Pairing byes so far; those asked for do not count."""
    played: int = 0
    off_size: int = 0
    """Tables so far that had another size than the preferred one."""
    met: Counter[str] = field(default_factory=Counter)
    floated: Float = Float.NONE
    """In the last round."""
    seats: list[tuple[int, int]] = field(default_factory=list)
    """(seat, seats at the table), oldest first."""


def seat_class(seat: int, size: int) -> int:
    return seat * CIRCLE // size


def floats(scores: Sequence[int]) -> list[Float]:
    """Of a table with these scores before the round."""
    top, bottom = max(scores), min(scores)
    alone_on_top, alone_at_bottom = scores.count(top) == 1, scores.count(bottom) == 1
    return [
        Float.DOWN
        if alone_on_top and score == top
        else Float.UP
        if alone_at_bottom and score == bottom
        else Float.NONE
        for score in scores
    ]


def past(event: Event) -> dict[str, Past]:
    """Every player of the event, those away included, after the rounds so far."""
    players = {player.id: Past(player.id, player.rank, _lot(event, player.id)) for player in event.players}
    for played in event.rounds:
        for player in players.values():
            player.floated = Float.NONE
        scored: list[tuple[Past, int]] = []
        for table in played.tables:
            scored += _after_table(players, table, event.sizes.preferred)
        for bye in played.byes:
            players[bye.player].byes += bye.kind == "pairing"
            scored.append((players[bye.player], BYE[bye.kind]))
        for player, units in scored:
            player.score += units
    return players


def _after_table(players: dict[str, Past], table: Table, preferred: int) -> list[tuple[Past, int]]:
    row = [players[id_] for id_ in table.seats]
    size = len(row)
    for seat, (player, floated) in enumerate(zip(row, floats([p.score for p in row]), strict=True)):
        player.played += 1
        player.off_size += size != preferred
        player.floated = floated
        player.seats.append((seat, size))
        player.met.update(other.id for other in row if other is not player)
    return list(zip(row, table_units(table), strict=True))


def _lot(event: Event, player: str) -> bytes:
    return hashlib.sha256(f"{event.seed}:{event.next_round}:{player}".encode()).digest()
