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


def _rest(slots: Slots) -> tuple[bytes, ...]:
    """By number of slots dealt with: how many of each type are still asked for (symbol * 4 + city)."""
    found = []
    for done in range(len(slots) + 1):
        need = bytearray(16)
        for symbol, city in slots[done:]:
            need[symbol * 4 + city] += 1
        found.append(bytes(need))
    return tuple(found)


REST: Final = tuple(map(_rest, SLOTS))


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


def count(hand: bytes) -> list[int]:
    """Cards by symbol * 4 + city, under ANY_CITY all of the symbol; interrupts come last."""
    have = [0] * 20
    for card in hand:
        index = TYPE[card]
        have[index] += 1
        have[index | ANY_CITY] += 1
    return have


TYPE: Final = bytes(symbol * 4 + city for symbol, city in zip(SYMBOL, CITY, strict=True))


def can_complete(hand: bytes, mission: int, have: list[int] | None = None) -> bool:
    """Whether these cards complete the mission in some way; `have`: their count, if it is known."""
    have = count(hand) if have is None else have
    need = REST[mission][0]
    if have[ANY_CITY] < AGENT_SLOTS[mission]:
        return False
    missing = 0
    for base in (4, 8, 12):
        asked = need[base] + need[base + 1] + need[base + 2] + need[base + 3]
        if asked > have[base + 3]:
            missing += asked - have[base + 3]
    # An agent leaves out one slot at most.
    if missing > AGENT_SLOTS[mission]:
        return False
    return _can_finish(hand, mission, b"", have)


def _can_finish(hand: bytes, mission: int, laid: bytes, have: list[int]) -> bool:
    """Whether the rest of the slots can be dealt with: every choice of agents, then what is left to allow."""
    allowed = Allowance(mission, laid)
    agents = AGENT_SLOTS[mission]
    short, wrong = _lack(REST[mission][max(len(laid), agents)], have)
    if len(laid) >= agents:
        return _is_allowed(short, wrong, allowed.skip, allowed.ignore)
    own = [card for card in hand if SYMBOL[card] == AGENT]
    return _some_agents(own, SLOTS[mission][len(laid) : agents], short, wrong, allowed.skip, allowed.ignore)


def _lack(need: bytes, have: list[int]) -> tuple[list[int], list[int]]:
    """By symbol: cards that are missing, and cards that are missing of the city asked for."""
    short = [0, 0, 0, 0]
    wrong = [0, 0, 0, 0]
    for symbol in (1, 2, 3):
        base = symbol * 4
        asked = 0
        for index in (base, base + 1, base + 2):
            if need[index]:
                asked += need[index]
                if need[index] > have[index]:
                    wrong[symbol] += need[index] - have[index]
        asked += need[base + ANY_CITY]
        if asked > have[base + ANY_CITY]:
            short[symbol] = asked - have[base + ANY_CITY]
    return short, wrong


def _is_allowed(short: list[int], wrong: list[int], skip: list[int], ignore: int) -> bool:
    """Symbols do not compete for cards, only for the cities that may be ignored."""
    for symbol in (1, 2, 3):
        if skip[symbol] < short[symbol]:
            return False
        if wrong[symbol] > skip[symbol]:
            ignore -= wrong[symbol] - skip[symbol]
    return ignore >= 0


def _some_agents(
    agents: list[int], slots: Slots, short: list[int], wrong: list[int], skip: list[int], ignore: int
) -> bool:
    if not slots:
        return _is_allowed(short, wrong, skip, ignore)
    city = slots[0][1]
    for card in agents:
        words = WORDS[card]
        assert words is not None
        left = ignore + words.ignore - (city != ANY_CITY and CITY[card] != city)
        more = skip
        if words.skip >= 0:
            more = skip[:]
            more[words.skip] += 1
        rest = agents if len(slots) == 1 else [other for other in agents if other != card]
        if _some_agents(rest, slots[1:], short, wrong, more, left):
            return True
    return False


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
            rest = without(hand, card)
            fits[alike] = _can_finish(rest, mission, laid + bytes((card,)), count(rest))
        if fits[alike]:
            found.append(card)
    if wanted != AGENT and _can_finish(hand, mission, laid + bytes((NO_CARD,)), count(hand)):
        found.append(NO_CARD)
    return found


def is_complete(mission: int, laid: bytes) -> bool:
    """Every slot is dealt with and no extra card may follow."""
    return len(laid) >= len(SLOTS[mission]) and Allowance(mission, laid).extra <= 0
