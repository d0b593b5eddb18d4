"""Laying out a table for a test: locations, tiles and rewards by name, then playing by notation."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

from engines.chance import Chance, KeyedChance
from engines.estoril import flow
from engines.estoril.board import REWARD, SLOTS, Grid
from engines.estoril.components import CHARACTERS, DATA
from engines.estoril.frames import ACTING, TURNS
from engines.estoril.moves import read, write
from engines.estoril.position import reached
from engines.estoril.rules import RULES
from engines.estoril.state import EstorilState
from engines.protocol import Seat, Told

NUMBER = {character.id: number for number, character in enumerate(CHARACTERS)}
MISSION = {mission.id: number for number, mission in enumerate(DATA.missions)}
COLOURS = ("red", "green", "blue", "yellow")

STARTERS = {
    colour: [character.id for character in CHARACTERS if character.colour == colour] for colour in COLOURS
}
BRAKE = "pink-guedes"

Placed = Mapping[str, tuple[Seat, str]]


class Rolls:
    """Chance whose draws are written down beforehand; shuffles leave things as they are."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def below(self, n: int) -> int:
        return self.values.pop(0) if self.values else 0

    def shuffle(self, items: MutableSequence[Any]) -> None:
        pass

    def copy(self) -> Rolls:
        return Rolls(*self.values)


def pair(first: int, second: int) -> int:
    """Two dice as the draw that gives them."""
    return (first - 1) * 6 + second - 1


def start(seats: int, seed: int = 0) -> EstorilState:
    state = RULES.start(seats, {}, KeyedChance(seed.to_bytes(32, "big")))
    assert isinstance(state, EstorilState)
    return state


def tiles(*keys: str) -> bytes:
    return bytes(sorted(NUMBER[key] for key in keys))


def lay(
    seats: int = 2,
    boards: Sequence[int] = (1, 2, 3, 4, 5, 6),
    placed: Placed | None = None,
    rewards: Mapping[int, str] | None = None,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    pile: Sequence[str] = (),
    missions: Sequence[str] = (),
    turns: Sequence[int] = (0,) * 6,
    chance: Chance | None = None,
    round_: int = 0,
    brake: bool = False,
) -> EstorilState:
    """Locations by number in reading order, tiles as (seat, key) by space; seat 0 is to place.

    Rewards that are not named are dealt from the tiles that nobody has. A brake is a tile that asks its
    controller, seat 0, in the last space of all, so that the round does not end before that.
    """
    placed = dict(placed or {})
    if brake:
        last = max(boards)
        placed[f"{last}.{'IV' if last == 8 else 'III'}"] = (0, BRAKE)
    rewards = rewards or {}
    hands = hands or {}
    state = start(seats)
    state.chance = chance or KeyedChance(bytes(32))
    state.round = round_
    state.first = 0
    state.frame = TURNS[0]
    state.missions = bytes(MISSION[key] for key in missions)
    state.clear_grid()
    state.grid = Grid(boards, turns)
    state.hands = [tiles(*hands.get(seat, ())) for seat in range(seats)]
    state.pile = bytes(NUMBER[key] for key in pile)
    state.known = bytes(len(pile))
    used = {key for _, key in placed.values()} | {*rewards.values(), *pile}
    used |= {key for hand in hands.values() for key in hand}
    rest = [number for number in state.box.pile if CHARACTERS[number].id not in used]
    for slot in range(SLOTS):
        key = rewards.get(boards[slot])
        _put(state, REWARD + slot, NUMBER[key] if key else rest.pop())
    for space, (seat, key) in placed.items():
        place = cell(state, space)
        _put(state, place, NUMBER[key])
        state.own[seat] |= 1 << place
    state.reach = [reached(own) for own in state.own]
    return state


def _put(state: EstorilState, place: int, tile: int) -> None:
    state.at[place] = tile
    state.taken |= 1 << place
    if not state.grid.secret >> place & 1:
        state.up |= 1 << place


def cell(state: EstorilState, space: str) -> int:
    """Where `3.II` or `3.R` lies."""
    code = read(f"look {space}") & 255
    return state.grid.where[code >> 3][code & 7]


def on(state: EstorilState, space: str) -> str | None:
    """Key of the character lying there."""
    place = cell(state, space)
    return CHARACTERS[state.at[place]].id if state.taken >> place & 1 else None


def resolve(state: EstorilState) -> list[Told]:
    """End of the placing: on to the first question."""
    told: list[Told] = []
    flow.begin_resolution(state, told)
    return told


def play(state: EstorilState, *texts: str) -> list[Told]:
    """Moves of whoever is asked, one after another; what was told."""
    told: list[Told] = []
    for text in texts:
        state.play(state.actors()[0], read(text), told)
    return told


def can(state: EstorilState) -> list[str]:
    """Legal moves of the seat that is asked."""
    return [write(move) for move in state.moves(state.actors()[0])]


def decline_until(state: EstorilState, space: str | None = None) -> list[Told]:
    """Decline every ability before that space's tile is asked; without a space, all of this round's."""
    told: list[Told] = []
    while state.frame[0] == ACTING and (space is None or state.frame[2] != cell(state, space)):
        told += play(state, "decline")
    return told


def acting(state: EstorilState) -> tuple[Seat, str] | None:
    """Who is asked about which tile's abilities, the brake apart."""
    if state.frame[0] != ACTING:
        return None
    key = CHARACTERS[state.at[state.frame[2]]].id
    return None if key == BRAKE else (state.frame[1], key)


def winner(told: Sequence[Told], location: int) -> int | None:
    """Seat that won the reward there, from what was told."""
    for entry in told:
        if entry.key == "won" and entry.args["location"] == f"location:{location}":
            return int(str(entry.args["seat"]).partition(":")[2])
    return None


def won_tile(told: Sequence[Told], location: int) -> str | None:
    for entry in told:
        if entry.key == "won" and entry.args["location"] == f"location:{location}":
            return key_of(str(entry.args["tile"]))
    return None


def strengths(told: Sequence[Told], location: int) -> dict[int, int]:
    """By seat: strength at the location as it was told."""
    return {
        int(str(entry.args["seat"]).partition(":")[2]): int(entry.args["strength"])
        for entry in told
        if entry.key == "strength" and entry.args["location"] == f"location:{location}"
    }


def key_of(ref: str) -> str:
    """Character id of a tile ref."""
    return CHARACTERS[int(ref.removeprefix("tile:C"))].id


def has(state: EstorilState, seat: Seat, key: str) -> bool:
    return NUMBER[key] in state.hands[seat]
