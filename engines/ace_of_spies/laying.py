"""Which cards may be laid on a mission, slot by slot, so that it can still be completed.

Agents come first, because their texts say what the other slots need. A card is offered only if the rest of
the hand can finish the mission after it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations

from engines.ace_of_spies.cards import ALONE, NO_CARD, agents, without
from engines.ace_of_spies.components import AGENT, CITY, INTERRUPT, SYMBOL, WORDS
from engines.ace_of_spies.tallies import ANY_CITY, ONE, covers_some, meets, tally
from engines.ace_of_spies.ways import AGENT_SLOTS, SLOTS, WAYS, Skip, allowed, with_agents, with_allowance


def completable(hand: bytes, missions: bytes) -> list[int]:
    """Those that these cards complete in some way."""
    own = agents(hand)
    have = tally(hand)
    found = []
    for mission in missions:
        slots = AGENT_SLOTS[mission]
        if slots <= len(own) and meets(have, map(WAYS[mission].__getitem__, combinations(own, slots))):
            found.append(mission)
    return found


def can_complete(hand: bytes, mission: int) -> bool:
    return bool(completable(hand, ALONE[mission]))


@lru_cache(maxsize=64)
def choices(hand: bytes, mission: int, laid: bytes) -> tuple[int, ...]:
    """Cards for the next slot, NO_CARD for leaving it empty; beyond the last slot, the extra cards.

    Remembered, because who chooses from them is checked against them right afterwards.
    """
    done = len(laid)
    if done >= len(SLOTS[mission]):
        if extra(mission, laid) <= 0:
            return ()
        return tuple(card for card in hand if SYMBOL[card] not in (AGENT, INTERRUPT))
    if done < AGENT_SLOTS[mission]:
        return _agents_that_fit(hand, mission, laid)
    return _cards_that_fit(hand, mission, laid)


def _agents_that_fit(hand: bytes, mission: int, laid: bytes) -> tuple[int, ...]:
    have = tally(hand)
    own = agents(hand)
    later = AGENT_SLOTS[mission] - len(laid) - 1
    return tuple(
        card
        for card in own
        if any(
            covers_some(have, with_agents(mission, (*laid, card, *rest)))
            for rest in permutations(without(own, card), later)
        )
    )


def _cards_that_fit(hand: bytes, mission: int, laid: bytes) -> tuple[int, ...]:
    have = tally(hand)
    skip, ignore = _left_to_allow(mission, laid)
    wanted, city = SLOTS[mission][len(laid)]
    after = len(laid) + 1
    fits: dict[int, bool] = {}
    found = []
    for card in hand:
        if SYMBOL[card] != wanted:
            continue
        own = CITY[card]
        if own not in fits:
            wrong = city not in (ANY_CITY, own)
            fits[own] = covers_some(have - ONE[card], with_allowance(mission, after, skip, ignore - wrong))
        if fits[own]:
            found.append(card)
    fewer = (*skip[:wanted], skip[wanted] - 1, *skip[wanted + 1 :])
    if covers_some(have, with_allowance(mission, after, fewer, ignore)):
        found.append(NO_CARD)
    return tuple(found)


def _left_to_allow(mission: int, laid: bytes) -> tuple[Skip, int]:
    """What the agents laid allow, less what the cards after them used of it."""
    skip, ignore = allowed(mission, laid[: AGENT_SLOTS[mission]])
    left = list(skip)
    for index in range(AGENT_SLOTS[mission], len(laid)):
        symbol, city = SLOTS[mission][index]
        if laid[index] == NO_CARD:
            left[symbol] -= 1
        elif city not in (ANY_CITY, CITY[laid[index]]):
            ignore -= 1
    return tuple(left), ignore


def extra(mission: int, laid: bytes) -> int:
    """Cards that may still be added beyond the slots."""
    slots = len(SLOTS[mission])
    more = slots - len(laid) if len(laid) > slots else 0
    for card in laid[: AGENT_SLOTS[mission]]:
        words = WORDS[card]
        if words is not None:
            more += words.extra
    return more


def is_complete(mission: int, laid: bytes) -> bool:
    """Every slot is dealt with and no extra card may follow."""
    return len(laid) >= len(SLOTS[mission]) and extra(mission, laid) <= 0
