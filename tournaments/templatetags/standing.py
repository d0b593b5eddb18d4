"""`{% load standing %}`: places and points in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _

from tournaments.explain import short_ordinal
from tournaments.models import Tournament
from tournaments.pairing.points import POINT
from tournaments.ranking import Line

register = template.Library()

COLOURS = ("red", "green", "blue", "yellow", "pink")
"""Marker of each seat where nothing of the match itself is shown."""


@register.filter
def ordinal(number: int | None) -> str:
    return "" if number is None else short_ordinal(number)


@register.filter
def points(units: int | None) -> str:
    """Units of 1/24 as points with two decimals."""
    return "" if units is None else f"{units / POINT:.2f}"


@register.filter
def points_of(line: Line | None, tournament: Tournament) -> str:
    """Of a line: halves where there are only halves, whole rounds in a knockout, else two decimals."""
    if line is None:
        return ""
    if tournament.system == Tournament.System.KNOCKOUT:
        return str(int(line.points))
    if tournament.max_seats == 2:
        return f"{float(line.points):.1f}"
    return f"{float(line.points):.2f}"


@register.filter
def seat_colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


@register.filter
def relation(word: str) -> str:
    return {
        "ahead": _("ahead of"),
        "level": _("level with"),
        "behind": _("behind"),
        "playing": _("playing"),
    }.get(word, word)


@register.filter
def lookup(mapping: Mapping[Any, Any], key: Any) -> Any:
    """The value of a key, or nothing."""
    return "" if key is None else mapping.get(key, "")


@register.filter
def anchor(code: str) -> str:
    """A tie-break's code as a part of an address."""
    return code.replace("/", "-")


@register.filter
def unlocal(value: Any) -> str:
    """A number as programs write it, whatever the reader's language."""
    return str(value)
