"""Questions about many cards at once, and one card in or out.

Cards lie in bytes, ascending, none twice: one call of the interpreter answers for all of them.
"""

from __future__ import annotations

from bisect import bisect
from typing import Final

from engines.ace_of_spies.components import AGENTS, INTERRUPTS, POINTS

NO_CARD: Final = 255

ALONE: Final = tuple(bytes((card,)) for card in range(256))
"""By card: nothing but that card."""
_POINTS: Final = POINTS + bytes(256 - len(POINTS))
_NO_AGENTS: Final = bytes(card for card in range(256) if card not in AGENTS)
_GAPS: Final = ALONE[NO_CARD]
_GAPS_AND_INTERRUPTS: Final = bytes(sorted((*INTERRUPTS, NO_CARD)))


def worth(cards: bytes) -> int:
    """Points printed on them."""
    return sum(cards.translate(_POINTS))


def agents(cards: bytes) -> bytes:
    """Those that are agents."""
    return cards.translate(None, _NO_AGENTS)


def face_up(display: bytes) -> bytes:
    """The cards of the display, without its gaps."""
    return display.replace(_GAPS, b"")


def second_cards(display: bytes) -> bytes:
    """Those that may be taken together with another card: no interrupts (A5)."""
    return display.translate(None, _GAPS_AND_INTERRUPTS)


def put(cards: bytes, card: int) -> bytes:
    """With that card, still ascending."""
    at = bisect(cards, card)
    return cards[:at] + ALONE[card] + cards[at:]


def without(cards: bytes, card: int) -> bytes:
    """In any order; nothing changes if the card is not among them."""
    return cards.replace(ALONE[card], b"")
