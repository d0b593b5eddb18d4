"""Notices that are about a page of the site and not about a match: how the apps above have them sent.

An app registers one `Teller` for each kind of its own at `AppConfig.ready`, and calls `tell` in the
transaction of what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from correio.accounts.models import User
from correio.due.nudge import nudge
from correio.notifications.models import Kind, Notice


@dataclass(frozen=True)
class Story:
    """The words of a mail, in the language and zone that are active."""

    subject: str
    lines: list[str]
    """One paragraph each, plain text."""
    button: str


@dataclass(frozen=True)
class Teller:
    write: Callable[[Notice], Story]
    still_true: Callable[[Notice], bool]
    """Asked before it is sent: what is over by then is not told."""


_tellers: dict[str, Teller] = {}


def register(kind: Kind, teller: Teller) -> None:
    if kind in _tellers:
        raise ValueError(f"notices of kind {kind!r} have two tellers")
    _tellers[kind] = teller


def teller(kind: str) -> Teller:
    return _tellers[kind]


def tell(
    users: Iterable[User],
    *,
    kind: Kind,
    subject: str,
    path: str,
    about: Mapping[str, Any],
    now: datetime,
    turn: int = 0,
    due_at: datetime | None = None,
) -> None:
    """Each person is told once per subject, kind and turn, however often this is called; guests have no
    address and bots read no mail."""
    notices = [
        Notice(
            user=user,
            kind=kind,
            subject=subject,
            turn=turn,
            path=path,
            about=dict(about),
            happened_at=now,
            due_at=due_at or now,
        )
        for user in users
        if user.kind == User.Kind.PERSON
    ]
    if notices:
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
        nudge("mail")
