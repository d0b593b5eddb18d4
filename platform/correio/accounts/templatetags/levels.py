"""`{% load levels %}`: what a house bot's level is called, in the reader's language."""

from __future__ import annotations

from django import template

from correio.accounts.house import LEVEL_WORDS

register = template.Library()


@register.filter
def level_word(level: str) -> str:
    return str(LEVEL_WORDS.get(level, level))
