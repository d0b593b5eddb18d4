"""States as bytes: equal states give equal bytes on every Python.

Where a spy may move follows from the rest and is left out. A stream of chance leaves no trace: a state saved
with one comes back with the empty key.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engines.chance import KeyedChance, key_and_counter
from engines.spy_ring.position import MOVING, Declared, Position
from engines.spy_ring.state import SpyRingState


class Stored(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A position as it is written."""

    version: int
    key: bytes
    counter: int
    seats: int
    spies: int
    shared: bool
    aerial_claims: bool
    limit: int
    phase: int
    spy: int
    round: int
    throw: int
    signal: bool
    trapped: bool
    claimed: int
    calling: int
    held: int
    at: list[int]
    men: list[int]
    aerials: int
    hands: list[int]
    owns: list[int]
    pile: int
    top: int
    safes: bytes
    colours: bytes
    barren: bytes
    takers: bytes
    seen: tuple[int, ...]
    declared: tuple[Declared | None, ...]
    free: int
    left: bytes


VERSION = 1
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Stored)
_FIELDS = Stored.__struct_fields__[3:]


def save(p: Position) -> bytes:
    key, counter = key_and_counter(p.chance)
    return _encoder.encode(Stored(VERSION, key, counter, *[getattr(p, name) for name in _FIELDS]))


def load(data: bytes) -> SpyRingState:
    """Raises msgspec.DecodeError or ValueError for bytes that are no saved state of this version."""
    stored = _decoder.decode(data)
    if stored.version != VERSION:
        raise ValueError(f"saved state of version {stored.version}, this engine reads {VERSION}")
    fields: list[Any] = [*(getattr(stored, name) for name in _FIELDS), 0]
    state = SpyRingState(KeyedChance(stored.key, stored.counter), *fields)
    if state.phase == MOVING:
        state.open = state.ends()
    return state
