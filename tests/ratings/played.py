"""Finished matches for the ledger: started by the referee, ended by an arbiter."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.clocks import DAY, PER_TURN, Control
from correio.matches.models import Event, Match, Seat

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def people(*names: str, **more: Any) -> list[User]:
    return [User.objects.create_user(name, **more) for name in names]


def finished(
    players: Sequence[User], places: Sequence[int], *, at: datetime = NOW, turns: int = 3, **table: Any
) -> Match:
    """A match that ended at `at`; its delivery to the ledger is due and not handled."""
    match = referee.start_match(
        players=list(players),
        now=at - timedelta(days=1),
        **({"game": "postcards", "title": "postcards", "clock": Control(PER_TURN, DAY)} | table),
    )
    Seat.objects.filter(match=match).update(turns=turns)
    return referee.adjudicate(match_id=match.pk, places=places, reason="test", now=at)


def ending(match: Match) -> Event:
    return Event.objects.get(match=match, kind__in=[Event.Kind.FINISHED, Event.Kind.CANCELLED])
