"""The public dump of rating pools: everything an outsider needs to recompute every rating.

One JSON object a line, so that neither side ever holds the whole of it: a head, then for each pool its
name, its results in the order of seq, where everybody stands, and an end with counts and a checksum.
Numbers are thousandths of a point, players go by their public names.

Every result carries a digest over itself and the digest before it. Whatever is changed in a row shows
there, also what moves no rating, like the code of the match.
"""

from __future__ import annotations

import hashlib
from typing import Final, Literal

import msgspec

from ratings.formulas import CURRENT

FORMAT: Final = "correio-ratings-2"

DIGEST_DIGITS: Final = 32
"""Of SHA-256 in hexadecimal: 128 bits are beyond forging, and all 256 would be half of the file."""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    pass


class Head(_Line, frozen=True, tag="dump"):
    format: Literal["correio-ratings-2"]
    pools: int


class PoolHead(_Line, frozen=True, tag="pool"):
    pool: str


class SeatDump(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of one result, in seat order."""

    player: str
    place: int
    before: int | None = None
    change: int | None = None
    games_before: int | None = None
    deviation_before: int | None = None
    """RD, grown by idle days."""
    deviation: int | None = None
    """The last five are null in a void result, which moves nobody."""


class ResultDump(_Line, frozen=True, tag="result"):
    seq: int
    match: str
    day: str
    """Date of the finish in UTC, ISO 8601."""
    formula: int
    """Version of the formula that rates it."""
    half: bool
    """K halved: the same people met too often."""
    void: bool
    seats: list[SeatDump]
    digest: str = ""


class RatingDump(_Line, frozen=True, tag="rating"):
    player: str
    rating: int
    games: int
    deviation: int
    peak: int


class PoolEnd(_Line, frozen=True, tag="end"):
    pool: str
    results: int
    """Void ones included."""
    ratings: int
    checksum: str
    """See `ratings.replay.checksum`."""


Line = Head | PoolHead | ResultDump | RatingDump | PoolEnd

_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_encoder = msgspec.json.Encoder()


def encode(line: Line) -> bytes:
    """The same bytes for the same line, newline included."""
    return _encoder.encode(line) + b"\n"


def decode(data: bytes) -> Line:
    """Raises msgspec.ValidationError (names the field) or msgspec.DecodeError (not JSON at all)."""
    return _decoder.decode(data)


def result_line(
    seq: int, match: str, day: str, seats: list[SeatDump], *, half: bool, void: bool, formula: int = CURRENT
) -> ResultDump:
    """Without its digest."""
    return ResultDump(seq, match, day, formula, half, void, seats)


class Chain:
    """The digests of one pool: each covers its result and the digest before."""

    def __init__(self, pool: str) -> None:
        self.last = hashlib.sha256(pool.encode()).hexdigest()[:DIGEST_DIGITS]

    def digest(self, result: ResultDump) -> str:
        bare = encode(msgspec.structs.replace(result, digest=""))
        return hashlib.sha256(self.last.encode() + bare).hexdigest()[:DIGEST_DIGITS]

    def sealed(self, result: ResultDump) -> ResultDump:
        """The result with its digest, which the next one builds on."""
        self.last = self.digest(result)
        return msgspec.structs.replace(result, digest=self.last)
