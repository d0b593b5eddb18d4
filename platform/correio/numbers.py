"""Whole numbers that come in addresses, headers and forms, where anything may stand."""

from __future__ import annotations


def whole(text: str, digits: int) -> int | None:
    """The number if the text is nothing but that, in at most so many digits; None otherwise.

    `str.isdigit` alone is no guard: it lets ² and a million digits through, which `int` refuses.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
