"""In words: prompts, explained moves, who sees whom; and the page of rules agrees with the data."""

from __future__ import annotations

import random
import re
from importlib import resources

import pytest

from engines.protocol import Told
from engines.spy_ring.components import DATA
from engines.spy_ring.moves import read
from engines.spy_ring.rules import RULES
from engines.spy_ring.state import SpyRingState
from engines.telling import sentence
from tests.engines.spy_ring.tables import empty, keys, lay, play, start

NAMES = ("Ana", "Bruno", "Clara", "Duarte")
PAGE = resources.files("engines.spy_ring").joinpath("rules.md").read_text("utf-8")


def say(told: list[Told] | tuple[Told, ...]) -> list[str]:
    return [sentence(RULES, each, NAMES) for each in told]


def explained(state: SpyRingState, text: str) -> list[str]:
    return say(list(state.explain(state.actors()[0], read(text))))


def test_a_move_is_explained_with_what_may_be_claimed() -> None:
    state = lay(3, at={"blue": "E1"}, hands={"blue": ["S01"]})
    assert explained(state, "go D1") == [
        "Move the red spy to D1, 3 steps.",
        "He stands alongside the blue spy then, and may claim a card.",
    ]


def test_a_hiding_place_is_explained_with_who_sees_it_already() -> None:
    state = lay(1, 3, at={"blue": "J1"}, men={"yellow": "FI-out"})
    assert explained(state, "go D1")[1:] == [
        "From where he stands, the blue spy has that space in view.",
        "The contact man on the street cross of Finland has that space in view.",
    ]


def test_an_embassy_is_explained_by_what_the_seat_knows_of_it() -> None:
    state = lay(5, at={"red": "D5"}, safes={"GB": "green"})
    assert explained(state, "enter GB")[1] == "He looks at the token in the safe."
    state.seen = (1, 0, 0, 0)
    assert explained(state, "enter GB")[1] == "The token there is green."
    assert explained(lay(1, 5, at={"red": "D5"}), "enter GB")[1].startswith("Nobody can see him there.")
    assert len(explained(lay(5, at={"red": "D5"}, safes=empty("GB")), "enter GB")) == 1


def test_a_card_is_explained_by_the_word_it_completes_and_the_words_it_undoes() -> None:
    state = lay(
        3,
        at={"blue": "E1"},
        hands={"red": ["S26", "S02"], "blue": ["S18", "S33", "S11", "S23", "S10", "S01"]},
        owns={"blue": 4},
        declared={"blue": ("HU", "NL")},
    )
    play(state, "go D1")
    named = state.view(None).spies[1].named
    assert "card:S18" in named
    assert explained(state, "claim S18") == [
        "Take A/E from the blue spy.",
        "With it the red spy can spell HAL.",
        "That undoes the words laid out with the blue spy.",
    ]


def test_the_cross_for_a_contact_man_is_explained_by_what_he_catches_there() -> None:
    state = lay(1, 3, at={"blue": "D5"}, hands={"blue": ["S01"]}, men={"red": "IT-in"})
    play(state, "go D1", "call red")
    assert "watches" not in explained(state, "send FR-in")[0]
    assert explained(state, "send GB-out")[1] == (
        "The contact man spots the blue spy on a Prohibited Area, and may claim a card."
    )


def test_the_position_says_who_sees_whom() -> None:
    state = lay(3, at={"red": "A1", "blue": "T1"}, men={"green": "FI-out"})
    said = say(list(state.describe(None)))
    assert "There is a free view between the red spy and the blue spy." in said
    assert "There is a free view between the green contact man and the red spy." in said
    assert "Bruno has the blue spy on T1." in said


def test_the_position_says_what_the_throw_reaches_on_foot_and_through_tunnels() -> None:
    """The spy before the manhole on J15: with a 4 he comes up at all others and walks one step on."""
    said = say(list(lay(4, at={"red": "H15"}).describe(0)))
    reached = next(line for line in said if line.startswith("The throw takes the red spy to "))
    assert {"L15", "D15"} <= set(re.findall(r"[A-T]\d+", reached))
    below = next(line for line in said if line.startswith("Through a tunnel he comes to "))
    assert {"L6", "J6"} <= set(re.findall(r"[A-T]\d+", below))
    assert not set(re.findall(r"[A-T]\d+", reached)) & set(re.findall(r"[A-T]\d+", below))
    hiding = say(list(lay(1, 4, at={"red": "H15"}).describe(0)))
    assert not any(line.startswith("Through a tunnel") for line in hiding)


def test_the_position_says_which_spaces_a_piece_has_in_view() -> None:
    """E1 has trees at its right; from the street cross of Great Britain the view ends at the corners."""
    said = say(list(lay(3, at={"red": "E1"}, men={"blue": "GB-in"}).describe(None)))
    assert any(
        re.fullmatch(r"These spaces are in view of the red spy: .*A1, B1, C1, D1.*", line) for line in said
    )
    assert not any("in view of the blue contact man" in line for line in said)


def test_a_seat_is_told_which_throws_catch_its_spies_and_of_no_others() -> None:
    state = lay(2, at={"red": "A1", "blue": "E1"}, hands={"red": ["S01"], "blue": ["S02"]})
    danger = "With a throw of 3, the blue spy can catch the red spy where he stands."
    assert danger in say(list(state.describe(0)))
    assert not any("can catch" in line for line in say(list(state.describe(None))))
    assert "With a throw of 3, the red spy can catch the blue spy where he stands." in say(
        list(state.describe(1))
    )
    without = lay(2, at={"red": "A1", "blue": "E1"}, hands={"blue": ["S02"]})
    assert not any("can catch" in line for line in say(list(without.describe(0))))


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        (lay(3), "Move the red spy by 3."),
        (lay(1, 4), "Hide the red spy: move him by 4, with his aerial up."),
        (start(4), "Choose a cross for the contact man of the yellow spy."),
    ],
)
def test_prompts(state: SpyRingState, asked: str) -> None:
    assert say([state.prompt(state.actors()[0])]) == [asked]
    other = (state.actors()[0] + 1) % 4
    assert say([state.prompt(other)]) == ["It is not your turn."]


def test_every_text_is_used_and_every_entry_has_one() -> None:
    """Matches played well say nearly everything; what they never say is named here."""
    heard: set[str] = set()
    for seed in range(12):
        source = random.Random(seed)
        state = start((2, 3, 4)[seed % 3], seed)
        while state.actors():
            seat = state.actors()[0]
            told: list[Told] = [state.prompt(seat), state.prompt((seat + 1) % state.seats)]
            told += state.describe(seat)
            for move in state.moves(seat)[:3]:
                told += state.explain(seat, move)
            move = RULES.judge.rollout(state, seat, source)
            told += state.explain(seat, move)
            state.play(seat, move, told)
            heard |= set(keys(told))
            say(told)
        heard |= set(keys([*state.describe(None), state.prompt(0)]))
    unheard = {key for key in RULES.texts if not key.startswith("example.")} - heard
    assert unheard <= {
        "absent", "left", "over.limit", "over.left", "trapped", "state.left", "state.trapped", "part.cards",
        "part.words", "waived", "state.pile.empty", "over.tokens", "lapsed", "will.man_strip", "will.undo",
        "will.seen_man", "silent", "claimed.strip",
    }  # fmt: skip


def test_the_page_lists_every_embassy_with_its_word_and_bonus() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([^|(]+?)(?: \([^|]*\))? \| (\d+) \|$", PAGE, flags=re.M)
    assert rows == [(entry.country, entry.word, str(entry.bonus)) for entry in DATA.embassies]


def test_the_page_shows_every_diagram() -> None:
    shown = re.findall(r"!\[[^\]]+\]\((diagrams/[a-z-]+\.svg)[^)]*\)", PAGE)
    drawn = [
        f"diagrams/{each.name}" for each in resources.files("engines.spy_ring").joinpath("diagrams").iterdir()
    ]
    assert sorted(shown) == sorted(drawn)
