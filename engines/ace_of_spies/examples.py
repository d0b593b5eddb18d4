"""The rulebook's example agent, played by the engine in both ways. The sentences are `texts.EXAMPLES`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.ace_of_spies.components import CARD_NUMBER, CITY, MISSION_NUMBER
from engines.ace_of_spies.frames import ACTIONS, COMPLETIONS
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.state import AceState
from engines.chance import KeyedChance
from engines.examples import Example, Step, Written
from engines.protocol import Told

SEATS: Final = 3
OTHERS: Final = (("P05", "B22", "L30"), ("B03", "P12", "L24"))
"""Hands of the rivals."""
DISPLAY: Final = ("L20", "L21", "P20", "P21", "B20", "B21")


def _table(hand: Sequence[str], discards: Sequence[str] = (), *, completing: bool) -> AceState:
    """The reader's turn; cards that are not named lie in their decks."""
    state = RULES.start(SEATS, {}, KeyedChance(bytes(32)))
    assert isinstance(state, AceState)
    for seat in range(SEATS):
        state.play(seat, state.moves(seat)[0])
    state.chance = Written(0, 0)
    state.turn = 0
    state.frame = (COMPLETIONS if completing else ACTIONS)[0]
    state.hands = [_cards(hand), *map(_cards, OTHERS)]
    state.held = [
        bytes((MISSION_NUMBER["M01"],)),
        *(bytes((MISSION_NUMBER[each],)) for each in ("M05", "M09")),
    ]
    state.refused = [b""] * SEATS
    state.display = bytes(CARD_NUMBER[each] for each in DISPLAY)
    state.discards = bytes(CARD_NUMBER[each] for each in discards)
    state.known = bytearray(len(CITY))
    used = {*state.display, *state.discards, *b"".join(state.hands)}
    state.decks = [
        bytes(card for card in range(len(CITY)) if CITY[card] == city and card not in used)
        for city in range(3)
    ]
    gone = set(b"".join(state.held))
    state.mission_deck = bytes(each for each in range(len(MISSION_NUMBER)) if each not in gone)
    return state


def _cards(ids: Sequence[str]) -> bytes:
    return bytes(sorted(CARD_NUMBER[each] for each in ids))


WILLIS: Final = Example(
    key="agent",
    title="example.agent",
    observer=0,
    steps=(
        Step(
            begins=lambda: _table(("L01", "L09", "L18", "P27"), completing=True),
            marked=("mission:M01",),
            said=(
                Told("example.agent.holds", {"mission": "mission:M01", "points": 2}),
                Told("example.agent.first", {"agent": "card:L01"}),
            ),
        ),
        Step(
            played=("complete M01", "lay L01"),
            ringed=True,
            said=(
                Told("example.agent.laid", {"agent": "card:L01"}),
                Told("example.agent.rest", {"one": "card:L09", "two": "card:L18"}),
            ),
        ),
        Step(
            played=("lay L09", "lay L18"),
            said=(
                Told(
                    "example.agent.completed",
                    {"mission": "mission:M01", "own": 2, "agent": 2, "one": 1, "two": 1, "sum": 6},
                ),
                Told("example.agent.drawn", {"count": 2, "city": "city:london"}),
            ),
        ),
        Step(
            begins=lambda: _table(("L01", "P27"), ("P09", "B27", "L28"), completing=False),
            shown="agent L01",
            said=(
                Told("example.agent.action", {"agent": "card:L01"}),
                Told("example.agent.discards", {"count": 3}),
            ),
        ),
        Step(
            played=("agent L01",),
            said=(
                Told("example.agent.announced", {"agent": "card:L01"}),
                Told("example.agent.asked"),
            ),
        ),
        Step(
            played=("pass", "pass", "recover B27", "recover L28"),
            said=(
                Told("example.agent.taken", {"one": "card:B27", "two": "card:L28"}),
                Told("example.agent.stays", {"agent": "card:L01", "points": 2}),
            ),
        ),
    ),
)
"""Laid on a mission he draws two cards of London; played by himself he takes two of the discards."""

EXAMPLES: Final = (WILLIS,)
