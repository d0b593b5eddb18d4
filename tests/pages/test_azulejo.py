"""The drawing grammar: one seed, one tile, in both languages that draw it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.template import Context, Template

from correio.pages import azulejo

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
SEEDS = [
    "correio-9",
    "match-7",
    "player:tomás",
    "player:heron_k",
    "",
    "a",
    "Ω",
    *(f"seed {n}" for n in range(40)),
]


def test_stored_draws_keep_every_tile_as_it_was() -> None:
    draws = azulejo.Draws("correio")
    assert [draws.below(1000) for _ in range(6)] == [770, 808, 215, 797, 499, 655]
    assert azulejo.design("correio-9") == azulejo.Design(False, False, (0, 5, 5, 2, 3, 2))
    assert azulejo.design("player:tomás") == azulejo.Design(True, False, (2, 4, 1, 1, 2, 2))
    assert azulejo.design("match-7") == azulejo.Design(False, False, (1, 4, 2, 2, 1, 0))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_browser_draws_the_same_tile(tmp_path: Path) -> None:
    esbuild = FRONTEND / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        pytest.skip("needs `npm ci` in frontend/")
    bundle = tmp_path / "azulejo.mjs"
    source = FRONTEND / "src" / "drawing" / "azulejo.ts"
    subprocess.run(
        [esbuild, source, "--bundle", "--format=esm", f"--outfile={bundle}", "--log-level=error"], check=True
    )
    script = (
        f"import {{design, tile}} from {json.dumps(bundle.as_uri())};"
        "console.log(JSON.stringify(JSON.parse(process.argv[1]).map((seed) => tile(design(seed), 'q'))))"
    )
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", script, json.dumps(SEEDS)],
        check=True,
        capture_output=True,
        text=True,
    )
    assert json.loads(answer.stdout) == [azulejo.tile(azulejo.design(seed), "q") for seed in SEEDS]


def test_below_is_even_enough_to_use_every_shape() -> None:
    for layer, column in zip(
        azulejo.GRAMMAR["layers"],
        zip(*(azulejo.design(f"x{n}").shapes for n in range(700)), strict=True),
        strict=True,
    ):
        shares = [column.count(i) / 700 * len(layer["shapes"]) for i in range(len(layer["shapes"]))]
        assert min(shares) > 0.6, layer["name"]
        assert max(shares) < 1.4, layer["name"]


def test_about_two_in_five_are_inverted_so_that_neighbours_differ() -> None:
    share = sum(azulejo.design(f"player:{n}").inverted for n in range(1000)) / 1000
    assert 0.35 < share < 0.45


def test_pictures_use_the_colours_of_the_tokens() -> None:
    css = (FRONTEND / "styles" / "tokens.css").read_text("utf-8")
    for glaze, token in azulejo.GRAMMAR["tokens"].items():
        pair = re.search(rf"{token}: light-dark\((#\w+), (#\w+)\)", css)
        assert pair is not None, token
        assert pair.groups() == tuple(azulejo.GRAMMAR["palette"][theme][glaze] for theme in ("light", "dark"))


def test_picture_cannot_end_the_attribute_or_the_url_it_stands_in() -> None:
    style = azulejo.pictures("match-7", across=3)
    assert not set(re.sub(r"url\('[^']*'\)", "", style)) & set("\"'<>()")
    assert "<" not in style
    assert '"' not in style


def test_ids_are_unique_in_a_page() -> None:
    page = Template("{% load azulejo %}{% avatar 'a' %}{% avatar 'a' %}{% tile 'b' %}").render(Context())
    ids = re.findall(r'id="(\w+)"', page)
    assert len(ids) == 3
    assert len(set(ids)) == 3


def test_a_name_cannot_break_out_of_a_label() -> None:
    page = Template("{% load azulejo %}{% tile seed label=name %}").render(
        Context({"seed": "x", "name": '"><script>'})
    )
    assert "<script>" not in page


@pytest.mark.parametrize("colour", sorted(azulejo.PIECES["markers"]))
def test_every_seat_colour_has_a_shape_of_its_own(colour: str) -> None:
    shapes = [marker["shape"] for marker in azulejo.PIECES["markers"].values()]
    assert shapes.count(azulejo.PIECES["markers"][colour]["shape"]) == 1
    assert 'role="img"' in Template("{% load azulejo %}{% marker c %}").render(Context({"c": colour}))
