"""The facts that eligibility depends on, gathered in a number of queries that does not grow."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournaments.ladders import rules
from tournaments.ladders.models import Answer, Challenge, Ladder, Member
from tournaments.ladders.office import COMING, LIVE
from tournaments.ladders.rules import NOTHING, Between, Reason, Standing

COOLING = (
    Challenge.Outcome.PLAYED,
    Challenge.Outcome.DECLINED,
    Challenge.Outcome.FORFEITED,
    Challenge.Outcome.WITHDRAWN,
)
"""Outcomes after which the same set waits; whatever was nobody's doing leaves them free."""


@dataclass(frozen=True)
class Facts:
    """Of one reader towards others. Ask with members that `gather` was given."""

    now: datetime
    tables: bool
    me: Standing | None
    others: dict[int, Standing]
    sets: dict[str, Between]
    """By roster: what there is between the reader and others."""

    def why_not(self, other: Member) -> Reason | None:
        """Why the reader cannot challenge that member; None if nothing stands in the way."""
        between = NOTHING
        if self.me is not None and not self.tables:
            between = self.sets.get(roster([self.me.key, other.pk]), NOTHING)
        return rules.why_not(self.me, self.others[other.pk], self.now, between)

    def why_not_set(self, keys: Collection[int], open_seats: int = 0) -> Reason | None:
        """Why these members cannot meet at one table now."""
        return rules.why_not_again(self.sets.get(roster(keys, open_seats), NOTHING), self.now)


def roster(keys: Iterable[int], open_seats: int = 0) -> str:
    return "-".join(map(str, sorted(keys))) + (f"+{open_seats}" if open_seats else "")


def gather(ladder: Ladder, me: Member | None, others: Collection[Member], now: datetime) -> Facts:
    """`me` and `others` come with their users loaded."""
    if me is not None and me.position is None:
        me = None
    everybody = [*others, *([] if me is None else [me])]
    incoming = _incoming([member.pk for member in everybody])
    outgoing = 0 if me is None else _outgoing(me)
    return Facts(
        now=now,
        tables=ladder.tables,
        me=None if me is None else standing(me, incoming.get(me.pk, 0), outgoing),
        others={each.pk: standing(each, incoming.get(each.pk, 0)) for each in others},
        sets={} if me is None else between(me, now),
    )


def standing(member: Member, incoming: int = 0, outgoing: int = 0) -> Standing:
    newcomer_until = None
    if not member.newcomer_used:
        newcomer_until = member.first_joined_at + rules.NEWCOMER_FOR
    return Standing(
        key=member.pk,
        position=member.position,
        incoming=incoming,
        outgoing=outgoing,
        away=member.away,
        owner=member.user.owner_id,
        user=member.user_id,
        newcomer_until=newcomer_until,
    )


def _incoming(keys: Collection[int]) -> dict[int, int]:
    rows = (
        Answer.objects.filter(member__in=keys, invited=True, state__in=COMING, challenge__status__in=LIVE)
        .values_list("member")
        .annotate(live=Count("pk"))
    )
    return dict(rows)


def _outgoing(me: Member) -> int:
    """Own challenges, and open seats taken at others' tables."""
    return Challenge.objects.filter(
        Q(challenger=me) | Q(answers__in=me.answers.filter(invited=False, state__in=COMING)),
        status__in=LIVE,
    ).distinct().count()  # fmt: skip


def between(me: Member, now: datetime) -> dict[str, Between]:
    """Every set of players with this member that is live or must wait."""
    mine = Q(challenger=me) | Q(answers__in=me.answers.all())
    recent = Q(status=Challenge.Status.OVER, outcome__in=COOLING, closed_at__gt=now - rules.COOLDOWN)
    rows = (
        Challenge.objects.filter(mine, Q(status__in=LIVE) | recent, ladder=me.ladder_id)
        .distinct()
        .values_list("roster", "status", "closed_at")
    )
    found: dict[str, Between] = {}
    for key, status, closed_at in rows:
        one = found.get(key, NOTHING)
        until = one.cooldown_until
        if closed_at is not None and (until is None or until < closed_at + rules.COOLDOWN):
            until = closed_at + rules.COOLDOWN
        found[key] = Between(
            waiting=one.waiting or status == Challenge.Status.WAITING,
            playing=one.playing or status == Challenge.Status.PLAYING,
            cooldown_until=until,
        )
    return found
