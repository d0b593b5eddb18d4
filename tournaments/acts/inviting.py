"""Invitations: a key to tournaments that have a door, and a place whatever their conditions."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from tournaments.acts import notices, schedule
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_be, must_direct, note
from tournaments.models import Act, Invitation, Tournament

STATUS = Tournament.Status


@transaction.atomic
def invite(*, tournament_id: int, user: User, by: User | None, now: datetime | None = None) -> Invitation:
    """The player is told once registration is open; inviting twice is inviting once."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, STATUS.REGISTRATION, *([STATUS.RUNNING] if tournament.late_until else []))
    if user.is_guest or not user.is_active:
        raise DirectorError("no_account", _("Only who has an account can be invited."), 422)
    known = tournament.invitations.filter(user=user).first()
    if known is not None:
        return known
    invitation = Invitation.objects.create(tournament=tournament, user=user, by=by, at=now)
    note(tournament, Act.Kind.INVITED, by, now, user=user.pk)
    if schedule.is_open(tournament, now):
        notices.tell_invited(tournament, [user], now)
    return invitation


@transaction.atomic
def uninvite(*, tournament_id: int, user: User, by: User | None, now: datetime | None = None) -> Tournament:
    """Who has entered by then stays in: removing is another act."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, STATUS.REGISTRATION, *([STATUS.RUNNING] if tournament.late_until else []))
    gone, _rows = tournament.invitations.filter(user=user).delete()
    if gone:
        note(tournament, Act.Kind.UNINVITED, by, now, user=user.pk)
    return tournament
