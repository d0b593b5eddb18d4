"""What happens at its time before the first round: registration opens, check-in opens."""

from __future__ import annotations

from datetime import datetime, timedelta

from correio.accounts.models import User
from tournaments.acts import notices
from tournaments.acts.office import note
from tournaments.models import Act, Tournament


def check_in_opens(tournament: Tournament) -> datetime | None:
    """None where nobody has to check in."""
    if tournament.check_in_minutes is None or tournament.starts_at is None:
        return None
    return tournament.starts_at - timedelta(minutes=tournament.check_in_minutes)


def next_due(tournament: Tournament, now: datetime) -> datetime | None:
    """When the director has to look again at a tournament that has not started: the next of opening,
    check-in and start that is still to come. A time of start that has passed starts nothing again: after
    a start that was undone the director says when."""
    instants = (tournament.opens_at, check_in_opens(tournament), tournament.starts_at)
    return min((instant for instant in instants if instant is not None and instant > now), default=None)


def act_before_start(tournament: Tournament, now: datetime) -> bool:
    """Due work of a tournament that has not started; False: the start itself is due. The caller holds the
    lock. After a standstill several instants may have passed, and all of them are made up for: nobody is
    out for not checking in while nobody was asked to."""
    if tournament.starts_at is not None and tournament.starts_at <= now:
        if not _was_nobody_asked(tournament):
            return False
        _put_off(tournament, now)
    if is_open(tournament, now):
        tell_who_is_invited(tournament, now)
    opens = check_in_opens(tournament)
    if opens is not None and opens <= now:
        _ask_to_check_in(tournament, now)
    tournament.due_at = next_due(tournament, now)
    tournament.save(update_fields=["due_at", "starts_at"])
    return True


def is_open(tournament: Tournament, now: datetime) -> bool:
    """Registration has opened."""
    return tournament.opens_at is None or tournament.opens_at <= now


def tell_who_is_invited(tournament: Tournament, now: datetime) -> None:
    """All of them, once registration is open; who was told before is not told again."""
    invited = User.objects.filter(pk__in=tournament.invitations.values("user"))
    entered = tournament.entries.values("user")
    notices.tell_invited(tournament, invited.exclude(pk__in=entered), now)


def _was_nobody_asked(tournament: Tournament) -> bool:
    """The call to check in is still due although the start is."""
    opens = check_in_opens(tournament)
    return opens is not None and tournament.due_at is not None and tournament.due_at <= opens


def _put_off(tournament: Tournament, now: datetime) -> None:
    """By as long as check-in was to be open."""
    assert tournament.starts_at is not None
    assert tournament.check_in_minutes is not None
    later = now + timedelta(minutes=tournament.check_in_minutes)
    changes = {"starts_at": [tournament.starts_at.isoformat(), later.isoformat()]}
    tournament.starts_at = later
    note(tournament, Act.Kind.EDITED, None, now, changes=changes, why="nobody was asked to check in")


def _ask_to_check_in(tournament: Tournament, now: datetime) -> None:
    entries = tournament.entries.filter(checked_in_at=None).select_related("user")
    notices.tell_check_in(tournament, [entry.user for entry in entries], now)


def demands_check_in(tournament: Tournament, now: datetime) -> bool:
    """At a start now. Before check-in has opened nobody could have checked in, and nobody has to."""
    opens = check_in_opens(tournament)
    return opens is not None and opens <= now
