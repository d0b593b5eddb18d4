"""Tournaments and ladders on My matches: what they want of me, then where I stand in them.

A fixed number of queries. The count in the title and the header is of matches alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max
from django.utils.translation import gettext as _

from correio.accounts.models import User
from tournaments.acts import schedule
from tournaments.ladders import wording
from tournaments.ladders.models import Answer, Challenge, Member
from tournaments.models import Entry, Invitation, Tournament

MOST = 50
"""Of each kind."""


@dataclass(frozen=True)
class EventLine:
    name: str
    url: str
    words: str
    act: str = ""
    """What to do, on the button; empty where nothing is asked."""
    until: datetime | None = None
    """When it is too late for that, or when it begins."""

    @property
    def urgent(self) -> bool:
        return bool(self.act)


def event_lines(user: User, now: datetime) -> list[EventLine]:
    """What is asked first, soonest first; then the rest as it stands."""
    lines = [*_challenges(user), *_entries(user, now), *_invitations(user, now), *_rungs(user)]
    never = datetime.max.replace(tzinfo=now.tzinfo)
    return sorted(lines, key=lambda line: (not line.urgent, line.until or never))


def _challenges(user: User) -> Iterator[EventLine]:
    """That wait for an answer of mine."""
    waiting = Answer.objects.filter(
        member__user=user, state=Answer.State.PENDING, challenge__status=Challenge.Status.WAITING
    )
    related = ("challenge__ladder", "challenge__challenger__user")
    for answer in waiting.select_related(*related).order_by("challenge__answer_by")[:MOST]:
        challenge = answer.challenge
        yield EventLine(
            name=wording.name(challenge.ladder),
            url=f"{challenge.ladder.get_absolute_url()}#my-challenges",
            words=_("%(name)s challenges you.") % {"name": challenge.challenger.user.shown_name},
            act=_("Answer"),
            until=challenge.answer_by,
        )


def _entries(user: User, now: datetime) -> Iterator[EventLine]:
    """Tournaments that I am in, and whose check-in I have missed so far."""
    status = Tournament.Status
    mine = Entry.objects.filter(
        user=user, withdrawn_at=None, tournament__status__in=[status.REGISTRATION, status.RUNNING]
    )
    mine = mine.select_related("tournament").annotate(paired=Max("tournament__rounds__number"))
    for entry in mine.order_by(F("tournament__starts_at").asc(nulls_last=True), "pk")[:MOST]:
        event = entry.tournament
        name, url = event.name, event.get_absolute_url()
        if event.status == status.RUNNING:
            if entry.place == Entry.Place.FIELD:
                yield EventLine(name, url, _running(entry))
        elif entry.place == Entry.Place.WAITING:
            yield EventLine(name, url, _("You are on the waiting list."), until=event.starts_at)
        elif entry.checked_in_at is None and schedule.demands_check_in(event, now):
            words = _("Who has not checked in at the start does not play.")
            yield EventLine(name, f"{url}#enter", words, act=_("Check in"), until=event.starts_at)
        elif event.starts_at is None:
            yield EventLine(name, url, _("You are in. It starts when the director says so."))
        else:
            yield EventLine(name, url, _("You are in. It starts by itself."), until=event.starts_at)


def _running(entry: Entry) -> str:
    number: int | None = entry.paired  # type: ignore[attr-defined]
    if number is None:
        return _("The next round is being paired.")
    if entry.tournament.round_count is None:
        return _("Round %(n)d is being played.") % {"n": number}
    return _("Round %(n)d of %(most)d is being played.") % {"n": number, "most": entry.tournament.round_count}


def _invitations(user: User, now: datetime) -> Iterator[EventLine]:
    """Not taken up yet, to what I may still enter."""
    open_ones = Invitation.objects.filter(
        user=user, tournament__status=Tournament.Status.REGISTRATION
    ).exclude(tournament__entries__user=user)
    for invitation in open_ones.select_related("tournament", "by").order_by("pk")[:MOST]:
        event = invitation.tournament
        if schedule.is_open(event, now):
            host = invitation.by.shown_name if invitation.by else "Correio"
            words = _("%(name)s invites you.") % {"name": host}
            url = f"{event.get_absolute_url()}#enter"
            yield EventLine(event.name, url, words, act=_("Look"), until=event.starts_at)


def _rungs(user: User) -> Iterator[EventLine]:
    """Ladders that I stand on."""
    mine = Member.objects.filter(user=user, position__isnull=False).select_related("ladder")
    for member in mine.order_by("position", "pk")[:MOST]:
        ladder = member.ladder
        place = _("Place %(place)d of %(size)d.") % {"place": member.position, "size": ladder.size}
        yield EventLine(wording.name(ladder), ladder.get_absolute_url(), place)
