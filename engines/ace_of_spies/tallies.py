"""Cards counted by type in one number, a field for each type: one subtraction compares all counts at once.

A type is symbol * 4 + city; under ANY_CITY all cards of the symbol are counted once more. Above the count
each field has a guard bit, which `covers` sets beforehand and which survives where enough is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.ace_of_spies.components import CITIES, CITY, INTERRUPT, SYMBOL

ANY_CITY: Final = CITIES
_WIDTH: Final = 6
"""Bits of a field: no symbol has more than 31 cards."""
_GUARD: Final = 1 << _WIDTH - 1
_GUARDS: Final = sum(_GUARD << _WIDTH * field for field in range(16))


def _of(symbol: int, city: int) -> int:
    counted = {symbol * 4 + city, symbol * 4 + ANY_CITY}
    return sum(1 << _WIDTH * field for field in counted)


ONE: Final = tuple(
    _of(symbol, city) if symbol != INTERRUPT else 0 for symbol, city in zip(SYMBOL, CITY, strict=True)
)
"""By card: the tally of that card alone; interrupts are not counted."""


def tally(cards: bytes) -> int:
    return sum(map(ONE.__getitem__, cards))


def demand(slots: Iterable[tuple[int, int]]) -> int:
    """What slots, each a symbol and a city or ANY_CITY, ask for."""
    return sum(_of(symbol, city) for symbol, city in slots)


def covers(have: int, need: int) -> bool:
    return (have + _GUARDS - need) & _GUARDS == _GUARDS


def covers_some(have: int, needs: Iterable[int]) -> bool:
    return meets(have, (needs,))


def meets(have: int, ways: Iterable[Iterable[int]]) -> bool:
    """Whether it covers one of the needs of one of the ways."""
    guarded = have + _GUARDS
    for needs in ways:
        for need in needs:
            if (guarded - need) & _GUARDS == _GUARDS:
                return True
    return False
