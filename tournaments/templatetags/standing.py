"""`{% load standing %}`: places and points in words."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from tournaments.explain import short_ordinal
from tournaments.pairing.points import POINT

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
def lookup(mapping: dict[int, str], key: int | None) -> str:
    """The value of a key, or nothing."""
    return "" if key is None else mapping.get(key, "")
