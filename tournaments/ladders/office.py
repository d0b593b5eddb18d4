"""What every act of the steward begins with: the lock, the member, the permission."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import broadcast
from tournaments.ladders.errors import LadderError
from tournaments.ladders.models import Answer, Challenge, Ladder, Member
from tournaments.ladders.rules import Code, Reason
from tournaments.ladders.wording import refusal

LIVE = (Challenge.Status.WAITING, Challenge.Status.PLAYING)
COMING = (Answer.State.PENDING, Answer.State.ACCEPTED)


def locked(ladder_id: int) -> Ladder:
    """The row as it is now, held to the end of the transaction. Raises LadderError if there is none."""
    ladder = Ladder.objects.select_for_update().filter(pk=ladder_id).first()
    if ladder is None:
        raise LadderError("no_ladder", _("There is no such ladder: the link may be mistyped."), 404)
    return ladder


def free(ladder_id: int) -> Ladder | None:
    """The same for due work, which holds another row already: None if the ladder is busy, so that nobody
    waits for each other; the next sweep comes back."""
    return Ladder.objects.select_for_update(skip_locked=True).filter(pk=ladder_id).first()


def member_of(ladder: Ladder, user: User) -> Member:
    """Raises LadderError for those who do not stand on it."""
    found = ladder.members.select_related("user").filter(user=user, position__isnull=False).first()
    if found is None:
        raise refusal(Reason(Code.NOT_MEMBER))
    return found


def locked_challenge(challenge_id: int) -> tuple[Ladder, Challenge]:
    ladder_id = Challenge.objects.filter(pk=challenge_id).values_list("ladder_id", flat=True).first()
    if ladder_id is None:
        raise LadderError("no_challenge", _("There is no such challenge: the link may be mistyped."), 404)
    ladder = locked(ladder_id)
    return ladder, ladder.challenges.select_related("challenger__user").get(pk=challenge_id)


def changed(ladder_id: int) -> None:
    """Open pages of the ladder find something new when they ask the next time."""
    Ladder.objects.filter(pk=ladder_id).update(revision=F("revision") + 1)


def announce(live: Challenge) -> None:
    """And those whom the challenge concerns are told at once, once it is written."""
    changed(live.ladder_id)
    concerned = Member.objects.filter(Q(pk=live.challenger_id) | Q(answers__challenge=live))
    users = list(concerned.values_list("user_id", flat=True).distinct())
    transaction.on_commit(partial(broadcast.users_changed, users), robust=True)


def may_direct(user: Any) -> bool:
    return bool(getattr(user, "is_authenticated", False)) and bool(user.is_staff)


def must_direct(by: User | None) -> None:
    """None is the site itself."""
    if by is not None and not may_direct(by):
        raise LadderError("not_director", _("Only the staff of the site may do that."), 403)
