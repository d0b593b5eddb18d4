"""The rulebook's examples, played on our quarter. Their sentences are `texts.EXAMPLES`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.chance import KeyedChance
from engines.examples import Example, Step, Written
from engines.protocol import Told
from engines.spy_ring import flow
from engines.spy_ring.board import CROSS_BY_NAME, SPACE_BY_NAME
from engines.spy_ring.components import CARDS, COLOUR_KEYS, DATA
from engines.spy_ring.position import TURNING
from engines.spy_ring.rules import RULES
from engines.spy_ring.state import SpyRingState

_CARD: Final = {card.id: 1 << number for number, card in enumerate(DATA.cards)}

MEN: Final = ("GB-out", "JP-out", "NL-out", "FI-out")
"""Contact men, by spy: in the corners, out of the way of what is shown."""
HANDS: Final = (
    ("S25", "S01", "S17", "S35"),
    ("S40", "S22"),
    ("S39", "S16"),
    ("S11", "S02"),
)
"""Red has P, E, S and E; blue the C that is missing for PESCE."""


def _quarter(at: Mapping[str, str], *throws: int) -> SpyRingState:
    """Red has thrown the first of the throws; spies that are not named stand on their starts."""
    state = RULES.start(4, {}, KeyedChance(bytes(32)))
    assert isinstance(state, SpyRingState)
    state.men = [CROSS_BY_NAME[name] for name in MEN]
    state.hands = [sum(_CARD[name] for name in names) for names in HANDS]
    for key, name in at.items():
        state.at[COLOUR_KEYS.index(key)] = SPACE_BY_NAME[name]
    rest = [card for card in range(CARDS) if not sum(state.hands) >> card & 1]
    state.top = rest[0]
    state.pile = sum(1 << card for card in rest[1:])
    state.chance = Written(*(throw - 1 for throw in throws))
    state.spy = state.spies - 1
    state.round = -1
    state.phase = TURNING
    flow.settle(state, None)
    return state


def _tunnel(throw: int) -> SpyRingState:
    return _quarter({"red": "H15", "blue": "M6"}, throw, 5)


TUNNEL: Final = Example(
    key="tunnel",
    title="example.tunnel",
    observer=0,
    near=("space:H15", "space:Q6"),
    steps=(
        Step(
            begins=lambda: _tunnel(4),
            ringed=True,
            said=(
                Told("example.tunnel.start", {"spy": "spy:red", "at": "space:H15", "throw": 4}),
                Told("example.tunnel.reach"),
                Told("example.tunnel.hand", {"embassy": "embassy:JP", "points": 6}),
                Told("example.tunnel.rival", {"rival": "spy:blue", "at": "space:M6"}),
            ),
        ),
        Step(
            shown="go L6",
            said=(Told("example.tunnel.way", {"down": "space:J15", "up": "space:K6", "to": "space:L6"}),),
        ),
        Step(
            played=("go L6",),
            ringed=True,
            said=(
                Told("example.tunnel.choice", {"rival": "spy:blue", "one": "card:S22", "two": "card:S40"}),
            ),
        ),
        Step(
            played=("claim S40",),
            said=(
                Told("example.tunnel.taken", {"card": "card:S40", "word": "word:IT", "bonus": 7}),
                Told("example.tunnel.given"),
                Told("example.tunnel.score", {"before": 6, "after": 12}),
            ),
        ),
        Step(
            begins=lambda: _tunnel(6),
            ringed=True,
            said=(Told("example.tunnel.again", {"throw": 6}),),
        ),
        Step(
            shown="go N6",
            said=(
                Told("example.tunnel.beyond", {"down": "space:J15", "up": "space:Q6", "rival": "spy:blue"}),
                Told("example.tunnel.back", {"to": "space:N6"}),
            ),
        ),
        Step(
            played=("go N6", "claim S40"),
            said=(Told("example.tunnel.same", {"card": "card:S40"}),),
        ),
    ),
)
"""A throw of 4 and one of 6 catch the same spy through two ends of one tunnel; the card completes the word
for which the sign that Japan shares with China is given up."""

EXAMPLES: Final = (TUNNEL,)
