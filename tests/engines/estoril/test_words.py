"""Every text can be said, tells each audience its part, and the description suffices to play."""

from __future__ import annotations

import random
from string import Formatter

from engines.estoril.frames import ACTING
from engines.estoril.moves import read
from engines.estoril.rules import RULES
from engines.estoril.texts import TEXTS
from engines.protocol import Told, all_but, only
from engines.telling import sentence
from tests.engines.estoril.tables import lay, play, resolve, start

NAMES = ("Ana", "Bruno", "Clara", "Duarte")


def say(told: Told) -> str:
    return sentence(RULES, told, NAMES)


def told_in(games: int) -> list[Told]:
    heard: list[Told] = []
    for seed in range(games):
        source = random.Random(seed)
        state = start(2 + seed % 3, seed)
        while state.actors():
            seat = state.actors()[0]
            move = state.pick(seat, source)
            heard.append(state.prompt(seat))
            heard += state.explain(seat, move)
            if source.random() < 0.1:
                heard += [*state.describe(seat), *state.describe(None)]
            if source.random() < 0.01:
                state.absent(seat, heard)
            else:
                state.play(seat, move, heard)
        heard += state.describe(0)
    return heard


def test_every_template_is_used_by_play_and_every_entry_fills_its_template() -> None:
    heard = told_in(60)
    for told in heard:
        assert "{" not in say(told)
        wanted = {name for _, name, _, _ in Formatter().parse(TEXTS[told.key]) if name}
        assert wanted <= set(told.args), told.key
    missing = {key for key in TEXTS if not key.startswith(("face.", "example."))} - {
        told.key for told in heard
    }
    # Said only to those who ask out of turn, or when somebody leaves.
    assert missing <= {"ask.wait", "ask.over", "left", "state.left"}


def test_sentences_are_sentences() -> None:
    for key, template in TEXTS.items():
        assert template.endswith(".") or key == "example.nationalism", key
        assert template[0].isupper() or template[0] == "{", key


def test_a_hidden_placement_is_told_in_two_ways() -> None:
    state = lay(hands={0: ["red-hans", "red-araujo"], 1: ["green-hans"]})
    told = play(state, "place C0 1.I")
    assert [(entry.key, entry.to) for entry in told] == [
        ("placed.down", all_but(0)),
        ("placed.you", only(0)),
    ]
    assert [say(entry) for entry in told] == [
        "Ana placed a tile face down on Church I.",
        "You placed Hans R. (red) face down on Church I.",
    ]


def test_refs_have_proper_names() -> None:
    assert RULES.noun("tile:C31") == "A. Alekhine"
    assert RULES.noun("tile:C0") == "Hans R. (red)"
    assert RULES.noun("space:3.II") == "Tamariz Beach II"
    assert RULES.noun("reward:8") == "the reward at Museum Conde de Castro Guimarães"
    assert RULES.noun("location:7") == "Hell's Mouth"
    assert RULES.noun("seat:2") == "Blue"
    assert RULES.noun("mission:most_women") == "Most women"


def test_the_description_names_every_free_space_and_every_tile_in_hand() -> None:
    state = start(3, 5)
    said = [say(told) for told in state.describe(0)]
    spaces = {RULES.noun(RULES.shape(move).refs[1]) for move in state.moves(0)}
    for space in spaces:
        assert any(space in line for line in said), space
    assert sum(line.startswith("In your hand:") for line in said) == 6
    assert not any(line.startswith("In your hand:") for line in map(say, state.describe(None)))


def test_the_description_never_names_a_tile_that_the_observer_may_not_know() -> None:
    state = lay(
        placed={"1.I": (1, "green-hans")}, hands={0: ["red-hans"], 1: ["green-araujo"]}, rewards={2: "garbo"}
    )
    said = [say(told) for told in state.describe(0)]
    assert "A face-down tile of Bruno lies on Church I." in said
    assert "The reward at Hotel Palácio lies face down." in said
    assert not any("Garbo" in line for line in said)
    assert "Your Hans R. (green) lies face down on Church I." in [say(told) for told in state.describe(1)]


def test_prompts_ask_for_what_is_open() -> None:
    state = lay(placed={"3.I": (0, "otto")}, rewards={3: "nora"}, pile=["garbo"], brake=True)
    assert say(state.prompt(0)) == "Place a tile on the table."
    assert say(state.prompt(1)) == "It is not your turn."
    resolve(state)
    assert state.frame[0] == ACTING
    assert say(state.prompt(0)) == "Use an ability of Otto M. on Tamariz Beach I, or decline."
    play(state, "conspiracy")
    assert (
        say(state.prompt(0)) == "Keep the reward at Tamariz Beach, which is Nora S., or swap it with Garbo."
    )


def test_explained_moves_show_what_follows() -> None:
    state = lay(placed={"3.I": (0, "rosa"), "3.II": (1, "garbo")}, brake=True)
    resolve(state)
    said = [say(told) for told in state.explain(0, read("assassin 3.II"))]
    assert said == [
        "Assassin: send Garbo on Tamariz Beach II back to the hand of Bruno.",
        "Ana then has strength 2 at Tamariz Beach.",
    ]
    assert state.own[1], "explaining changes nothing"
