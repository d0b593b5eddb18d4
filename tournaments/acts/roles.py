"""Who directs and who looks on. A right ends with its row: every act asks for it inside the lock."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_direct, note
from tournaments.models import Act, Role, Tournament


@transaction.atomic
def appoint(
    *, tournament_id: int, user: User, kind: str, by: User | None, now: datetime | None = None
) -> Role:
    """Makes somebody a director or an observer; who has the other role changes it."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if kind not in Role.Kind.values:
        raise DirectorError("bad_role", _("There are directors and observers: choose one."), 422)
    if user.kind != User.Kind.PERSON or not user.is_active:
        message = _("Only people with an account can have a role in a tournament.")
        raise DirectorError("no_person", message, 422)
    known = tournament.roles.filter(user=user).first()
    if known is not None and known.kind == kind:
        return known
    if known is not None:
        _must_not_be_last(tournament, known, by)
    role, _created = Role.objects.update_or_create(
        tournament=tournament, user=user, defaults={"kind": kind, "by": by, "at": now}
    )
    note(tournament, Act.Kind.APPOINTED, by, now, user=user.pk, role=kind)
    return role


@transaction.atomic
def dismiss(*, tournament_id: int, user: User, by: User | None, now: datetime | None = None) -> Tournament:
    """Takes a role away. Everybody may lay down their own, but for the last director; the staff of the site
    may take that too, and directs from then on."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    if by is None or by.pk != user.pk:
        must_direct(by, tournament)
    role = tournament.roles.filter(user=user).first()
    if role is None:
        return tournament
    _must_not_be_last(tournament, role, by)
    role.delete()
    note(tournament, Act.Kind.DISMISSED, by, now, user=user.pk, role=role.kind)
    return tournament


def _must_not_be_last(tournament: Tournament, role: Role, by: User | None) -> None:
    if role.kind != Role.Kind.DIRECTOR or by is None or by.is_staff:
        return
    directors = tournament.roles.filter(kind=Role.Kind.DIRECTOR, user__is_active=True)
    if not directors.exclude(pk=role.pk).exists():
        message = _("A tournament needs a director: appoint another one first.")
        raise DirectorError("last_director", message)
