"""Players ask out of rounds to come. Whoever pairs a round reads the rows and gives what was asked for."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from tournaments.acts.entering import entry_of
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_act_for, must_be, note
from tournaments.acts.plans import SWISS
from tournaments.models import Act, Entry, RequestedBye, Tournament


@transaction.atomic
def request_bye(
    *,
    tournament_id: int,
    user: User,
    round_number: int,
    kind: str,
    by: User | None = None,
    now: datetime | None = None,
) -> RequestedBye:
    """Asks out of a round until it is paired. Zero-point byes as often as one likes; half-point byes as
    often as the tournament allows, and never in the last round. Asking again may change the kind."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_act_for(by, user, tournament)
    entry = _must_be_asked_for(tournament, user, round_number)
    if kind not in RequestedBye.Kind.values:
        raise DirectorError("bad_kind", _("There are half-point byes and zero-point byes: choose one."), 422)
    known = entry.requested_byes.filter(round_number=round_number).first()
    if known is not None and known.kind == kind:
        return known
    if kind == RequestedBye.Kind.HALF:
        _must_have_half(tournament, entry, round_number)
    found, _created = RequestedBye.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": kind, "by": by or user, "at": now}
    )
    note(tournament, Act.Kind.ASKED_OUT, by or user, now, user=user.pk, round=round_number, bye=kind)
    return found


@transaction.atomic
def take_back_bye(
    *, tournament_id: int, user: User, round_number: int, by: User | None = None, now: datetime | None = None
) -> Entry:
    """Plays after all; possible as long as asking is."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_act_for(by, user, tournament)
    entry = _must_be_asked_for(tournament, user, round_number)
    gone, _rows = entry.requested_byes.filter(round_number=round_number).delete()
    if gone:
        note(tournament, Act.Kind.ASKED_IN, by or user, now, user=user.pk, round=round_number)
    return entry


def _must_be_asked_for(tournament: Tournament, user: User, round_number: int) -> Entry:
    must_be(tournament, Tournament.Status.REGISTRATION, Tournament.Status.RUNNING)
    if tournament.system not in SWISS:
        message = _("Only Swiss systems have byes on request: here everybody plays as paired, or withdraws.")
        raise DirectorError("no_byes", message)
    entry = entry_of(tournament, user)
    if entry.withdrawn_at is not None:
        message = _("Who has withdrawn is not paired anyway: come back first.")
        raise DirectorError("withdrawn", message)
    if not 1 <= round_number <= (tournament.round_count or 0):
        message = _("The tournament has rounds 1 to %(rounds)d.") % {"rounds": tournament.round_count or 0}
        raise DirectorError("no_round", message, 422)
    if tournament.rounds.filter(number=round_number).exists():
        message = _("Round %(round)d is paired: it is too late for that.") % {"round": round_number}
        raise DirectorError("paired", message)
    return entry


def _must_have_half(tournament: Tournament, entry: Entry, round_number: int) -> None:
    if round_number == tournament.round_count:
        message = _("In the last round there is no half-point bye: ask for a zero-point bye.")
        raise DirectorError("last_round", message)
    others = entry.requested_byes.exclude(round_number=round_number)
    if others.filter(kind=RequestedBye.Kind.HALF).count() >= tournament.half_byes:
        message = _("Half-point byes allowed for each player: %(most)d. Ask for a zero-point bye.")
        raise DirectorError("no_half_bye_left", message % {"most": tournament.half_byes})
