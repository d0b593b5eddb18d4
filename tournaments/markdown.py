"""Texts that directors write, as HTML that can do nothing to a page.

HTML in them is shown as text, pictures are not loaded from anywhere, links carry no recommendation, and
headings stand below those of the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

TOP = 3
"""Level of the highest heading: the page has a title and its sections."""

_parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def shown(text: str) -> SafeString:
    tokens = _parser.parse(text)
    _tame(tokens)
    return mark_safe(_parser.renderer.render(tokens, _parser.options, {}))


def _tame(tokens: Sequence[Token]) -> None:
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + TOP - 1)}"
        elif token.type == "link_open":
            token.attrSet("rel", "nofollow ugc noopener")
        if token.children:
            _tame(token.children)
