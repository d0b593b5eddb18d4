"""What a page loads: the right files, and not too much of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.test import override_settings

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
DIST = FRONTEND / "dist"
MANIFEST = DIST / ".vite" / "manifest.json"

SCRIPT_BEFORE_A_BOARD = 60_000
SCRIPT_WITH_A_BOARD = 150_000

needs_build = pytest.mark.skipif(not MANIFEST.exists(), reason="needs `npm run build` in frontend/")


def render(entry: str) -> str:
    return Template("{% load vite %}{% vite entry %}").render(Context({"entry": entry}))


def files(manifest: dict[str, Any], key: str, seen: set[str]) -> Iterator[str]:
    """Scripts that the entry loads at once."""
    if key not in seen:
        seen.add(key)
        yield manifest[key]["file"]
        for imported in manifest[key].get("imports", []):
            yield from files(manifest, imported, seen)


def compressed(names: set[str]) -> int:
    return sum(len(gzip.compress((DIST / name).read_bytes(), 9)) for name in names)


def test_styles_script_and_preloads_of_an_entry(tmp_path: Path) -> None:
    manifest = {
        "src/a.ts": {"file": "assets/a-1.js", "css": ["assets/a-1.css"], "imports": ["_b.js"]},
        "_b.js": {"file": "assets/b-2.js", "css": ["assets/b-2.css"], "imports": ["_b.js"]},
    }
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(manifest), "utf-8")
    with override_settings(VITE_MANIFEST=path):
        page = render("src/a.ts")
    assert page.count('<link rel="stylesheet"') == 2
    assert page.count("modulepreload") == 1
    assert '<script type="module" src="/static/assets/a-1.js"></script>' in page


def test_without_a_build_the_page_says_what_to_run(tmp_path: Path) -> None:
    with override_settings(VITE_MANIFEST=tmp_path / "none.json"):
        assert "npm run build" in render("src/site.ts")


@needs_build
def test_scripts_stay_within_their_budget() -> None:
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    page = set(files(manifest, "src/site.ts", set())) | set(files(manifest, "src/match/main.ts", set()))
    assert compressed(page) < SCRIPT_BEFORE_A_BOARD
    boards = [key for key in manifest if key.startswith("src/boards/")]
    assert len(boards) >= 3
    for board in boards:
        assert compressed(page | set(files(manifest, board, set()))) < SCRIPT_WITH_A_BOARD, board


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text("utf-8"))
    packages = [entry for name, entry in lock["packages"].items() if name]
    assert packages
    assert all("integrity" in entry for entry in packages)
    assert not any("resolved" in entry for entry in packages)
