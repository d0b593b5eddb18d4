"""Where randomness comes from: a keyed counter for matches, a plain stream for looking ahead.

Fair chance: the site publishes SHA-256 of a match's secret before anybody contributes a nonce; the
key of the match mixes both, so that neither the site nor a player could choose the shuffle.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from hashlib import _Hash


class Source(Protocol):
    """A stream for looking ahead (`guess`, bots): `random.Random` fits as it is."""

    def random(self) -> float:
        """Uniform in [0, 1)."""

    def getrandbits(self, k: int, /) -> int:
        """A non-negative int with k random bits."""


class Chance(Protocol):
    """Dice and shuffles of one state."""

    def below(self, n: int) -> int:
        """Uniform in range(n), n >= 1."""

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """In place, every order equally likely."""

    def copy(self) -> Chance:
        """For `State.fork`: a match's chance is copied with its counter, a stream is shared."""


_pack: Final = struct.Struct(">Q").pack
_unpack: Final = struct.Struct(">Q").unpack_from
_BLOCKS: Final = 1 << 64

Halves = tuple["_Hash", "_Hash"]
"""Inner and outer hash of HMAC with the key already taken in: copied for each draw, never updated."""


def _halves(key: bytes) -> Halves:
    """RFC 2104 with SHA-256: a draw then costs a third of `hmac.digest`, which begins with the key anew."""
    size = hashlib.sha256().block_size
    padded = (key if len(key) <= size else hashlib.sha256(key).digest()).ljust(size, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in padded) for pad in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)


class KeyedChance:
    """Counter mode over HMAC-SHA-256: the same key and counter give the same draws for ever.

    `drawn`, when set to a list, receives every number drawn: the record of the move.
    """

    __slots__ = ("_halves", "counter", "drawn", "key")

    def __init__(self, key: bytes, counter: int = 0) -> None:
        self.key = key
        self.counter = counter
        self.drawn: list[int] | None = None
        self._halves: Halves | None = None

    def below(self, n: int) -> int:
        """Rejection sampling on 64-bit blocks, so that every value is exactly equally likely."""
        if self._halves is None:
            self._halves = _halves(self.key)
        inner, outer = self._halves
        while True:
            hashed = inner.copy()
            hashed.update(_pack(self.counter))
            block = outer.copy()
            block.update(hashed.digest())
            self.counter += 1
            value: int = _unpack(block.digest())[0]
            # The first test lets nearly every block pass and spares the division of the second, exact one.
            if value <= _BLOCKS - n or value < _BLOCKS - _BLOCKS % n:
                break
        value %= n
        if self.drawn is not None:
            self.drawn.append(value)
        return value

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Fisher-Yates from the end."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def copy(self) -> KeyedChance:
        twin = KeyedChance.__new__(KeyedChance)
        twin.key = self.key
        twin.counter = self.counter
        twin.drawn = None
        twin._halves = self._halves
        return twin


class StreamChance:
    """Chance of a guessed state: draws from the searcher's own stream, leaves no trace."""

    __slots__ = ("_bits",)

    def __init__(self, source: Source) -> None:
        self._bits = source.getrandbits

    def below(self, n: int) -> int:
        k = n.bit_length()
        value = self._bits(k)
        while value >= n:
            value = self._bits(k)
        return value

    def shuffle(self, items: MutableSequence[Any]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def copy(self) -> StreamChance:
        return self


def key_and_counter(chance: Chance) -> tuple[bytes, int]:
    """What a saved state keeps of its chance; a guessed one has neither key nor counter."""
    return (chance.key, chance.counter) if isinstance(chance, KeyedChance) else (b"", 0)


def commitment(secret: bytes) -> str:
    """What the site publishes before the match: hex SHA-256 of its secret (32 bytes)."""
    return hashlib.sha256(secret).hexdigest()


def silent_nonce(match_id: str, seat: int) -> bytes:
    """The nonce of a bot or of a seat that sent none: public and fixed, 32 bytes."""
    return hashlib.sha256(f"{match_id}:{seat}".encode()).digest()


def match_key(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """Key of all dice and shuffles: HMAC(secret, nonces in seat order), 32 bytes."""
    return hmac.digest(secret, b"".join(nonces), "sha256")


def bot_seed(secret: bytes, seat: int, seq: int, bot_version: int, level: str) -> int:
    """Seed of a bot's search at move `seq`; secret until the match ends, so nobody can invert its moves."""
    message = f"bot:{seat}:{seq}:{bot_version}:{level}".encode()
    return int.from_bytes(hmac.digest(secret, message, "sha256"), "big")
