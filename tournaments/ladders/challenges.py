"""A challenge from its beginning to the match, or to whatever else it comes to: one outcome each, once.

With two seats the answer decides. A table of more waits until the invited have answered and the open seats
are taken, at most until the answers are due; then those who came play, if they are enough.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import fairness, referee
from correio.matches.models import Match
from engines import registry
from tournaments.ladders import facts, founding, moves, notices, rules, rungs, wording
from tournaments.ladders.errors import LadderError
from tournaments.ladders.models import Answer, Challenge, Ladder, LadderMove, Member
from tournaments.ladders.office import LIVE, announce, free, locked, locked_challenge, member_of
from tournaments.ladders.rules import Code, Reason
from tournaments.ladders.timing import set_due

CHALLENGE_WORK = "ladder_challenge"
Outcome, State, Status = Challenge.Outcome, Answer.State, Challenge.Status


@transaction.atomic
def challenge(
    *,
    ladder_id: int,
    user: User,
    opponents: Collection[int],
    open_seats: int = 0,
    nonce: bytes | str | None = None,
    now: datetime | None = None,
) -> Challenge:
    """Challenges these users; with open seats anyone in reach may join them. Asking again for the same
    while it waits is asking once."""
    now = now or timezone.now()
    ladder = locked(ladder_id)
    me = member_of(ladder, user)
    invited = _invited(ladder, opponents)
    _check_seats(ladder, len(invited), open_seats)
    known = facts.gather(ladder, me, invited, now)
    roster = facts.roster([me.pk, *(member.pk for member in invited)], open_seats)
    there = ladder.challenges.filter(roster=roster, challenger=me, status=Status.WAITING).first()
    if there is not None:
        return there
    for member in invited:
        if (reason := known.why_not(member)) is not None:
            raise _about(member, reason, alone=len(invited) == 1)
    again = known.why_not_set([me.pk, *(member.pk for member in invited)], open_seats)
    if again is not None:
        raise wording.refusal(again)
    assert known.me is not None
    newcomer = any(rules.is_out_of_reach(known.me, known.others[member.pk]) for member in invited)
    if newcomer:
        me.newcomer_used = True
        me.save(update_fields=["newcomer_used"])
    fresh = Challenge.objects.create(
        ladder=ladder,
        challenger=me,
        open_seats=open_seats,
        roster=roster,
        newcomer=newcomer,
        nonce=fairness.normal_nonce(nonce),
        created_at=now,
        answer_by=now + rules.ANSWER_WITHIN,
        due_at=now + rules.ANSWER_WITHIN,
    )
    for member in invited:
        _invite(ladder, fresh, member, now)
    _settle(ladder, fresh, now)
    return fresh


def _invited(ladder: Ladder, opponents: Collection[int]) -> list[Member]:
    found = list(ladder.members.filter(user__in=set(opponents)).select_related("user").order_by("pk"))
    if not opponents or len(found) < len(set(opponents)):
        raise LadderError("no_opponent", _("Choose somebody who stands on this ladder."), 422)
    return found


def _check_seats(ladder: Ladder, invited: int, open_seats: int) -> None:
    title = registry.title(ladder.title)[1]
    sizes = founding.sizes(title, tables=ladder.tables)
    if not ladder.tables and (invited != 1 or open_seats):
        raise LadderError("wrong_seats", _("On this ladder two play: challenge one member."), 422)
    if not 0 <= open_seats <= rules.MOST_OPEN_SEATS:
        message = _("A table has at most %(most)d open seats.") % {"most": rules.MOST_OPEN_SEATS}
        raise LadderError("wrong_open_seats", message, 422)
    if 1 + invited + open_seats not in sizes:
        offered = ", ".join(map(str, sizes))
        message = _("Tables of this ladder have %(offered)s seats: invite others or open a seat.")
        raise LadderError("wrong_seats", message % {"offered": offered}, 422)


def _about(member: Member, reason: Reason, *, alone: bool) -> LadderError:
    refused = wording.refusal(reason)
    if alone:
        return refused
    message = f"{member.user.shown_name}: {refused.message}"
    return LadderError(refused.code, message, refused.status, refused.detail)


def _invite(ladder: Ladder, fresh: Challenge, member: Member, now: datetime) -> None:
    at_once = member.auto_accept or (member.user.is_bot and member.user.owner_id is None)
    answer = Answer.objects.create(challenge=fresh, member=member)
    if at_once:
        _accept(ladder, fresh, answer, now, member.nonce)
    else:
        notices.challenged(ladder, fresh, member, now)


def _accept(ladder: Ladder, live: Challenge, answer: Answer, now: datetime, nonce: bytes | None) -> None:
    answer.state, answer.at, answer.nonce = State.ACCEPTED, now, nonce
    answer.save()
    notices.answered(ladder, live, answer, now)


@transaction.atomic
def accept(
    *, challenge_id: int, user: User, nonce: bytes | str | None = None, now: datetime | None = None
) -> Challenge:
    """The match starts as soon as the table is complete; accepting twice is accepting once."""
    now = now or timezone.now()
    ladder, live = locked_challenge(challenge_id)
    answer = _answer_of(live, user)
    if answer.state == State.ACCEPTED:
        return live
    _must_wait(live, answer, now)
    _accept(ladder, live, answer, now, fairness.normal_nonce(nonce))
    _settle(ladder, live, now)
    return live


@transaction.atomic
def decline(*, challenge_id: int, user: User, now: datetime | None = None) -> Challenge:
    """Free once in 14 days; otherwise it forfeits the place. Declining twice is declining once."""
    now = now or timezone.now()
    ladder, live = locked_challenge(challenge_id)
    answer = _answer_of(live, user)
    if answer.state in (State.DECLINED, State.FORFEITED):
        return live
    _must_wait(live, answer, now)
    if rules.declines_free(answer.member.free_decline_at, now):
        ladder.members.filter(pk=answer.member_id).update(free_decline_at=now)
        answer.state, answer.at = State.DECLINED, now
        answer.save()
        notices.answered(ladder, live, answer, now)
    else:
        _forfeit(ladder, live, answer, now)
    _settle(ladder, live, now)
    return live


def _answer_of(live: Challenge, user: User) -> Answer:
    found = live.answers.select_related("member__user").filter(member__user=user, invited=True).first()
    if found is None:
        raise LadderError("not_asked", _("This challenge is not to you."), 403)
    return found


def _must_wait(live: Challenge, answer: Answer, now: datetime) -> None:
    if live.status == Status.PLAYING:
        raise LadderError("started", _("The match has started: the challenge is answered."))
    if live.status == Status.OVER or answer.state != State.PENDING:
        raise LadderError("over", _("This challenge is over: %(how)s.") % {"how": _outcome(live, answer)})
    if now > live.answer_by:
        message = _("The time to answer is over: the place is forfeited. Challenge it back from below.")
        raise LadderError("too_late", message)


def _outcome(live: Challenge, answer: Answer) -> str:
    return str(live.get_outcome_display() or answer.get_state_display())


def _forfeit(ladder: Ladder, live: Challenge, answer: Answer, now: datetime) -> None:
    """The challenger takes the place, as if it had won; nothing is rated."""
    answer.state, answer.at = State.FORFEITED, now
    answer.save()
    two = rungs.of(ladder, [live.challenger_id, answer.member_id])
    if len(two) == 2:
        wanted = moves.of_forfeit(two, live.challenger_id, answer.member_id)
        rungs.carry_out_all(ladder, wanted, LadderMove.Cause.FORFEIT, now)
    notices.answered(ladder, live, answer, now)


@transaction.atomic
def sit(
    *, challenge_id: int, user: User, nonce: bytes | str | None = None, now: datetime | None = None
) -> Challenge:
    """Takes an open seat of a table; who is there already stays."""
    now = now or timezone.now()
    ladder, live = locked_challenge(challenge_id)
    me = member_of(ladder, user)
    if live.challenger_id == me.pk or live.answers.filter(member=me, state=State.ACCEPTED).exists():
        return live
    if (reason := why_not_sit(ladder, live, me, now)) is not None:
        raise reason
    Answer.objects.update_or_create(
        challenge=live,
        member=me,
        defaults={
            "invited": False,
            "state": State.ACCEPTED,
            "nonce": fairness.normal_nonce(nonce),
            "at": now,
        },
    )
    _settle(ladder, live, now)
    return live


def why_not_sit(ladder: Ladder, live: Challenge, me: Member, now: datetime) -> LadderError | None:
    answers = list(live.answers.select_related("member__user"))
    people = [live.challenger, *(answer.member for answer in answers)]
    return reason_not_to_sit(live, answers, facts.gather(ladder, me, people, now), now)


def reason_not_to_sit(
    live: Challenge, answers: Collection[Answer], known: facts.Facts, now: datetime
) -> LadderError | None:
    """The page shows the same reason that `sit` enforces. `known` has everybody at the table."""
    if live.status != Status.WAITING or now > live.answer_by:
        return LadderError("closed", _("This table is closed: look for another one."))
    me = known.me
    if me is not None and any(answer.member_id == me.key and answer.invited for answer in answers):
        return LadderError("invited", _("You are invited to this table: answer the challenge."))
    if not _open_left(live, answers):
        return LadderError("full", _("All open seats of this table are taken."))
    reason = rules.why_not_sit(me, known.others[live.challenger_id], now)
    if reason is None and me is not None:
        present = [answer.member_id for answer in answers if answer.state in (State.ACCEPTED, State.PENDING)]
        if any(rules.linked(me, known.others[key]) for key in present):
            reason = Reason(Code.LINKED)
        elif _open_left(live, answers) == 1:
            reason = known.why_not_set([live.challenger_id, me.key, *present])
    return None if reason is None else wording.refusal(reason)


def _open_left(live: Challenge, answers: Collection[Answer]) -> int:
    taken = sum(not answer.invited and answer.state == State.ACCEPTED for answer in answers)
    return live.open_seats - taken


@transaction.atomic
def stand(*, challenge_id: int, user: User, now: datetime | None = None) -> Challenge:
    """Gives an open seat back while the table waits."""
    _ladder, live = locked_challenge(challenge_id)
    seat = live.answers.filter(member__user=user, invited=False).first()
    if seat is None:
        return live
    if live.status != Status.WAITING:
        raise LadderError("started", _("The match has started: play it, or resign."))
    seat.delete()
    announce(live)
    return live


@transaction.atomic
def withdraw(*, challenge_id: int, user: User, now: datetime | None = None) -> Challenge:
    """The challenger takes it back while it waits; the same players then wait 14 days."""
    now = now or timezone.now()
    ladder, live = locked_challenge(challenge_id)
    if live.challenger.user_id != user.pk:
        raise LadderError("not_yours", _("Only who challenged may withdraw the challenge."), 403)
    if live.status == Status.PLAYING:
        raise LadderError("started", _("The match has started: play it, or resign."))
    if live.status == Status.WAITING:
        if now > live.answer_by:
            _run_out(ladder, live, now)
        else:
            _take_back(ladder, live, Outcome.WITHDRAWN, now)
    return live


@transaction.atomic
def call_off(*, challenge_id: int, user: User, now: datetime | None = None) -> Challenge:
    """A player would end the match without a result; it ends so when all who still play agree. Bots do.
    Asking twice is asking once."""
    now = now or timezone.now()
    _ladder, live = locked_challenge(challenge_id)
    if live.status != Status.PLAYING or live.match is None:
        raise LadderError("not_running", _("No match of this challenge is running."))
    seats = list(live.match.seats.filter(left_at=None).select_related("user"))
    if all(seat.user_id != user.pk for seat in seats):
        raise LadderError("not_playing", _("Only those who play can call the match off."), 403)
    if user.pk not in live.call_off:
        live.call_off = [*live.call_off, user.pk]
        live.save(update_fields=["call_off"])
        announce(live)
    people = {seat.user_id for seat in seats if seat.user is not None and not seat.user.is_bot}
    if people <= set(live.call_off):
        referee.call_off(match_id=live.match.pk, reason="aborted", now=now)
    return live


def end_waiting_of(ladder: Ladder, member: Member, outcome: str, now: datetime) -> None:
    """The member leaves or goes on vacation: nobody waits for them any longer."""
    mine = Q(challenger=member) | Q(answers__member=member)
    waiting = ladder.challenges.filter(mine, status=Status.WAITING).distinct()
    for live in waiting.select_related("challenger__user"):
        if live.challenger_id == member.pk:
            _take_back(ladder, live, outcome, now)
            continue
        live.answers.filter(member=member, invited=True, state=State.PENDING).update(
            state=State.FREED, at=now
        )
        live.answers.filter(member=member, invited=False).delete()
        if outcome == Outcome.LEFT:
            live.answers.filter(member=member).update(state=State.FREED, at=now)
        _settle(ladder, live, now, otherwise=outcome)


def close(live: Challenge, outcome: str, now: datetime) -> None:
    live.status, live.outcome, live.closed_at, live.due_at = Status.OVER, outcome, now, None
    live.save(update_fields=["status", "outcome", "closed_at", "due_at"])
    announce(live)


def _take_back(ladder: Ladder, live: Challenge, outcome: str, now: datetime) -> None:
    """It was waiting, and its challenger is no longer there to play: nobody is asked any more."""
    close(live, outcome, now)
    notices.taken_back(ladder, live, now)
    live.answers.filter(state=State.PENDING).update(state=State.FREED, at=now)


def due(now: datetime) -> QuerySet[Challenge]:
    """Challenges that were not answered in time."""
    return Challenge.objects.filter(due_at__lt=now).order_by("due_at", "pk")


def act_when_due(row: Challenge, now: datetime) -> None:
    """Due work; the sweep holds the row."""
    ladder = free(row.ladder_id)
    if ladder is None:
        return
    live = ladder.challenges.select_related("challenger__user").get(pk=row.pk)
    if live.status == Status.WAITING and live.answer_by < now:
        _run_out(ladder, live, now)


def _run_out(ladder: Ladder, live: Challenge, now: datetime) -> None:
    """Silence forfeits the place, the highest first."""
    silent = live.answers.filter(state=State.PENDING).select_related("member__user")
    for answer in silent.order_by("member__position"):
        _forfeit(ladder, live, answer, now)
    _settle(ladder, live, now, final=True)


def _settle(
    ladder: Ladder, live: Challenge, now: datetime, *, final: bool = False, otherwise: str = ""
) -> None:
    """Starts the match if the table is complete, closes the challenge if there will be none."""
    announce(live)
    answers = list(live.answers.select_related("member__user").order_by("pk"))
    if any(answer.state == State.PENDING for answer in answers):
        return
    came = [answer for answer in answers if answer.state == State.ACCEPTED]
    open_left = _open_left(live, answers)
    if open_left and not final:
        return
    sizes = founding.sizes(registry.title(ladder.title)[1], tables=ladder.tables)
    if 1 + len(came) not in sizes:
        _end_without_match(ladder, live, otherwise or _without_match(answers), now)
        return
    roster = facts.roster([live.challenger_id, *(answer.member_id for answer in came)])
    if roster != live.roster and _met(ladder, live, roster, now):
        _end_without_match(ladder, live, Outcome.AGAIN, now)
        return
    _start(ladder, live, came, roster, now)


def _end_without_match(ladder: Ladder, live: Challenge, outcome: str, now: datetime) -> None:
    close(live, outcome, now)
    notices.taken_back(ladder, live, now)
    if outcome not in (Outcome.DECLINED, Outcome.FORFEITED):
        notices.came_to_nothing(ladder, live, now)


def _without_match(answers: list[Answer]) -> Challenge.Outcome:
    states = {answer.state for answer in answers}
    if State.FORFEITED in states:
        return Outcome.FORFEITED
    if State.DECLINED in states:
        return Outcome.DECLINED
    return Outcome.FREED if State.FREED in states else Outcome.SHORT


def _met(ladder: Ladder, live: Challenge, roster: str, now: datetime) -> bool:
    """Whether these players, fewer than were asked, play already or have met too recently."""
    recent = Q(status=Status.OVER, outcome__in=facts.COOLING, closed_at__gt=now - rules.COOLDOWN)
    same = ladder.challenges.filter(recent | Q(status__in=LIVE), roster=roster)
    return same.exclude(pk=live.pk).exists()


def _start(ladder: Ladder, live: Challenge, came: list[Answer], roster: str, now: datetime) -> None:
    players = [(live.challenger, live.nonce), *((answer.member, answer.nonce) for answer in came)]
    live.match = referee.start_match(
        players=[
            referee.Player(member.user, bytes(nonce) if nonce is not None else None)
            for member, nonce in players
        ],
        shuffle=True,
        game=ladder.game,
        title=ladder.title,
        clock=rungs.CLOCK,
        on_time_out=Match.OnTimeOut.LOSES,
        rated=True,
        origin=Match.Origin.LADDER,
        now=now,
    )
    live.status, live.roster, live.due_at = Status.PLAYING, roster, None
    live.save(update_fields=["status", "roster", "due_at", "match"])
    set_due(*(member.pk for member, _nonce in players))
