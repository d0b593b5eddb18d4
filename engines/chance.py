"""Where randomness comes from: a keyed counter for matches, a plain stream for looking ahead.

Fair chance: the site publishes SHA-256 of a match's secret before anybody contributes a nonce; the
key of the match mixes both, so that neither the site nor a player could choose the shuffle.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol


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


class KeyedChance:
    """Counter mode over HMAC-SHA-256: the same key and counter give the same draws for ever.

    `drawn`, when set to a list, receives every number drawn: the record of the move.
    """

    __slots__ = ("counter", "drawn", "key")

    def __init__(self, key: bytes, counter: int = 0) -> None:
        self.key = key
        self.counter = counter
        self.drawn: list[int] | None = None

    def below(self, n: int) -> int:
        """Rejection sampling on 64-bit blocks, so that every value is exactly equally likely."""
        limit = (1 << 64) - (1 << 64) % n
        while True:
            block = hmac.digest(self.key, self.counter.to_bytes(8, "big"), "sha256")
            self.counter += 1
            value = int.from_bytes(block[:8], "big")
            if value < limit:
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
        return KeyedChance(self.key, self.counter)


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
