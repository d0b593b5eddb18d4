"""Pairs whom a director keeps apart: members of one family, accounts of one school."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from tournaments.acts.entering import entry_of
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_be, must_direct, note
from tournaments.acts.plans import SWISS
from tournaments.models import Act, Entry, ForbiddenPair, Tournament


@transaction.atomic
def forbid_pair(
    *,
    tournament_id: int,
    one: User,
    other: User,
    why: str,
    by: User | None,
    first_round: int = 1,
    last_round: int | None = None,
    now: datetime | None = None,
) -> ForbiddenPair:
    """In these rounds, both included, the two are not paired; None: to the end. A pair has one row: again
    with other rounds or words changes it."""
    now = now or timezone.now()
    tournament, pair = _locked_pair(tournament_id, one, other, by)
    reason = why.strip()
    if not reason:
        raise DirectorError("no_reason", _("Say why the two are not to meet: it stays in the records."), 422)
    most = tournament.round_count or 0
    if not 1 <= first_round <= (last_round or most) <= most:
        message = _("Name rounds from 1 to %(rounds)d, the first not after the last.") % {"rounds": most}
        raise DirectorError("no_round", message, 422)
    new = {"first_round": first_round, "last_round": last_round, "why": reason[:200]}
    known = ForbiddenPair.objects.filter(tournament=tournament, one=pair[0], other=pair[1]).first()
    if known is not None and all(getattr(known, name) == value for name, value in new.items()):
        return known
    found, _created = ForbiddenPair.objects.update_or_create(
        tournament=tournament, one=pair[0], other=pair[1], defaults={**new, "by": by, "at": now}
    )
    note(tournament, Act.Kind.FORBADE, by, now, users=[one.pk, other.pk], **new)
    return found


@transaction.atomic
def allow_pair(
    *, tournament_id: int, one: User, other: User, by: User | None, now: datetime | None = None
) -> Tournament:
    """Takes it back; rounds that are paired stay as they are."""
    now = now or timezone.now()
    tournament, pair = _locked_pair(tournament_id, one, other, by)
    gone, _rows = tournament.forbidden_pairs.filter(one=pair[0], other=pair[1]).delete()
    if gone:
        note(tournament, Act.Kind.ALLOWED, by, now, users=[one.pk, other.pk])
    return tournament


def _locked_pair(
    tournament_id: int, one: User, other: User, by: User | None
) -> tuple[Tournament, list[Entry]]:
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.REGISTRATION, Tournament.Status.RUNNING)
    if tournament.system not in SWISS:
        message = _("Only Swiss systems can keep two apart: here the schedule decides who meets.")
        raise DirectorError("no_forbidden_pairs", message)
    if one.pk == other.pk:
        raise DirectorError("same_player", _("A pair is two players: choose another one."), 422)
    return tournament, sorted((entry_of(tournament, one), entry_of(tournament, other)), key=lambda e: e.pk)
