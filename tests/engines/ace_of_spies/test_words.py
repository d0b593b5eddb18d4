"""Every text can be said, tells each audience its part, and the description suffices to play."""

from __future__ import annotations

import random
from string import Formatter

from engines.ace_of_spies.moves import read
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.texts import EXAMPLES, PARTS, TEXTS
from engines.chance import StreamChance
from engines.protocol import Told
from tests.engines.ace_of_spies.tables import lay, play, say


def told_in(games: int) -> list[Told]:
    """Matches by the rollout policy, which meets more than chance does."""
    heard: list[Told] = []
    for seed in range(games):
        source = random.Random(seed)
        state = RULES.start(
            2 + seed % 4, {"stops": "all" if seed % 3 == 0 else "agents"}, StreamChance(source)
        )
        while state.actors():
            seat = state.actors()[0]
            if source.random() < 0.7:
                move = RULES.judge.rollout(state, seat, source)
            else:
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
    heard = told_in(40)
    for told in heard:
        assert "{" not in say(told)
        wanted = {name for _, name, _, _ in Formatter().parse(TEXTS[told.key]) if name}
        assert wanted <= set(told.args), told.key
    missing = TEXTS.keys() - PARTS.keys() - EXAMPLES.keys() - {told.key for told in heard}
    # Said only to those who ask out of turn, when somebody leaves, in the middle of a sealed answer, or when
    # no card is left in the whole game.
    rare = {
        "ask.wait", "ask.over", "left", "state.left", "state.answer.stop", "state.answer.pass", "state.plan",
        "state.chosen", "idle", "ask.idle", "move.idle",
    }  # fmt: skip
    assert missing <= rare


def test_the_rare_sentences_can_be_said_too() -> None:
    state = lay(3, hands={0: ["L02"], 1: ["P09"], 2: ["P10"]}, held={0: ["M01"]})
    assert say(state.prompt(1)) == "It is not your turn."
    play(state, "agent L02", "1: stop")
    assert "You have answered: stop it, if you can." in [say(told) for told in state.describe(1)]
    assert not any("You have answered" in say(told) for told in state.describe(2))
    state.leave(2)
    assert "Clara has left the match." in [say(told) for told in state.describe(None)]
    poor = lay(hands={1: ["P09"]}, held={0: ["M01"]}, display=(None,) * 6, decks={}, mission_deck=())
    assert say(poor.prompt(0)) == "No action is left to you: go on."
    assert [say(told) for told in poor.explain(0, read("idle"))] == ["Go on without an action."]


def test_sentences_are_sentences() -> None:
    for key, template in TEXTS.items():
        if key not in PARTS and key != "example.agent":
            assert template.endswith("."), key
            assert template[0].isupper() or template[0] == "{", key


def test_the_description_suffices_to_play() -> None:
    state = lay(hands={0: ["L01", "L37"], 1: ["P09", "B09"]}, held={0: ["M13"]})
    said = [say(told) for told in state.describe(0)]
    for line in (
        "In your hand: Captain Willis (Agent, worth 2).",
        "Captain Willis as an action, The Re-user. Take two cards of your choice from the discards.",
        "You hold the mission The Long Lunch, worth 5.",
        "The Long Lunch asks for: Agent of Paris.",
        "The Long Lunch asks for: Intelligence of any city.",
        "Face up: The Riverside Bookstall.",
        "Bruno: city cards 2, missions held 0, missions completed 0, points 0.",
        "Of the cards of Bruno the backs of Paris number 1.",
    ):
        assert line in said, line


def test_refs_have_proper_names() -> None:
    assert RULES.noun("card:L01") == "Captain Willis"
    assert RULES.noun("card:P27") == "Forged Passport (Paris)"
    assert RULES.noun("mission:M35") == "The Big Four"
    assert RULES.noun("city:berlin") == "Berlin"
    assert RULES.noun("ability:poacher") == "The Poacher"
