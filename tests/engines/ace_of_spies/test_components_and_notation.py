"""The data, its sources, and moves as text."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.ace_of_spies import moves
from engines.ace_of_spies.components import (
    CARDS,
    DATA,
    KIND,
    MISSIONS,
    PROACTIVE,
    STOPS,
    BadComponents,
    check,
)
from engines.ace_of_spies.effects import STEPS
from engines.ace_of_spies.laying import can_complete
from engines.ace_of_spies.rules import RULES
from engines.protocol import BadOptions, UnknownNotation


def test_each_city_has_its_cards() -> None:
    for city in DATA.cities:
        symbols = Counter(card.symbol for card in DATA.cards if card.city == city)
        assert symbols == {"agent": 8, "intelligence": 9, "location": 9, "tool": 8, "interrupt": 6}


def test_interrupts_by_kind() -> None:
    kinds = Counter(kind.key for kind in KIND if kind)
    assert kinds == {
        "not_so_fast": 6,
        "false_information": 3,
        "double_crossed": 3,
        "snitch": 3,
        "assassin": 3,
    }
    assert (len(STOPS), len(PROACTIVE)) == (6, 12)


def test_every_ability_and_every_mission_text_is_some_agents() -> None:
    agents = [card for card in DATA.cards if card.symbol == "agent"]
    abilities = Counter(card.ability for card in agents)
    assert set(abilities.values()) == {3}
    assert abilities.keys() == {each.key for each in DATA.abilities}
    assert {card.mission_text for card in agents} == {each.key for each in DATA.mission_texts}


def test_mission_points_rise_with_what_is_asked_for() -> None:
    for mission in DATA.missions:
        agents = sum(slot.symbol == "agent" for slot in mission.slots)
        of_a_city = sum(slot.city is not None for slot in mission.slots)
        assert mission.points == len(mission.slots) - 1 + of_a_city + max(0, agents - 1), mission.id


def test_every_mission_can_be_completed() -> None:
    everything = bytes(range(CARDS))
    assert all(can_complete(everything, mission) for mission in range(MISSIONS))


def test_facts_of_the_rulebook_are_marked_as_such() -> None:
    willis = DATA.cards[0]
    assert willis.name == "Captain Willis"
    assert {willis.source[field] for field in ("name", "symbol", "points", "ability", "mission_text")} == {
        "rulebook"
    }
    assert willis.source["city"] == "reconstructed"
    assert {mission.source for mission in DATA.missions} == {"reconstructed"}
    assert len(STEPS) == 8 + 2 + 4 + 5 + 1, "abilities, mission texts, interrupts, specials, drawing missions"


def _spoilt(change: str) -> bytes:
    raw = msgspec.json.decode(msgspec.json.encode(DATA))
    if change == "source":
        raw["missions"][0]["source"] = "hearsay"
    elif change == "id":
        raw["cards"][1]["id"] = "L01"
    elif change == "count":
        raw["missions"].pop()
    elif change == "order":
        raw["cards"][0], raw["cards"][40] = raw["cards"][40], raw["cards"][0]
    elif change == "agent":
        del raw["cards"][0]["ability"]
    elif change == "kind":
        raw["cards"][36]["interrupt"] = "gossip"
    elif change == "slot":
        raw["missions"][0]["slots"][0]["symbol"] = "interrupt"
    return msgspec.json.encode(raw)


@pytest.mark.parametrize("change", ["source", "id", "count", "order", "agent", "kind", "slot"])
def test_data_that_contradicts_itself_is_refused(change: str) -> None:
    with pytest.raises(BadComponents):
        check(msgspec.json.decode(_spoilt(change), type=type(DATA)))


TEXTS = [
    "keep M03 M05", "keep none", "take L12", "draw paris", "missions", "agent L03", "target 2", "target P10",
    "special search_city", "pay L12", "done", "recover B40", "search berlin", "find B07", "find M05",
    "steal L12", "give P04", "complete M05", "lay L12", "skip", "back", "end", "discard L12", "idle",
    "play L37 P10", "play L39 2", "stop", "pass", "lose L03", "lose any", "plan L37 P10",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_notation_survives_the_round_trip(text: str) -> None:
    assert moves.write(moves.read(text)) == text
    assert moves.shape(moves.read(text)).verb == text.partition(" ")[0]


@pytest.mark.parametrize(
    "text",
    ["", "take", "take L41", "take l12", "keep M05 M03", "keep M05 M05", "keep M36", "draw rome", "target 9",
     "target 22", "find X1", "play L37", "play L37 P10 P11", "stop now", "lose all", "special dance", "a  b"],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(UnknownNotation):
        moves.read(text)


@given(st.text(max_size=16))
def test_whatever_is_read_is_written_alike(text: str) -> None:
    try:
        move = moves.read(text)
    except UnknownNotation:
        return
    assert moves.write(move) == text


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (1, {}, "by 2, 3, 4 or 5"),
        (6, {}, "by 2, 3, 4 or 5"),
        (3, {"reactions": "never"}, "orders, window, live"),
        (3, {"stops": True}, "agents, all"),
        (3, {"rounds": 3}, "no option 'rounds'"),
    ],
)
def test_options_that_are_not_offered_say_what_is(seats: int, options: dict[str, str], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        RULES.check(seats, options)


def test_the_rules_page_lists_every_card_and_every_mission() -> None:
    page = resources.files("engines.ace_of_spies").joinpath("rules.md").read_text("utf-8")
    for card in DATA.cards:
        assert card.id in page, card.id
        assert card.name in page, card.name
    for mission in DATA.missions:
        assert f"| {mission.id} | {mission.name} |" in page
    for text in (*DATA.abilities, *DATA.mission_texts, *DATA.interrupts, *DATA.specials):
        assert text.text in page, text.text
