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

MEN: Final = ("ES-out", "JP-out", "NL-out", "PL-out")
"""Contact men, by spy: out of the way of what is shown."""
HANDS: Final = (
    ("S25", "S01", "S17", "S35"),
    ("S40", "S22"),
    ("S39", "S16"),
    ("S11", "S02"),
)
"""Red has P, E, S and E; blue the C that is missing for PESCE."""


def _quarter(
    at: Mapping[str, str], *throws: int, turn: str = "red", men: Mapping[str, str] | None = None
) -> SpyRingState:
    """The spy `turn` has just thrown the first of the throws. Spies that are not named stand on their starts,
    contact men that are not named on MEN."""
    state = RULES.start(4, {}, KeyedChance(bytes(32)))
    assert isinstance(state, SpyRingState)
    state.men = [CROSS_BY_NAME[name] for name in MEN]
    state.hands = [sum(_CARD[name] for name in names) for names in HANDS]
    for key, name in at.items():
        state.at[COLOUR_KEYS.index(key)] = SPACE_BY_NAME[name]
    for key, name in (men or {}).items():
        state.men[COLOUR_KEYS.index(key)] = CROSS_BY_NAME[name]
    rest = [card for card in range(CARDS) if not sum(state.hands) >> card & 1]
    state.top = rest[0]
    state.pile = sum(1 << card for card in rest[1:])
    state.chance = Written(*(throw - 1 for throw in throws))
    before = COLOUR_KEYS.index(turn) - 1
    state.round = 0 if before >= 0 else -1
    state.spy = before % state.spies
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


def _strip(at: Mapping[str, str], *throws: int, turn: str = "blue", man: str = "TR-out") -> SpyRingState:
    return _quarter(at, *throws, turn=turn, men={"blue": man})


STRIP: Final = Example(
    key="strip",
    title="example.strip",
    observer=1,
    near=("space:A1", "space:G6"),
    steps=(
        Step(
            begins=lambda: _strip({"red": "C5", "blue": "F2"}, 4, 5),
            shown="go E5",
            said=(
                Told("example.strip.there", {"rival": "spy:red", "at": "space:C5", "embassy": "embassy:GB"}),
                Told("example.strip.way", {"spy": "spy:blue", "throw": 4, "to": "space:E5"}),
            ),
        ),
        Step(
            played=("go E5",),
            ringed=True,
            said=(Told("example.strip.spotted", {"steps": 2}),),
        ),
        Step(
            begins=lambda: _strip({"red": "C5", "blue": "G6"}, 2, 5, man="GB-out"),
            shown="go F5",
            said=(
                Told("example.strip.man", {"man": "man:blue", "cross": "cross:GB-out"}),
                Told("example.strip.anywhere", {"spy": "spy:blue"}),
            ),
        ),
        Step(
            played=("go F5",),
            ringed=True,
            said=(Told("example.strip.watched"),),
        ),
        Step(
            begins=lambda: _strip({"red": "F5", "blue": "F2"}, 4, turn="red"),
            ringed=True,
            said=(Told("example.strip.open", {"rival": "spy:red", "throw": 4, "embassy": "embassy:GB"}),),
        ),
        Step(
            begins=lambda: _strip({"red": "F5", "blue": "F2"}, 4, turn="red", man="GB-in"),
            ringed=True,
            said=(
                Told("example.strip.barred", {"man": "man:blue", "cross": "cross:GB-in"}),
                Told("example.strip.blind"),
            ),
        ),
    ),
)
"""Both ends of a Prohibited Area catch whoever stands on it, and the inner cross bars the gate."""


def _hidden(blue: str, throw: int, man: str = "TR-out") -> SpyRingState:
    """Red hides with a 3 after a 1; blue, on that space, throws next."""
    return _quarter({"red": "F10", "blue": blue}, 1, 3, throw, 5, men={"blue": man})


SIGHT: Final = Example(
    key="sight",
    title="example.sight",
    observer=1,
    near=("space:A6", "space:L16"),
    steps=(
        Step(
            begins=lambda: _hidden("J13", 3),
            shown="go C10",
            said=(
                Told("example.sight.signal", {"rival": "spy:red", "throw": 3}),
                Told("example.sight.hides", {"to": "space:C10"}),
            ),
        ),
        Step(
            played=("go C10", "silence"),
            lit="spy:red",
            said=(Told("example.sight.row"), Told("example.sight.nobody")),
        ),
        Step(
            shown="go J10",
            lit="spy:red",
            said=(Told("example.sight.way", {"spy": "spy:blue", "throw": 3, "to": "space:J10"}),),
        ),
        Step(
            played=("go J10",),
            ringed=True,
            lit="spy:red",
            said=(Told("example.sight.seen", {"steps": 7, "rival": "spy:red"}),),
        ),
        Step(
            begins=lambda: _hidden("J13", 5, man="SU-out"),
            played=("go C10", "silence"),
            shown="go G15",
            lit="spy:red",
            said=(Told("example.sight.man", {"man": "man:blue", "cross": "cross:SU-out"}),),
        ),
        Step(
            played=("go G15",),
            ringed=True,
            lit="spy:red",
            said=(Told("example.sight.anyway", {"spy": "spy:blue"}),),
        ),
    ),
)
"""A spy between wall and trees is seen along his row only, by a spy or a contact man anywhere in it."""

EXAMPLES: Final = (STRIP, TUNNEL, SIGHT)
