"""When something is to be done next about a member."""

from __future__ import annotations

from datetime import datetime

from tournaments.ladders import rules
from tournaments.ladders.models import Answer, Challenge, Member


def set_due(*keys: int) -> None:
    """When something is to be done next about these members; the caller has changed what it depends on."""
    playing = _playing(keys)
    members = list(Member.objects.filter(pk__in=keys))
    for member in members:
        member.due_at = _next(member, playing=member.pk in playing)
    Member.objects.bulk_update(members, ["due_at"])


def _playing(keys: tuple[int, ...]) -> set[int]:
    hosts = Challenge.objects.filter(challenger__in=keys, status=Challenge.Status.PLAYING)
    guests = Answer.objects.filter(
        member__in=keys, state=Answer.State.ACCEPTED, challenge__status=Challenge.Status.PLAYING
    )
    return set(hosts.values_list("challenger", flat=True).union(guests.values_list("member", flat=True)))


def _next(member: Member, *, playing: bool) -> datetime | None:
    if member.position is None:
        return None
    if member.vacation_begun:
        return member.vacation_until
    instants = [] if playing else [rules.next_idle(member.active_at, member.idle_drops).at]
    if member.vacation_from is not None:
        instants.append(member.vacation_from)
    return min(instants, default=None)
