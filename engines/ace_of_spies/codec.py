"""States as bytes: equal states give equal bytes on every Python.

What follows from the rest is left out: decks are the cards that lie nowhere else, scores are counted. A
stream of chance leaves no trace: a state saved with one comes back with the empty key.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engines.ace_of_spies.cards import NO_CARD
from engines.ace_of_spies.components import CARDS, CITIES, CITY, MISSIONS
from engines.ace_of_spies.position import Position, public_points
from engines.ace_of_spies.state import AceState
from engines.chance import KeyedChance, key_and_counter


class Stored(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A position as it is written."""

    version: int
    key: bytes
    counter: int
    seats: int
    mode: int
    stop_all: bool
    turn: int
    turns: int
    frame: tuple[int, int, int, int]
    under: tuple[tuple[int, int, int, int], ...]
    todo: tuple[tuple[int, int, int], ...]
    display: bytes
    hands: list[bytes]
    held: list[bytes]
    offers: list[bytes]
    refused: list[bytes]
    bottom: bytes
    bottom_by: bytes
    done: list[tuple[bytes, ...]]
    rows: list[bytes]
    discards: bytes
    removed: bytes
    known: bytes
    """Of the cards in hands, seat by seat, ascending."""
    answers: bytes
    plans: list[bytes]
    paid: bytes
    laid: bytes
    final: int
    trigger: int
    ending: int
    stops: bytes
    left: bytes


VERSION = 1
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Stored)


def save(p: Position) -> bytes:
    key, counter = key_and_counter(p.chance)
    known = p.known
    return _encoder.encode(
        Stored(
            version=VERSION,
            key=key,
            counter=counter,
            seats=p.seats,
            mode=p.mode,
            stop_all=p.stop_all,
            turn=p.turn,
            turns=p.turns,
            frame=p.frame,
            under=p.under,
            todo=p.todo,
            display=p.display,
            hands=p.hands,
            held=p.held,
            offers=p.offers,
            refused=p.refused,
            bottom=p.bottom,
            bottom_by=p.bottom_by,
            done=p.done,
            rows=p.rows,
            discards=p.discards,
            removed=p.removed,
            known=bytes(known[card] for hand in p.hands for card in hand),
            answers=p.answers,
            plans=p.plans,
            paid=p.paid,
            laid=p.laid,
            final=p.final,
            trigger=p.trigger,
            ending=p.ending,
            stops=p.stops,
            left=p.left,
        )
    )


def load(data: bytes) -> AceState:
    """Raises msgspec.DecodeError or ValueError for bytes that are no saved state of this version."""
    stored = _decoder.decode(data)
    if stored.version != VERSION:
        raise ValueError(f"saved state of version {stored.version}, this engine reads {VERSION}")
    cards = _cards_elsewhere(stored)
    missions = _missions_elsewhere(stored)
    state = AceState(
        KeyedChance(stored.key, stored.counter),
        stored.seats,
        stored.mode,
        stored.stop_all,
        stored.turn,
        stored.turns,
        stored.frame,
        stored.under,
        stored.todo,
        [_rest(range(CARDS), cards, city) for city in range(CITIES)],
        stored.display,
        stored.hands,
        stored.held,
        stored.offers,
        stored.refused,
        bytes(mission for mission in range(MISSIONS) if mission not in missions),
        stored.bottom,
        stored.bottom_by,
        stored.done,
        stored.rows,
        stored.discards,
        stored.removed,
        bytearray(CARDS),
        stored.answers,
        stored.plans,
        stored.paid,
        stored.laid,
        stored.final,
        stored.trigger,
        stored.ending,
        stored.stops,
        stored.left,
        [],
    )
    in_hands = (card for hand in stored.hands for card in hand)
    for card, knowers in zip(in_hands, stored.known, strict=True):
        state.known[card] = knowers
    state.score = [public_points(state, seat) for seat in range(stored.seats)]
    return state


def _cards_elsewhere(stored: Stored) -> set[int]:
    found = {*stored.display, *stored.discards, *stored.removed, *stored.paid, *stored.laid, NO_CARD}
    for cards in (*stored.hands, *stored.rows):
        found.update(cards)
    for missions in stored.done:
        for mission in missions:
            found.update(mission[1:])
    return found


def _missions_elsewhere(stored: Stored) -> set[int]:
    found = set(stored.bottom)
    for missions in (*stored.held, *stored.offers, *stored.refused):
        found.update(missions)
    for done in stored.done:
        found.update(mission[0] for mission in done)
    return found


def _rest(cards: Iterable[int], elsewhere: set[int], city: int) -> bytes:
    return bytes(card for card in cards if CITY[card] == city and card not in elsewhere)
