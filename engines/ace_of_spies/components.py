"""Component data of the game: read once, checked against a schema, laid out as tables by number.

A card's number is its place in the data (40 of London, 40 of Paris, 40 of Berlin); states and moves hold
numbers. Every field names its source, see the `sources` of `components.json`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from importlib import resources
from typing import Final

import msgspec

from engines.ace_of_spies.vocabulary import (
    AnyEffect,
    BonusDraw,
    BonusPoints,
    CityKey,
    ExtraCards,
    IgnoreCity,
    SkipSlot,
    SymbolKey,
    TakeDisplay,
)


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start_cards: int
    """From each city deck."""
    offer: int
    keep: int
    display: int
    """Face-up cards of each city."""
    draw: int
    hand_limit: int
    end_points: int
    end_missions: int
    source: dict[str, str]


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an agent does when played as the action of a turn."""

    key: str
    title: str
    text: str
    effects: tuple[AnyEffect, ...]
    source: str


class MissionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an agent does for the mission it is laid on."""

    key: str
    text: str
    effects: tuple[AnyEffect, ...]
    source: str


class Interrupt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    reaction: bool
    """Played only in answer to an announcement; the others at any time."""
    text: str
    effects: tuple[AnyEffect, ...]
    source: str


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A special action that is paid with cards from the hand."""

    key: str
    cost: int
    text: str
    effects: tuple[AnyEffect, ...]
    source: str


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    city: CityKey
    symbol: SymbolKey
    points: int
    source: dict[str, str]
    mission_text: str | None = None
    ability: str | None = None
    interrupt: str | None = None


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    symbol: SymbolKey
    city: CityKey | None


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    points: int
    slots: tuple[Slot, ...]
    source: str


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    version: str
    sources: dict[str, str]
    cities: dict[CityKey, str]
    symbols: dict[SymbolKey, str]
    numbers: Numbers
    abilities: tuple[Ability, ...]
    mission_texts: tuple[MissionText, ...]
    interrupts: tuple[Interrupt, ...]
    specials: tuple[Special, ...]
    cards: tuple[Card, ...]
    missions: tuple[Mission, ...]


class BadComponents(ValueError):
    """The data contradicts itself or the rulebook; the text says where."""


def check(data: Components) -> None:
    """What the schema cannot say. Raises BadComponents."""
    named = {ability.source for ability in data.abilities} | {text.source for text in data.mission_texts}
    named |= {interrupt.source for interrupt in data.interrupts}
    named |= {special.source for special in data.specials} | {mission.source for mission in data.missions}
    named |= {*data.numbers.source.values()}
    named |= {source for card in data.cards for source in card.source.values()}
    if not named <= data.sources.keys():
        raise BadComponents("an entry names a source that is not listed")
    ids = [card.id for card in data.cards] + [mission.id for mission in data.missions]
    if len(set(ids)) != len(ids):
        raise BadComponents("an id occurs twice")
    cities = Counter(card.city for card in data.cards)
    if list(cities.values()) != [40, 40, 40] or len(data.missions) != 35:
        raise BadComponents("there must be 40 cards of each city and 35 missions")
    if [card.city for card in data.cards] != [city for city in data.cities for _ in range(40)]:
        raise BadComponents("the cards must stand city by city")
    for card in data.cards:
        _check_card(card, data)
    for mission in data.missions:
        if not 1 <= len(mission.slots) <= data.numbers.hand_limit:
            raise BadComponents(f"{mission.id}: asks for more cards than a hand holds")
        if any(slot.symbol == "interrupt" for slot in mission.slots):
            raise BadComponents(f"{mission.id}: asks for an interrupt")


def _check_card(card: Card, data: Components) -> None:
    is_agent = card.symbol == "agent"
    known = (card.ability in {each.key for each in data.abilities}) and (
        card.mission_text in {each.key for each in data.mission_texts}
    )
    if is_agent != known or (not is_agent and (card.ability or card.mission_text)):
        raise BadComponents(f"{card.id}: every agent, and no other card, has two texts")
    if (card.symbol == "interrupt") != (card.interrupt in {each.key for each in data.interrupts}):
        raise BadComponents(f"{card.id}: every interrupt, and no other card, is of a kind")


def read() -> Components:
    text = resources.files("engines.ace_of_spies").joinpath("components.json").read_bytes()
    data = msgspec.json.decode(text, type=Components)
    check(data)
    return data


DATA: Final = read()
CONTENT_HASH: Final = hashlib.sha256(msgspec.json.encode(DATA, order="deterministic")).hexdigest()

CARDS: Final = len(DATA.cards)
MISSIONS: Final = len(DATA.missions)
CITY_KEYS: Final = tuple(DATA.cities)
CITIES: Final = len(CITY_KEYS)
SYMBOL_KEYS: Final = tuple(DATA.symbols)

AGENT: Final = SYMBOL_KEYS.index("agent")
INTERRUPT: Final = SYMBOL_KEYS.index("interrupt")
CITY: Final = bytes(CITY_KEYS.index(card.city) for card in DATA.cards)
SYMBOL: Final = bytes(SYMBOL_KEYS.index(card.symbol) for card in DATA.cards)
POINTS: Final = bytes(card.points for card in DATA.cards)
CARD_ID: Final = tuple(card.id for card in DATA.cards)
CARD_NUMBER: Final = {name: number for number, name in enumerate(CARD_ID)}
MISSION_ID: Final = tuple(mission.id for mission in DATA.missions)
MISSION_NUMBER: Final = {name: number for number, name in enumerate(MISSION_ID)}
VALUE: Final = bytes(mission.points for mission in DATA.missions)

_ABILITIES = {each.key: each for each in DATA.abilities}
_MISSION_TEXTS = {each.key: each for each in DATA.mission_texts}
_INTERRUPTS = {each.key: each for each in DATA.interrupts}

ABILITY: Final = tuple(_ABILITIES[card.ability] if card.ability else None for card in DATA.cards)
MISSION_TEXT: Final = tuple(
    _MISSION_TEXTS[card.mission_text] if card.mission_text else None for card in DATA.cards
)
KIND: Final = tuple(_INTERRUPTS[card.interrupt] if card.interrupt else None for card in DATA.cards)
"""By card: what kind of interrupt it is."""


def _numbers(symbol: str) -> bytes:
    return bytes(number for number, card in enumerate(DATA.cards) if card.symbol == symbol)


def _of_kind(*, reaction: bool) -> frozenset[int]:
    return frozenset(number for number, kind in enumerate(KIND) if kind and kind.reaction == reaction)


AGENTS: Final = frozenset(_numbers("agent"))
INTERRUPTS: Final = frozenset(_numbers("interrupt"))
STOPS: Final = _of_kind(reaction=True)
"""Every Not So Fast!"""
PROACTIVE: Final = _of_kind(reaction=False)
"""Interrupts that may be played at any time."""


class Words(msgspec.Struct, frozen=True):
    """What the mission text of an agent allows while it lies on a mission."""

    skip: int = -1
    """Symbol of which one slot may stay empty, -1 none."""
    ignore: int = 0
    extra: int = 0
    bonus: int = 0
    draw: int = 0
    """Cards to be drawn on completing."""
    take: int = 0
    """Face-up cards to be taken on completing."""


def _words(text: MissionText | None) -> Words | None:
    if text is None:
        return None
    skip, ignore, extra, bonus, draw, take = -1, 0, 0, 0, 0, 0
    for effect in text.effects:
        match effect:
            case SkipSlot(symbol=symbol):
                skip = SYMBOL_KEYS.index(symbol)
            case IgnoreCity(slots=slots):
                ignore += slots
            case ExtraCards(count=count):
                extra += count
            case BonusPoints(points=points):
                bonus += points
            case BonusDraw(count=count):
                draw += count
            case TakeDisplay(count=count):
                take += count
            case _:
                raise BadComponents(f"{text.key}: {effect} is no text of a mission")
    return Words(skip, ignore, extra, bonus, draw, take)


WORDS: Final = tuple(_words(text) for text in MISSION_TEXT)
"""By card; None for everything that is no agent."""
BONUS: Final = bytes(words.bonus if words else 0 for words in WORDS)
"""By card: points it adds to the mission it lies on, beside its own."""
