"""Which cards may be laid on a mission, slot by slot, so that it can still be completed.

Agents come first, because their texts say what the other slots need (A21: all of them apply). A card is
offered only if the rest of the hand can finish the mission after it.
"""

from __future__ import annotations

from typing import Final

from engines.ace_of_spies.components import AGENT, CITIES, CITY, CITY_KEYS, DATA, INTERRUPT, SYMBOL, WORDS
from engines.ace_of_spies.components import SYMBOL_KEYS as SYMBOLS
from engines.ace_of_spies.position import NO_CARD, without

ANY_CITY: Final = CITIES

Slots = tuple[tuple[int, int], ...]
"""Symbol and city (ANY_CITY for an open one) of each slot."""


def _slots() -> tuple[Slots, ...]:
    found = []
    for mission in DATA.missions:
        slots = [
            (SYMBOLS.index(slot.symbol), CITY_KEYS.index(slot.city) if slot.city else ANY_CITY)
            for slot in mission.slots
        ]
        slots.sort(key=lambda slot: (slot[0] != AGENT, slot[1] == ANY_CITY))
        found.append(tuple(slots))
    return tuple(found)


SLOTS: Final = _slots()
"""By mission: agents first, those of a city before open ones."""
AGENT_SLOTS: Final = tuple(sum(symbol == AGENT for symbol, _ in slots) for slots in SLOTS)
NEED: Final = tuple(bytes(sum(slot[0] == symbol for slot in slots) for symbol in range(4)) for slots in SLOTS)
"""By mission, by symbol: how many slots."""


class Allowance:
    """What the agents laid so far allow, less what the cards laid so far used of it."""

    __slots__ = ("extra", "ignore", "skip")

    def __init__(self, mission: int, laid: bytes) -> None:
        self.skip = [0, 0, 0, 0]
        self.ignore = 0
        self.extra = 0
        slots = SLOTS[mission]
        for index, card in enumerate(laid):
            if index >= len(slots):
                self.extra -= 1
                continue
            symbol, city = slots[index]
            if card == NO_CARD:
                self.skip[symbol] -= 1
                continue
            if city != ANY_CITY and CITY[card] != city:
                self.ignore -= 1
            words = WORDS[card]
            if words is not None:
                self.ignore += words.ignore
                self.extra += words.extra
                if words.skip >= 0:
                    self.skip[words.skip] += 1


def can_complete(hand: bytes, mission: int) -> bool:
    """Whether these cards complete the mission in some way."""
    need = NEED[mission]
    have = [0, 0, 0, 0, 0]
    for card in hand:
        have[SYMBOL[card]] += 1
    agents = need[AGENT]
    if have[AGENT] < agents:
        return False
    missing = 0
    for symbol in (1, 2, 3):
        if need[symbol] > have[symbol]:
            missing += need[symbol] - have[symbol]
    # An agent leaves out one slot at most.
    return missing <= agents and _can_finish(hand, mission, b"")


def _can_finish(hand: bytes, mission: int, laid: bytes) -> bool:
    if len(laid) < AGENT_SLOTS[mission]:
        for card in hand:
            if SYMBOL[card] == AGENT and _can_finish(without(hand, card), mission, laid + bytes((card,))):
                return True
        return False
    return _rest_fits(hand, SLOTS[mission][len(laid) :], Allowance(mission, laid))


def _rest_fits(hand: bytes, slots: Slots, allowed: Allowance) -> bool:
    """Without agent slots: symbols do not compete for cards, only for the cities that may be ignored."""
    have = [0] * (4 * 4)
    for card in hand:
        symbol = SYMBOL[card]
        if symbol != INTERRUPT:
            have[symbol * 4 + CITY[card]] += 1
            have[symbol * 4 + ANY_CITY] += 1
    need = [0] * (4 * 4)
    for symbol, city in slots:
        need[symbol * 4 + city] += 1
    ignored = 0
    for symbol in (1, 2, 3):
        base = symbol * 4
        total = need[base] + need[base + 1] + need[base + 2] + need[base + 3]
        skip = allowed.skip[symbol]
        if skip < 0 or total - have[base + ANY_CITY] > skip:
            return False
        wrong = 0
        for index in (base, base + 1, base + 2):
            if need[index] > have[index]:
                wrong += need[index] - have[index]
        if wrong > skip:
            ignored += wrong - skip
    return ignored <= allowed.ignore


def choices(hand: bytes, mission: int, laid: bytes) -> list[int]:
    """Cards for the next slot, NO_CARD for leaving it empty; beyond the last slot, the extra cards."""
    slots = SLOTS[mission]
    if len(laid) >= len(slots):
        if Allowance(mission, laid).extra <= 0:
            return []
        return [card for card in hand if SYMBOL[card] not in (AGENT, INTERRUPT)]
    wanted = slots[len(laid)][0]
    fits: dict[int, bool] = {}
    found = []
    for card in hand:
        if SYMBOL[card] != wanted:
            continue
        alike = CITY[card] if wanted != AGENT else NO_CARD + card
        if alike not in fits:
            fits[alike] = _can_finish(without(hand, card), mission, laid + bytes((card,)))
        if fits[alike]:
            found.append(card)
    if wanted != AGENT and _can_finish(hand, mission, laid + bytes((NO_CARD,))):
        found.append(NO_CARD)
    return found


def is_complete(mission: int, laid: bytes) -> bool:
    """Every slot is dealt with and no extra card may follow."""
    return len(laid) >= len(SLOTS[mission]) and Allowance(mission, laid).extra <= 0
