"""A tournament as the pairing knows it: players, rounds so far, who is away; and its JSON document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

LARGEST_TABLE = 5


class BadEvent(ValueError):
    """The event contradicts itself or cannot be read; the text names the field and what is wrong."""


class NoLegalPairing(ValueError):
    """No arrangement satisfies what may never be broken; the text says which rule is in the way."""


ByeKind = Literal["pairing", "full", "half", "zero"]
"""`pairing`: left over, worth half a point; `full`: given by the director; `half` and `zero`: asked for;
these are worth what they say."""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    rank: int
    """Initial rank, 1 is the strongest; the last tie-break."""
    name: str = ""


class Sizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many seats a table may have."""

    preferred: int
    min: int
    max: int

    @property
    def fixed(self) -> bool:
        return self.min == self.max


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that was played."""

    seats: list[str]
    """Players in seat order: the first starts."""
    places: list[int]
    """Per seat; 1 is the best, equal places are shared, who left is below all who stayed."""
    nobody: bool = False
    """Adjudicated against everybody: no points for anyone."""
    points: list[int] = []
    """Points of the game per seat, for the tie-break `SHARE`; may be absent."""


class Bye(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    kind: ByeKind = "pairing"


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tables: list[Table]
    byes: list[Bye] = []


class Prohibited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two players who must not share a table from one round to another, both included."""

    players: tuple[str, str]
    first: int = 1
    last: int | None = None


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the pairing of the next round depends on."""

    format: Literal["correio-tables-1"]
    seed: str
    sizes: Sizes
    players: list[Player]
    rounds: list[Round] = []
    away: list[Bye] = []
    """Who is not there in the round to be paired: asked for a half or zero bye, or withdrew (`zero`)."""
    prohibited: list[Prohibited] = []
    score_first: bool = False
    """In this round equal scores (T7) come before new opponents (T6): for a last round."""

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1


def decode(data: bytes) -> Event:
    """Read and check a document. Raises BadEvent."""
    try:
        event = msgspec.json.decode(data, type=Event)
    except msgspec.DecodeError as error:
        raise BadEvent(str(error)) from None
    check(event)
    return event


def check(event: Event) -> None:
    """Raises BadEvent with the first contradiction."""
    for field, problem in _contradictions(event):
        raise BadEvent(f"{field}: {problem}")


def _contradictions(event: Event) -> Iterator[tuple[str, str]]:
    sizes = event.sizes
    if not 2 <= sizes.min <= sizes.preferred <= sizes.max <= LARGEST_TABLE:
        yield "sizes", f"need 2 <= min <= preferred <= max <= {LARGEST_TABLE}"
    known: set[str] = set()
    ranks: set[int] = set()
    for i, player in enumerate(event.players):
        if player.id in known:
            yield f"players[{i}].id", f"{player.id!r} is listed twice"
        if player.rank in ranks:
            yield f"players[{i}].rank", f"rank {player.rank} is given twice"
        known.add(player.id)
        ranks.add(player.rank)
    for number, played in enumerate(event.rounds):
        yield from _round_contradictions(f"rounds[{number}]", played, known)
    seen: set[str] = set()
    for i, bye in enumerate(event.away):
        yield from _person(f"away[{i}].player", bye.player, known, seen)
        if bye.kind == "pairing":
            yield f"away[{i}].kind", "who is away has a 'half' or a 'zero' bye"
    for i, pair in enumerate(event.prohibited):
        yield from _person(f"prohibited[{i}].players[0]", pair.players[0], known, set())
        yield from _person(f"prohibited[{i}].players[1]", pair.players[1], known, {pair.players[0]})


def _round_contradictions(where: str, played: Round, known: set[str]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for t, table in enumerate(played.tables):
        seats = len(table.seats)
        if not 2 <= seats <= LARGEST_TABLE:
            yield f"{where}.tables[{t}].seats", f"a table has 2 to {LARGEST_TABLE} seats, not {seats}"
        for s, player in enumerate(table.seats):
            yield from _person(f"{where}.tables[{t}].seats[{s}]", player, known, seen)
        if len(table.places) != seats:
            yield f"{where}.tables[{t}].places", f"{len(table.places)} places for {seats} seats"
        if any(not 1 <= place <= seats for place in table.places):
            yield f"{where}.tables[{t}].places", f"places go from 1 to {seats}"
        if table.points and len(table.points) != seats:
            yield f"{where}.tables[{t}].points", f"{len(table.points)} points for {seats} seats"
    for b, bye in enumerate(played.byes):
        yield from _person(f"{where}.byes[{b}].player", bye.player, known, seen)


def _person(field: str, player: str, known: set[str], seen: set[str]) -> Iterator[tuple[str, str]]:
    if player not in known:
        yield field, f"{player!r} is not among the players"
    elif player in seen:
        yield field, f"{player!r} is there twice"
    seen.add(player)
