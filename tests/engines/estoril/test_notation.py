"""Moves as text: exact inverses, free of the position, strict."""

from __future__ import annotations

import pytest

from engines.estoril.board import NUMERALS, REWARD_NUMERAL
from engines.estoril.moves import SPACE_NAME, read, shape, write
from engines.protocol import Shape, UnknownNotation

SPACES = [name for name in SPACE_NAME if name and not name.endswith("R")]
REWARDS = [name for name in SPACE_NAME if name.endswith("R")]


def _all() -> list[str]:
    texts = ["look none", "conspiracy", "keep", "swap", "decline"]
    texts += [f"{verb} {space}" for verb in ("assassin", "diplomacy", "remove", "look") for space in SPACES]
    texts += [f"look {reward}" for reward in REWARDS]
    texts += [f"seduce {one} {other}" for one in SPACES for other in SPACES]
    texts += [f"place C{tile} {space}" for tile in range(85) for space in SPACES]
    texts += [f"discard C{tile}" for tile in range(85)]
    return texts


def test_every_text_and_its_move_are_exact_inverses() -> None:
    texts = _all()
    moves = [read(text) for text in texts]
    assert [write(move) for move in moves] == texts
    assert len(set(moves)) == len(texts)


def test_the_documented_examples_are_read() -> None:
    for text in (
        "place C31 3.II",
        "look 3.II",
        "look 3.R",
        "assassin 3.I",
        "seduce 5.II 2.III",
        "discard C3",
    ):
        assert write(read(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "place", "place C31", "place C85 3.II", "place C031 3.II", "place c31 3.II", "place C31 3.R",
        "place C31 3.IV", "place  C31 3.II", "place C31 3.II ", "look", "look nothing", "look 13.I",
        "assassin 3.R", "keep 3.I", "Keep", "seduce 3.I", "discard 3", "discard C-1", "absent", "leave",
    ],
)  # fmt: skip
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(UnknownNotation):
        read(text)


def test_only_the_museum_has_a_fourth_space_and_every_location_a_reward() -> None:
    assert [name for name in SPACES if name.endswith("IV")] == ["8.IV"]
    assert NUMERALS[REWARD_NUMERAL] == "R"
    assert len(REWARDS) == 12


def test_shapes_point_in_the_order_of_the_text() -> None:
    assert shape(read("place C31 3.II")) == Shape("place", ("tile:C31", "space:3.II"))
    assert shape(read("seduce 5.II 2.III")) == Shape("seduce", ("space:5.II", "space:2.III"))
    assert shape(read("look 3.R")) == Shape("look", ("reward:3",))
    assert shape(read("look none")) == Shape("look", ())
    assert shape(read("discard C3")) == Shape("discard", ("tile:C3",))
