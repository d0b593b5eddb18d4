from __future__ import annotations

import asyncio
import warnings

from django.contrib.staticfiles import finders
from django.test import AsyncClient


def test_a_static_file_comes_whole_without_a_warning_under_asgi() -> None:
    path = finders.find("favicon.svg")
    assert path is not None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        response = asyncio.run(AsyncClient().get("/static/favicon.svg"))
    with open(path, "rb") as file:
        assert response.content == file.read()
    assert response["Content-Type"].startswith("image/svg+xml")


def test_a_browser_that_has_the_file_is_told_so_in_few_bytes() -> None:
    first = asyncio.run(AsyncClient().get("/static/favicon.svg"))
    again = asyncio.run(
        AsyncClient().get("/static/favicon.svg", headers={"if-modified-since": first["Last-Modified"]})
    )
    assert (again.status_code, again.content) == (304, b"")
    assert "Content-Type" not in again


def test_a_part_of_a_file_can_be_asked_for() -> None:
    part = asyncio.run(AsyncClient().get("/static/favicon.svg", headers={"range": "bytes=0-3"}))
    assert (part.status_code, part.content) == (206, b"<svg")
