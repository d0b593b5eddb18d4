"""Matches whose players are known: opened, seated and started at once, one or a whole round of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches.desk import Desk, write_together
from correio.matches.errors import RefereeError
from correio.matches.models import Match
from correio.matches.opening import Player, begin, draw, draw_up, store, take

AT_ONCE: Final = 500
"""Matches written by the same statements: a round of any usual size."""


@dataclass(frozen=True)
class Seating:
    """One of several matches that start together."""

    players: Sequence[Player]
    """In the order of play."""
    secret: bytes | None = None
    code: str | None = None
    """Random, as the secret, unless they were settled beforehand."""


def start_match(
    *,
    players: Sequence[Player | User],
    shuffle: bool = False,
    secret: bytes | None = None,
    code: str | None = None,
    now: datetime | None = None,
    **table: Any,
) -> Match:
    """Opened, seated and started in one transaction; `table` as for `open_match`.

    Players sit in the order given (the first starts the game) unless `shuffle`.
    """
    seated = [each if isinstance(each, Player) else Player(each) for each in players]
    if table.pop("seats", len(seated)) != len(seated):
        raise RefereeError("wrong_seats", _("There must be as many players as seats."), 422)
    return start_matches(seatings=[Seating(seated, secret, code)], shuffle=shuffle, now=now, **table)[0]


@transaction.atomic
def start_matches(
    *, seatings: Sequence[Seating], shuffle: bool = False, now: datetime | None = None, **table: Any
) -> list[Match]:
    """The same for many matches of one kind, in their order: all of them or none. The number of queries
    does not depend on how many there are, up to `AT_ONCE`."""
    now = now or timezone.now()
    for seating in seatings:
        _must_differ(seating.players)
    matches: list[Match] = []
    for start in range(0, len(seatings), AT_ONCE):
        matches += _started(seatings[start : start + AT_ONCE], shuffle, now, table)
    return matches


def _must_differ(players: Sequence[Player]) -> None:
    if len({each.user.pk for each in players}) != len(players):
        raise RefereeError("seated_twice", _("Somebody would sit twice at this table."), 422)


def _started(seatings: Sequence[Seating], shuffle: bool, now: datetime, table: dict[str, Any]) -> list[Match]:
    matches = [
        draw_up(seats=len(each.players), secret=each.secret, code=each.code, now=now, **table)
        for each in seatings
    ]
    desks = [Desk.fresh(match, seats, now) for match, seats in zip(matches, store(matches), strict=True)]
    for desk, seating in zip(desks, seatings, strict=True):
        for row, player in zip(desk.seats, seating.players, strict=True):
            take(row, player)
        if shuffle:
            draw(desk)
        begin(desk)
    write_together(desks)
    return matches
