"""What a board needs to draw the quarter, and the names of things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.protocol import Ref
from engines.spy_ring.board import (
    BIT,
    CARD_REF,
    CELLS,
    COLOUR_REF,
    COLUMNS,
    CROSS_NODE,
    CROSS_REF,
    CROSS_SEES,
    CROSS_WATCHES,
    CROSSES,
    EMBASSY_AT,
    EMBASSY_REF,
    GATE,
    INNER,
    MAN_REF,
    MANHOLES,
    NEAR,
    NODE_REF,
    PLAIN_END,
    SEES,
    SPACE_NAME,
    SPACES,
    SPY_REF,
    STARTS,
    STRIP,
    TOKEN_REF,
    WATCHES,
    WORD_REF,
    refs,
)
from engines.spy_ring.components import CARDS, CONTENT_HASH, DATA, EMBASSIES, SIZE

KINDS: Final = {"p": "prohibited", "x": "cross end", "o": "plain end", "M": "manhole"}
"""By sign of the grid; starts are named too, all others are plain path."""


def _kind(space: int) -> str:
    row, column = CELLS[space]
    sign = DATA.board.grid[row][column]
    return "start" if sign.isdigit() else KINDS.get(sign, "path")


def _space(space: int) -> dict[str, Any]:
    row, column = CELLS[space]
    gate = EMBASSY_AT.get(space)
    strip = [EMBASSY_REF[embassy] for embassy in range(EMBASSIES) if STRIP[embassy] & BIT[space]]
    return {
        "ref": NODE_REF[space],
        "row": row,
        "column": column,
        "kind": _kind(space),
        "near": [NODE_REF[other] for other in NEAR[space]],
        "sees": refs(NODE_REF, SEES[space]),
        "watches": refs(NODE_REF, WATCHES[space]),
        "gate": None if gate is None else EMBASSY_REF[gate],
        "strip": strip[0] if strip else None,
    }


def _embassy(number: int) -> dict[str, Any]:
    entry = DATA.embassies[number]
    row, column = entry.safe
    return {
        "ref": EMBASSY_REF[number],
        "code": entry.code,
        "number": entry.number,
        "country": entry.country,
        "word": WORD_REF[number],
        "facing": entry.facing,
        "block": {"rows": [row - 1, row + 1], "columns": [column - 1, column + 1]},
        "safe": list(entry.safe),
        "inner": list(entry.inner),
        "gate": NODE_REF[GATE[number]],
        "strip": refs(NODE_REF, STRIP[number]),
        "cross_end": NODE_REF[CROSS_NODE[number]],
        "plain_end": NODE_REF[PLAIN_END[number]],
        "crosses": {"street": CROSS_REF[number], "inside": CROSS_REF[INNER + number]},
        "source": list(entry.source),
    }


def _cross(cross: int) -> dict[str, Any]:
    inside = cross >= INNER
    embassy = DATA.embassies[cross % EMBASSIES]
    row, column = embassy.inner if inside else embassy.cross_end
    return {
        "ref": CROSS_REF[cross],
        "embassy": EMBASSY_REF[cross % EMBASSIES],
        "inside": inside,
        "at": NODE_REF[CROSS_NODE[cross]],
        "row": row,
        "column": column,
        "sees": refs(NODE_REF, CROSS_SEES[cross]),
        "watches": refs(NODE_REF, CROSS_WATCHES[cross]),
    }


def _word(number: int) -> dict[str, Any]:
    entry = DATA.embassies[number]
    return {
        "ref": WORD_REF[number],
        "embassy": EMBASSY_REF[number],
        "word": entry.word,
        "glyphs": list(entry.glyphs),
        "say": entry.say,
        "bonus": entry.bonus,
    }


def _catalog() -> dict[str, Any]:
    return {
        "name": DATA.name,
        "version": DATA.version,
        "hash": CONTENT_HASH,
        "sources": DATA.sources,
        "board": {
            "size": SIZE,
            "columns": COLUMNS,
            "grid": list(DATA.board.grid),
            "trees": [[list(one), list(other)] for one, other in DATA.board.trees],
            "source": list(DATA.board.source),
        },
        "colours": [
            {
                "ref": COLOUR_REF[number],
                "key": colour.key,
                "spy": SPY_REF[number],
                "man": MAN_REF[number],
                "start": NODE_REF[STARTS[number]],
            }
            for number, colour in enumerate(DATA.colours)
        ],
        "spaces": [_space(space) for space in range(SPACES)],
        "manholes": [NODE_REF[space] for space in MANHOLES],
        "embassies": [_embassy(number) for number in range(EMBASSIES)],
        "crosses": [_cross(cross) for cross in range(CROSSES)],
        "cards": [
            {"ref": CARD_REF[number], "chars": list(card.chars), "source": list(card.source)}
            for number, card in enumerate(DATA.cards)
        ],
        "words": [_word(number) for number in range(EMBASSIES)],
    }


def _nouns() -> dict[Ref, str]:
    nouns = {NODE_REF[space]: SPACE_NAME[space] for space in range(SPACES)}
    for number, entry in enumerate(DATA.embassies):
        nouns[EMBASSY_REF[number]] = entry.country
        nouns[CROSS_REF[number]] = f"the street cross of {entry.country}"
        nouns[CROSS_REF[INNER + number]] = f"the inner cross of {entry.country}"
        nouns[WORD_REF[number]] = entry.word
        nouns[TOKEN_REF[number]] = f"the token from {entry.country}"
    for number, colour in enumerate(DATA.colours):
        nouns[COLOUR_REF[number]] = colour.key
        nouns[SPY_REF[number]] = f"the {colour.key} spy"
        nouns[MAN_REF[number]] = f"the {colour.key} contact man"
    for number in range(CARDS):
        nouns[CARD_REF[number]] = "/".join(DATA.cards[number].chars)
    return nouns


CATALOG: Final[Mapping[str, Any]] = _catalog()
_NOUNS: Final = _nouns()


def noun(ref: Ref) -> str:
    """English name of a thing. Raises KeyError for a ref of nothing in this game."""
    return _NOUNS[ref]
