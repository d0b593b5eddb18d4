"""The quarter as a graph: nodes, neighbours, sight lines, strips, crosses. All of it follows from the data.

A node is an int: 0 to 255 are the spaces of the street in reading order, 256 to 271 the embassies (an embassy
is one node, entered by its gate), GONE is nowhere. A cross is an int: 0 to 15 stand in the street before
their embassies, 16 to 31 inside the gates, OFF is nowhere. Sets of nodes are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engines.protocol import Ref
from engines.spy_ring.components import CODES, COLOUR_KEYS, DATA, EMBASSIES, SIZE, Cell

BUILDING: Final = "#+$"
COLUMNS: Final = "ABCDEFGHIJKLMNOPQRST"

CELLS: Final[tuple[Cell, ...]] = tuple(
    (row, column)
    for row in range(SIZE)
    for column in range(SIZE)
    if DATA.board.grid[row][column] not in BUILDING
)
"""By space: where it lies."""
SPACES: Final = len(CELLS)
INSIDE: Final = SPACES
"""The node of an embassy is INSIDE + embassy."""
GONE: Final = SPACES + EMBASSIES
SPACE_AT: Final = {cell: space for space, cell in enumerate(CELLS)}

INNER: Final = EMBASSIES
"""The inner cross of an embassy is INNER + embassy, its street cross is the embassy's own number."""
CROSSES: Final = 2 * EMBASSIES
OFF: Final = CROSSES

BIT: Final = (*(1 << node for node in range(GONE)), 0)
"""By node, GONE included."""


def nodes(mask: int) -> Iterator[int]:
    """The nodes of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(found: Iterable[int]) -> int:
    mask = 0
    for node in found:
        mask |= 1 << node
    return mask


_TREES: Final = {frozenset(pair) for pair in DATA.board.trees}


def _step(cell: Cell, down: int, right: int) -> Cell | None:
    """The next space in that direction, None behind trees, a wall or the rim."""
    other = (cell[0] + down, cell[1] + right)
    if other not in SPACE_AT or frozenset((cell, other)) in _TREES:
        return None
    return other


DIRECTIONS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _near(space: int) -> tuple[int, ...]:
    steps = (_step(CELLS[space], *direction) for direction in DIRECTIONS)
    return tuple(SPACE_AT[cell] for cell in steps if cell is not None)


NEAR: Final = tuple(_near(space) for space in range(SPACES))
"""By space: the spaces one step away, without gates and tunnels (S18)."""


def _line(space: int, down: int, right: int) -> list[int]:
    line = []
    cell = _step(CELLS[space], down, right)
    while cell is not None:
        line.append(SPACE_AT[cell])
        cell = _step(cell, down, right)
    return line


def _sees(space: int) -> int:
    return mask_of(seen for direction in DIRECTIONS for seen in _line(space, *direction))


NEXT_TO: Final = tuple(mask_of(near) for near in NEAR) + (0,) * (EMBASSIES + 1)
"""By node: alongside (S18). Nothing is alongside an embassy."""
SEES: Final = tuple(_sees(space) for space in range(SPACES)) + (0,) * (EMBASSIES + 1)
"""By node: what is in view along its row and column; trees and buildings stop it, pieces never do (S21)."""

MANHOLES: Final = tuple(
    space for space, (row, column) in enumerate(CELLS) if DATA.board.grid[row][column] == "M"
)
IS_MANHOLE: Final = mask_of(MANHOLES)
STARTS: Final = tuple(SPACE_AT[colour.start] for colour in DATA.colours)
"""By colour."""
GATE: Final = tuple(SPACE_AT[embassy.gate] for embassy in DATA.embassies)
"""By embassy: the space before its gate."""
EMBASSY_AT: Final = {gate: embassy for embassy, gate in enumerate(GATE)}
STRIP: Final = tuple(mask_of(SPACE_AT[cell] for cell in embassy.strip) for embassy in DATA.embassies)
"""By embassy: its Prohibited Area."""
PROHIBITED: Final = sum(STRIP)
CROSS_END: Final = tuple(SPACE_AT[embassy.cross_end] for embassy in DATA.embassies)
STREET_CROSSES: Final = mask_of(CROSS_END)
PLAIN_END: Final = tuple(SPACE_AT[embassy.plain_end] for embassy in DATA.embassies)


def _watches(node: int) -> int:
    """Strips of which that node is a blue end."""
    return sum(
        STRIP[embassy] for embassy in range(EMBASSIES) if node in (CROSS_END[embassy], PLAIN_END[embassy])
    )


WATCHES: Final = tuple(_watches(node) for node in range(GONE + 1))
"""By node: prohibited spaces on which a spy standing there spots others (S23)."""

_IN_THE_OPEN: Final = tuple(not BIT[node] & PROHIBITED for node in range(GONE + 1))
OPEN_NEXT_TO: Final = tuple(NEXT_TO[node] * _IN_THE_OPEN[node] for node in range(GONE + 1))
OPEN_SEES: Final = tuple(SEES[node] * _IN_THE_OPEN[node] for node in range(GONE + 1))
"""By node: the same for a spy who may claim from there: nothing from a Prohibited Area (S19)."""

CROSS_NODE: Final = CROSS_END + tuple(INSIDE + embassy for embassy in range(EMBASSIES)) + (GONE,)
"""By cross, OFF included: the street space, or the embassy."""
CROSS_BIT: Final = tuple(BIT[node] for node in CROSS_NODE)
CROSS_SEES: Final = tuple(SEES[node] for node in CROSS_NODE)
"""By cross: what a contact man there has in view; nothing from inside a gate (S28)."""
CROSS_WATCHES: Final = STRIP + (0,) * (EMBASSIES + 1)
"""By cross: the strip whose end it is."""


def _name(space: int) -> str:
    row, column = CELLS[space]
    return f"{COLUMNS[column]}{row + 1}"


SPACE_NAME: Final = tuple(_name(space) for space in range(SPACES))
"""Column by letter, row by number from the top: `A1` to `T20`."""
SPACE_BY_NAME: Final = {name: space for space, name in enumerate(SPACE_NAME)}
CROSS_NAME: Final = tuple(f"{code}-out" for code in CODES) + tuple(f"{code}-in" for code in CODES)
CROSS_BY_NAME: Final = {name: cross for cross, name in enumerate(CROSS_NAME)}
EMBASSY_BY_CODE: Final = {code: embassy for embassy, code in enumerate(CODES)}

NODE_REF: Final[tuple[Ref, ...]] = tuple(f"space:{name}" for name in SPACE_NAME) + tuple(
    f"embassy:{code}" for code in CODES
)
"""By node."""
EMBASSY_REF: Final[tuple[Ref, ...]] = NODE_REF[INSIDE:]
CROSS_REF: Final[tuple[Ref, ...]] = tuple(f"cross:{name}" for name in CROSS_NAME)
WORD_REF: Final[tuple[Ref, ...]] = tuple(f"word:{code}" for code in CODES)
TOKEN_REF: Final[tuple[Ref, ...]] = tuple(f"token:{code}" for code in CODES)
"""A token is named by the embassy where it lay at the start: public, and says nothing of its colour."""
CARD_REF: Final[tuple[Ref, ...]] = tuple(f"card:{card.id}" for card in DATA.cards)
SPY_REF: Final[tuple[Ref, ...]] = tuple(f"spy:{key}" for key in COLOUR_KEYS)
MAN_REF: Final[tuple[Ref, ...]] = tuple(f"man:{key}" for key in COLOUR_KEYS)
COLOUR_REF: Final[tuple[Ref, ...]] = tuple(f"colour:{key}" for key in COLOUR_KEYS)


def refs(names: Sequence[Ref], mask: int) -> list[Ref]:
    """Names of the set bits, ascending."""
    return [names[index] for index in nodes(mask)]
