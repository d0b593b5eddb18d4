"""The rules of a game as a page: `rules.md` beside the engine, safe Markdown.

A picture `![caption](diagrams/name.svg)` stands inline, so that it takes the colours of the page's theme.
Where an example of the game is played instead, its key is the title: `![caption](diagrams/name.svg "key")`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt

from engines.protocol import Rules


@dataclass(frozen=True)
class RulesText:
    html: SafeString
    chapters: list[tuple[str, str]]
    """(anchor, heading) of the second level."""


FIGURE = re.compile(r'<p><img src="(diagrams/[a-z-]+\.svg)" alt="([^"]*)"(?: title="([a-z-]+)")?\s*/?></p>')
EMPTY = RulesText(SafeString(""), [])


@cache
def rules_text(game: str, package: str) -> RulesText:
    """Raw HTML in the text is shown as text, so that a rules file can do nothing to a page."""
    source = resources.files(package).joinpath("rules.md")
    if not source.is_file():
        return EMPTY
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    html = markdown.render(source.read_text("utf-8"))
    html = re.sub(r"<h1>.*?</h1>\s*", "", html, count=1)
    chapters: list[tuple[str, str]] = []

    def anchor(found: re.Match[str]) -> str:
        level, words = found.group(1), found.group(2)
        name = slugify(re.sub("<[^>]+>", "", words)) or f"chapter-{len(chapters)}"
        if level == "2":
            chapters.append((name, re.sub("<[^>]+>", "", words)))
        return f'<h{level} id="{name}">{words}</h{level}>'

    def figure(found: re.Match[str]) -> str:
        path, caption, example = found.groups()
        drawing = resources.files(package).joinpath(path).read_text("utf-8")
        named = drawing.replace("<svg ", f'<svg aria-label="{caption}" ', 1)
        played = f' data-example="{example}"' if example else ""
        return f'<figure class="diagram"{played}>{named}<figcaption>{caption}</figcaption></figure>'

    html = re.sub(r"<h([23])>(.*?)</h\1>", anchor, html)
    html = FIGURE.sub(figure, html)
    html = _framed(html).replace("<th></th>", "<td></td>")
    return RulesText(mark_safe(html), chapters)


def _framed(html: str) -> str:
    """Tables scroll sideways on a phone, by keyboard too, under the name of the heading above them."""
    heading = ""

    def frame(found: re.Match[str]) -> str:
        nonlocal heading
        if found.group(1) is not None:
            heading = re.sub("<[^>]+>", "", found.group(1))
            return found.group(0)
        return f'<div class="scroll-x" role="group" tabindex="0" aria-label="{heading}"><table class="table">'

    html = re.sub(r"<h[23][^>]*>(.*?)</h[23]>|<table>", frame, html)
    return html.replace("</table>", "</table></div>")


def text_of(rules: Rules) -> RulesText:
    return rules_text(rules.info.key, type(rules).__module__.rpartition(".")[0])
