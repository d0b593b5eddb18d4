"""Ways to complete a mission: what it asks for besides agents, once agents let slots out or cities go.

All texts of the agents on a mission apply (A21). Slots that are let out or whose city is ignored are chosen
in every possible way; what asks for more than another way is left out. Everything is a `tallies.demand`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations
from typing import Final

from engines.ace_of_spies.components import AGENT, CITY, CITY_KEYS, DATA, MISSIONS, WORDS
from engines.ace_of_spies.components import SYMBOL_KEYS as SYMBOLS
from engines.ace_of_spies.tallies import ANY_CITY, covers, demand

Slots = tuple[tuple[int, int], ...]
"""Symbol and city (ANY_CITY for an open one) of each slot."""
Skip = tuple[int, ...]
"""By symbol: slots that may stay empty."""

NO_SKIP: Final[Skip] = (0, 0, 0, 0)


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


class _Ways(dict[tuple[int, ...], tuple[int, ...]]):
    """Of one mission: by the agents laid on it, ascending, on whichever of their slots. Worked out when first
    asked for; no more than the pairs of agents in the game."""

    def __init__(self, mission: int) -> None:
        self.mission = mission

    def __missing__(self, agents: tuple[int, ...]) -> tuple[int, ...]:
        found: set[int] = set()
        for laid in permutations(agents):
            found.update(with_agents(self.mission, laid))
        self[agents] = needs = _least(found)
        return needs


WAYS: Final = tuple(map(_Ways, range(MISSIONS)))
"""By mission."""


@cache
def with_agents(mission: int, agents: tuple[int, ...]) -> tuple[int, ...]:
    """After these agents were laid on all of their slots, in this order."""
    skip, ignore = allowed(mission, agents)
    return with_allowance(mission, len(agents), skip, ignore)


def allowed(mission: int, agents: Iterable[int]) -> tuple[Skip, int]:
    """Slots that may stay empty and cities that may be ignored after these agents; below 0: too many were."""
    skip = [*NO_SKIP]
    ignore = 0
    for card, (_, city) in zip(agents, SLOTS[mission], strict=False):
        words = WORDS[card]
        assert words is not None
        ignore += words.ignore - (city != ANY_CITY and CITY[card] != city)
        if words.skip >= 0:
            skip[words.skip] += 1
    return tuple(skip), ignore


@cache
def with_allowance(mission: int, done: int, skip: Skip, ignore: int) -> tuple[int, ...]:
    """After so many slots were dealt with, agents among them."""
    if ignore < 0 or min(skip) < 0:
        return ()
    found: set[int] = set()
    for kept in _left_after_skips(SLOTS[mission][done:], skip):
        bound = [index for index, (_, city) in enumerate(kept) if city != ANY_CITY]
        for freed in combinations(bound, min(ignore, len(bound))):
            found.add(
                demand(
                    (symbol, ANY_CITY if index in freed else city)
                    for index, (symbol, city) in enumerate(kept)
                )
            )
    return _least(found)


def _left_after_skips(slots: Slots, skip: Skip) -> list[Slots]:
    """Every choice of slots to leave out, as many as may be."""
    found = [slots]
    for symbol, count in enumerate(skip):
        for _ in range(count):
            shorter = [
                each[:index] + each[index + 1 :]
                for each in found
                for index, slot in enumerate(each)
                if slot[0] == symbol
            ]
            found = shorter or found
    return found


def _least(needs: set[int]) -> tuple[int, ...]:
    """Without those that ask for at least as much as another; ascending."""
    return tuple(
        need
        for need in sorted(needs)
        if not any(other != need and covers(need, other) for other in needs)
    )  # fmt: skip
