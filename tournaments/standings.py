"""Points, tie-breaks and ranks at tables, each with what it is made of. Pure, like the pairing.

Points first, then the tie-breaks in the order asked for, at last the initial rank. `docs/swiss.md`
explains each in words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from tournaments.pairing.event import ByeKind, Event
from tournaments.pairing.points import BYE, POINT, table_units
from tournaments.tiers import split

CODES: Final = ("AOS", "AOS/C1", "DE", "WIN", "SEC", "SHARE")
"""Average final score of opponents, the same without the lowest, direct encounters among the tied, wins,
second places, share of the points of the game at one's tables."""
DEFAULT: Final = ("AOS", "DE", "WIN", "SEC")


class UnknownTieBreak(ValueError):
    """No tie-break of that name at tables."""


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
    share: Fraction | None = None
    """Of the points of the game at the table; None if nobody had any, or they are not known."""
    met: list[Met] = []


class Contribution(msgspec.Struct, frozen=True):
    """What one round or one opponent adds to a tie-break."""

    round: int
    opponent: str | None
    value: Fraction
    cut: bool = False


class Value(msgspec.Struct, frozen=True):
    """One tie-break of one player; scores in points."""

    code: str
    value: Fraction | None
    """None where there is none, as before the first opponent."""
    parts: tuple[Contribution, ...] = ()


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
    the tie that it was asked about."""
    wins: int
    seconds: int
    rank: int
    parts: list[Part]
    values: tuple[Value, ...] = ()
    """In the order asked for."""


def check_order(order: Iterable[str]) -> None:
    """Raises `UnknownTieBreak`."""
    for code in order:
        if code not in CODES:
            raise UnknownTieBreak(f"there is no tie-break {code!r} at tables; there are {', '.join(CODES)}")


def standings(event: Event, order: Sequence[str] = DEFAULT) -> list[Standing]:
    """After all rounds of the event; a round under way may be given with the tables that are finished.
    Raises `UnknownTieBreak`."""
    check_order(order)
    scores = _scores(event)
    parts = _parts(event, scores)
    ranks = {player.id: player.rank for player in event.players}
    values: dict[str, list[Value]] = {player: [] for player in ranks}
    tiers = _split([sorted(ranks, key=ranks.__getitem__)], {p: Fraction(scores[p]) for p in ranks})
    for code in order:
        for tier in tiers:
            for player in tier:
                values[player].append(_value(code, player, parts[player], set(tier)))
        found = {player: values[player][-1].value for player in ranks}
        tiers = _split(tiers, found)
    averages = {player: _average(rows) for player, rows in parts.items()}
    duels = {
        player: next((int(v.value or 0) for v in values[player] if v.code == "DE"), 0) for player in ranks
    }
    return [
        Standing(
            position=position,
            player=player,
            units=scores[player],
            opponents=None if (average := averages[player]) is None else average.as_integer_ratio(),
            head_to_head=duels[player],
            wins=_places(parts[player], 1),
            seconds=_places(parts[player], 2),
            rank=ranks[player],
            parts=parts[player],
            values=tuple(values[player]),
        )
        for position, player in enumerate((player for tier in tiers for player in tier), 1)
    ]


def _split(tiers: Iterable[Sequence[str]], values: Mapping[str, Fraction | None]) -> list[list[str]]:
    return [part for tier in tiers for part in split(tier, values.__getitem__)]


def _value(code: str, player: str, rows: Sequence[Part], tied: set[str]) -> Value:
    match code:
        case "AOS" | "AOS/C1":
            return _opponents(code, rows)
        case "DE":
            met = [part for row in rows for part in _encounters(player, row, tied)]
            return Value(code, sum((part.value for part in met), Fraction()), tuple(met))
        case "WIN" | "SEC":
            place = 1 if code == "WIN" else 2
            there = [Contribution(r.round, None, Fraction(1)) for r in rows if _in_place(r, place)]
            return Value(code, Fraction(len(there)), tuple(there))
        case _:
            shares = [Contribution(r.round, None, r.share) for r in rows if r.share is not None]
            return Value(code, sum((part.value for part in shares), Fraction()), tuple(shares))


def _opponents(code: str, rows: Sequence[Part]) -> Value:
    """Every opponent at every table counts once; byes have none. The cut spares an only one."""
    met = [(row.round, each) for row in rows for each in row.met]
    if not met:
        return Value(code, None)
    scores = [each.score for _round, each in met]
    cut = scores.index(min(scores)) if code == "AOS/C1" and len(met) > 1 else None
    kept = [score for i, score in enumerate(scores) if i != cut]
    parts = tuple(
        Contribution(number, each.player, _in_points(each.score), i == cut)
        for i, (number, each) in enumerate(met)
    )
    return Value(code, Fraction(sum(kept), POINT * len(kept)), parts)


@lru_cache(maxsize=1024)
def _in_points(units: int) -> Fraction:
    """Few different ones, asked for thousands of times."""
    return Fraction(units, POINT)


def _encounters(player: str, row: Part, tied: set[str]) -> Iterable[Contribution]:
    """Ahead of a tied player +1, behind -1."""
    if row.place is None or row.nobody:
        return
    for met in row.met:
        if met.player in tied and met.player != player:
            balance = (met.place > row.place) - (met.place < row.place)
            yield Contribution(row.round, met.player, Fraction(balance))


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
            total = sum(max(0, points) for points in table.points)
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
                        share=Fraction(max(0, table.points[seat]), total)
                        if total and not table.nobody
                        else None,
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


def _places(rows: Sequence[Part], place: int) -> int:
    """How often in that place, shared or not; a table adjudicated against everybody has no winner."""
    return sum(_in_place(row, place) for row in rows)


def _in_place(row: Part, place: int) -> bool:
    return row.place == place and not row.nobody
