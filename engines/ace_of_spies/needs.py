"""What a seat still needs for its missions: the bots' measure of cards and missions. Judgement, not rules."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engines.ace_of_spies.components import AGENT, CARDS, CITY, INTERRUPT, POINTS, SYMBOL, VALUE, WORDS
from engines.ace_of_spies.position import RUNNING_ON, Position
from engines.ace_of_spies.tallies import ANY_CITY
from engines.ace_of_spies.ways import SLOTS

TYPES: Final = 16
"""A type of card: symbol * 4 + city; ANY_CITY stands for all of a symbol."""
NO_TYPE: Final = 255
"""Of interrupts."""
TYPE: Final = bytes(
    SYMBOL[card] * 4 + CITY[card] if SYMBOL[card] != INTERRUPT else NO_TYPE for card in range(CARDS)
)
IN_DECK: Final = (0.2, 0.225, 0.225, 0.2)
"""Share of each symbol in a fresh deck; the rest are interrupts."""
INTERRUPT_WORTH: Final = 1.6
"""What an interrupt in hand is worth, in points."""
SPARE: Final = 0.25
"""What a card beyond all needs is worth."""
PER_TURN: Final = 1.0
"""Needed cards that a turn brings."""
DOUBT: Final = 0.6
"""Turns by which that estimate may be wrong at the end of the match."""
AT_BEST: Final = 0.75
"""Chance of a mission that lacks something, however many turns are left."""
AT_HAND: Final = 0.93
"""Chance of a mission for which nothing is lacking and that is not laid yet."""
MORE_DOUBT: Final = 0.5
"""The same for each turn still to come."""


def _demand() -> tuple[bytes, ...]:
    found = []
    for slots in SLOTS:
        need = bytearray(TYPES)
        for symbol, city in slots:
            need[symbol * 4 + city] += 1
        found.append(bytes(need))
    return tuple(found)


DEMAND: Final = _demand()
"""By mission, by type: slots that ask for it; under ANY_CITY those open to every city."""


FULL: Final = bytes(sum(2 if symbol == AGENT else 1 for symbol, _ in slots) for slots in SLOTS)
"""By mission: points of the cards on it."""


def count(hand: bytes) -> list[int]:
    """Cards by type."""
    have = [0] * TYPES
    for card in hand:
        kind = TYPE[card]
        if kind != NO_TYPE:
            have[kind] += 1
    return have


def lacking(have: Sequence[int], mission: int, helps: Sequence[int]) -> int:
    """Cards that the mission still needs; `helps`: by symbol, slots that an agent in hand lets out."""
    need = DEMAND[mission]
    missing = 0
    for symbol in (0, 1, 2, 3):
        base = symbol * 4
        spare = 0
        short = 0
        for index in (base, base + 1, base + 2):
            rest = have[index] - need[index]
            if rest < 0:
                short -= rest
            else:
                spare += rest
        if need[base + ANY_CITY] > spare:
            short += need[base + ANY_CITY] - spare
        if short and helps[symbol] and need[0] + need[1] + need[2] + need[3]:
            short -= 1
        missing += short
    return missing


def helps(hand: bytes) -> list[int]:
    found = [0, 0, 0, 0]
    for card in hand:
        words = WORDS[card]
        if words is not None and words.skip >= 0:
            found[words.skip] = 1
    return found


def turns_left(p: Position, seat: int) -> float:
    """Turns of that seat still to come, this one included if it has not acted."""
    if p.final != RUNNING_ON:
        steps = (seat - p.turn) % p.seats
        return 1.0 + (p.final - steps) // p.seats if steps <= p.final else 0.0
    decks = p.decks
    least = min(len(decks[0]), len(decks[1]), len(decks[2]))
    total = len(decks[0]) + len(decks[1]) + len(decks[2])
    left = min(least * 2.4, total) / (1.75 * p.seats)
    return 2.0 + min(left, (len(p.mission_deck) + len(p.bottom)) / (0.5 * p.seats) + 1.0)


def use_up(have: list[int], mission: int) -> None:
    """The cards that the mission takes, those it asks for by city first, then from the largest heap."""
    need = DEMAND[mission]
    for symbol in (0, 1, 2, 3):
        base = symbol * 4
        for index in (base, base + 1, base + 2):
            if need[index]:
                have[index] -= min(have[index], need[index])
        for _ in range(need[base + ANY_CITY]):
            largest = max(base, base + 1, base + 2, key=have.__getitem__)
            if have[largest]:
                have[largest] -= 1


def easiest(have: Sequence[int], missions: Sequence[int], helps: Sequence[int]) -> tuple[int, int]:
    """Of these missions the one that lacks least, the most valuable of equals; and the cards it lacks."""
    short, easy = 99, missions[0]
    for mission in missions:
        missing = lacking(have, mission, helps)
        if missing < short or (missing == short and VALUE[mission] > VALUE[easy]):
            short, easy = missing, mission
    return easy, short


def chance_of(spent: float, turns: float) -> float:
    """Of completing a mission when so many draws are spent on it and on those before it."""
    if not spent:
        return AT_HAND
    return AT_BEST / (1.0 + exp((spent - turns) / (DOUBT + MORE_DOUBT * turns)))


def hand_worth(hand: bytes, held: bytes, turns: float) -> float:
    """Points to be expected from hand and missions, penalties included: cheapest missions first, each from
    the cards that those before it leave, all of them from the same draws."""
    have = count(hand)
    help_ = helps(hand)
    worth = 0.0
    left = list(held)
    spent = 0.0
    while left:
        mission, short = easiest(have, left, help_)
        left.remove(mission)
        use_up(have, mission)
        spent += short / PER_TURN
        chance = chance_of(spent, turns)
        value = VALUE[mission]
        worth += chance * (value + FULL[mission]) - (1.0 - chance) * value
    for index, number in enumerate(have):
        if number:
            worth += SPARE * number * (2 if index < 4 else 1)
    for card in hand:
        if TYPE[card] == NO_TYPE:
            worth += INTERRUPT_WORTH
    return worth


class Wants:
    """By type of card, how much a seat would like one more."""

    __slots__ = ("by_city", "have", "short", "want")

    def __init__(self, hand: bytes, held: bytes) -> None:
        have = self.have = count(hand)
        help_ = helps(hand)
        want = self.want = [0.0] * TYPES
        self.short: list[int] = []
        for mission in held:
            short = lacking(have, mission, help_)
            self.short.append(short)
            if not short:
                continue
            weight = (VALUE[mission] + 4.0) / (short + 0.5)
            need = DEMAND[mission]
            for symbol in (0, 1, 2, 3):
                base = symbol * 4
                spare = 0
                for index in (base, base + 1, base + 2):
                    if need[index] > have[index]:
                        want[index] += weight
                    else:
                        spare += have[index] - need[index]
                if need[base + ANY_CITY] > spare:
                    for index in (base, base + 1, base + 2):
                        want[index] += weight
        self.by_city = [
            sum(want[symbol * 4 + city] * IN_DECK[symbol] for symbol in (0, 1, 2, 3)) + 0.3
            for city in (0, 1, 2)
        ]

    def of(self, card: int) -> float:
        kind = TYPE[card]
        return INTERRUPT_WORTH if kind == NO_TYPE else self.want[kind] + SPARE * POINTS[card]


def uses(hand: bytes, held: bytes) -> list[float]:
    """By card of the hand: how much the missions held need it."""
    have = count(hand)
    help_ = helps(hand)
    used = [0.0] * TYPES
    for mission in held:
        weight = (VALUE[mission] + 4.0) / (lacking(have, mission, help_) + 1.0)
        need = DEMAND[mission]
        for symbol in (0, 1, 2, 3):
            base = symbol * 4
            open_ = need[base + ANY_CITY]
            for index in (base, base + 1, base + 2):
                if need[index]:
                    used[index] += weight * min(1.0, need[index] / max(1, have[index]))
                if open_ and have[index]:
                    total = max(1, have[base] + have[base + 1] + have[base + 2])
                    used[index] += weight * min(1.0, open_ / total)
    return [
        INTERRUPT_WORTH if TYPE[card] == NO_TYPE else used[TYPE[card]] + SPARE * POINTS[card] for card in hand
    ]
