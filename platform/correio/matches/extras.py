"""What apps above add to the JSON of a match: ratings, the tournament, the next match, a rematch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from correio.matches.models import Match

Extra = Callable[[dict[str, Any], Match, Any], dict[str, Any]]
"""(JSON so far, match, user) -> JSON with more in it; must keep to what that user may know."""

_extras: list[Extra] = []


def add(extra: Extra) -> None:
    """Called once per app at `AppConfig.ready`."""
    if extra not in _extras:
        _extras.append(extra)


def with_extras(shown: dict[str, Any], match: Match, user: Any) -> dict[str, Any]:
    for extra in _extras:
        shown = extra(shown, match, user)
    return shown
