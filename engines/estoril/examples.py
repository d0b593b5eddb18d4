"""The rulebook's example of Nationalism, played by the engine. Its sentences are `texts.EXAMPLES`."""

from __future__ import annotations

from typing import Final

from engines.chance import KeyedChance
from engines.estoril import flow
from engines.estoril.board import REWARD, Grid
from engines.estoril.components import CHARACTERS
from engines.estoril.rules import RULES
from engines.estoril.state import EstorilState
from engines.examples import Example, Step, Written
from engines.protocol import Told

BOARDS: Final = (1, 3, 2, 4, 5, 6)
"""Locations in reading order: 3 lies between 1 and 2."""
REWARDS: Final = ("zarah", "garbo", "nora", "amelia", "dusko", "pires")
PLACED: Final = (
    {"1.I": "red-elizabeth", "4.II": "red-araujo", "6.I": "red-guedes"},
    {"4.I": "green-linda", "5.I": "green-hans", "6.II": "green-araujo"},
    {"2.I": "blue-elizabeth", "5.II": "blue-roque", "6.III": "blue-guedes"},
    {"3.I": "yellow-araujo", "3.II": "green", "4.III": "yellow-hans"},
)
"""By seat: tiles by space."""

_NUMBER: Final = {character.id: number for number, character in enumerate(CHARACTERS)}


def _resolving() -> EstorilState:
    """Everybody has placed; the first location asks its first tile."""
    state = RULES.start(4, {}, KeyedChance(bytes(32)))
    assert isinstance(state, EstorilState)
    state.chance = Written()
    state.round = 1
    state.clear_grid()
    state.grid = Grid(BOARDS, (0,) * 6)
    for slot, key in enumerate(REWARDS):
        _put(state, REWARD + slot, key)
    for seat, tiles in enumerate(PLACED):
        for space, key in tiles.items():
            place = _place(state, space)
            _put(state, place, key)
            state.own[seat] |= 1 << place
            state.hands[seat] = bytes(tile for tile in state.hands[seat] if tile != _NUMBER[key])
    used = bytes(state.at)
    state.pile = bytes(tile for tile in state.box.pile if tile not in used)
    state.known = bytes(len(state.pile))
    flow.begin_resolution(state, None)
    return state


def _place(state: EstorilState, space: str) -> int:
    """Where `3.II` lies."""
    code = RULES.read(f"look {space}") & 255
    return state.grid.where[code >> 3][code & 7]


def _put(state: EstorilState, place: int, key: str) -> None:
    state.at[place] = _NUMBER[key]
    state.taken |= 1 << place
    if not state.grid.secret >> place & 1:
        state.up |= 1 << place


NATIONALISM: Final = Example(
    key="nationalism",
    title="example.nationalism",
    observer=3,
    steps=(
        Step(
            begins=_resolving,
            marked=("space:3.II", "space:1.I"),
            said=(
                Told(
                    "example.nationalism.start",
                    {"location": "location:3", "one": "tile:C21", "tile": "tile:C34"},
                ),
                Told("example.nationalism.own", {"tile": "tile:C34", "strength": 2, "flag": "flag:GB"}),
                Told("example.nationalism.first", {"first": "tile:C1", "tile": "tile:C34", "strength": 3}),
            ),
        ),
        Step(
            played=("decline",),
            marked=("space:3.II", "space:2.I"),
            said=(
                Told("example.nationalism.up", {"location": "location:2", "second": "tile:C13"}),
                Told("example.nationalism.second", {"tile": "tile:C34", "strength": 4}),
            ),
        ),
        Step(
            played=("decline",),
            marked=("space:3.I", "space:3.II"),
            said=(
                Told("example.nationalism.sum", {"one": 2, "tile": 4, "sum": 6, "location": "location:3"}),
                Told("example.nationalism.won", {"reward": "tile:C36"}),
            ),
        ),
    ),
)
"""Two and two, and one more for each of two flags next door."""

EXAMPLES: Final = (NATIONALISM,)
