"""What a board needs to draw the components, and the names of things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from engines.ace_of_spies.components import ABILITY, CONTENT_HASH, DATA, KIND, MISSION_TEXT, Card
from engines.ace_of_spies.moves import CARD_REF, CITY_REF, MISSION_REF, SPECIAL_REF
from engines.protocol import Ref

SPECIAL_NAMES: Final = {
    "from_discard_1": "a card from the discards",
    "from_discard_2": "two cards from the discards",
    "search_city": "the search of a city deck",
    "search_mission": "the search of the mission deck",
    "strip_mission": "the removal of a card from a rival's mission",
}
_SAME_NAME: Final = Counter(card.name for card in DATA.cards)


def _name(card: Card) -> str:
    """The name; with the city where several cards share it."""
    return card.name if _SAME_NAME[card.name] == 1 else f"{card.name} ({DATA.cities[card.city]})"


def _card(number: int, card: Card) -> dict[str, Any]:
    ability, text, kind = ABILITY[number], MISSION_TEXT[number], KIND[number]
    return {
        "ref": CARD_REF[number],
        "key": card.id,
        "name": _name(card),
        "city": card.city,
        "symbol": card.symbol,
        "points": card.points,
        "ability": ability.key if ability else None,
        "mission_text": text.key if text else None,
        "interrupt": kind.key if kind else None,
        "source": card.source,
    }


def _catalog() -> dict[str, Any]:
    return {
        "name": DATA.name,
        "version": DATA.version,
        "hash": CONTENT_HASH,
        "sources": DATA.sources,
        "numbers": {
            "hand_limit": DATA.numbers.hand_limit,
            "end_points": DATA.numbers.end_points,
            "end_missions": DATA.numbers.end_missions,
        },
        "cities": [
            {"ref": CITY_REF[number], "key": key, "name": name}
            for number, (key, name) in enumerate(DATA.cities.items())
        ],
        "symbols": [{"ref": f"symbol:{key}", "key": key, "name": name} for key, name in DATA.symbols.items()],
        "abilities": [
            {"ref": f"ability:{each.key}", "key": each.key, "name": each.title, "help": each.text}
            for each in DATA.abilities
        ],
        "mission_texts": [{"key": each.key, "help": each.text} for each in DATA.mission_texts],
        "interrupts": [
            {
                "ref": f"interrupt:{each.key}",
                "key": each.key,
                "name": each.name,
                "help": each.text,
                "reaction": each.reaction,
            }
            for each in DATA.interrupts
        ],
        "specials": [
            {
                "ref": SPECIAL_REF[number],
                "key": each.key,
                "name": SPECIAL_NAMES[each.key],
                "help": each.text,
                "cost": each.cost,
            }
            for number, each in enumerate(DATA.specials)
        ],
        "cards": [_card(number, card) for number, card in enumerate(DATA.cards)],
        "missions": [
            {
                "ref": MISSION_REF[number],
                "key": mission.id,
                "name": mission.name,
                "points": mission.points,
                "slots": [{"symbol": slot.symbol, "city": slot.city} for slot in mission.slots],
                "source": mission.source,
            }
            for number, mission in enumerate(DATA.missions)
        ],
    }


CATALOG: Final[Mapping[str, Any]] = _catalog()


def _nouns() -> dict[Ref, str]:
    nouns: dict[Ref, str] = {"card:any": "any agent"}
    for group in ("cities", "symbols", "abilities", "interrupts", "specials", "cards", "missions"):
        nouns.update({entry["ref"]: entry["name"] for entry in CATALOG[group]})
    return nouns


_NOUNS: Final = _nouns()


def noun(ref: Ref) -> str:
    """English name of a thing. Raises KeyError for a ref of nothing in this game."""
    return _NOUNS[ref]
