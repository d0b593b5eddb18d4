"""What stands on My matches, in a number of queries that does not grow with the matches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet

from correio.accounts.models import User
from correio.lobby.tables import control_of, title_of
from correio.matches import clocks
from correio.matches.models import Match, Seat
from correio.matches.waiting import waiting_seats
from correio.pages.belonging import Event, events_of

MOST = 200
"""Running matches listed at once; the API pages through more."""


@dataclass(frozen=True)
class Line:
    """One match as its player sees it in a list."""

    match: Match
    own: Seat
    others: list[Seat]
    now: datetime
    event: Event | None

    @property
    def title(self) -> str:
        return title_of(self.match)

    @property
    def clock(self) -> str:
        return clocks.words(control_of(self.match))

    @property
    def left(self) -> timedelta | None:
        return self.own.deadline - self.now if self.own.deadline else None

    @property
    def reactions_until(self) -> datetime | None:
        """End of the open window, if there is one."""
        return self.match.window.closes_at if hasattr(self.match, "window") else None

    @property
    def waits_for(self) -> list[Seat]:
        """Others who are asked for a move. A sealed answer does not show: that seat still counts as asked.
        While a window is open nobody is named."""
        if self.reactions_until is not None:
            return []
        return [seat for seat in self.others if seat.acting or seat.sealed]


def waiting_lines(user: User, now: datetime) -> list[Line]:
    return lines(with_match(waiting_seats(user.pk))[:MOST], now)


def other_lines(user: User, now: datetime) -> list[Line]:
    """Running matches that wait for somebody else, latest deadline of the table first."""
    seats = Seat.objects.filter(
        user=user, acting=False, left_at=None, match__status=Match.Status.PLAYING
    ).order_by("match__deadline", "match_id")
    return lines(with_match(seats)[:MOST], now)


def open_lines(user: User, now: datetime) -> list[Line]:
    seats = Seat.objects.filter(user=user, match__status=Match.Status.OPEN).order_by("-match__created_at")
    return lines(with_match(seats)[:MOST], now)


def finished_seats(user: User) -> QuerySet[Seat]:
    """Newest first, cancelled ones included: a match that did not take place does not just vanish."""
    over = [Match.Status.FINISHED, Match.Status.CANCELLED]
    seats = Seat.objects.filter(user=user, match__status__in=over)
    return with_match(seats).order_by("-match_id")


def with_match(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    everybody = Prefetch("match__seats", Seat.objects.select_related("user"))
    return seats.select_related("match__window").prefetch_related(everybody)


def lines(seats: Iterable[Seat], now: datetime) -> list[Line]:
    seats = list(seats)
    events = events_of(seat.match for seat in seats)
    return [
        Line(
            seat.match,
            seat,
            [other for other in seat.match.seats.all() if other.pk != seat.pk and other.user is not None],
            now,
            events.get(seat.match_id),
        )
        for seat in seats
    ]
