"""What the sentences of the worked example claim, checked against the positions that they are said of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.estoril.components import CHARACTERS
from engines.estoril.examples import NATIONALISM
from engines.estoril.rules import RULES
from engines.estoril.view import EstorilView, LocationView, TileView
from engines.examples import Frame, frames

YELLOW = 3


def shown(frame: Frame) -> EstorilView:
    assert isinstance(frame.view, EstorilView)
    return frame.view


def args(frame: Frame, key: str) -> Mapping[str, Any]:
    [found] = [told.args for told in frame.said if told.key == key]
    return found


def location(frame: Frame, ref: str) -> LocationView:
    [found] = [each for each in shown(frame).locations if each.ref == ref]
    return found


def on(frame: Frame, space: str) -> TileView:
    [found] = [
        each.tile
        for where in shown(frame).locations
        for each in where.spaces
        if each.ref == space and each.tile is not None
    ]
    return found


def flag(tile: str | None) -> str:
    return CHARACTERS[int((tile or "").removeprefix("tile:C"))].flag


def test_a_flag_next_door_adds_one() -> None:
    start, *_ = frames(RULES, NATIONALISM)
    said = args(start, "example.nationalism.start")
    assert {on(start, "space:3.I").tile, on(start, "space:3.II").tile} == {said["one"], said["tile"]}
    assert {on(start, ref).controller for ref in ("space:3.I", "space:3.II")} == {YELLOW}
    own = args(start, "example.nationalism.own")
    character = CHARACTERS[int(own["tile"].removeprefix("tile:C"))]
    assert (character.strength, character.abilities) == (own["strength"], ("nationalism",))
    assert own["flag"] == f"flag:{character.flag}"
    first = args(start, "example.nationalism.first")
    assert on(start, "space:1.I").tile == first["first"]
    assert flag(first["first"]) == character.flag
    assert on(start, "space:3.II").strength == first["strength"] == character.strength + 1


def test_a_flag_that_lies_face_down_adds_one_when_it_is_turned_up() -> None:
    start, turned, _ = frames(RULES, NATIONALISM)
    said = args(turned, "example.nationalism.up")
    assert not on(start, "space:2.I").up
    assert on(turned, "space:2.I").up
    assert on(turned, "space:2.I").tile == said["second"]
    assert flag(said["second"]) == flag(on(turned, "space:3.II").tile)
    assert on(turned, "space:3.II").strength == args(turned, "example.nationalism.second")["strength"]


def test_two_and_four_are_six_and_take_the_reward() -> None:
    _, before, after = frames(RULES, NATIONALISM)
    said = args(after, "example.nationalism.sum")
    assert (on(before, "space:3.I").strength, on(before, "space:3.II").strength) == (
        said["one"],
        said["tile"],
    )
    assert said["one"] + said["tile"] == said["sum"]
    assert location(after, said["location"]).resolved
    won = args(after, "example.nationalism.won")["reward"]
    [reward] = location(before, said["location"]).rewards
    assert reward.tile is not None
    assert reward.tile.tile == won
    hands = [shown(frame).seats[YELLOW].hand or [] for frame in (before, after)]
    assert set(hands[1]) - set(hands[0]) == {won}
