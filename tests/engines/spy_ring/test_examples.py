"""What the sentences of the worked examples claim, checked against the positions that they are said of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.examples import Frame, frames
from engines.spy_ring.components import DATA
from engines.spy_ring.examples import TUNNEL
from engines.spy_ring.rules import RULES
from engines.spy_ring.view import SpyRingView, SpyView

RED, BLUE = 0, 1


def shown(frame: Frame) -> SpyRingView:
    assert isinstance(frame.view, SpyRingView)
    return frame.view


def spy(frame: Frame, number: int) -> SpyView:
    return shown(frame).spies[number]


def args(frame: Frame, key: str) -> Mapping[str, Any]:
    [found] = [told.args for told in frame.said if told.key == key]
    return found


def way(frame: Frame) -> list[str]:
    """Of the move that is drawn."""
    [found] = [reach.path for reach in shown(frame).reach if reach.to == frame.drawn[0]]
    return found


def test_the_tunnel_with_a_throw_of_four() -> None:
    start, drawn, beside, taken, *_ = frames(RULES, TUNNEL)
    said = args(start, "example.tunnel.start")
    assert (said["spy"], said["at"], said["throw"]) == (
        shown(start).turn,
        spy(start, RED).at,
        shown(start).throw,
    )
    assert set(start.ringed) == {reach.to for reach in shown(start).reach}
    hand = args(start, "example.tunnel.hand")
    assert spy(start, RED).points == hand["points"]
    assert [word.partition(":")[2] for word in spy(start, RED).words] == [hand["embassy"].partition(":")[2]]
    assert args(start, "example.tunnel.rival")["at"] == spy(start, BLUE).at
    assert len(spy(start, BLUE).cards) == 2
    assert len(spy(start, RED).cards) == 4

    said = args(drawn, "example.tunnel.way")
    _first, *rest = way(drawn)
    assert rest == [said["down"], said["up"], said["to"]]
    assert {said["down"], said["up"]} <= set(RULES.catalog()["manholes"])

    said = args(beside, "example.tunnel.choice")
    [claim] = shown(beside).claims
    assert (claim.spy, claim.reasons) == (said["rival"], ["alongside"])
    assert claim.cards == [said["one"], said["two"]] == list(beside.ringed)

    said = args(taken, "example.tunnel.taken")
    assert said["card"] in spy(taken, RED).cards
    assert said["card"] not in spy(taken, BLUE).cards
    assert spy(taken, RED).words == [said["word"]]
    assert spy(taken, RED).bonus == said["bonus"]
    score = args(taken, "example.tunnel.score")
    assert (spy(beside, RED).points, spy(taken, RED).points) == (score["before"], score["after"])


def test_the_sign_is_given_up_for_the_word() -> None:
    """S39: the only card with an S is the one with the sign, so both cannot be spelled."""
    *_, taken = frames(RULES, TUNNEL)[:4]
    chars = [DATA.cards[int(card.removeprefix("card:S")) - 1].chars for card in spy(taken, RED).cards]
    assert (
        [pair for pair in chars if "S" in pair] == [("S", "魚")] == [pair for pair in chars if "魚" in pair]
    )
    possible = {each.word for each in spy(taken, RED).spells if not each.missing}
    assert {"word:JP", "word:CN", "word:IT"} <= possible
    assert spy(taken, RED).words == ["word:IT"]


def test_the_tunnel_with_a_throw_of_six() -> None:
    first, *_, again, drawn, taken = frames(RULES, TUNNEL)
    assert args(again, "example.tunnel.again")["throw"] == shown(again).throw
    assert [each.at for each in shown(again).spies] == [each.at for each in shown(first).spies]
    said = args(drawn, "example.tunnel.beyond")
    path = way(drawn)
    assert path[1:3] == [said["down"], said["up"]]
    assert path[-1] == args(drawn, "example.tunnel.back")["to"] == spy(taken, RED).at
    columns = [ref[len("space:")] for ref in (path[-1], path[2])]
    assert (spy(drawn, BLUE).at or "") < f"space:{columns[0]}"
    assert columns[0] < columns[1], "back towards him"
    assert args(taken, "example.tunnel.same")["card"] in spy(taken, RED).cards
