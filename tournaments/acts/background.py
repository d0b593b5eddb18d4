"""A round of a large field is paired outside the request and outside any transaction.

The lease keeps other workers away; if one dies, its lease runs out and the round is due again. What was
worked out is published under the lock of the tournament, if nothing has happened that it depends on.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments import document
from tournaments.acts import drafts, jobs
from tournaments.acts.office import locked
from tournaments.acts.progress import go_without, is_complete, last_round, publish
from tournaments.acts.proposals import CannotPair, Kept, Proposal
from tournaments.acts.systems import propose
from tournaments.models import PairingJob, Tournament

LEASE_SECONDS: Final = 600
"""Longer than any pairing of as many as a tournament takes; a worker that died gives it back after it."""
TRIES: Final = 3
"""So often it is paired without a lock. Then it is under the lock, where nobody can come or leave."""


def due(now: datetime) -> QuerySet[PairingJob]:
    """Not more rows than tournaments that are being paired."""
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    return PairingJob.objects.filter(free).order_by("asked_at", "pk")


@dataclass(frozen=True)
class Found:
    proposal: Proposal | CannotPair
    kept: Kept
    """What a director had laid by hand in the draft before."""


def pair_in_background(job: PairingJob, now: datetime) -> None:
    """Due work with a lease."""
    tournament = Tournament.objects.get(pk=job.tournament_id)
    seen = document.version(tournament)
    try:
        found = _worked_out(tournament, job)
    except Exception:
        # It was read in several questions, and something may have happened between two of them.
        if document.version(tournament) == seen:
            raise
        found = None
    _write(job, seen, found, now)


def _worked_out(tournament: Tournament, job: PairingJob) -> Found:
    kept = Kept() if job.publish else drafts.kept_of(tournament, job.number)
    try:
        return Found(propose(tournament, job.number, kept), kept)
    except CannotPair as error:
        return Found(error, kept)


@transaction.atomic
def _write(job: PairingJob, seen: document.Version, found: Found | None, now: datetime) -> None:
    """Once, whoever else has worked at it: the row of the job goes with it."""
    tournament = locked(job.tournament_id)
    current = PairingJob.objects.filter(pk=job.pk).select_related("by").first()
    if current is None:
        return
    if not _is_wanted(tournament, current.number):
        current.delete()
        return
    if found is None or document.version(tournament) != seen:
        if current.attempts + 1 < TRIES:
            jobs.ask_again(current)
            return
        found = _worked_out(tournament, current)
    current.delete()
    if isinstance(found.proposal, CannotPair):
        go_without(tournament, current.number, found.proposal, current.by, now)
    elif current.publish:
        publish(tournament, current.number, found.proposal, current.by, now)
    else:
        drafts.draw_up(tournament, current.number, found.proposal, found.kept, current.by, now)


def _is_wanted(tournament: Tournament, number: int) -> bool:
    """Still the next round, after one that is complete."""
    last = last_round(tournament)
    return (
        tournament.status == Tournament.Status.RUNNING
        and number == (last.number if last else 0) + 1
        and (last is None or is_complete(last))
    )
