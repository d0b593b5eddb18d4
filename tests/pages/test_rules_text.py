from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from correio.pages.rules_text import rules_text, text_of
from engines import registry


def test_every_diagram_of_a_game_stands_in_its_rules_with_a_name_for_those_who_hear_it() -> None:
    html = text_of(registry.rules("estoril")).html
    drawings = list(resources.files("engines.estoril").joinpath("diagrams").iterdir())
    assert (
        len(re.findall(r'<figure class="diagram"[^>]*><svg aria-label="[^"]+" ', html)) == len(drawings) == 4
    )
    assert "<img" not in html


def test_raw_html_in_a_rules_file_is_shown_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "game_with_script"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.md").write_text("# Rules\n\n<script>alert(1)</script>\n")
    monkeypatch.syspath_prepend(tmp_path)
    html = rules_text("script", "game_with_script").html
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_a_game_without_rules_text_has_an_empty_page() -> None:
    assert rules_text("nothing", "engines").html == ""


@pytest.mark.parametrize("key", list(registry.listed()))
def test_a_table_can_be_scrolled_by_keyboard_under_the_name_of_its_chapter(key: str) -> None:
    html = text_of(registry.listed()[key]).html
    frames = re.findall(r'<div class="scroll-x" role="group" tabindex="0" aria-label="([^"]+)"><table', html)
    assert len(frames) == html.count("<table") == html.count("</table></div>") > 0
    assert "What is hidden" in frames or "Missions" in frames
