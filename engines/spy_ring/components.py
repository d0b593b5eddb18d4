"""Board, cards and code words as data: read once, checked against a schema and against each other."""

from __future__ import annotations

import hashlib
from importlib import resources
from typing import Final, Literal

import msgspec

Cell = tuple[int, int]
"""Row and column, 0-based, row 0 at the top."""


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    start: Cell
    source: tuple[str, ...]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    grid: tuple[str, ...]
    """`.` path, `p` prohibited, `x` blue end with the street cross, `o` plain blue end, `M` manhole,
    `1`-`4` starts, `#` building, `+` inner cross, `$` safe."""
    trees: tuple[tuple[Cell, Cell], ...]
    """Pairs of cells with trees between them: no step and no view."""
    source: tuple[str, ...]


class Embassy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    number: int
    country: str
    word: str
    say: str
    glyphs: tuple[str, ...]
    """The characters of the word as they stand on cards: like shapes of other alphabets share a card."""
    bonus: int
    facing: Literal["N", "E", "S", "W"]
    safe: Cell
    inner: Cell
    gate: Cell
    """The street space before the gate."""
    strip: tuple[Cell, ...]
    """The Prohibited Area."""
    cross_end: Cell
    """The blue end of the strip with the street cross."""
    plain_end: Cell
    source: tuple[str, ...]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    chars: tuple[str, str]
    source: tuple[str, ...]


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    version: str
    sources: dict[str, str]
    colours: tuple[Colour, Colour, Colour, Colour]
    board: Board
    embassies: tuple[Embassy, ...]
    cards: tuple[Card, ...]


class BadComponents(ValueError):
    """The data contradicts itself or the rulebook; the text says where."""


SIZE: Final = 20
EMBASSIES: Final = 16
CARDS: Final = 40


def check(data: Components) -> None:
    """What the schema cannot say. Raises BadComponents."""
    entries: list[Board | Colour | Embassy | Card] = [data.board, *data.colours, *data.embassies, *data.cards]
    for entry in entries:
        if not entry.source or not set(entry.source) <= data.sources.keys():
            raise BadComponents(f"{entry}: source missing or unknown")
    if len(data.board.grid) != SIZE or any(len(row) != SIZE for row in data.board.grid):
        raise BadComponents(f"the grid is not {SIZE} by {SIZE}")
    if len(data.embassies) != EMBASSIES or len(data.cards) != CARDS:
        raise BadComponents(f"there must be {EMBASSIES} embassies and {CARDS} cards")
    for names in ([each.code for each in data.embassies], [each.id for each in data.cards]):
        if len(set(names)) != len(names):
            raise BadComponents("a code or an id occurs twice")
    printed = {char for card in data.cards for char in card.chars}
    for embassy in data.embassies:
        _check_embassy(data, embassy)
        if not set(embassy.glyphs) <= printed:
            raise BadComponents(f"{embassy.code}: no card shows {set(embassy.glyphs) - printed}")
    for number, colour in enumerate(data.colours, 1):
        _expect(data, f"start of {colour.key}", colour.start, str(number))
    for one, other in data.board.trees:
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
            raise BadComponents(f"trees stand between {one} and {other}, which are not neighbours")


def _check_embassy(data: Components, embassy: Embassy) -> None:
    code = embassy.code
    _expect(data, f"{code}: safe", embassy.safe, "$")
    _expect(data, f"{code}: inner cross", embassy.inner, "+")
    _expect(data, f"{code}: end with the cross", embassy.cross_end, "x")
    _expect(data, f"{code}: plain end", embassy.plain_end, "o")
    for cell in (embassy.gate, *embassy.strip):
        _expect(data, f"{code}: strip", cell, "p")
    if embassy.gate not in embassy.strip:
        raise BadComponents(f"{code}: the gate opens beside its strip")


def _expect(data: Components, what: str, cell: Cell, sign: str) -> None:
    found = data.board.grid[cell[0]][cell[1]]
    if found != sign:
        raise BadComponents(f"{what}: the grid shows {found!r} at {cell}, must be {sign!r}")


def read() -> Components:
    text = resources.files("engines.spy_ring").joinpath("components.json").read_bytes()
    data = msgspec.json.decode(text, type=Components)
    check(data)
    return data


DATA: Final = read()
CONTENT_HASH: Final = hashlib.sha256(msgspec.json.encode(DATA, order="deterministic")).hexdigest()
COLOUR_KEYS: Final = tuple(colour.key for colour in DATA.colours)
CODES: Final = tuple(embassy.code for embassy in DATA.embassies)
BONUS: Final = tuple(embassy.bonus for embassy in DATA.embassies)
WORDS: Final = tuple(embassy.glyphs for embassy in DATA.embassies)
"""By embassy: the characters of its code word."""
