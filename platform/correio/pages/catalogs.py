"""Component data in the reader's language, as a board writes it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from engines.protocol import Rules

WORDS = ("name", "help")
"""Keys of a catalog whose values are English sentences or nouns, and message ids."""


def localised_catalog(rules: Rules) -> Any:
    return _localised(rules.catalog())


def _localised(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: gettext(each) if key in WORDS and isinstance(each, str) and each else _localised(each)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_localised(each) for each in value]
    return value
