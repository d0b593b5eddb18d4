"""What is asked of who enters, and whether the reader meets it: from the function that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import director
from tournaments.acts.conditions import Reason
from tournaments.models import Entry, Tournament

ASKED_BY = {
    "by_invitation": {"not_invited"},
    "bots": {"bots_only", "bots_barred"},
    "min_rating": {"rating_too_low"},
    "max_rating": {"rating_too_high"},
    "min_matches": {"too_few_matches"},
    "min_reliability": {"unreliable"},
}
"""Which reasons belong to which condition."""


@dataclass(frozen=True)
class Condition:
    text: str
    met: bool | None
    """None for who is in already, or not signed in."""
    why: str = ""


@dataclass(frozen=True)
class Door:
    conditions: Sequence[Condition]
    why_not: Sequence[str]
    """Other reasons why the reader cannot enter."""
    may_enter: bool
    would_wait: bool
    late: bool


def of(tournament: Tournament, reader: Any, own: Entry | None, now: datetime) -> Door:
    asks = own is None and getattr(reader, "is_authenticated", False)
    # Who waited in vain may still enter late.
    asks = asks or (
        own is not None and own.place == Entry.Place.WAITING and tournament.started_at is not None
    )
    late = tournament.status == Tournament.Status.RUNNING and tournament.late_until > 0
    is_open = tournament.status == Tournament.Status.REGISTRATION or late
    reasons = director.reasons_not_to_enter(tournament, reader, now) if asks and is_open else []
    told: set[str] = set()
    conditions = []
    for field, text in _asked(tournament):
        against = next((reason for reason in reasons if reason.code in ASKED_BY[field]), None)
        told |= {against.code} if against is not None else set()
        met = None if not asks else against is None and not _is_closed(reasons)
        conditions.append(Condition(text, met, against.message if against is not None else ""))
    return Door(
        conditions,
        [reason.message for reason in reasons if reason.code not in told],
        may_enter=asks and is_open and not reasons,
        would_wait=asks and director.would_wait(tournament),
        late=late,
    )


def _is_closed(reasons: Sequence[Reason]) -> bool:
    """The first of all reasons stands for all where it is too early or too late: nothing else was asked."""
    known = set().union(*ASKED_BY.values()) | {"guest", "closed_account", "full"}
    return bool(reasons) and reasons[0].code not in known


def _asked(tournament: Tournament) -> list[tuple[str, str]]:
    found = []
    if tournament.by_invitation:
        found.append(("by_invitation", _("By invitation only")))
    if tournament.bots == Tournament.Bots.ONLY:
        found.append(("bots", _("Bots only")))
    elif tournament.bots == Tournament.Bots.BARRED:
        found.append(("bots", _("People only")))
    if tournament.min_rating is not None:
        found.append(("min_rating", _("A rating of at least %(n)d") % {"n": tournament.min_rating}))
    if tournament.max_rating is not None:
        found.append(("max_rating", _("A rating of at most %(n)d") % {"n": tournament.max_rating}))
    if tournament.min_matches is not None:
        text = ngettext("At least %d rated match", "At least %d rated matches", tournament.min_matches)
        found.append(("min_matches", text % tournament.min_matches))
    if tournament.min_reliability is not None:
        text = _("At least %(n)d %% of one’s matches played without running out of time")
        found.append(("min_reliability", text % {"n": tournament.min_reliability}))
    return found
