"""Component data of the game: read once, checked against a schema, laid out as tables by number.

A character's number is its place in the data (30 starters first); the number is what states and
moves hold. Values come with their source, see the `sources` of `components.json`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import resources
from typing import Final, Literal

import msgspec

Look = Literal["here", "here_or_adjacent", "any"]
Numeral = Literal["I", "II", "III", "IV", "R"]


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    flag: str
    strength: int
    vp: int
    abilities: tuple[str, ...]
    woman: bool
    set: str
    colour: str | None
    """Colour of the starting set it belongs to; None for a tile of the draw pile."""
    source: tuple[str, ...]


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    numeral: Numeral
    secret: bool
    look: Look | None


class Location(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int | None
    """Place in the order of resolution; None where a die decides."""
    id: str
    name: str
    set: str
    rule: str
    cells: tuple[Cell, Cell, Cell, Cell]
    """Clockwise from the top left, unturned."""
    centre: Cell | None
    """Reward in the middle of the board, outside the four cells (Museum)."""
    source: tuple[str, ...]


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    set: str
    kind: str
    points: int
    of: tuple[str, ...]
    """Symbols or flags that it counts, if its kind needs any."""
    source: tuple[str, ...]


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    version: str
    sources: dict[str, str]
    flags: dict[str, str]
    abilities: dict[str, str]
    characters: tuple[Character, ...]
    locations: tuple[Location, ...]
    missions: tuple[Mission, ...]


class BadComponents(ValueError):
    """The data contradicts itself or the rulebooks; the text says where."""


def check(data: Components) -> None:
    """What the schema cannot say. Raises BadComponents."""
    entries: list[Character | Location | Mission] = [*data.characters, *data.locations, *data.missions]
    for entry in entries:
        if not entry.source or not set(entry.source) <= data.sources.keys():
            raise BadComponents(f"{entry.id}: source missing or unknown")
    for group in (data.characters, data.locations, data.missions):
        names = [entry.id for entry in group]
        if len(set(names)) != len(names):
            raise BadComponents("an id occurs twice")
    for character in data.characters:
        if character.flag not in data.flags or not set(character.abilities) <= data.abilities.keys():
            raise BadComponents(f"{character.id}: unknown flag or ability")
        if len(character.abilities) > 2:
            raise BadComponents(f"{character.id}: no character has more than two symbols")
    for location in data.locations:
        cells = [*location.cells, *([location.centre] if location.centre else [])]
        numerals = sorted(cell.numeral for cell in cells)
        wanted = ["I", "II", "III", "IV", "R"] if location.centre else ["I", "II", "III", "R"]
        if numerals != wanted:
            raise BadComponents(f"{location.id}: has {numerals}, must have {wanted}")


def read() -> Components:
    text = resources.files("engines.estoril").joinpath("components.json").read_bytes()
    data = msgspec.json.decode(text, type=Components)
    check(data)
    return data


DATA: Final = read()
CONTENT_HASH: Final = hashlib.sha256(msgspec.json.encode(DATA, order="deterministic")).hexdigest()

CHARACTERS: Final = DATA.characters
TILES: Final = len(CHARACTERS)
FLAGS: Final = tuple(DATA.flags)
ABILITY_KEYS: Final = ("", *DATA.abilities)
"""Ability numbers 1..6 by position; 0 means none."""
ABILITY_NUMBER: Final = {key: number for number, key in enumerate(ABILITY_KEYS) if key}

FLAG: Final = tuple(FLAGS.index(c.flag) for c in CHARACTERS)
STRENGTH: Final = tuple(c.strength for c in CHARACTERS)
VP: Final = tuple(c.vp for c in CHARACTERS)
SYMBOLS: Final = tuple(tuple(ABILITY_NUMBER[key] for key in c.abilities) for c in CHARACTERS)

COLOURS: Final = ("red", "green", "blue", "yellow", "pink")
"""Colour of the starting set by seat."""


class Box(msgspec.Struct, frozen=True):
    """What lies in the box when certain sets are played with."""

    sets: tuple[str, ...]
    starters: tuple[bytes, ...]
    """By seat: the numbers of its starting characters."""
    pile: bytes
    """Numbers of the characters of the draw pile."""
    locations: tuple[int, ...]
    missions: tuple[int, ...]


def pack(sets: Sequence[str]) -> Box:
    """The box that holds exactly these sets."""
    characters = [(number, c) for number, c in enumerate(CHARACTERS) if c.set in sets]
    starters = [bytes(n for n, c in characters if c.colour == colour) for colour in COLOURS]
    return Box(
        sets=tuple(sets),
        starters=tuple(tiles for tiles in starters if tiles),
        pile=bytes(n for n, c in characters if c.colour is None),
        locations=tuple(n for n, entry in enumerate(DATA.locations) if entry.set in sets),
        missions=tuple(n for n, entry in enumerate(DATA.missions) if entry.set in sets),
    )


BOXES: Final = (pack(("base",)),)
"""Boxes on offer; a saved state names its box by position."""
