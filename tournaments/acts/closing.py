"""The start closes registration: who plays round 1, who does not, and the next of the series."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import ngettext

from correio.accounts.models import User
from tournaments.acts import creating, notices, waiting
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import note
from tournaments.acts.schedule import demands_check_in
from tournaments.models import Act, Entry, Tournament


def count_at_start(tournament: Tournament, now: datetime) -> int:
    """How many would play if it started now."""
    entries = list(tournament.entries.select_related("user"))
    if demands_check_in(tournament, now):
        return min(waiting.places(tournament), sum(map(waiting.is_ready, entries)))
    return sum(entry.place == Entry.Place.FIELD for entry in entries)


def close_registration(tournament: Tournament, by: User | None, now: datetime) -> None:
    """The field becomes what it is for round 1: who has not checked in goes to the end of the waiting list,
    and those of the list who have move up. Who is still on it then does not play, and is told; the rows stay
    for a start that is undone. The next of the series is created.

    The caller holds the lock and starts the tournament in the same transaction.
    """
    if demands_check_in(tournament, now):
        _must_have_had_time(tournament, now)
        absent = _absent(tournament)
        for entry in absent:
            entry.place, entry.joined_at = Entry.Place.WAITING, now
            note(tournament, Act.Kind.REMOVED, by, now, user=entry.user_id, why=notices.NOT_CHECKED_IN)
            notices.tell_removed(entry, notices.NOT_CHECKED_IN, now)
        Entry.objects.bulk_update(absent, ["place", "joined_at"])
        waiting.move_up(tournament, now, by=by, ready_only=True)
    for entry in waiting.queue(tournament):
        notices.tell_removed(entry, notices.WAITING, now)
    create_next(tournament, now)


def _absent(tournament: Tournament) -> list[Entry]:
    field = tournament.entries.filter(place=Entry.Place.FIELD).select_related("user", "tournament")
    return [entry for entry in field.order_by("joined_at", "pk") if not waiting.is_ready(entry)]


def _must_have_had_time(tournament: Tournament, now: datetime) -> None:
    """A director who starts earlier than was said does not put out who still has time to check in."""
    assert tournament.starts_at is not None
    missing = len(_absent(tournament))
    if missing and now < tournament.starts_at:
        message = ngettext(
            "Check-in is open until the time of start, and %(missing)d player has not checked in: wait, "
            "check them in, or remove them.",
            "Check-in is open until the time of start, and %(missing)d players have not checked in: wait, "
            "check them in, or remove them.",
            missing,
        )
        raise DirectorError("check_in_open", message % {"missing": missing})


def create_next(tournament: Tournament, now: datetime) -> Tournament | None:
    """The next of the series, once: when this one starts, or could not start for want of players. The
    caller holds the lock."""
    if tournament.repeat_every_days is None or Tournament.objects.filter(repeats=tournament).exists():
        return None
    try:
        fresh = creating.repeat(tournament, tournament.starts_at or now, now)
    except DirectorError as refused:
        note(tournament, Act.Kind.REPEATED, None, now, refused=refused.message)
        return None
    note(tournament, Act.Kind.REPEATED, None, now, slug=fresh.slug)
    return fresh
