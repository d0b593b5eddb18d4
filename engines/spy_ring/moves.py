"""Moves as ints (verb << 9 | what), as one-line texts and as shapes for a board.

| text | meaning |
|---|---|
| `post GB-in` | set up a contact man on the inner cross of Great Britain |
| `go F5` | move the spy to that space; paths to one space are all alike, so none is named |
| `enter FR` | move the spy into that embassy |
| `put FR` | leave the token in the safe of that embassy |
| `claim S12` | take that card from the rival who holds it |
| `waive` | claim no further card |
| `look` | radio: look at the token that the contact man guards |
| `call blue`, then `send FR-out` | radio: move the contact man of that colour to a cross |
| `silence` | do not use the radio |
| `declare FR IT` | lay out the code words of these two embassies |
| `pass` | declare nothing |
"""

from __future__ import annotations

from typing import Final

from engines.protocol import Move, Ref, Shape, UnknownNotation
from engines.spy_ring.board import (
    CARD_REF,
    CROSS_BY_NAME,
    CROSS_NAME,
    CROSS_REF,
    CROSSES,
    EMBASSY_BY_CODE,
    EMBASSY_REF,
    GONE,
    INSIDE,
    MAN_REF,
    NODE_REF,
    SPACE_BY_NAME,
    SPACE_NAME,
    SPACES,
    WORD_REF,
)
from engines.spy_ring.components import CARDS, CODES, COLOUR_KEYS, DATA, EMBASSIES

BITS: Final = 9
REST: Final = (1 << BITS) - 1

POST: Final = 1
GO: Final = 2
PUT: Final = 3
CLAIM: Final = 4
WAIVE: Final = 5
LOOK: Final = 6
CALL: Final = 7
SEND: Final = 8
SILENCE: Final = 9
DECLARE: Final = 10
PASS: Final = 11

VERBS: Final = (
    "", "post", "go", "put", "claim", "waive", "look", "call", "send", "silence", "declare", "pass",
)  # fmt: skip
ENTER: Final = "enter"
_BARE: Final = (WAIVE, LOOK, SILENCE, PASS)

GO_TO: Final = tuple(GO << BITS | node for node in range(GONE))
"""By node."""
POST_AT: Final = tuple(POST << BITS | cross for cross in range(CROSSES))
SEND_TO: Final = tuple(SEND << BITS | cross for cross in range(CROSSES))
PUT_IN: Final = tuple(PUT << BITS | embassy for embassy in range(EMBASSIES))
CLAIM_CARD: Final = tuple(CLAIM << BITS | card for card in range(CARDS))
CALL_MAN: Final = tuple(CALL << BITS | colour for colour in range(len(COLOUR_KEYS)))
THE_WAIVE: Final = WAIVE << BITS
THE_LOOK: Final = LOOK << BITS
THE_SILENCE: Final = SILENCE << BITS
THE_PASS: Final = PASS << BITS


def declare(one: int, two: int) -> Move:
    """The words of two embassies, the lower number first."""
    return DECLARE << BITS | one * EMBASSIES + two


def verb_of(move: Move) -> int:
    return move >> BITS


def what_of(move: Move) -> int:
    """Node, cross, embassy, card or colour; for DECLARE see `words_of`."""
    return move & REST


def words_of(move: Move) -> tuple[int, int]:
    return divmod(move & REST, EMBASSIES)


_SIZE: Final = {
    POST: CROSSES,
    GO: GONE,
    PUT: EMBASSIES,
    CLAIM: CARDS,
    CALL: len(COLOUR_KEYS),
    SEND: CROSSES,
    DECLARE: EMBASSIES * EMBASSIES,
}


def is_move(move: Move) -> bool:
    """Whether the int is a move at all, legal somewhere or not."""
    verb = verb_of(move)
    if move < 0 or not POST <= verb <= PASS or what_of(move) >= _SIZE.get(verb, 1):
        return False
    one, two = words_of(move)
    return verb != DECLARE or one < two


def write(move: Move) -> str:
    """Exact inverse of `read`. Raises ValueError for an int that is no move."""
    if not is_move(move):
        raise ValueError(f"{move} is not a move of Spy Ring")
    verb, what = verb_of(move), what_of(move)
    if verb in _BARE:
        return VERBS[verb]
    if verb == GO and what >= INSIDE:
        return f"{ENTER} {CODES[what - INSIDE]}"
    if verb == DECLARE:
        one, two = words_of(move)
        return f"{VERBS[verb]} {CODES[one]} {CODES[two]}"
    return f"{VERBS[verb]} {_NAMES[verb][what]}"


_CARD_NAMES: Final = tuple(card.id for card in DATA.cards)
_NAMES: Final = {
    POST: CROSS_NAME,
    GO: SPACE_NAME,
    PUT: CODES,
    CLAIM: _CARD_NAMES,
    CALL: COLOUR_KEYS,
    SEND: CROSS_NAME,
}
_NUMBERS: Final = {
    POST: CROSS_BY_NAME,
    GO: SPACE_BY_NAME,
    PUT: EMBASSY_BY_CODE,
    CLAIM: {name: number for number, name in enumerate(_CARD_NAMES)},
    CALL: {key: number for number, key in enumerate(COLOUR_KEYS)},
    SEND: CROSS_BY_NAME,
}
_THINGS: Final = {
    POST: "a cross, such as GB-in or GB-out",
    GO: "a space, such as F5",
    PUT: "an embassy, such as FR",
    CLAIM: "a card, such as S12",
    CALL: "a colour: " + ", ".join(COLOUR_KEYS),
    SEND: "a cross, such as GB-in or GB-out",
}


def read(text: str) -> Move:
    """Raises UnknownNotation."""
    word, *rest = text.split(" ")
    if word == ENTER and len(rest) == 1:
        return GO_TO[INSIDE + _embassy(rest[0])]
    verb = VERBS.index(word) if word in VERBS[1:] else 0
    if verb in _BARE and not rest:
        return verb << BITS
    if verb == DECLARE and len(rest) == 2:
        one, two = _embassy(rest[0]), _embassy(rest[1])
        if one >= two:
            raise UnknownNotation(f"{text!r}: name two different embassies, the one of lower number first")
        return declare(one, two)
    if verb in _NUMBERS and len(rest) == 1:
        number = _NUMBERS[verb].get(rest[0])
        if number is None:
            raise UnknownNotation(f"{text!r}: after {word} comes {_THINGS[verb]}")
        return verb << BITS | number
    raise UnknownNotation(
        f"{text!r} is not a move; expected one of: post CROSS, go SPACE, enter EMBASSY, put EMBASSY, "
        "claim CARD, waive, look, call COLOUR, send CROSS, silence, declare EMBASSY EMBASSY, pass"
    )


def _embassy(code: str) -> int:
    if code not in EMBASSY_BY_CODE:
        raise UnknownNotation(f"{code!r} is not an embassy; they are {', '.join(CODES)}")
    return EMBASSY_BY_CODE[code]


_REFS: Final[dict[int, tuple[Ref, ...]]] = {
    POST: CROSS_REF,
    GO: NODE_REF,
    PUT: EMBASSY_REF,
    CLAIM: CARD_REF,
    CALL: MAN_REF,
    SEND: CROSS_REF,
}


def shape(move: Move) -> Shape:
    """The move as a board points at it."""
    verb, what = verb_of(move), what_of(move)
    if verb in _BARE:
        return Shape(VERBS[verb])
    if verb == DECLARE:
        one, two = words_of(move)
        return Shape(VERBS[verb], (WORD_REF[one], WORD_REF[two]))
    word = ENTER if verb == GO and what >= SPACES else VERBS[verb]
    return Shape(word, (_REFS[verb][what],))
