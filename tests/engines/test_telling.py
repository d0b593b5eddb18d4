from __future__ import annotations

import pytest

from engines.protocol import ALL, Told, all_but, hears, only
from engines.telling import heard, sentence
from engines.template.rules import RULES

NAMES = ("Ana", "Bruno", "Clara")


def test_refs_become_names() -> None:
    told = Told("kept", {"seat": "seat:1", "card": "card:E4", "points": 6})
    assert sentence(RULES, told, NAMES) == "Bruno kept Évora 4 and scores 6 for it."


def test_template_and_nouns_are_translated_before_they_meet() -> None:
    portuguese = {
        "{seat} threw {die}: {card} is lost.": "{card} perdeu-se: {seat} lançou {die}.",
        "Faro 2": "Faro dois",
    }
    told = Told("lost", {"seat": "seat:0", "die": 1, "card": "card:F2"})
    said = sentence(RULES, told, NAMES, lambda text: portuguese.get(text, text))
    assert said == "Faro dois perdeu-se: Ana lançou 1."


def test_a_key_without_text_is_an_error() -> None:
    with pytest.raises(KeyError):
        sentence(RULES, Told("sunk"), NAMES)


@pytest.mark.parametrize(
    ("audience", "listeners"),
    [
        (ALL, {None, 0, 1, 2}),
        (only(0), {0}),
        (only(2), {2}),
        (all_but(0), {None, 1, 2}),
        (all_but(2), {None, 0, 1}),
    ],
)
def test_audiences(audience: int, listeners: set[int | None]) -> None:
    assert {observer for observer in (None, 0, 1, 2) if hears(audience, observer)} == listeners


def test_heard_keeps_the_order() -> None:
    entries = [Told("over"), Told("drew.own", to=only(1)), Told("drew", to=all_but(1)), Told("strike")]
    assert [told.key for told in heard(entries, 1)] == ["over", "drew.own", "strike"]
    assert [told.key for told in heard(entries, None)] == ["over", "drew", "strike"]
