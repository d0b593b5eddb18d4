"""The lines of an order as the match page takes them apart and puts them together, run in node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from correio.accounts.models import User
from correio.matches.shown import match_json
from tests.matches.driving import again
from tests.matches.reacting import ace
from tests.pages.test_scripts import needs_node, run

pytestmark = [pytest.mark.django_db, needs_node]

LINES = {
    "react": ["stop", "ask target", "pass by:2 ability:cutpurse score:40 lead:3", "stop spent:2 by:0"],
    "sacrifice": ["lose L03", "lose any"],
}


@pytest.fixture
def forms(alice: User, bob: User, carol: User) -> list[dict[str, Any]]:
    return list(match_json(again(ace(alice, bob, carol)), 1)["orders"])


def test_a_line_comes_back_as_it_was_written(tmp_path: Path, forms: list[dict[str, Any]]) -> None:
    script = """console.log(JSON.stringify(data.forms.map((form) =>
        data.lines[form.form].map((line) => it.write(form, it.read(form, line))))));"""
    back = run(tmp_path, "match/orders.ts", script, {"forms": forms, "lines": LINES})
    assert dict(zip((form["form"] for form in forms), back, strict=True)) == LINES


def test_whatever_the_form_offers_is_a_line(
    tmp_path: Path, forms: list[dict[str, Any]], alice: User, bob: User
) -> None:
    """A new line, and one with every condition that can be added."""
    script = """console.log(JSON.stringify(data.map((form) => {
        const line = it.fresh(form);
        const all = { ...line, parts: [...line.parts, ...it.free(form, line).map(it.first)] };
        return [it.write(form, line), it.write(form, all), it.free(form, all).length];
    })));"""
    react, sacrifice = run(tmp_path, "match/orders.ts", script, forms)
    assert react == ["stop", "stop target by:0 ability:re_user score:1 lead:1 spent:1", 0]
    assert sacrifice == ["lose L01", "lose L01", 0]


def test_lines_in_words_and_their_order(tmp_path: Path, forms: list[dict[str, Any]]) -> None:
    script = """console.log(JSON.stringify([
        it.words(data[0], "ask target by:0 score:40"),
        it.words(data[1], "lose any"),
        it.moved(["a", "b", "c"], 2, 0), it.moved(["a", "b", "c"], 0, 1),
        it.moved(["a", "b"], 0, -1), it.moved(["a", "b"], 1, 2)]));"""
    said = run(tmp_path, "match/orders.ts", script, forms)
    assert said[0] == ("ask: I am the target; announced by alice; its player has at least so many points 40")
    assert said[1] == "lose: agent any agent"
    assert said[2:] == [["c", "a", "b"], ["b", "a", "c"], ["a", "b"], ["a", "b"]]
