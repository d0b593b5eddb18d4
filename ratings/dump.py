"""The public dump of rating pools: everything an outsider needs to recompute every rating.

One JSON document; numbers are thousandths of a point, players go by their public names.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ratings.elo import FORMULA_VERSION


class SeatDump(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of one result, in seat order."""

    player: str
    place: int
    before: int | None = None
    change: int | None = None
    games_before: int | None = None
    """The last three are absent in a void result, which moves nobody."""


class ResultDump(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    match: str
    day: str
    """Date of the finish in UTC, ISO 8601."""
    seats: list[SeatDump]
    half: bool = False
    """K halved: the same people met too often."""
    void: bool = False


class RatingDump(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    rating: int
    games: int
    deviation: int
    peak: int


class PoolDump(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pool: str
    results: list[ResultDump]
    ratings: list[RatingDump]
    checksum: str
    """See `ratings.replay.checksum`."""
    formula_version: int = FORMULA_VERSION


class Dump(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["correio-ratings-1"]
    pools: list[PoolDump]


def encode(dump: Dump) -> bytes:
    """Readable JSON, the same bytes for the same dump."""
    return msgspec.json.format(msgspec.json.encode(dump), indent=1) + b"\n"


def decode(data: bytes) -> Dump:
    """Raises msgspec.ValidationError (names the field) or msgspec.DecodeError (not JSON at all)."""
    return msgspec.json.decode(data, type=Dump)
