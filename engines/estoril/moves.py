"""Moves as ints (verb << 16 | a << 8 | b), as one-line texts and as shapes for a board.

| text | meaning |
|---|---|
| `place C31 3.II` | put character 31 on space II of location 3 |
| `look 3.II`, `look 3.R`, `look none` | use the look symbol on a space, on a reward, not at all |
| `assassin 3.I`, `diplomacy 5.I` | use the ability of the acting tile on the tile there |
| `seduce 5.II 2.III` | bring the tile from 5.II to the free space 2.III |
| `conspiracy`, then `keep` or `swap` | see the top of the pile, then choose the reward |
| `decline` | the acting tile uses no further ability |
| `remove 7.III` | give up the tile there (Hell's Mouth) |
| `discard C3` | choose a tile for the secret discard |
"""

from __future__ import annotations

from typing import Final

from engines.estoril.board import NUMERALS, REWARD_NUMERAL
from engines.estoril.components import DATA, TILES
from engines.protocol import Move, Ref, Shape, UnknownNotation

PLACE: Final = 1
LOOK: Final = 2
ASSASSIN: Final = 3
SEDUCE: Final = 4
DIPLOMACY: Final = 5
CONSPIRACY: Final = 6
KEEP: Final = 7
SWAP: Final = 8
DECLINE: Final = 9
REMOVE: Final = 10
DISCARD: Final = 11

WORDS: Final = (
    "", "place", "look", "assassin", "seduce", "diplomacy", "conspiracy", "keep", "swap", "decline",
    "remove", "discard",
)  # fmt: skip
NONE: Final = 255
LOOK_NONE: Final = LOOK << 16 | NONE

_BARE: Final = (CONSPIRACY, KEEP, SWAP, DECLINE)
_ON_SPACE: Final = (ASSASSIN, DIPLOMACY, REMOVE)


def _label(location: int) -> str:
    number = DATA.locations[location].number
    return "A" if number is None else str(number)


def _space_names() -> tuple[str, ...]:
    names = [""] * (len(DATA.locations) << 3)
    for location, entry in enumerate(DATA.locations):
        for cell in (*entry.cells, *([entry.centre] if entry.centre else [])):
            numeral = NUMERALS.index(cell.numeral)
            names[location << 3 | numeral] = f"{_label(location)}.{cell.numeral}"
    return tuple(names)


SPACE_NAME: Final = _space_names()
"""By code: `3.II`, `3.R`; empty for codes that name nothing."""
_SPACE_CODE: Final = {name: code for code, name in enumerate(SPACE_NAME) if name}
PLACE_REF: Final = tuple(
    f"reward:{_label(code >> 3)}" if code & 7 == REWARD_NUMERAL else f"space:{name}"
    for code, name in enumerate(SPACE_NAME)
)
"""By code: the ref of a space or a reward."""
LOCATION_REF: Final = tuple(f"location:{_label(location)}" for location in range(len(DATA.locations)))
TILE_NAME: Final = tuple(f"C{tile}" for tile in range(TILES))
TILE_REF: Final = tuple(f"tile:C{tile}" for tile in range(TILES))
_TILE_NUMBER: Final = {name: tile for tile, name in enumerate(TILE_NAME)}


def write(move: Move) -> str:
    """Exact inverse of `read`."""
    verb = move >> 16
    a = move >> 8 & 255
    b = move & 255
    word = WORDS[verb]
    if verb == PLACE:
        return f"{word} {TILE_NAME[a]} {SPACE_NAME[b]}"
    if verb == LOOK:
        return f"{word} none" if b == NONE else f"{word} {SPACE_NAME[b]}"
    if verb == SEDUCE:
        return f"{word} {SPACE_NAME[a]} {SPACE_NAME[b]}"
    if verb == DISCARD:
        return f"{word} {TILE_NAME[a]}"
    if verb in _ON_SPACE:
        return f"{word} {SPACE_NAME[b]}"
    return word


def read(text: str) -> Move:
    """Raises UnknownNotation."""
    word, *rest = text.split(" ")
    verb = WORDS.index(word) if word in WORDS[1:] else 0
    if verb in _BARE and not rest:
        return verb << 16
    if verb == LOOK and rest == ["none"]:
        return LOOK_NONE
    if verb == LOOK and len(rest) == 1:
        return verb << 16 | _space(rest[0], reward=True)
    if verb in _ON_SPACE and len(rest) == 1:
        return verb << 16 | _space(rest[0])
    if verb == DISCARD and len(rest) == 1:
        return verb << 16 | _tile(rest[0]) << 8
    if verb == PLACE and len(rest) == 2:
        return verb << 16 | _tile(rest[0]) << 8 | _space(rest[1])
    if verb == SEDUCE and len(rest) == 2:
        return verb << 16 | _space(rest[0]) << 8 | _space(rest[1])
    raise UnknownNotation(
        f"{text!r} is not a move; expected one of: place TILE SPACE, look SPACE|none, assassin SPACE, "
        "seduce SPACE SPACE, diplomacy SPACE, conspiracy, keep, swap, decline, remove SPACE, discard TILE"
    )


def _tile(name: str) -> int:
    if name not in _TILE_NUMBER:
        raise UnknownNotation(f"{name!r} is not a tile; expected C0 to C{TILES - 1}")
    return _TILE_NUMBER[name]


def _space(name: str, reward: bool = False) -> int:
    code = _SPACE_CODE.get(name, -1)
    if code < 0 or (code & 7 == REWARD_NUMERAL and not reward):
        raise UnknownNotation(f"{name!r} is not a space; expected location.numeral, such as 3.II")
    return code


def shape(move: Move) -> Shape:
    """The move as a board points at it."""
    verb = move >> 16
    a = move >> 8 & 255
    b = move & 255
    refs: tuple[Ref, ...] = ()
    if verb == PLACE:
        refs = (TILE_REF[a], PLACE_REF[b])
    elif verb == SEDUCE:
        refs = (PLACE_REF[a], PLACE_REF[b])
    elif verb == DISCARD:
        refs = (TILE_REF[a],)
    elif verb in _ON_SPACE or (verb == LOOK and b != NONE):
        refs = (PLACE_REF[b],)
    return Shape(WORDS[verb], refs)
