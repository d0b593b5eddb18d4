"""The component data: counts, sources, what the rulebook forces on it, and that faults are refused."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from engines.estoril.components import BOXES, CHARACTERS, CONTENT_HASH, DATA, BadComponents, Components, check
from engines.estoril.rules import RULES

BOX = BOXES[0]
BASE = [CHARACTERS[number] for number in BOX.pile]


def test_c1_there_are_24_starters_and_27_others() -> None:
    assert [len(tiles) for tiles in BOX.starters] == [6] * 4
    assert len(BOX.pile) == 27
    assert len(BOX.locations) == 8
    assert len(BOX.missions) == 12


def test_numbers_follow_the_order_of_the_data_starters_first() -> None:
    assert all(character.colour for character in CHARACTERS[:30])
    assert not any(character.colour for character in CHARACTERS[30:])
    assert CHARACTERS[31].id == "alekhine"
    assert len(CHARACTERS) == 85


def test_the_four_starting_sets_are_identical() -> None:
    faces = [
        [(c.flag, c.strength, c.vp, c.abilities, c.woman) for c in map(CHARACTERS.__getitem__, tiles)]
        for tiles in BOX.starters
    ]
    assert all(face == faces[0] for face in faces)


def test_symbols_of_the_27() -> None:
    symbols = Counter(key for character in BASE for key in character.abilities)
    assert symbols == {"assassin": 7, "seduction": 7, "conspiracy": 7, "diplomacy": 6, "nationalism": 6}
    assert sum(character.woman for character in BASE) == 7
    flags = Counter(character.flag for character in BASE)
    assert flags == {"PT": 6, "GB": 4, "US": 4, "DE": 4, "ES": 2, "FR": 2, "SU": 2, "HU": 1, "IT": 1, "YU": 1}


def test_k1_at_least_three_tiles_stay_in_the_pile() -> None:
    assert len(BOX.pile) - 4 * 6 == 3


def test_k5_one_british_nationalist_of_strength_two() -> None:
    found = [c.id for c in BASE if c.flag == "GB" and c.strength == 2 and "nationalism" in c.abilities]
    assert found == ["green"]


def test_tamariz_is_open_and_only_the_museum_looks_anywhere() -> None:
    for number in BOX.locations:
        location = DATA.locations[number]
        if location.id == "tamariz":
            assert not any(cell.secret for cell in location.cells)
        looks = {cell.look for cell in location.cells}
        assert ("any" in looks) == (location.id == "museum")


def test_every_entry_names_a_known_source() -> None:
    for entry in (*DATA.characters, *DATA.locations, *DATA.missions):
        assert entry.source
        assert set(entry.source) <= DATA.sources.keys()


def test_the_hash_of_the_content_is_in_the_info() -> None:
    assert RULES.info.components == CONTENT_HASH
    assert len(CONTENT_HASH) == 64


def _altered(**changes: object) -> Components:
    first = msgspec.structs.replace(DATA.characters[0], **changes)
    return msgspec.structs.replace(DATA, characters=(first, *DATA.characters[1:]))


@pytest.mark.parametrize(
    "changes",
    [
        {"source": ()},
        {"source": ("hearsay",)},
        {"id": "red-elizabeth"},
        {"flag": "XX"},
        {"abilities": ("juggling",)},
        {"abilities": ("assassin", "assassin", "assassin")},
    ],
)
def test_faulty_data_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(BadComponents):
        check(_altered(**changes))


def test_a_location_with_a_doubled_numeral_is_refused() -> None:
    church = DATA.locations[1]
    twice = msgspec.structs.replace(church, cells=(church.cells[1], *church.cells[1:]))
    with pytest.raises(BadComponents):
        check(msgspec.structs.replace(DATA, locations=(twice,)))


def test_unknown_fields_are_refused() -> None:
    raw = msgspec.json.decode(msgspec.json.encode(DATA))
    raw["characters"][0]["price"] = 3
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, Components)
