"""Clocks offered in one click. Anything else that `matches.clocks` allows comes through the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from correio.matches.clocks import DAY, FISCHER, HOUR, MINUTE, PER_TURN, Control, words

Pace = Literal["days", "hours", "live"]


@dataclass(frozen=True)
class Preset:
    key: str
    control: Control
    pace: Pace
    """What the lobby filters by: an answer within days, within a day, or at once."""

    @property
    def label(self) -> str:
        return words(self.control)


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset("1d", Control(PER_TURN, DAY), "days"),
        Preset("2d", Control(PER_TURN, 2 * DAY), "days"),
        Preset("3d", Control(PER_TURN, 3 * DAY), "days"),
        Preset("7d", Control(PER_TURN, 7 * DAY), "days"),
        Preset("1d+8h", Control(FISCHER, DAY, 8 * HOUR, 3 * DAY), "days"),
        Preset("12h+2h", Control(FISCHER, 12 * HOUR, 2 * HOUR, DAY), "hours"),
        Preset("1h+10m", Control(FISCHER, HOUR, 10 * MINUTE, 2 * HOUR), "live"),
        Preset("10m+1m", Control(FISCHER, 10 * MINUTE, MINUTE, 30 * MINUTE), "live"),
    )
}
DEFAULT = "2d"


def pace(control: Control) -> Pace:
    """By how long a player may let the others wait for one turn."""
    if control.base_ms >= DAY:
        return "days"
    return "hours" if control.base_ms > 2 * HOUR else "live"
