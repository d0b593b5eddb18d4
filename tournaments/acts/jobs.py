"""That a round is being paired outside the request: who asked, and what it was worked out from.

A small field is paired while one waits. A large one takes seconds, which nobody should wait for and
during which nobody should find the tournament locked.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.due.models import Parked
from correio.due.nudge import nudge
from tournaments.acts.errors import DirectorError
from tournaments.models import Entry, PairingJob, Tournament

WORK: Final = "tournament_pairing"
AT_ONCE: Final = 32
"""Players up to which a round is paired by whoever asks for it: about half a second of one processor."""


def is_large(tournament: Tournament) -> bool:
    there = tournament.entries.filter(place=Entry.Place.FIELD, withdrawn_at=None)
    return there.count() > AT_ONCE


def pending(tournament: Tournament) -> PairingJob | None:
    return PairingJob.objects.filter(tournament=tournament).select_related("by").first()


def has_failed(job: PairingJob) -> bool:
    """By a fault of ours: it waits for an operator, or for somebody who asks anew."""
    return Parked.objects.filter(work=WORK, row=str(job.pk), released_at=None).exists()


def ask(tournament: Tournament, number: int, by: User | None, now: datetime, *, publish: bool = True) -> None:
    """Has that round paired soon; who asks twice has asked once. The caller holds the tournament's lock."""
    job = pending(tournament)
    if job is not None and (job.number != number or has_failed(job)):
        job.delete()
        job = None
    if job is not None and publish and not job.publish:
        # The time of the round has come while its draft was being drawn up.
        job.publish = True
        job.save(update_fields=["publish"])
    if job is None:
        PairingJob.objects.create(tournament=tournament, number=number, publish=publish, by=by, asked_at=now)
        nudge(WORK)


def ask_again(job: PairingJob) -> None:
    """It was worked out from what is not true any more. The caller holds the tournament's lock."""
    job.attempts += 1
    job.leased_until = job.lease_token = None
    job.save(update_fields=["attempts", "leased_until", "lease_token"])
    nudge(WORK)


def forget(tournament: Tournament) -> None:
    """The round was paired by other hands, or is of no use any more."""
    PairingJob.objects.filter(tournament=tournament).delete()


def must_not_be_pending(
    tournament: Tournament, *, but_for: User | None = None, publish: bool | None = None
) -> None:
    """Raises DirectorError, but for who asks a second time for the same thing."""
    job = pending(tournament)
    again = job is not None and but_for is not None and (job.by_id, job.publish) == (but_for.pk, publish)
    if job is not None and not again and not has_failed(job):
        message = _("Round %(number)d is being paired: wait a moment, and look again.")
        raise DirectorError("being_paired", message % {"number": job.number})
