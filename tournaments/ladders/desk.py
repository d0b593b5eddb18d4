"""The staff's tools: remove a member, move one; each leaves an audit line that everybody can read."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from tournaments.ladders import members, notices, rungs
from tournaments.ladders.errors import LadderError
from tournaments.ladders.models import Ladder, LadderAct, LadderMove, Member
from tournaments.ladders.moves import Move
from tournaments.ladders.office import locked, must_direct


@transaction.atomic
def remove(*, ladder_id: int, user: User, by: User | None, why: str, now: datetime | None = None) -> None:
    """Off the ladder; a match under way stays the player's. Removing twice is removing once."""
    now = now or timezone.now()
    must_direct(by)
    ladder = locked(ladder_id)
    member = _standing(ladder, user)
    if member is None:
        return
    assert member.position is not None
    before = member.position
    _note(ladder, LadderAct.Kind.REMOVED, member, by, why, before, None, now)
    members.take_off(ladder, member, LadderMove.Cause.DIRECTOR, now)
    notices.moved(ladder, member, before, None, now)


@transaction.atomic
def move(
    *, ladder_id: int, user: User, to: int, by: User | None, why: str, now: datetime | None = None
) -> None:
    """To that place; who stands between shifts by one."""
    now = now or timezone.now()
    must_direct(by)
    ladder = locked(ladder_id)
    member = _standing(ladder, user)
    if member is None:
        raise LadderError("not_member", _("This player does not stand on the ladder."), 404)
    if not 1 <= to <= ladder.size:
        message = _("There is no place %(to)d: the ladder has %(size)d.") % {"to": to, "size": ladder.size}
        raise LadderError("wrong_place", message, 422)
    assert member.position is not None
    before = member.position
    if to == before:
        return
    _note(ladder, LadderAct.Kind.MOVED, member, by, why, before, to, now)
    rungs.carry_out(ladder, Move(member.pk, before, to), LadderMove.Cause.DIRECTOR, now)
    notices.moved(ladder, member, before, to, now)


def _standing(ladder: Ladder, user: User) -> Member | None:
    return ladder.members.select_related("user").filter(user=user, position__isnull=False).first()


def _note(
    ladder: Ladder,
    kind: LadderAct.Kind,
    member: Member,
    by: User | None,
    why: str,
    before: int,
    after: int | None,
    now: datetime,
) -> None:
    if not why.strip():
        raise LadderError("no_reason", _("Say why: the members read it."), 422)
    LadderAct.objects.create(
        ladder=ladder, kind=kind, member=member, by=by, why=why.strip()[:200],
        before=before, after=after, at=now,
    )  # fmt: skip
