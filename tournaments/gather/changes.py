"""What was changed in the description of a tournament, as the log tells it: by the names of the form."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament

NAMES: Final = {
    "name": gettext_lazy("Name"),
    "title": gettext_lazy("Game"),
    "rated": gettext_lazy("Rated"),
    "system": gettext_lazy("System"),
    "seats": gettext_lazy("Seats at a table"),
    "min_seats": gettext_lazy("Fewest seats at a table"),
    "max_seats": gettext_lazy("Most seats at a table"),
    "round_count": gettext_lazy("Rounds"),
    "cycles": gettext_lazy("Each pair meets"),
    "accelerated": gettext_lazy("Accelerated"),
    "score_first": gettext_lazy("The last round puts equal scores before new opponents"),
    "third_place": gettext_lazy("A match for the third place"),
    "rank_by": gettext_lazy("Initial ranks by"),
    "tie_breaks": gettext_lazy("Tie-breaks, in order"),
    "edition": gettext_lazy("Edition of FIDE’s tie-breaks"),
    "clock_kind": gettext_lazy("Clock"),
    "clock_base_ms": gettext_lazy("Clock, milliseconds at the start"),
    "clock_increment_ms": gettext_lazy("Clock, milliseconds per turn"),
    "clock_cap_ms": gettext_lazy("Clock, milliseconds at most"),
    "on_time_out": gettext_lazy("When a player's time runs out"),
    "window_days": gettext_lazy("Play window of a round"),
    "rule": gettext_lazy("Matches that are not over then"),
    "auto_pair": gettext_lazy("Pair the next round as soon as one is complete"),
    "round_every_days": gettext_lazy("Rounds begin"),
    "starts_at": gettext_lazy("Starts"),
    "opens_at": gettext_lazy("Registration opens"),
    "check_in_minutes": gettext_lazy("Check-in, minutes before the start"),
    "repeat_every_days": gettext_lazy("Again"),
    "capacity": gettext_lazy("Places"),
    "bots": gettext_lazy("Who may enter"),
    "by_invitation": gettext_lazy("By invitation only"),
    "min_rating": gettext_lazy("Rating at least"),
    "max_rating": gettext_lazy("Rating at most"),
    "min_matches": gettext_lazy("Rated matches at least"),
    "min_reliability": gettext_lazy("Reliability at least, per cent"),
    "late_until": gettext_lazy("Late entry until round"),
    "half_byes": gettext_lazy("Half-point byes for each"),
    "about": gettext_lazy("About"),
    "prizes": gettext_lazy("Prizes and notes"),
}
"""A field that is missing here is told by the name that programs know it by."""


def in_words(changes: Mapping[str, tuple[Any, Any]]) -> str:
    """`Starts: – → Mon 30 Nov 2026, 18:00; Check-in ...: – → 15`."""
    return "; ".join(
        f"{NAMES.get(name, name)}: {_value(name, old)} → {_value(name, new)}"
        for name, (old, new) in changes.items()
    )


def _value(name: str, value: Any) -> str:
    if value in (None, "", []):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(map(str, value))
    field = _field(name)
    if isinstance(field, models.DateTimeField):
        return date_format(localtime(datetime.fromisoformat(value)), "D j M Y, H:i")
    return str(dict(field.flatchoices).get(value, value)) if field is not None else str(value)


def _field(name: str) -> Any:
    try:
        return Tournament._meta.get_field(name)
    except FieldDoesNotExist:
        return None
