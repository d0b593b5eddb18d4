"""Worked examples of all games: the engine plays them, all is said, the rules say where they stand."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from engines import registry
from engines.chance import KeyedChance
from engines.examples import Example, Step, Written, examples_of, frames
from engines.protocol import IllegalMove, Rules, Told
from engines.telling import sentence
from engines.template.rules import RULES as POSTCARDS

GAMES = list(registry.listed().values())
DECLARED = [(rules, example) for rules in GAMES for example in examples_of(rules)]
NAMED = [f"{rules.info.key} {example.key}" for rules, example in DECLARED]


@pytest.mark.parametrize(("rules", "example"), DECLARED, ids=NAMED)
def test_it_is_played_by_legal_moves_and_every_step_says_something(rules: Rules, example: Example) -> None:
    played = frames(rules, example)
    assert len(played) == len(example.steps)
    assert rules.texts[example.title]
    for frame in played:
        said = [sentence(rules, told, ()) for told in frame.said]
        assert said
        assert all(re.fullmatch(r"[A-Z].*[.:]", each) for each in said)
    for ref in (*example.near, *(ref for frame in played for ref in (*frame.ringed, *frame.drawn))):
        assert ref.startswith("seat:") or rules.noun(ref)


@pytest.mark.parametrize("rules", GAMES, ids=[rules.info.key for rules in GAMES])
def test_every_example_stands_in_the_rules_once_and_every_sentence_in_an_example(rules: Rules) -> None:
    package = type(rules).__module__.rpartition(".")[0]
    page = resources.files(package).joinpath("rules.md").read_text("utf-8")
    shown = re.findall(r'!\[[^\]]+\]\(diagrams/[a-z-]+\.svg "([a-z-]+)"\)', page)
    assert sorted(shown) == sorted(example.key for example in examples_of(rules))
    said = {told.key for example in examples_of(rules) for step in example.steps for told in step.said}
    said |= {example.title for example in examples_of(rules)}
    assert said == {key for key in rules.texts if key.startswith("example.")}


def test_a_game_may_have_none() -> None:
    assert examples_of(POSTCARDS) == ()


@pytest.mark.parametrize("field", ["played", "shown"])
def test_a_move_that_is_not_legal_there_is_refused(field: str) -> None:
    state = POSTCARDS.start(2, POSTCARDS.check(2, {}), KeyedChance(bytes(32)))
    illegal = "airmail"
    assert POSTCARDS.read(illegal) not in state.moves(state.actors()[0])
    step = Step(
        (Told("asked"),), begins=lambda: state, **{field: (illegal,) if field == "played" else illegal}
    )
    with pytest.raises(IllegalMove, match="airmail"):
        frames(POSTCARDS, Example("wrong", "title", 0, (step,)))


def test_an_example_begins_with_a_position() -> None:
    with pytest.raises(ValueError, match="the first step has no position"):
        frames(POSTCARDS, Example("wrong", "title", 0, (Step((Told("asked"),)),)))


def test_written_draws_come_in_their_order_and_no_others() -> None:
    chance = Written(3, 0, 5)
    assert [chance.below(6), chance.copy().below(6), chance.below(1)] == [3, 0, 0]
    with pytest.raises(ValueError, match="a draw below 5 is asked for"):
        chance.below(5)
    assert chance.below(6) == 5
    with pytest.raises(ValueError, match="a draw below 6 is asked for"):
        chance.below(6)
    order = [1, 2, 3]
    chance.shuffle(order)
    assert order == [1, 2, 3]
