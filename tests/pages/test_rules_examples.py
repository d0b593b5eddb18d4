"""What the script of a rules page gets to play its examples."""

from __future__ import annotations

import gzip
import json

import pytest
from django.test import Client
from django.utils import translation

from correio.pages.rules_examples import examples_json
from correio.pages.rules_text import text_of
from engines import registry
from engines.examples import examples_of, frames

SPY_RING = registry.listed()["spy-ring"]


def test_each_step_comes_with_its_view_and_its_sentences() -> None:
    shown = examples_json(SPY_RING)
    [tunnel] = [each for each in shown["examples"] if each["key"] == "tunnel"]
    [example] = [each for each in examples_of(SPY_RING) if each.key == "tunnel"]
    played = frames(SPY_RING, example)
    assert len(tunnel["frames"]) == len(played)
    assert tunnel["title"] == "Two throws, one tunnel"
    assert tunnel["frames"][0]["said"][0] == "You lead the red spy, on H15, and have thrown a 4."
    assert [frame["view"]["throw"] for frame in tunnel["frames"]] == [frame.view.throw for frame in played]  # type: ignore[attr-defined]
    assert {frame["view"]["observer"] for frame in tunnel["frames"]} == {tunnel["observer"]}
    json.dumps(shown)


def test_sentences_and_nouns_are_in_the_reader_s_language() -> None:
    with translation.override("pt"):
        [tunnel] = [each for each in examples_json(SPY_RING)["examples"] if each["key"] == "tunnel"]
    said = " ".join(line for frame in tunnel["frames"] for line in frame["said"])
    assert "espião vermelho" in said


@pytest.mark.parametrize("key", list(registry.listed()))
def test_every_listed_game_has_an_answer(client: Client, key: str) -> None:
    answer = client.get(f"/games/{key}/examples/")
    assert answer.status_code == 200
    shown = answer.json()
    assert shown["game"] == key
    assert [each["key"] for each in shown["examples"]] == [
        each.key for each in examples_of(registry.listed()[key])
    ]
    seats = [frame["view"]["seats"] for each in shown["examples"] for frame in each["frames"]]
    assert all((each if isinstance(each, int) else len(each)) <= len(shown["names"]) for each in seats)


def test_the_answer_is_packed_for_whoever_unpacks_it(client: Client) -> None:
    packed = client.get("/games/spy-ring/examples/", headers={"accept-encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    plain = client.get("/games/spy-ring/examples/")
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) * 10 < len(plain.content)


@pytest.mark.parametrize("key", ["postcards", "chess"])
def test_other_games_have_none(client: Client, key: str) -> None:
    assert client.get(f"/games/{key}/examples/").status_code == 404


@pytest.mark.parametrize("key", list(registry.listed()))
def test_each_stands_in_the_rules_in_place_of_a_drawing(key: str) -> None:
    rules = registry.listed()[key]
    html = text_of(rules).html
    for example in examples_of(rules):
        assert html.count(f'<figure class="diagram" data-example="{example.key}"><svg ') == 1
