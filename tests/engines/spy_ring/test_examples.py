"""What the sentences of the worked examples claim, checked against the positions that they are said of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.examples import Frame, frames
from engines.spy_ring.components import DATA
from engines.spy_ring.examples import EXAMPLES, SIGHT, STRIP, TUNNEL
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


def caught(frame: Frame) -> list[tuple[str, list[str]]]:
    return [(claim.spy, claim.reasons) for claim in shown(frame).claims]


def test_both_ends_of_the_prohibited_area_catch_whoever_stands_on_it() -> None:
    start, spotted, man, watched, *_ = frames(RULES, STRIP)
    there, ways = args(start, "example.strip.there"), args(start, "example.strip.way")
    [britain] = [each for each in RULES.catalog()["embassies"] if each["ref"] == there["embassy"]]
    assert there["at"] == spy(start, RED).at == britain["gate"]
    assert there["at"] in britain["strip"]
    assert (ways["to"], ways["throw"]) == (britain["plain_end"], shown(start).throw)
    assert caught(spotted) == [("spy:red", ["strip"])], "not alongside"
    steps = ord((spy(spotted, BLUE).at or "")[6]) - ord((spy(spotted, RED).at or "")[6])
    assert steps == args(spotted, "example.strip.spotted")["steps"]
    assert args(man, "example.strip.man")["cross"] == britain["crosses"]["street"] == spy(man, BLUE).man
    assert caught(watched) == [("spy:red", ["man_strip"])]
    assert spy(watched, BLUE).man == spy(man, BLUE).man, "he has not moved"


def test_a_contact_man_on_the_inner_cross_bars_the_gate() -> None:
    *_, opened, barred = frames(RULES, STRIP)
    said = args(opened, "example.strip.open")
    assert (shown(opened).turn, shown(opened).throw) == (said["rival"], said["throw"])
    assert said["embassy"] in opened.ringed
    assert set(opened.ringed) - set(barred.ringed) == {said["embassy"]}
    assert spy(barred, BLUE).man == args(barred, "example.strip.barred")["cross"]
    [cross] = [each for each in RULES.catalog()["crosses"] if each["ref"] == spy(barred, BLUE).man]
    assert cross["inside"]
    assert cross["sees"] == cross["watches"] == []


def test_a_spy_between_wall_and_trees_is_seen_along_his_row_only() -> None:
    start, hidden, drawn, seen, *_ = frames(RULES, SIGHT)
    said = args(start, "example.sight.signal")
    assert shown(start).signal
    assert (shown(start).turn, shown(start).throw) == (said["rival"], said["throw"])
    assert list(start.drawn) == [args(start, "example.sight.hides")["to"]] == [spy(hidden, RED).at]
    assert spy(hidden, RED).aerial
    spaces = {each["ref"]: each for each in RULES.catalog()["spaces"]}
    place = spaces[spy(hidden, RED).at or ""]
    row = {ref for ref, each in spaces.items() if each["row"] == place["row"]}
    assert set(place["sees"]) == row - {place["ref"]}
    assert len(row) == RULES.catalog()["board"]["size"]
    assert args(drawn, "example.sight.way")["to"] in row
    assert caught(seen) == [("spy:red", ["sight"])]
    steps = spaces[spy(seen, BLUE).at or ""]["column"] - place["column"]
    assert steps == args(seen, "example.sight.seen")["steps"]


def test_a_contact_man_in_the_row_sees_him_wherever_his_master_goes() -> None:
    *_, man, anyway = frames(RULES, SIGHT)
    [cross] = [each for each in RULES.catalog()["crosses"] if each["ref"] == spy(man, BLUE).man]
    assert cross["ref"] == args(man, "example.sight.man")["cross"]
    assert spy(man, RED).at in cross["sees"]
    assert caught(anyway) == [("spy:red", ["man_sight"])]


def test_no_two_pieces_stand_on_one_place() -> None:
    for example in EXAMPLES:
        for frame in frames(RULES, example):
            men = [each.man for each in shown(frame).spies]
            crosses = {each["ref"]: each["at"] for each in RULES.catalog()["crosses"]}
            places = [each.at for each in shown(frame).spies] + [crosses[man or ""] for man in men]
            assert len(set(places)) == 8, example.key
