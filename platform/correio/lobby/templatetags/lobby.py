"""`{% load lobby %}`: words about a table."""

from __future__ import annotations

from django import template

from correio.lobby.forms import LEVEL_NAMES
from correio.lobby.tables import control_of, title_of
from correio.matches.clocks import words
from correio.matches.models import Match

register = template.Library()


@register.filter
def title_name(match: Match) -> str:
    return title_of(match)


@register.filter
def clock_words(match: Match) -> str:
    return words(control_of(match))


@register.filter
def level_name(level: str) -> str:
    return str(LEVEL_NAMES.get(level, level))
