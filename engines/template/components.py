"""The cards as data, checked when they are read.

A card is an int: town * values + (number - 1). Its text is the town's letter and the number: `L4`.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files

import msgspec


class Town(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    letter: str
    name: str


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    version: int
    source: str
    values: int
    towns: tuple[Town, ...]


_RAW = files(__package__).joinpath("components.json").read_bytes()
COMPONENTS = msgspec.json.decode(_RAW, type=Components)
HASH = hashlib.sha256(msgspec.json.encode(COMPONENTS)).hexdigest()
"""Of the content, not of the file: spaces and line ends do not matter."""

VALUES = COMPONENTS.values
CARDS = len(COMPONENTS.towns) * VALUES
CODES = tuple(f"{town.letter}{n}" for town in COMPONENTS.towns for n in range(1, VALUES + 1))
BY_CODE = {code: card for card, code in enumerate(CODES)}
REFS = tuple(f"card:{code}" for code in CODES)


def town(card: int) -> int:
    return card // VALUES


def number(card: int) -> int:
    return card % VALUES + 1
