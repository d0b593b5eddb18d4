"""Points, tie-breaks and ranks, each with what it is made of. Pure, like the pairing.

Order: points, average final score of opponents, head-to-head at shared tables, wins, second places,
initial rank. `docs/swiss.md` explains each in words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from tournaments.pairing.event import ByeKind, Event
from tournaments.pairing.points import BYE, table_units


class Met(msgspec.Struct, frozen=True):
    """One opponent at one table: where the average of opponents' scores comes from."""

    player: str
    place: int
    score: int
    """The opponent's score at the end of the rounds looked at, units."""


class Part(msgspec.Struct, frozen=True):
    """One round of one player: where the points come from."""

    round: int
    units: int
    bye: ByeKind | None = None
    table: int | None = None
    """1-based, None with a bye."""
    seat: int | None = None
    size: int = 0
    place: int | None = None
    nobody: bool = False
    met: list[Met] = []


class Standing(msgspec.Struct, frozen=True):
    """One line of the standings; `parts` tell which match gave what."""

    position: int
    player: str
    units: int
    opponents: tuple[int, int] | None
    """Average final score of opponents as a fraction of units, in lowest terms; None before the first
    opponent."""
    head_to_head: int
    """Tied players finished ahead of at shared tables minus those finished behind; counted only inside
    a tie on points and opponents."""
    wins: int
    seconds: int
    rank: int
    parts: list[Part]


def standings(event: Event) -> list[Standing]:
    """After all rounds of the event; a round under way may be given with the tables that are finished."""
    scores = _scores(event)
    parts = _parts(event, scores)
    averages = {player: _average(rows) for player, rows in parts.items()}
    ranks = {player.id: player.rank for player in event.players}

    def first_key(player: str) -> tuple[int, Fraction]:
        average = averages[player]
        return -scores[player], -average if average is not None else Fraction(0)

    order: list[tuple[str, int]] = []
    for _, group in groupby(sorted(ranks, key=lambda p: (first_key(p), ranks[p])), key=first_key):
        tied = list(group)
        duel = {player: _head_to_head(player, parts[player], set(tied)) for player in tied}
        tied.sort(key=lambda p: (-duel[p], -_places(parts[p], 1), -_places(parts[p], 2), ranks[p]))
        order += [(player, duel[player]) for player in tied]
    return [
        Standing(
            position=position,
            player=player,
            units=scores[player],
            opponents=None if (average := averages[player]) is None else average.as_integer_ratio(),
            head_to_head=duel_score,
            wins=_places(parts[player], 1),
            seconds=_places(parts[player], 2),
            rank=ranks[player],
            parts=parts[player],
        )
        for position, (player, duel_score) in enumerate(order, 1)
    ]


def _scores(event: Event) -> dict[str, int]:
    scores = {player.id: 0 for player in event.players}
    for played in event.rounds:
        for table in played.tables:
            for player, units in zip(table.seats, table_units(table), strict=True):
                scores[player] += units
        for bye in played.byes:
            scores[bye.player] += BYE[bye.kind]
    return scores


def _parts(event: Event, scores: Mapping[str, int]) -> dict[str, list[Part]]:
    parts: dict[str, list[Part]] = defaultdict(list, {player.id: [] for player in event.players})
    for number, played in enumerate(event.rounds, 1):
        for t, table in enumerate(played.tables, 1):
            units = table_units(table)
            for seat, player in enumerate(table.seats):
                met = [
                    Met(other, table.places[s], scores[other])
                    for s, other in enumerate(table.seats)
                    if s != seat
                ]
                parts[player].append(
                    Part(
                        number,
                        units[seat],
                        table=t,
                        seat=seat,
                        size=len(table.seats),
                        place=table.places[seat],
                        nobody=table.nobody,
                        met=met,
                    )
                )
        for bye in played.byes:
            parts[bye.player].append(Part(number, BYE[bye.kind], bye=bye.kind))
    return dict(parts)


def _average(rows: Iterable[Part]) -> Fraction | None:
    """Every opponent at every table counts once; byes have none."""
    scores = [met.score for row in rows for met in row.met]
    return Fraction(sum(scores), len(scores)) if scores else None


def _head_to_head(player: str, rows: Iterable[Part], tied: set[str]) -> int:
    balance = 0
    for row in rows:
        if row.place is None or row.nobody:
            continue
        for met in row.met:
            if met.player in tied and met.player != player:
                balance += (met.place > row.place) - (met.place < row.place)
    return balance


def _places(rows: Sequence[Part], place: int) -> int:
    """How often in that place, shared or not; a table adjudicated against everybody has no winner."""
    return sum(row.place == place and not row.nobody for row in rows)
