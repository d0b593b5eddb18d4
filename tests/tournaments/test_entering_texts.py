"""What directors write can do nothing to a page."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from tournaments.markdown import shown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Cup** & *glory*", "<p><strong>Cup</strong> &amp; <em>glory</em></p>\n"),
        ("# Prizes", "<h3>Prizes</h3>\n"),
        ("##### Small print", "<h6>Small print</h6>\n"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>\n"),
        (
            "[club](https://example.org)",
            '<p><a href="https://example.org" rel="nofollow ugc noopener">club</a></p>\n',
        ),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[x](data:text/html,hi)", "<p>[x](data:text/html,hi)</p>\n"),
    ],
)
def test_shown(text: str, html: str) -> None:
    assert shown(text) == html


def test_pictures_are_not_loaded_from_anywhere() -> None:
    assert "<img" not in shown("![spy](https://example.org/pixel.png)")


def test_tables() -> None:
    assert "<table>" in shown("| place | prize |\n|---|---|\n| 1 | cup |")


@given(st.text(alphabet="<>\"'&#*_[]()!`|:-\n ab/jsimgscrpt=", max_size=200))
def test_no_element_but_those_of_markdown(text: str) -> None:
    html = shown(text)
    for bad in ("<script", "<img", "<iframe", "<svg", 'href="javascript'):
        assert bad not in html


def test_the_filter_of_templates() -> None:
    page = Template("{% load texts %}{{ text|markdown }}").render(Context({"text": "*hi*"}))
    assert page == "<p><em>hi</em></p>\n"
