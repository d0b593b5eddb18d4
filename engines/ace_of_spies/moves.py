"""Moves as ints (verb << 24 | a << 16 | b << 8 | c), as one-line texts and as shapes for a board.

| text | meaning |
|---|---|
| `keep M03 M05`, `keep none` | these of the offered missions |
| `take L12` | a face-up city card |
| `draw paris` | the top card of that deck, unseen |
| `missions` | draw three missions |
| `agent L03` | play that agent for its ability |
| `target 2`, `target P10` | the seat or the card on the table that is meant |
| `special search_city` | choose a special action; then `pay L12` card by card, and `done` |
| `recover L12` | a card from the discards |
| `search berlin`, then `find B07`, `find M05` | look through a deck, take a card |
| `steal L12`, `give P04` | a card of the hand that is shown, a card for it |
| `complete M05` | lay a mission; then `lay L12` or `skip` slot by slot, `done` after extra cards |
| `back` | take the mission back, which ends the turn |
| `end` | complete nothing more this turn |
| `discard L12` | down to the hand limit |
| `idle` | there is no action left to take |
| `play L37 P10`, `play L39 2` | an interrupt against a card on the table or a seat, at any time |
| `stop`, `pass` | in answer to an announcement |
| `lose L03`, `lose any` | the agent that goes when an Assassin comes |
| `plan L37 P10`, then `done` | last call: interrupts to be played after the last turn, in that order |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.ace_of_spies.components import (
    CARD_ID,
    CARD_NUMBER,
    CITY_KEYS,
    DATA,
    MISSION_ID,
    MISSION_NUMBER,
)
from engines.protocol import Move, Ref, Shape, UnknownNotation

WORDS: Final = (
    "", "keep", "take", "draw", "missions", "agent", "target", "special", "pay", "done", "recover", "search",
    "find", "steal", "give", "complete", "lay", "skip", "back", "end", "discard", "idle", "play", "stop",
    "pass", "lose", "plan",
)  # fmt: skip
(
    _, KEEP, TAKE, DRAW, MISSIONS, AGENT, TARGET, SPECIAL, PAY, DONE, RECOVER, SEARCH, FIND, STEAL, GIVE,
    COMPLETE, LAY, SKIP, BACK, END, DISCARD, IDLE, PLAY, STOP, PASS, LOSE, PLAN,
) = range(len(WORDS))  # fmt: skip

NONE: Final = 255
MOST_SEATS: Final = 5
SEAT: Final = 1 << 8
"""A target is a card number, or this plus a seat; in a move the two bytes b and c."""
NO_TARGET: Final = 0xFF
"""In a step or a question: aimed at nothing."""
FIND_MISSION: Final = 1 << 8
"""Added to `find` for a mission."""

_BARE: Final = (MISSIONS, DONE, SKIP, BACK, END, IDLE, STOP, PASS)
_ONE_CARD: Final = (TAKE, AGENT, PAY, RECOVER, STEAL, GIVE, LAY, DISCARD)
_CITY: Final = (DRAW, SEARCH)
_AT_TARGET: Final = (PLAY, PLAN)

SPECIAL_KEYS: Final = tuple(special.key for special in DATA.specials)
CARD_REF: Final = tuple(f"card:{name}" for name in CARD_ID)
MISSION_REF: Final = tuple(f"mission:{name}" for name in MISSION_ID)
CITY_REF: Final = tuple(f"city:{key}" for key in CITY_KEYS)
SPECIAL_REF: Final = tuple(f"special:{key}" for key in SPECIAL_KEYS)
SEAT_REF: Final = tuple(f"seat:{seat}" for seat in range(MOST_SEATS))


def bare(verb: int) -> Move:
    return verb << 24


def on(verb: int, thing: int) -> Move:
    """With one card, city, mission or special action."""
    return verb << 24 | thing << 16


def at(verb: int, card: int, target: int) -> Move:
    return verb << 24 | card << 16 | target


def keep(missions: Sequence[int]) -> Move:
    """Ascending; at most three."""
    a, b, c = (*missions, NONE, NONE, NONE)[:3]
    return KEEP << 24 | a << 16 | b << 8 | c


def kept(move: Move) -> bytes:
    return bytes(each for each in (move >> 16 & 255, move >> 8 & 255, move & 255) if each != NONE)


DRAW_MISSIONS: Final = bare(MISSIONS)
FINISH: Final = bare(DONE)
LEAVE_EMPTY: Final = bare(SKIP)
TAKE_BACK: Final = bare(BACK)
END_TURN: Final = bare(END)
DO_NOTHING: Final = bare(IDLE)
TO_STOP: Final = bare(STOP)
TO_PASS: Final = bare(PASS)
LOSE_ANY: Final = on(LOSE, NONE)
TAKES: Final = tuple(on(TAKE, card) for card in range(len(CARD_ID)))
"""By card."""
DRAWS: Final = tuple(on(DRAW, city) for city in range(len(CITY_KEYS)))
"""By city."""


def target_ref(target: int) -> Ref:
    return SEAT_REF[target & 255] if target & SEAT else CARD_REF[target]


def _target_name(target: int) -> str:
    return str(target & 255) if target & SEAT else CARD_ID[target]


def write(move: Move) -> str:
    """Exact inverse of `read`."""
    verb = move >> 24
    a = move >> 16 & 255
    word = WORDS[verb]
    if verb in _BARE:
        return word
    if verb in _ONE_CARD:
        return f"{word} {CARD_ID[a]}"
    if verb in _CITY:
        return f"{word} {CITY_KEYS[a]}"
    if verb in _AT_TARGET:
        return f"{word} {CARD_ID[a]} {_target_name(move & 0xFFFF)}"
    if verb == KEEP:
        return " ".join((word, *(MISSION_ID[each] for each in kept(move)))) if kept(move) else "keep none"
    if verb == TARGET:
        return f"{word} {_target_name(move & 0xFFFF)}"
    if verb == SPECIAL:
        return f"{word} {SPECIAL_KEYS[a]}"
    if verb == FIND:
        return f"{word} {MISSION_ID[a] if move & FIND_MISSION else CARD_ID[a]}"
    if verb == COMPLETE:
        return f"{word} {MISSION_ID[a]}"
    if verb == LOSE:
        return "lose any" if a == NONE else f"{word} {CARD_ID[a]}"
    raise ValueError(f"{move} is not a move of Ace of Spies")


def read(text: str) -> Move:
    """Raises UnknownNotation."""
    word, *rest = text.split(" ")
    verb = WORDS.index(word) if word in WORDS[1:] else 0
    if verb in _BARE and not rest:
        return bare(verb)
    if len(rest) == 1:
        name = rest[0]
        if verb in _ONE_CARD:
            return on(verb, _card(name))
        if verb in _CITY:
            return on(verb, _one_of(CITY_KEYS, name))
        if verb == SPECIAL:
            return on(verb, _one_of(SPECIAL_KEYS, name))
        if verb == COMPLETE:
            return on(verb, _mission(name))
        if verb == TARGET:
            return at(TARGET, 0, _target(name))
        if verb == FIND:
            return (
                on(FIND, _mission(name)) | FIND_MISSION if name in MISSION_NUMBER else on(FIND, _card(name))
            )
        if verb == LOSE:
            return LOSE_ANY if name == "any" else on(LOSE, _card(name))
    if verb in _AT_TARGET and len(rest) == 2:
        return at(verb, _card(rest[0]), _target(rest[1]))
    if verb == KEEP and rest == ["none"]:
        return keep(())
    if verb == KEEP and 1 <= len(rest) <= 3:
        missions = [_mission(name) for name in rest]
        if sorted(set(missions)) == missions:
            return keep(missions)
    raise UnknownNotation(
        f"{text!r} is not a move; a move begins with one of {', '.join(WORDS[1:])} and names cards like "
        "L12, missions like M05 (ascending), cities like paris"
    )


def _card(name: str) -> int:
    if name not in CARD_NUMBER:
        raise UnknownNotation(f"{name!r} is not a city card; expected L01 to L40, P01 to P40 or B01 to B40")
    return CARD_NUMBER[name]


def _mission(name: str) -> int:
    if name not in MISSION_NUMBER:
        raise UnknownNotation(f"{name!r} is not a mission; expected M01 to M35")
    return MISSION_NUMBER[name]


def _one_of(names: Sequence[str], name: str) -> int:
    if name not in names:
        raise UnknownNotation(f"{name!r} is unknown here; expected one of {', '.join(names)}")
    return names.index(name)


def _target(name: str) -> int:
    if len(name) == 1 and name in "01234":
        return SEAT | int(name)
    return _card(name)


def shape(move: Move) -> Shape:
    """The move as a board points at it."""
    verb = move >> 24
    a = move >> 16 & 255
    refs: tuple[Ref, ...] = ()
    if verb in _ONE_CARD or (verb == LOSE and a != NONE):
        refs = (CARD_REF[a],)
    elif verb in _CITY:
        refs = (CITY_REF[a],)
    elif verb in _AT_TARGET:
        refs = (CARD_REF[a], target_ref(move & 0xFFFF))
    elif verb == KEEP:
        refs = tuple(MISSION_REF[each] for each in kept(move))
    elif verb == TARGET:
        refs = (target_ref(move & 0xFFFF),)
    elif verb == SPECIAL:
        refs = (SPECIAL_REF[a],)
    elif verb == FIND:
        refs = (MISSION_REF[a] if move & FIND_MISSION else CARD_REF[a],)
    elif verb == COMPLETE:
        refs = (MISSION_REF[a],)
    return Shape(WORDS[verb], refs)
