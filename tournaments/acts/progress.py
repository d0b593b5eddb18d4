"""What moves a running tournament on: the next round is paired, or it waits, or it ends.

Everything here is called under the lock of the tournament, by whoever has checked that it may be done.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from correio.accounts.models import User
from tournaments.acts import drafts, jobs, laying, notices
from tournaments.acts.office import note
from tournaments.acts.proposals import CannotPair, Proposal
from tournaments.acts.systems import propose
from tournaments.models import Act, Round, Tournament


def is_complete(round_: Round) -> bool:
    return not round_.tables.filter(over_at=None).exists()


def last_round(tournament: Tournament) -> Round | None:
    """None when the first one was taken back."""
    return tournament.rounds.order_by("-number").first()


def begins_at(tournament: Tournament, last: Round) -> datetime | None:
    """When the round after that one may begin; None: as soon as it is complete."""
    return laying.beat(tournament, last.paired_at)


def pair_now(tournament: Tournament, number: int, by: User | None, now: datetime) -> Round:
    """The draft if there is one, else the rules. Raises `CannotPair`, and DirectorError for a stale draft."""
    found = drafts.usable(tournament, number)
    proposal, why = found or (propose(tournament, number), "")
    return publish(tournament, number, proposal, by, now, why)


def pair_soon(tournament: Tournament, number: int, by: User | None, now: datetime) -> Round | None:
    """The same, but that a large field without a draft is left to due work: None."""
    if jobs.is_large(tournament) and not drafts.stands(tournament, number):
        jobs.ask(tournament, number, by, now)
        return None
    return pair_now(tournament, number, by, now)


def publish(
    tournament: Tournament, number: int, proposal: Proposal, by: User | None, now: datetime, why: str = ""
) -> Round:
    """The round begins. `why` a director changed what the rules gave."""
    round_ = laying.lay(tournament, number, proposal, now, changed_why=why)
    drafts.forget(tournament)
    jobs.forget(tournament)
    notices.tell_paired(round_, now)
    note(tournament, Act.Kind.PAIRED, by, now, round=number, tables=len(proposal.tables))
    return round_


def advance(tournament: Tournament, now: datetime) -> None:
    """If the last round is complete, the next one follows, now or when its time comes, or the end."""
    last = last_round(tournament)
    if last is None or not is_complete(last):
        return
    if last.number >= (tournament.round_count or 0):
        finish_now(tournament, None, now)
        return
    begins = begins_at(tournament, last)
    if not tournament.auto_pair:
        wait_until(tournament, None)
    elif begins is not None and now < begins:
        wait_until(tournament, begins)
    else:
        _pair_by_itself(tournament, last.number + 1, now)


def _pair_by_itself(tournament: Tournament, number: int, now: datetime) -> None:
    """A draft that fits no more is thrown away rather than keep everybody waiting. Without a legal pairing
    the director decides what may be given up."""
    drafts.drop_if_stale(tournament, number, now)
    try:
        with transaction.atomic():
            pair_soon(tournament, number, None, now)
    except CannotPair as error:
        go_without(tournament, number, error, None, now)


def go_without(
    tournament: Tournament, number: int, error: CannotPair, by: User | None, now: datetime
) -> None:
    """There is no such round. The site ends the tournament if there can be none; else, and for a director,
    the desk says why."""
    if error.over and by is None:
        finish_now(tournament, None, now, why=error.why)
        return
    wait_until(tournament, None)
    note(tournament, Act.Kind.DRAFTED, by, now, round=number, why=error.why, relax=list(error.relax))


def wait_until(tournament: Tournament, when: datetime | None) -> None:
    if tournament.due_at != when:
        tournament.due_at = when
        tournament.save(update_fields=["due_at"])


def finish_now(tournament: Tournament, by: User | None, now: datetime, **detail: Any) -> None:
    _end(tournament, Tournament.Status.FINISHED, now)
    drafts.forget(tournament)
    jobs.forget(tournament)
    note(tournament, Act.Kind.FINISHED, by, now, **detail)


def cancel_now(tournament: Tournament, by: User | None, now: datetime, **detail: Any) -> None:
    _end(tournament, Tournament.Status.CANCELLED, now)
    note(tournament, Act.Kind.CANCELLED, by, now, **detail)


def _end(tournament: Tournament, status: str, now: datetime) -> None:
    tournament.status, tournament.finished_at, tournament.due_at = status, now, None
    tournament.save(update_fields=["status", "finished_at", "due_at"])
