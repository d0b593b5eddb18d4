"""Joining and leaving, settings, vacation, and when idleness comes to something."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import fairness
from tournaments.ladders import challenges, notices, rules, rungs
from tournaments.ladders.errors import LadderError
from tournaments.ladders.models import Challenge, Ladder, LadderMove, Member
from tournaments.ladders.moves import Move
from tournaments.ladders.office import changed, free, locked, member_of
from tournaments.ladders.timing import set_due

MEMBER_WORK = "ladder_member"
SHORTEST_VACATION = timedelta(days=1)


@transaction.atomic
def join(*, ladder_id: int, user: User, now: datetime | None = None) -> Member:
    """Takes a rung; joining twice is joining once."""
    now = now or timezone.now()
    ladder = locked(ladder_id)
    member = ladder.members.select_related("user").filter(user=user).first()
    if member is not None and member.position is not None:
        return member
    if (refused := reason_not_to_join(ladder, user)) is not None:
        raise refused
    if member is None:
        member = Member(ladder=ladder, user=user, first_joined_at=now)
    member.joined_at = member.active_at = now
    member.idle_drops, member.vacation_begun = 0, False
    member.vacation_from = member.vacation_until = None
    member.save()
    position = rungs.entry_position(ladder, user)
    rungs.carry_out(ladder, Move(member.pk, None, position), LadderMove.Cause.JOINED, now)
    rungs.set_due(ladder, now)
    set_due(member.pk)
    member.refresh_from_db()
    return member


def reason_not_to_join(ladder: Ladder, user: User) -> LadderError | None:
    """The page shows the same reason that `join` enforces."""
    if user.is_guest:
        message = _("Guests do not stand on ladders. Keep your account first: it takes a minute.")
        return LadderError("guest", message, 403)
    if ladder.bots and not user.is_bot:
        return LadderError("bots_only", _("This ladder is for bots: join the one for people."), 403)
    if user.is_bot and not ladder.bots:
        return LadderError("people_only", _("This ladder is for people: bots have one of their own."), 403)
    if not user.is_active:
        return LadderError("inactive", _("This account is closed."), 403)
    return None


@transaction.atomic
def leave(*, ladder_id: int, user: User, now: datetime | None = None) -> None:
    """Gives the rung up. Challenges that wait are over, a match that runs is still the player's to
    finish; leaving twice is leaving once."""
    now = now or timezone.now()
    ladder = locked(ladder_id)
    member = ladder.members.select_related("user").filter(user=user, position__isnull=False).first()
    if member is not None:
        take_off(ladder, member, LadderMove.Cause.LEFT, now)


def leave_all(user: User, now: datetime | None = None) -> None:
    """For accounts that are deleted or banned: off every ladder."""
    for ladder_id in Member.objects.filter(user=user, position__isnull=False).values_list(
        "ladder", flat=True
    ):
        leave(ladder_id=ladder_id, user=user, now=now)


def take_off(ladder: Ladder, member: Member, cause: str, now: datetime) -> None:
    """The caller holds the lock, and tells the member if it was not their own wish."""
    challenges.end_waiting_of(ladder, member, Challenge.Outcome.LEFT, now)
    rungs.carry_out(ladder, Move(member.pk, member.position, None), cause, now)


@transaction.atomic
def set_auto_accept(
    *, ladder_id: int, user: User, on: bool, nonce: bytes | str | None = None, now: datetime | None = None
) -> Member:
    """Challenges from now on are accepted at once; those that wait are still answered by hand."""
    member = member_of(locked(ladder_id), user)
    member.auto_accept = on
    if nonce:
        member.nonce = fairness.normal_nonce(nonce)
    member.save(update_fields=["auto_accept", "nonce"])
    return member


@transaction.atomic
def plan_vacation(
    *, ladder_id: int, user: User, begins: datetime, ends: datetime, now: datetime | None = None
) -> Member:
    """Both clocks of idleness stand still meanwhile, and nobody can challenge. At its beginning
    challenges that wait are over. Replaces a vacation that was planned and has not begun."""
    now = now or timezone.now()
    ladder = locked(ladder_id)
    member = member_of(ladder, user)
    if member.vacation_begun:
        raise LadderError("on_vacation", _("You are on vacation already: end it first."))
    begins = max(begins, now)
    if ends - begins < SHORTEST_VACATION:
        raise LadderError("bad_vacation", _("A vacation ends at least a day after it begins."), 422)
    if member.vacation_from is not None:
        _give_back(member, member.vacation_from)
    days = math.ceil((ends - begins) / timedelta(days=1))
    if member.vacation_year != begins.year:
        member.vacation_year, member.vacation_days = begins.year, 0
    if member.vacation_days + days > rules.VACATION_DAYS:
        message = _(
            "A year has %(most)d days of vacation, and %(left)d of them are left: choose a shorter one."
        )
        left = rules.VACATION_DAYS - member.vacation_days
        raise LadderError("too_long", message % {"most": rules.VACATION_DAYS, "left": left}, 422)
    member.vacation_days += days
    member.vacation_from, member.vacation_until = begins, ends
    member.save()
    if begins <= now:
        _begin_vacation(ladder, member, now)
    changed(ladder.pk)
    set_due(member.pk)
    member.refresh_from_db()
    return member


@transaction.atomic
def end_vacation(*, ladder_id: int, user: User, now: datetime | None = None) -> Member:
    """Comes back early, or drops a plan; whole days that were not used are given back."""
    now = now or timezone.now()
    member = member_of(locked(ladder_id), user)
    if member.vacation_from is not None:
        _give_back(member, now)
        _end_vacation(member, now)
        changed(member.ladder_id)
        set_due(member.pk)
        member.refresh_from_db()
    return member


def _give_back(member: Member, from_: datetime) -> None:
    assert member.vacation_from is not None
    assert member.vacation_until is not None
    unused = member.vacation_until - max(from_, member.vacation_from)
    if member.vacation_year == member.vacation_from.year:
        planned = math.ceil((member.vacation_until - member.vacation_from) / timedelta(days=1))
        back = planned if from_ <= member.vacation_from else max(unused, timedelta()) // timedelta(days=1)
        member.vacation_days = max(0, member.vacation_days - back)


def _begin_vacation(ladder: Ladder, member: Member, now: datetime) -> None:
    member.vacation_begun = True
    member.save(update_fields=["vacation_begun"])
    challenges.end_waiting_of(ladder, member, Challenge.Outcome.FREED, now)


def _end_vacation(member: Member, now: datetime) -> None:
    """Idleness goes on where it stood."""
    if member.vacation_begun:
        assert member.vacation_from is not None
        away_since = max(member.vacation_from, member.active_at)
        member.active_at += max(now - away_since, timedelta())
    member.vacation_from = member.vacation_until = None
    member.vacation_begun = False
    member.save()


def due(now: datetime) -> QuerySet[Member]:
    """Members whose idleness or vacation comes to something."""
    return Member.objects.filter(due_at__lte=now).order_by("due_at", "pk")


def act_when_due(row: Member, now: datetime) -> None:
    """Due work; the sweep holds the row."""
    ladder = free(row.ladder_id)
    if ladder is None:
        return
    member = ladder.members.select_related("user").get(pk=row.pk)
    if member.position is None or member.due_at is None or member.due_at > now:
        return
    if member.vacation_begun:
        assert member.vacation_until is not None
        _end_vacation(member, member.vacation_until)
    elif member.vacation_from is not None and member.vacation_from <= now:
        _begin_vacation(ladder, member, now)
    else:
        _idle(ladder, member, now)
    changed(ladder.pk)
    set_due(member.pk)


def _idle(ladder: Ladder, member: Member, now: datetime) -> None:
    assert member.position is not None
    before = member.position
    if rules.next_idle(member.active_at, member.idle_drops).removes:
        take_off(ladder, member, LadderMove.Cause.GONE, now)
        notices.moved(ladder, member, before, None, now)
        return
    member.idle_drops += 1
    member.save(update_fields=["idle_drops"])
    if before < ladder.size:
        rungs.carry_out(ladder, Move(member.pk, before, before + 1), LadderMove.Cause.IDLE, now)
        notices.moved(ladder, member, before, before + 1, now)
