"""Laying out a table for a test: cards by id, then playing by notation."""

from __future__ import annotations

import random
from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

from engines.ace_of_spies.cards import NO_CARD
from engines.ace_of_spies.components import CARD_ID, CARD_NUMBER, CITY, MISSION_ID, MISSION_NUMBER
from engines.ace_of_spies.frames import ACTIONS, COMPLETIONS
from engines.ace_of_spies.moves import read, write
from engines.ace_of_spies.position import public_points
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.state import AceState
from engines.chance import KeyedChance
from engines.protocol import OptionValue, Seat, Told
from engines.telling import heard, sentence

NAMES = ("Ana", "Bruno", "Clara", "Duarte", "Elsa")
DISPLAY = ("L20", "L21", "P20", "P21", "B20", "B21")
Done = Mapping[Seat, Sequence[tuple[str, Sequence[str]]]]


class Rolls:
    """Chance whose draws are written down beforehand, then 0: the first card of a deck."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def below(self, n: int) -> int:
        value = self.values.pop(0) if self.values else 0
        assert value < n
        return value

    def shuffle(self, items: MutableSequence[Any]) -> None:
        pass

    def copy(self) -> Rolls:
        return Rolls(*self.values)


def start(seats: int, seed: int = 0, **options: OptionValue) -> AceState:
    state = RULES.start(seats, options, KeyedChance(seed.to_bytes(32, "big")))
    assert isinstance(state, AceState)
    return state


def begun(seats: int, seed: int = 0, **options: OptionValue) -> AceState:
    """After the first missions were chosen."""
    state = start(seats, seed, **options)
    for seat in range(seats):
        state.play(seat, state.moves(seat)[0])
    return state


def cards(*ids: str) -> bytes:
    return bytes(CARD_NUMBER[each] for each in ids)


def missions(*ids: str) -> bytes:
    return bytes(sorted(MISSION_NUMBER[each] for each in ids))


def lay(
    seats: int = 2,
    *,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    held: Mapping[Seat, Sequence[str]] | None = None,
    display: Sequence[str | None] = DISPLAY,
    decks: Mapping[str, Sequence[str]] | None = None,
    mission_deck: Sequence[str] | None = None,
    discards: Sequence[str] = (),
    removed: Sequence[str] = (),
    rows: Mapping[Seat, Sequence[str]] | None = None,
    done: Done | None = None,
    turn: Seat = 0,
    completing: bool = False,
    rolls: Sequence[int] = (),
    **options: OptionValue,
) -> AceState:
    """It is the turn of that seat. Cards that are not named lie in their decks, unless decks are given."""
    state = begun(seats, 0, **options)
    state.chance = Rolls(*rolls)
    state.turn = turn
    state.frame = COMPLETIONS[turn] if completing else ACTIONS[turn]
    state.hands = [bytes(sorted(cards(*(hands or {}).get(seat, ())))) for seat in range(seats)]
    state.held = [missions(*(held or {}).get(seat, ())) for seat in range(seats)]
    state.refused = [b""] * seats
    state.display = bytes(CARD_NUMBER[each] if each else NO_CARD for each in display)
    state.discards = cards(*discards)
    state.removed = cards(*removed)
    state.rows = [cards(*(rows or {}).get(seat, ())) for seat in range(seats)]
    state.done = [
        tuple(bytes((MISSION_NUMBER[name], *cards(*on))) for name, on in (done or {}).get(seat, ()))
        for seat in range(seats)
    ]
    state.known = bytearray(len(CITY))
    state.score = [public_points(state, seat) for seat in range(seats)]
    _lay_decks(state, decks, mission_deck)
    return state


def _lay_decks(
    state: AceState, decks: Mapping[str, Sequence[str]] | None, mission_deck: Sequence[str] | None
) -> None:
    used = {*state.display, *state.discards, *state.removed}
    used.update(*state.hands, *state.rows, *(mission[1:] for each in state.done for mission in each))
    if decks is None:
        state.decks = [
            bytes(card for card in range(120) if CITY[card] == city and card not in used) for city in range(3)
        ]
    else:
        state.decks = [bytes(sorted(cards(*decks.get(city, ())))) for city in ("london", "paris", "berlin")]
    gone = set().union(*state.held, *([mission[0] for mission in each] for each in state.done))
    if mission_deck is None:
        state.mission_deck = bytes(each for each in range(35) if each not in gone)
    else:
        state.mission_deck = missions(*mission_deck)
    state.bottom = state.bottom_by = b""


def play(state: AceState, *texts: str) -> list[Told]:
    """Moves of whoever is asked, one after another, or of the seat before a colon; what was told."""
    told: list[Told] = []
    for text in texts:
        who, _, what = text.rpartition(": ")
        state.play(int(who) if who else state.actors()[0], read(what), told)
    return told


def can(state: AceState, seat: Seat | None = None) -> list[str]:
    """Legal moves of the seat, or of the one that is asked."""
    return [write(move) for move in state.moves(state.actors()[0] if seat is None else seat)]


def verbs(state: AceState, seat: Seat | None = None) -> set[str]:
    return {text.partition(" ")[0] for text in can(state, seat)}


def hand(state: AceState, seat: Seat) -> list[str]:
    return [CARD_ID[card] for card in state.hands[seat]]


def ids(some: bytes) -> list[str]:
    return [CARD_ID[card] for card in some]


def held(state: AceState, seat: Seat) -> list[str]:
    return [MISSION_ID[mission] for mission in state.held[seat]]


def phase(state: AceState) -> str:
    return state.view(None).phase


def keys(told: Sequence[Told], observer: Seat | None = None) -> list[str]:
    return [entry.key for entry in heard(told, observer)]


def say(told: Told) -> str:
    return sentence(RULES, told, NAMES)


def lines(told: Sequence[Told], observer: Seat | None = None) -> list[str]:
    return [say(entry) for entry in heard(told, observer)]


def wander(state: AceState, moves: int, seed: int) -> None:
    source = random.Random(seed)
    for _ in range(moves):
        if not state.actors():
            return
        seat = state.actors()[0]
        state.play(seat, state.pick(seat, source))
