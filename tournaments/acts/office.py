"""What every act of the director begins and ends with: the lock, the permission, the audit line."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from correio.accounts.models import User
from tournaments.acts.errors import DirectorError
from tournaments.models import Act, Role, Tournament


def locked(tournament_id: int) -> Tournament:
    """The row as it is now, held to the end of the transaction. Raises DirectorError if there is none."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise DirectorError("no_tournament", _("There is no such tournament: the link may be mistyped."), 404)
    return tournament


def may_direct(user: Any, tournament: Tournament) -> bool:
    """Its directors, and the staff of the site. Asked anew each time: the right ends with the role, and
    with the account."""
    return _has_role(user, tournament, Role.Kind.DIRECTOR)


def may_observe(user: Any, tournament: Tournament) -> bool:
    """Who sees the desk: directors and observers, and the staff of the site."""
    return _has_role(user, tournament, Role.Kind.DIRECTOR, Role.Kind.OBSERVER)


def _has_role(user: Any, tournament: Tournament, *kinds: str) -> bool:
    """By the rows, not by what the caller's user object says: that may have been read before the right
    ended."""
    if not getattr(user, "is_authenticated", False):
        return False
    role = Role.objects.filter(tournament=tournament, user=OuterRef("pk"), kind__in=kinds)
    return User.objects.filter(Q(is_staff=True) | Exists(role), pk=user.pk, is_active=True).exists()


def must_direct(by: User | None, tournament: Tournament) -> None:
    """None is the site itself, which may do everything."""
    if by is not None and not may_direct(by, tournament):
        raise DirectorError("not_director", _("Only the director of the tournament may do that."), 403)


def must_act_for(by: User | None, user: User, tournament: Tournament) -> None:
    """Everybody acts for themselves, directors for anybody; None is the player."""
    if by is not None and by.pk != user.pk:
        must_direct(by, tournament)


def must_be(tournament: Tournament, *allowed: str) -> None:
    if tournament.status in allowed:
        return
    match tournament.status:
        case Tournament.Status.REGISTRATION:
            raise DirectorError("not_started", _("The tournament has not started."))
        case Tournament.Status.RUNNING:
            raise DirectorError("running", _("The tournament is running: registration is closed."))
        case Tournament.Status.FINISHED:
            raise DirectorError("finished", _("The tournament is over; its results stand."))
        case _:
            raise DirectorError("cancelled", _("The tournament was cancelled."))


def note(tournament: Tournament, kind: str, by: User | None, now: datetime, **detail: Any) -> None:
    Act.objects.create(tournament=tournament, kind=kind, by=by, detail=detail, at=now)
