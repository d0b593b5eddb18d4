"""Standings of a pool at round numbers of its results, so that voiding an old result rates anew from
the checkpoint before it and not from the beginning.

A checkpoint is a cache like everything that follows from results: a rebuild from any of them, or from
none, gives the same bytes. `ratings.ledger` writes them under the pool's lock.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import msgspec

from ratings.models import Checkpoint, Pool
from ratings.replay import Rated

EVERY = 5_000
"""Results from one checkpoint to the next: rating so many anew takes about a second."""

State = dict[int, Rated]
"""By user."""

_Packed = list[tuple[int, int, int, int, int, int | None]]


def packed(state: State) -> bytes:
    """The same bytes for the same standings, in whatever order they came about."""
    rows = [(user, r.rating, r.games, r.deviation, r.peak, r.day) for user, r in sorted(state.items())]
    return zlib.compress(msgspec.msgpack.encode(rows), level=6)


def unpacked(data: bytes) -> State:
    rows = msgspec.msgpack.decode(zlib.decompress(bytes(data)), type=_Packed)
    return {row[0]: Rated(*row[1:]) for row in rows}


def before(pool: Pool, seq: int) -> tuple[int, State]:
    """The last checkpoint in front of that result: its seq and the standings; (0, {}) is the beginning."""
    found = Checkpoint.objects.filter(pool=pool, seq__lt=seq).order_by("-seq").first()
    return (0, {}) if found is None else (found.seq, unpacked(found.state))


def keep(pool: Pool, states: Iterable[tuple[int, State]]) -> None:
    Checkpoint.objects.bulk_create(
        [Checkpoint(pool=pool, seq=seq, state=packed(state)) for seq, state in states],
        update_conflicts=True,
        unique_fields=["pool", "seq"],
        update_fields=["state"],
    )


def forget_from(pool: Pool, seq: int) -> None:
    """Checkpoints that this result went into are not right any more."""
    Checkpoint.objects.filter(pool=pool, seq__gte=seq).delete()
