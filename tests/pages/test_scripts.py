"""Logic of the match page's scripts, run in node on the positions of real games."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from correio.pages.script_messages import MESSAGES
from engines import registry
from engines.chance import StreamChance

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
ESBUILD = FRONTEND / "node_modules" / ".bin" / "esbuild"

needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not ESBUILD.exists(), reason="needs node and `npm ci` in frontend/"
)


def run(tmp_path: Path, module: str, script: str, data: Any) -> Any:
    """The JSON that `script` prints; it sees the module as `it` and the argument as `data`."""
    bundle = tmp_path / "module.mjs"
    source = FRONTEND / "src" / module
    subprocess.run(
        [ESBUILD, source, "--bundle", "--format=esm", f"--outfile={bundle}", "--log-level=error"], check=True
    )
    given = tmp_path / "data.json"
    given.write_text(json.dumps(data), "utf-8")
    whole = (
        'import { readFileSync } from "node:fs";'
        f"import * as it from {json.dumps(bundle.as_uri())};"
        f'const data = JSON.parse(readFileSync({json.dumps(str(given))}, "utf8"));{script}'
    )
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", whole], check=True, capture_output=True, text=True
    )
    return json.loads(answer.stdout)


def choices(game: str, seats: int, seed: int) -> list[list[dict[str, Any]]]:
    """The legal moves of each position of a random game, as a board gets them."""
    rules = registry.rules(game)
    source = random.Random(seed)
    state = rules.start(seats, rules.check(seats, {}), StreamChance(source))
    positions = []
    while actors := state.actors():
        seat = actors[0]
        moves = [
            {"notation": rules.write(move), "refs": list(rules.shape(move).refs)}
            for move in state.moves(seat)
        ]
        positions.append(moves)
        state.play(seat, state.pick(seat, source))
    return positions


POINTING = """
const lost = [];
for (const { moves, orders } of data) for (const { notation, order } of orders) {
  let picked = [];
  let reached = false;
  for (const ref of order) {
    const now = it.narrow(moves, picked);
    if (!now.targets.has(ref)) break;
    picked = it.point(moves, picked, ref);
    const then = it.narrow(moves, picked);
    if (then.only) { reached = then.only.notation === notation; break; }
  }
  const end = it.narrow(moves, picked);
  reached ||= end.choices.some((move) => move.notation === notation);
  if (!reached) lost.push([notation, order]);
}
console.log(JSON.stringify(lost));
"""


@needs_node
@pytest.mark.parametrize(("game", "seats"), [("estoril", 2), ("estoril", 4), ("postcards", 3)])
def test_every_legal_move_can_be_pointed_at_in_any_order(tmp_path: Path, game: str, seats: int) -> None:
    data = [
        {
            "moves": moves,
            "orders": [
                {"notation": move["notation"], "order": order}
                for move in moves
                for order in permutations(move["refs"])
            ],
        }
        for moves in choices(game, seats, seed=5)
    ]
    assert sum(len(position["orders"]) for position in data) > 100 or game == "postcards"
    assert run(tmp_path, "match/narrow.ts", POINTING, data) == []


@needs_node
def test_pointing_again_takes_back_and_another_of_the_kind_replaces(tmp_path: Path) -> None:
    moves = [{"notation": f"{t}{s}", "refs": [f"tile:{t}", f"space:{s}"]} for t in "AB" for s in "12"]
    script = """
const after = ["tile:A", "tile:B", "space:9"].map((ref) => it.point(data, ["tile:A"], ref));
console.log(JSON.stringify(after));
"""
    assert run(tmp_path, "match/narrow.ts", script, moves) == [[], ["tile:B"], ["tile:A"]]


@needs_node
def test_a_clock_is_read_from_the_stored_instant(tmp_path: Path) -> None:
    script = """
globalThis.document = { documentElement: { lang: "en" }, getElementById: () => null };
const now = Date.parse("2026-11-30T12:00:00Z");
const at = (ms) => ({ deadline: new Date(now + ms).toISOString(), clock_words: "3 days per turn" });
console.log(JSON.stringify([51600000, 95000, -5, 86400000 * 2].map((ms) => it.face(at(ms), now).left)
  .concat(it.face({ deadline: null, clock_words: "x" }, now).left)));
"""
    wanted = ["14\u00a0h\u00a020\u00a0min", "1:35", "time is up", "2\u00a0d", None]
    assert run(tmp_path, "match/clock.ts", script, None) == wanted


@needs_node
def test_the_list_of_messages_is_what_the_scripts_say() -> None:
    subprocess.run(["node", "extract-messages.mjs", "--check"], cwd=FRONTEND, check=True)
    assert len(MESSAGES) > 100


def test_messages_are_handed_over_only_where_they_differ() -> None:
    page = Template("{% load vite %}{% script_messages %}")
    with translation.override("en"):
        assert page.render(Context()) == ""
    with translation.override("pt"):
        assert 'id="messages"' in page.render(Context())
