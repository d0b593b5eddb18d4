"""Fair chance: what is published before, what players add, what key comes of it, how seats are drawn."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from engines.chance import KeyedChance, match_key, silent_nonce

NONCE_BYTES = 32


def nonces(code: str, given: Sequence[bytes | None]) -> list[bytes]:
    """In seat order; whoever sent none counts with a public, fixed one."""
    return [bytes(nonce) if nonce else silent_nonce(code, seat) for seat, nonce in enumerate(given)]


def key(secret: bytes, code: str, given: Sequence[bytes | None]) -> bytes:
    return match_key(bytes(secret), nonces(code, given))


def normal_nonce(text: str | bytes | None) -> bytes | None:
    """What a browser or a program sent, as exactly 32 bytes; anything at all is as good as random."""
    if not text:
        return None
    data = text.encode() if isinstance(text, str) else bytes(text)
    return hashlib.sha256(data).digest()


def draw_seats(secret: bytes, code: str, given: Sequence[bytes | None]) -> list[int]:
    """`order[seat]` is the seat taken before the draw; `given` in the order before the draw.

    The key is HMAC(match key of that order, "seats"), so that the draw can be proved like the dice but
    shares nothing with them.
    """
    order = list(range(len(given)))
    KeyedChance(hmac.digest(key(secret, code, given), b"seats", "sha256")).shuffle(order)
    return order
