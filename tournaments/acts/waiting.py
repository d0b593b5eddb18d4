"""How many places there are, and who moves up when one becomes free before the start."""

from __future__ import annotations

from datetime import datetime

from correio.accounts.models import User
from tournaments.acts.notices import tell_moved_up
from tournaments.acts.office import note
from tournaments.models import Act, Entry, Tournament
from tournaments.pairing.round_robin.schedule import LARGEST_FIELD

MOST_ENTRIES = 1024


def most(system: str) -> int:
    """How many entries a tournament of that system may have, whatever its director wants. A round robin
    takes about as many rounds as there are players."""
    return LARGEST_FIELD if system == Tournament.System.ROUND_ROBIN else MOST_ENTRIES


def places(tournament: Tournament) -> int:
    return tournament.capacity if tournament.capacity is not None else most(tournament.system)


def free_places(tournament: Tournament) -> int:
    """Never less than none. Who withdrew gave the place back."""
    taken = tournament.entries.filter(place=Entry.Place.FIELD, withdrawn_at=None).count()
    return max(0, places(tournament) - taken)


def queue(tournament: Tournament) -> list[Entry]:
    """Who waits, in the order of joining."""
    found = tournament.entries.filter(place=Entry.Place.WAITING).select_related("user", "tournament")
    return list(found.order_by("joined_at", "pk"))


def move_up(
    tournament: Tournament, now: datetime, *, by: User | None = None, ready_only: bool = False
) -> list[Entry]:
    """As many as there are free places, in the order of joining; `ready_only` passes over who has not
    checked in. The caller holds the lock of a tournament that has not started."""
    free = free_places(tournament)
    ready = [entry for entry in queue(tournament) if not ready_only or is_ready(entry)]
    for entry in ready[:free]:
        entry.place = Entry.Place.FIELD
        entry.save(update_fields=["place"])
        note(tournament, Act.Kind.MOVED_UP, by, now, user=entry.user_id)
        tell_moved_up(entry, now)
    return ready[:free]


def is_ready(entry: Entry) -> bool:
    """Has checked in; bots always are there."""
    return entry.checked_in_at is not None or entry.user.is_bot
