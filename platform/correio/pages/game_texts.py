"""What games say, for the catalogues of translations: `game_messages.py` is written from here.

Engines know no gettext. Their sentences and nouns are message ids all the same; a module that names them
lets `makemessages` find them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from correio.pages.catalogs import WORDS
from engines import registry
from engines.chance import KeyedChance
from engines.protocol import OrderForm, Rules

_REF = re.compile(r"[a-z_]+:\S+")
DEALS = 40
"""So many first positions show every thing a game can point at."""

HEAD = '''"""Sentences and nouns of the listed games, written by `manage.py game_messages`. Do not edit."""

# ruff: noqa: E501
# fmt: off

from django.utils.translation import gettext_noop as _

MESSAGES = (
'''


def source() -> str:
    lines = [f"    _({_quoted(text)}),\n" for rules in registry.listed().values() for text in texts(rules)]
    return HEAD + "".join(lines) + ")\n"


def texts(rules: Rules) -> list[str]:
    """Message ids of one game, sorted; nouns without a small letter (F5, A/E, PESCE) need no translation."""
    nouns = {noun for noun in map(rules.noun, _refs(rules)) if noun.upper() != noun}
    orders = (text for form in rules.info.orders for text in _of_form(rules, form))
    return sorted({*rules.texts.values(), *nouns, *orders, *_words(rules.catalog())})


def _of_form(rules: Rules, form: OrderForm) -> Iterator[str]:
    """What `matches.orders` shows of it."""
    yield from (form.label, form.help, *form.answers, *form.gone)
    for condition in form.conditions:
        yield condition.label
        yield from map(rules.noun, condition.choices)


def _words(value: Any) -> set[str]:
    """What `catalogs.localised_catalog` translates."""
    if isinstance(value, dict):
        own = {each for key, each in value.items() if key in WORDS and isinstance(each, str) and each}
        return own.union(*(_words(each) for each in value.values()))
    return set().union(*(_words(each) for each in value)) if isinstance(value, list | tuple) else set()


def _refs(rules: Rules) -> set[str]:
    found = set(_strings(rules.catalog()))
    seats = max(rules.info.seats)
    for deal in range(DEALS):
        state = rules.start(seats, rules.check(seats, {}), KeyedChance(deal.to_bytes(32, "big")))
        found |= set(_strings(msgspec.to_builtins(state.view(0))))
    return {text for text in found if _REF.fullmatch(text) and not text.startswith("seat:")}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
