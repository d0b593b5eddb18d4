"""What the sentences of the worked example claim, checked against the positions that they are said of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.ace_of_spies.components import CARD_NUMBER, CITY, DATA, POINTS, SYMBOL, SYMBOL_KEYS
from engines.ace_of_spies.examples import WILLIS
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.view import AceView, SeatView
from engines.examples import Frame, frames


def shown(frame: Frame) -> AceView:
    assert isinstance(frame.view, AceView)
    return frame.view


def reader(frame: Frame) -> SeatView:
    return shown(frame).seats[WILLIS.observer]


def args(frame: Frame, key: str) -> Mapping[str, Any]:
    [found] = [told.args for told in frame.said if told.key == key]
    return found


def number(ref: str) -> int:
    return CARD_NUMBER[ref.removeprefix("card:")]


def test_the_agent_is_that_of_the_rulebook() -> None:
    [willis] = [card for card in DATA.cards if card.name == "Captain Willis"]
    agents = {told.args.get("agent") for step in WILLIS.steps for told in step.said}
    assert {agent for agent in agents if isinstance(agent, str)} == {f"card:{willis.id}"}
    assert (willis.mission_text, willis.ability) == ("bonus_draw", "re_user")


def test_the_mission_asks_for_what_is_said_and_the_hand_has_it() -> None:
    start, laid, *_ = frames(RULES, WILLIS)
    said = args(start, "example.agent.holds")
    [mission] = [each for each in DATA.missions if f"mission:{each.id}" == said["mission"]]
    assert mission.points == said["points"]
    asked = ["agent", "intelligence", "location"]
    assert [slot.symbol for slot in mission.slots] == asked
    assert {slot.city for slot in mission.slots} == {None}
    rest = args(laid, "example.agent.rest")
    cards = [args(start, "example.agent.first")["agent"], rest["one"], rest["two"]]
    assert [SYMBOL_KEYS[SYMBOL[number(card)]] for card in cards] == asked
    assert set(cards) <= set(reader(start).hand or [])
    assert list(laid.ringed) == [rest["one"]], "part by part"


def test_the_completed_mission_counts_itself_and_its_cards() -> None:
    _, laid, completed, *_ = frames(RULES, WILLIS)
    said = args(completed, "example.agent.completed")
    [done] = reader(completed).done
    assert done.mission == said["mission"]
    assert [POINTS[number(card)] for card in done.cards] == [said["agent"], said["one"], said["two"]]
    assert reader(completed).points == said["sum"] == said["own"] + said["agent"] + said["one"] + said["two"]
    drawn = args(completed, "example.agent.drawn")
    new = set(reader(completed).hand or []) - set(reader(laid).hand or [])
    assert len(new) == drawn["count"]
    cities = RULES.catalog()["cities"]
    assert {cities[CITY[number(card)]]["ref"] for card in new} == {drawn["city"]}


def test_as_an_action_he_takes_two_cards_of_the_discards_unless_he_is_stopped() -> None:
    *_, start, announced, taken = frames(RULES, WILLIS)
    assert len(shown(start).discards) == args(start, "example.agent.discards")["count"]
    assert list(start.drawn) == [args(start, "example.agent.action")["agent"]]
    assert set(announced.actors) == {1, 2}, "every rival is asked"
    assert shown(announced).discards == shown(start).discards, "nothing happens yet"
    said = args(taken, "example.agent.taken")
    assert set(shown(start).discards) - set(shown(taken).discards) == {said["one"], said["two"]}
    assert {said["one"], said["two"]} <= set(reader(taken).hand or [])
    stays = args(taken, "example.agent.stays")
    assert reader(taken).row == [stays["agent"]]
    assert reader(taken).points == stays["points"]
