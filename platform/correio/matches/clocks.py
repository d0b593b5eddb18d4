"""Clocks as pure functions over stored UTC instants: time left is computed, never counted down.

A turn runs from the moment the match waits for a seat until its answer is in. Durations are whole
milliseconds. Deadlines are hard: an answer at the deadline is in time, one after it is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

PER_TURN = "per_turn"
FISCHER = "fischer"

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class BadClock(ValueError):
    """The time control makes no sense; the text says why."""


@dataclass(frozen=True)
class Control:
    """A time control. Per turn: `base_ms` for each turn, nothing is saved up. Fischer: a bank of `base_ms`
    at the start, `increment_ms` added after each turn, never more than `cap_ms`."""

    kind: str
    base_ms: int
    increment_ms: int = 0
    cap_ms: int = 0

    def check(self) -> Control:
        if self.kind not in (PER_TURN, FISCHER):
            raise BadClock(
                _("There is no clock “%(kind)s”: choose per_turn or fischer.") % {"kind": self.kind}
            )
        if not MINUTE <= self.base_ms <= 60 * DAY:
            raise BadClock(_("A clock starts with at least a minute and at most 60 days."))
        if self.kind == PER_TURN:
            if self.increment_ms or self.cap_ms:
                raise BadClock(_("Time per turn has neither increment nor cap."))
            return self
        if not 0 <= self.increment_ms <= 7 * DAY:
            raise BadClock(_("The increment is between nothing and 7 days."))
        if not self.base_ms <= self.cap_ms <= 90 * DAY:
            raise BadClock(_("The cap is at least the bank at the start and at most 90 days."))
        return self


@dataclass(frozen=True)
class Stopped:
    """A clock after a turn."""

    spent_ms: int
    bank_ms: int | None


def first_bank(control: Control) -> int | None:
    """None where nothing is saved up."""
    return control.base_ms if control.kind == FISCHER else None


def deadline(
    control: Control, bank_ms: int | None, started_at: datetime, window_end: datetime | None = None
) -> datetime | None:
    """When the time of a turn runs out; no deadline lies behind the end of a play window.

    None for a turn that begins when the window is over: nobody's clock runs then, the match waits for
    its adjudication.
    """
    if window_end is not None and started_at >= window_end:
        return None
    allowed = control.base_ms if bank_ms is None else bank_ms
    ends = started_at + timedelta(milliseconds=allowed)
    return ends if window_end is None else min(ends, window_end)


def stop(control: Control, bank_ms: int | None, started_at: datetime, ended_at: datetime) -> Stopped:
    """Ends a turn. A bank cannot fall below nothing, whatever a late sweep measures."""
    spent = max(0, milliseconds(ended_at - started_at))
    if bank_ms is None:
        return Stopped(spent, None)
    return Stopped(spent, min(control.cap_ms, max(0, bank_ms - spent) + control.increment_ms))


def milliseconds(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)


def words(control: Control) -> str:
    """The time control for people: "2 days per turn"."""
    if control.kind == PER_TURN:
        return _("%(time)s per turn") % {"time": span(control.base_ms)}
    if not control.increment_ms:
        return _("%(bank)s for the whole match") % {"bank": span(control.base_ms)}
    return _("%(bank)s at the start and %(increment)s per turn, at most %(cap)s") % {
        "bank": span(control.base_ms),
        "increment": span(control.increment_ms),
        "cap": span(control.cap_ms),
    }


def span(ms: int) -> str:
    """A duration in its two largest units: "1 day 8 hours"; below a minute in seconds."""
    if ms < MINUTE:
        return ngettext("%d second", "%d seconds", ms // 1000) % (ms // 1000)
    days, rest = divmod(ms, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    parts = []
    if days:
        parts.append(ngettext("%d day", "%d days", days) % days)
    if hours:
        parts.append(ngettext("%d hour", "%d hours", hours) % hours)
    if minutes and not days:
        parts.append(ngettext("%d minute", "%d minutes", minutes) % minutes)
    return " ".join(parts)
