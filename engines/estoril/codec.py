"""States as bytes: equal states give equal bytes on every Python.

Derived things (geometry, reach) are left out. A stream of chance leaves no trace: a state saved with
one comes back with the empty key.
"""

from __future__ import annotations

import msgspec

from engines.chance import KeyedChance, key_and_counter
from engines.estoril.board import Grid, places
from engines.estoril.components import BOXES
from engines.estoril.position import Dice, Position, reached
from engines.estoril.state import EstorilState


class Stored(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A position as it is written."""

    version: int
    key: bytes
    counter: int
    box: int
    seats: int
    rounds: int
    missions: bytes
    round: int
    first: int
    frame: tuple[int, int, int, int]
    under: tuple[tuple[int, int, int, int], ...]
    step: int
    cursor: int
    boards: bytes
    turns: bytes
    tiles: bytes
    """Tiles on the grid, by ascending place."""
    taken: int
    up: int
    shield: int
    mute: int
    own: tuple[int, ...]
    seen: tuple[int, ...]
    hands: tuple[bytes, ...]
    pile: bytes
    known: bytes
    discards: tuple[bytes, ...]
    pending: tuple[bytes, ...]
    removed: bytes
    dice: Dice
    left: bytes


VERSION = 1
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Stored)


def save(p: Position) -> bytes:
    key, counter = key_and_counter(p.chance)
    return _encoder.encode(
        Stored(
            version=VERSION,
            key=key,
            counter=counter,
            box=BOXES.index(p.box),
            seats=p.seats,
            rounds=p.rounds,
            missions=p.missions,
            round=p.round,
            first=p.first,
            frame=p.frame,
            under=p.under,
            step=p.step,
            cursor=p.cursor,
            boards=bytes(p.grid.boards),
            turns=bytes(p.grid.turns),
            tiles=bytes([p.at[place] for place in places(p.taken)]),
            taken=p.taken,
            up=p.up,
            shield=p.shield,
            mute=p.mute,
            own=tuple(p.own),
            seen=tuple(p.seen),
            hands=tuple(p.hands),
            pile=p.pile,
            known=p.known,
            discards=p.discards,
            pending=p.pending,
            removed=p.removed,
            dice=p.dice,
            left=p.left,
        )
    )


def load(data: bytes) -> EstorilState:
    """Raises msgspec.DecodeError or ValueError for bytes that are no saved state of this version."""
    stored = _decoder.decode(data)
    if stored.version != VERSION:
        raise ValueError(f"saved state of version {stored.version}, this engine reads {VERSION}")
    grid = Grid(stored.boards, stored.turns)
    state = EstorilState(
        KeyedChance(stored.key, stored.counter),
        BOXES[stored.box],
        stored.seats,
        stored.rounds,
        stored.missions,
        stored.round,
        stored.first,
        stored.frame,
        stored.under,
        stored.step,
        stored.cursor,
        grid,
        bytearray(),
        stored.taken,
        stored.up,
        stored.shield,
        stored.mute,
        list(stored.own),
        [0] * stored.seats,
        list(stored.seen),
        list(stored.hands),
        stored.pile,
        stored.known,
        stored.discards,
        stored.pending,
        stored.removed,
        stored.dice,
        stored.left,
    )
    state.lay(places(stored.taken), stored.tiles)
    if state.is_placing():
        state.reach = [reached(own) for own in stored.own]
    return state
