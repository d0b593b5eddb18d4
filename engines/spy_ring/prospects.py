"""What a spy can hope for and has to fear: tokens that may be his, the way to them, who could catch him.

Judgement for bots, not rules. Nothing here reads the colour of a token that the seat has not looked at.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from operator import mul
from typing import Final

from engines.spy_ring.board import (
    BIT,
    CROSS_SEES,
    CROSS_WATCHES,
    GATE,
    GONE,
    INSIDE,
    MANHOLES,
    NEAR,
    NEXT_TO,
    PROHIBITED,
    SEES,
    WATCHES,
)
from engines.spy_ring.components import EMBASSIES
from engines.spy_ring.paths import FACES, REACH
from engines.spy_ring.position import COLOURS, NO_TOKEN, NOBODY, OWN_TOKENS, TOKENS, Position

FAR: Final = 99
FADE: Final = 0.82
"""What a hope loses with each step to it."""
FADES: Final = tuple(FADE**steps for steps in range(FAR + 1))

Odds = tuple[float, ...]
"""By embassy: a chance."""


def _steps_to(embassy: int) -> tuple[int, ...]:
    """By node: steps into the embassy on an empty board, tunnels included."""
    steps = [FAR] * (GONE + 1)
    gate = GATE[embassy]
    steps[INSIDE + embassy] = 0
    steps[gate] = 1
    edge = deque([gate])
    while edge:
        node = edge.popleft()
        for other in (*NEAR[node], *(MANHOLES if node in MANHOLES else ())):
            if steps[other] == FAR:
                steps[other] = steps[node] + 1
                edge.append(other)
    for other_embassy in range(EMBASSIES):
        if other_embassy != embassy:
            steps[INSIDE + other_embassy] = steps[GATE[other_embassy]] + 1
    return tuple(steps)


STEPS: Final = tuple(_steps_to(embassy) for embassy in range(EMBASSIES))
"""By embassy and node."""
_FADING: Final = tuple(
    tuple(FADES[steps[node]] if steps[node] else 0.0 for steps in STEPS) for node in range(GONE + 1)
)
"""By node and embassy: what is left of a hope for its token; nothing where the spy is already."""


def nearest(node: int, chances: Odds) -> float:
    """The best of all hopes for a token, weakened by the way to it."""
    best: float = max(map(mul, chances, _FADING[node]))
    return best


def odds(p: Position, spy: int) -> Odds:
    """By embassy: chance that the token in its safe serves that spy, as his seat can judge it."""
    seen = p.seen[spy % p.seats]
    known = int.from_bytes(p.colours, "big") | _unknown(p.takers, seen)
    return _odds(known, seen, p.safes, p.barren, p.accepted(spy))


UNKNOWN: Final = 255


@lru_cache(maxsize=1 << 12)
def _unknown(takers: bytes, seen: int) -> int:
    """UNKNOWN for each token whose colour the seat has no right to read, a byte each."""
    return int.from_bytes(
        bytes(
            UNKNOWN if taker == NOBODY and not seen >> token & 1 else 0 for token, taker in enumerate(takers)
        ),
        "big",
    )


@lru_cache(maxsize=1 << 12)
def _odds(known: int, seen: int, safes: bytes, barren: bytes, accepted: int) -> Odds:
    """Kept, for a search asks the same of most of its guesses. `known`: colours or UNKNOWN, a byte each."""
    colours = known.to_bytes(TOKENS, "big")
    left = [OWN_TOKENS - colours.count(colour) for colour in range(COLOURS)]
    found = []
    for token in safes:
        if token == NO_TOKEN:
            found.append(0.0)
        elif seen >> token & 1:
            found.append(float(accepted >> colours[token] & 1))
        else:
            found.append(_share(left, accepted, barren[token]))
    return tuple(found)


def _share(left: list[int], accepted: int, barren: int) -> float:
    whole = mine = 0
    for colour in range(COLOURS):
        if not barren >> colour & 1:
            whole += left[colour]
            if accepted >> colour & 1:
                mine += left[colour]
    return mine / whole if whole else 0.0


def next_ends(p: Position, spy: int) -> list[tuple[int, ...]]:
    """By rival: where the throws 2 to 6 could take him next turn, as masks (a 1 makes him hide, not hunt)."""
    return [
        tuple(REACH[p.at[rival], throw, False].mask for throw in range(2, FACES + 1))
        for rival in p.rivals(spy)
        if p.at[rival] != GONE
    ]


def watchers(p: Position, spy: int, node: int, ends: list[tuple[int, ...]]) -> float:
    """How many rivals could claim from that spy on that node next turn: the share of throws that take each
    alongside, into view of his aerial, or to an end of his strip; contact men who see him already count 1."""
    if node >= INSIDE:
        return 0.0
    bit = BIT[node]
    places = NEXT_TO[node]
    exposed = 0
    if p.aerials >> spy & 1:
        places |= SEES[node]
        exposed = bit
    if bit & PROHIBITED:
        places |= STRIP_ENDS[node]
    count = 0
    for masks in ends:
        for mask in masks:
            if mask & places:
                count += 1
    total = count / FACES
    for rival in p.rivals(spy):
        cross = p.men[rival]
        if CROSS_SEES[cross] & exposed or CROSS_WATCHES[cross] & bit:
            total += 1.0
    return total


def _strip_ends() -> dict[int, int]:
    found: dict[int, int] = {}
    for end in range(INSIDE):
        mask = WATCHES[end]
        while mask:
            low = mask & -mask
            mask ^= low
            node = low.bit_length() - 1
            found[node] = found.get(node, 0) | BIT[end]
    return found


STRIP_ENDS: Final = _strip_ends()
"""By prohibited space: the blue ends of its strip."""
