"""What the pages of a ladder show, in a number of queries that does not grow with its members."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, Prefetch, Q, QuerySet

from correio.accounts.models import User
from correio.matches import clocks
from engines import registry
from ratings import queries
from ratings.models import Rating
from tournaments.ladders import facts, founding, rules, rungs, steward, wording
from tournaments.ladders.facts import Facts
from tournaments.ladders.models import Answer, Challenge, Ladder, Member
from tournaments.ladders.office import LIVE
from tournaments.ladders.rules import Reason

PER_PAGE = 50
MOST_LIVE = 30
"""Running challenges listed at once; the reader's own stand above them."""


@dataclass(frozen=True)
class LadderLine:
    """One line of the list of ladders."""

    ladder: Ladder
    name: str
    mine: Member | None


def ladders(reader: Any) -> list[LadderLine]:
    """All of them, the reader's own first, those that nobody has joined last."""
    own: dict[int, Member] = {}
    if getattr(reader, "is_authenticated", False):
        rows = Member.objects.filter(user=reader, position__isnull=False)
        own = {member.ladder_id: member for member in rows}
    found = Ladder.objects.select_related("top__user")
    lines = [LadderLine(ladder, wording.name(ladder), own.get(ladder.pk)) for ladder in found]
    return sorted(lines, key=lambda line: (line.mine is None, line.ladder.top is None))


def rungs_of(player: User) -> list[LadderLine]:
    """Where a player stands, for the profile: the highest first."""
    rows = Member.objects.filter(user=player, position__isnull=False).select_related("ladder")
    return [LadderLine(row.ladder, wording.name(row.ladder), row) for row in rows.order_by("position", "pk")]


@dataclass(frozen=True)
class Row:
    """A rung as the reader sees it."""

    member: Member
    rating: Rating | None
    reason: Reason | None
    """Why the reader cannot challenge it; None if it can."""
    me: bool

    @property
    def why(self) -> str:
        return "" if self.reason is None else wording.why(self.reason)

    @property
    def can(self) -> bool:
        return self.reason is None

    @property
    def below(self) -> bool:
        """What most rows would say: said in short."""
        return self.reason is not None and self.reason.code == rules.Code.BELOW


def standing(ladder: Ladder) -> QuerySet[Member]:
    """From the top."""
    return ladder.members.filter(position__isnull=False).select_related("user", "ladder").order_by("position")


def own_rung(ladder: Ladder, reader: Any) -> Member | None:
    if not getattr(reader, "is_authenticated", False):
        return None
    return standing(ladder).filter(user=reader).first()


def rows_of(
    ladder: Ladder, me: Member | None, members: Sequence[Member], now: datetime
) -> tuple[list[Row], Facts]:
    known = facts.gather(ladder, me, members, now)
    rated = queries.for_clock(ladder.title, rungs.CLOCK.base_ms, [member.user_id for member in members])
    mine = None if me is None else me.pk
    rows = [
        Row(member, rated.get(member.user_id), known.why_not(member), member.pk == mine) for member in members
    ]
    return rows, known


@dataclass(frozen=True)
class ChallengeLine:
    """A live challenge, and what the reader can do about it."""

    challenge: Challenge
    answers: list[Answer]
    mine: bool
    my_answer: Answer | None
    open_left: int
    why_not_sit: str
    """Why the reader cannot take an open seat; empty if it can."""
    can_sit: bool

    @property
    def plays(self) -> bool:
        """The reader sits at the running match."""
        accepted = self.my_answer is not None and self.my_answer.state == Answer.State.ACCEPTED
        return self.challenge.status == Challenge.Status.PLAYING and (self.mine or accepted)

    @property
    def call_off(self) -> list[str]:
        """Names of those who would call the match off."""
        everybody = [self.challenge.challenger, *(answer.member for answer in self.answers)]
        return [each.user.shown_name for each in everybody if each.user_id in self.challenge.call_off]

    @property
    def asked(self) -> bool:
        """It waits for the reader's answer."""
        waits = self.challenge.status == Challenge.Status.WAITING
        return waits and self.my_answer is not None and self.my_answer.state == Answer.State.PENDING

    @property
    def can_stand(self) -> bool:
        waits = self.challenge.status == Challenge.Status.WAITING
        return waits and self.my_answer is not None and not self.my_answer.invited


def live(ladder: Ladder, me: Member | None, now: datetime) -> tuple[list[ChallengeLine], list[ChallengeLine]]:
    """Those of the reader, and the newest of others."""
    answers = Prefetch("answers", Answer.objects.select_related("member__user").order_by("pk"))
    found = ladder.challenges.filter(status__in=LIVE).select_related("challenger__user", "match")
    found = found.prefetch_related(answers).order_by("-pk")
    own: list[Challenge] = []
    if me is not None:
        own = list(found.filter(Q(challenger=me) | Q(answers__member=me)).distinct())
    others = list(found.exclude(pk__in=[each.pk for each in own])[:MOST_LIVE])
    lines = [_line(each, me) for each in [*own, *others]]
    lines = _with_open_seats(ladder, lines, me, now)
    return lines[: len(own)], lines[len(own) :]


def _line(each: Challenge, me: Member | None) -> ChallengeLine:
    answers = list(each.answers.all())
    own = None if me is None else next((a for a in answers if a.member_id == me.pk), None)
    taken = sum(not answer.invited and answer.state == Answer.State.ACCEPTED for answer in answers)
    waits = each.status == Challenge.Status.WAITING
    return ChallengeLine(
        challenge=each,
        answers=answers,
        mine=me is not None and each.challenger_id == me.pk,
        my_answer=own,
        open_left=each.open_seats - taken if waits else 0,
        why_not_sit="",
        can_sit=False,
    )


def _with_open_seats(
    ladder: Ladder, lines: list[ChallengeLine], me: Member | None, now: datetime
) -> list[ChallengeLine]:
    """Whether the reader may sit down, by the rule that `steward.sit` enforces."""
    if me is None or not any(line.open_left for line in lines):
        return lines
    people = {
        member.pk: member
        for line in lines
        if line.open_left
        for member in (line.challenge.challenger, *(answer.member for answer in line.answers))
    }
    known = facts.gather(ladder, me, list(people.values()), now)
    found = []
    for line in lines:
        if line.open_left and not line.mine and line.my_answer is None:
            reason = steward.reason_not_to_sit(line.challenge, line.answers, known, now)
            why = "" if reason is None else reason.message
            found.append(replace(line, why_not_sit=why, can_sit=reason is None))
        else:
            found.append(line)
    return found


def _sibling(ladder: Ladder) -> LadderLine | None:
    """The same one for the other kind of players."""
    found = Ladder.objects.filter(title=ladder.title, tables=ladder.tables, bots=not ladder.bots).first()
    return None if found is None else LadderLine(found, wording.name(found), None)


def stamp(ladder: Ladder) -> str:
    """As long as it stays, the page shows everything."""
    return f"{ladder.last_seq}-{ladder.revision}"


def page(ladder: Ladder, reader: Any, number: str | None, now: datetime) -> dict[str, Any]:
    """Context of the page of a ladder: the reader's rung first."""
    me = own_rung(ladder, reader)
    pages = Paginator(standing(ladder), PER_PAGE)
    if number is None and me is not None and me.position is not None:
        number = str((me.position - 1) // PER_PAGE + 1)
    listed: Page[Member] = pages.get_page(number)
    near = _near(ladder, me)
    known = {member.pk: member for member in [*listed.object_list, *near]}
    rows, seen = rows_of(ladder, me, list(known.values()), now)
    by_key = {row.member.pk: row for row in rows}
    own, others = live(ladder, me, now)
    may_join = None
    if me is None and getattr(reader, "is_authenticated", False):
        may_join = steward.reason_not_to_join(ladder, reader)
    return {
        "ladder": ladder,
        "seen": stamp(ladder),
        "name": wording.name(ladder),
        "clock": clocks.words(rungs.CLOCK),
        "me": me,
        "my_reach": None if me is None or me.position is None else rules.reach(me.position),
        "newcomer": seen.me is not None and rules.is_newcomer(seen.me, now),
        "idle": None if me is None or me.due_at is None else rules.next_idle(me.active_at, me.idle_drops),
        "declines_free": me is not None and rules.declines_free(me.free_decline_at, now),
        "vacation_left": _vacation_left(me, now),
        "why_not_join": "" if may_join is None else may_join.message,
        "other": None if may_join is None else _sibling(ladder),
        "near": [by_key[member.pk] for member in near],
        "page": listed,
        "rows": [by_key[member.pk] for member in listed.object_list],
        "own_challenges": own,
        "challenges": others,
        "sizes": _sizes(ladder),
        "open_seat_choices": range(rules.MOST_OPEN_SEATS + 1),
        "crown": ladder.crowns.filter(lost_at=None).select_related("member__user").first(),
        "past_crowns": ladder.crowns.exclude(lost_at=None).select_related("member__user")[:5],
        "moves": ladder.moves.select_related("member__user", "match").order_by("-seq")[:12],
        "acts": ladder.acts.select_related("member__user", "by")[:10],
        "months": ladder.snapshots.only("month", "ladder_id")[:12],
        "directs": steward.may_direct(reader),
    }


def _near(ladder: Ladder, me: Member | None) -> list[Member]:
    """The rungs within reach above the reader, nearest first."""
    if me is None or me.position is None:
        return []
    reach = rules.reach(me.position)
    above = standing(ladder).filter(position__lt=me.position, position__gte=me.position - reach)
    return list(above.order_by(F("position").desc()))


def _vacation_left(me: Member | None, now: datetime) -> int:
    if me is None:
        return 0
    return rules.VACATION_DAYS - (me.vacation_days if me.vacation_year == now.year else 0)


def _sizes(ladder: Ladder) -> list[int]:
    try:
        return founding.sizes(registry.title(ladder.title)[1], tables=ladder.tables)
    except registry.UnknownGame:
        return []


def snapshot(ladder: Ladder, users: Collection[int]) -> list[User]:
    """Those who stood there, in that order."""
    found = User.objects.in_bulk(users)
    return [found[key] for key in users if key in found]


def recent(member: Member) -> list[ChallengeLine]:
    """The last challenges of a member, live and over."""
    answers = Prefetch("answers", Answer.objects.select_related("member__user").order_by("pk"))
    mine = Q(challenger=member) | Q(answers__member=member)
    found = member.ladder.challenges.filter(mine).distinct().select_related("challenger__user", "match")
    return [_line(each, None) for each in found.prefetch_related(answers).order_by("-pk")[:20]]
