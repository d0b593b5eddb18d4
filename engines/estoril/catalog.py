"""What a board needs to draw the components, and the names of things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.estoril.board import NUMERALS
from engines.estoril.components import BOXES, COLOURS, CONTENT_HASH, DATA, Cell, Location
from engines.estoril.locations import LOCATION_RULES
from engines.estoril.moves import LOCATION_REF, PLACE_REF, TILE_REF
from engines.protocol import Ref

COLOUR_NAMES: Final = {"red": "Red", "green": "Green", "blue": "Blue", "yellow": "Yellow", "pink": "Pink"}

LOCATION_HELP: Final = {
    "no_assassin": "Assassin cannot be used here.",
    "flag_GB_plus_1": "Characters of Great Britain have strength +1 here.",
    "none_all_face_up": "Nothing is hidden here.",
    "flag_DE_plus_1": "Characters of Germany have strength +1 here.",
    "all_spaces_outer": "Every space counts as an outer space.",
    "dice_difference_per_character": "Two dice for each character; their difference is added.",
    "weakest_removes_one": "With two or more players here, the weakest loses one of its characters for good.",
    "four_spaces_IV_looks_any": "Four spaces; space IV looks at any face-down tile.",
}

ABILITY_HELP: Final = {
    "assassin": "Send a character at this location back to its owner's hand.",
    "seduction": "Bring a character from an adjacent location here; its abilities are ignored.",
    "conspiracy": "See the top tile of the pile; it or the reward here goes to the bottom of the pile.",
    "diplomacy": "Protect a character here or next door from Assassin and Seduction this round.",
    "nationalism": "Strength +1 for each other visible flag of the same kind here and at adjacent locations.",
}


def _cell(cell: Cell) -> dict[str, Any]:
    return {"numeral": cell.numeral, "secret": cell.secret, "look": cell.look}


def _location(number: int, entry: Location) -> dict[str, Any]:
    return {
        "ref": LOCATION_REF[number],
        "number": entry.number,
        "key": entry.id,
        "name": entry.name,
        "help": LOCATION_HELP[entry.rule],
        "cells": [_cell(cell) for cell in entry.cells],
        "centre": _cell(entry.centre) if entry.centre else None,
        "source": list(entry.source),
    }


def _catalog() -> dict[str, Any]:
    box = BOXES[0]
    characters = sorted([tile for starters in box.starters for tile in starters] + list(box.pile))
    return {
        "name": DATA.name,
        "version": DATA.version,
        "hash": CONTENT_HASH,
        "sources": DATA.sources,
        "colours": list(COLOURS[: len(box.starters)]),
        "flags": [{"ref": f"flag:{key}", "key": key, "name": name} for key, name in DATA.flags.items()],
        "abilities": [
            {"ref": f"ability:{key}", "key": key, "name": DATA.abilities[key], "help": text}
            for key, text in ABILITY_HELP.items()
        ],
        "characters": [
            {
                "ref": TILE_REF[tile],
                "key": DATA.characters[tile].id,
                "name": DATA.characters[tile].name,
                "flag": DATA.characters[tile].flag,
                "strength": DATA.characters[tile].strength,
                "vp": DATA.characters[tile].vp,
                "abilities": list(DATA.characters[tile].abilities),
                "woman": DATA.characters[tile].woman,
                "colour": DATA.characters[tile].colour,
                "source": list(DATA.characters[tile].source),
            }
            for tile in characters
        ],
        "locations": [
            _location(number, DATA.locations[number])
            for number in box.locations
            if DATA.locations[number].rule in LOCATION_RULES
        ],
        "missions": [
            {
                "ref": f"mission:{DATA.missions[number].id}",
                "key": DATA.missions[number].id,
                "name": DATA.missions[number].name,
                "kind": DATA.missions[number].kind,
                "of": list(DATA.missions[number].of),
                "points": DATA.missions[number].points,
                "source": list(DATA.missions[number].source),
            }
            for number in box.missions
        ],
    }


def _nouns() -> dict[Ref, str]:
    nouns: dict[Ref, str] = {f"seat:{seat}": COLOUR_NAMES[colour] for seat, colour in enumerate(COLOURS)}
    for tile, character in enumerate(DATA.characters):
        colour = f" ({character.colour})" if character.colour else ""
        nouns[TILE_REF[tile]] = character.name + colour
    for number, entry in enumerate(DATA.locations):
        nouns[LOCATION_REF[number]] = entry.name
        for numeral in range(len(NUMERALS)):
            ref = PLACE_REF[number << 3 | numeral]
            if ref.startswith("reward:"):
                nouns[ref] = f"the reward at {entry.name}"
            elif ref != "space:":
                nouns[ref] = f"{entry.name} {NUMERALS[numeral]}"
    for mission in DATA.missions:
        nouns[f"mission:{mission.id}"] = mission.name
    nouns.update({f"flag:{key}": name for key, name in DATA.flags.items()})
    nouns.update({f"ability:{key}": name for key, name in DATA.abilities.items()})
    return nouns


CATALOG: Final[Mapping[str, Any]] = _catalog()
_NOUNS: Final = _nouns()


def noun(ref: Ref) -> str:
    """English name of a thing. Raises KeyError for a ref of nothing in this game."""
    return _NOUNS[ref]
