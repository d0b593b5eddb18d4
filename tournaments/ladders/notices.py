"""What members are told of their ladders: once for each step, looked at again before it is sent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from correio.notifications import telling
from correio.notifications.letters import absolute
from correio.notifications.models import Kind, Notice
from correio.notifications.telling import Story, Teller
from tournaments.ladders import rules, wording
from tournaments.ladders.models import Answer, Challenge, Ladder, Member
from tournaments.ladders.office import COMING


def challenged(ladder: Ladder, challenge: Challenge, member: Member, now: datetime) -> None:
    """The challenge itself, and a reminder before silence forfeits the place."""
    about = {
        "who": challenge.challenger.user.shown_name,
        "answer_by": challenge.answer_by.isoformat(),
    }
    _tell(ladder, member, Kind.LADDER_CHALLENGE, _subject(challenge), now, about)
    soon = challenge.answer_by - rules.WARN_BEFORE
    _tell(ladder, member, Kind.LADDER_SOON, _subject(challenge), now, about, due_at=soon)


ANSWERS = {
    Answer.State.ACCEPTED: Kind.LADDER_ACCEPTED,
    Answer.State.DECLINED: Kind.LADDER_DECLINED,
    Answer.State.FORFEITED: Kind.LADDER_FORFEITED,
}


def answered(ladder: Ladder, challenge: Challenge, answer: Answer, now: datetime) -> None:
    """To the challenger; who lost the place by silence or a decline too many is told as well."""
    who = answer.member.user.shown_name
    kind = ANSWERS[Answer.State(answer.state)]
    _tell(ladder, challenge.challenger, kind, _subject(challenge), now, {"who": who}, turn=answer.pk)
    if kind == Kind.LADDER_FORFEITED:
        about = {"who": challenge.challenger.user.shown_name, "own": True}
        _tell(ladder, answer.member, kind, _subject(challenge), now, about)


def came_to_nothing(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """To the challenger, whom no single answer has told so."""
    about = {"outcome": challenge.outcome}
    _tell(ladder, challenge.challenger, Kind.LADDER_DECLINED, _subject(challenge), now, about)


def taken_back(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """To whoever was asked or had a seat: there is nothing to answer or to wait for any more."""
    about = {"who": challenge.challenger.user.shown_name, "outcome": challenge.outcome}
    for answer in challenge.answers.filter(state__in=COMING).select_related("member__user"):
        _tell(ladder, answer.member, Kind.LADDER_OFF, _subject(challenge), now, about)


def moved(ladder: Ladder, member: Member, before: int, after: int | None, now: datetime) -> None:
    """After a result, idleness or a decision; `ladder.last_seq` names the step."""
    about = {"before": before, "after": after}
    _tell(ladder, member, Kind.LADDER_MOVED, f"ladder:{ladder.pk}", now, about, turn=ladder.last_seq)


def _subject(challenge: Challenge) -> str:
    return f"challenge:{challenge.pk}"


def _tell(
    ladder: Ladder,
    member: Member,
    kind: Kind,
    subject: str,
    now: datetime,
    about: dict[str, Any],
    *,
    turn: int = 0,
    due_at: datetime | None = None,
) -> None:
    telling.tell(
        [member.user],
        kind=kind,
        subject=subject,
        path=ladder.get_absolute_url(),
        about={"ladder": ladder.slug, **about},
        now=now,
        turn=turn,
        due_at=due_at,
    )


def register() -> None:
    for kind, write in {
        Kind.LADDER_CHALLENGE: _challenged,
        Kind.LADDER_SOON: _soon,
        Kind.LADDER_ACCEPTED: _accepted,
        Kind.LADDER_DECLINED: _declined,
        Kind.LADDER_OFF: _off,
        Kind.LADDER_FORFEITED: _forfeited,
        Kind.LADDER_MOVED: _moved,
    }.items():
        waits = kind in (Kind.LADDER_CHALLENGE, Kind.LADDER_SOON)
        telling.register(kind, Teller(write, _waits_for_an_answer if waits else _always))


def _always(notice: Notice) -> bool:
    return True


def _waits_for_an_answer(notice: Notice) -> bool:
    key = int(notice.subject.removeprefix("challenge:"))
    pending = Answer.objects.filter(challenge=key, member__user=notice.user_id, state=Answer.State.PENDING)
    return pending.exists()


def _words(notice: Notice) -> dict[str, Any]:
    ladder = Ladder.objects.filter(slug=notice.about["ladder"]).first()
    words = {**notice.about, "ladder": wording.name(ladder) if ladder else notice.about["ladder"]}
    if "answer_by" in words:
        words["answer_by"] = absolute(datetime.fromisoformat(words["answer_by"]))
    return words


def _challenged(notice: Notice) -> Story:
    words = _words(notice)
    return Story(
        _("%(who)s challenges you: %(ladder)s") % words,
        [
            _("%(who)s challenges you on the ladder %(ladder)s.") % words,
            _("Accept or decline by %(answer_by)s.") % words,
            _("One decline in 14 days is free; another one, or no answer, forfeits your place."),
        ],
        _("Answer"),
    )


def _soon(notice: Notice) -> Story:
    words = _words(notice)
    return Story(
        _("Answer soon: %(who)s challenges you, %(ladder)s") % words,
        [
            _("The challenge of %(who)s on the ladder %(ladder)s still waits for your answer.") % words,
            _("Without one by %(answer_by)s your place is forfeited.") % words,
        ],
        _("Answer"),
    )


def _accepted(notice: Notice) -> Story:
    words = _words(notice)
    return Story(
        _("%(who)s accepts: %(ladder)s") % words,
        [
            _("%(who)s accepts your challenge on the ladder %(ladder)s.") % words,
            _("The match begins as soon as everybody has answered."),
        ],
        _("Look at the ladder"),
    )


def _declined(notice: Notice) -> Story:
    words = _words(notice)
    if "outcome" in notice.about:
        how = {"how": Challenge.Outcome(notice.about["outcome"]).label}
        return Story(
            _("Your challenge comes to nothing: %(ladder)s") % words,
            [
                _("Your challenge on the ladder %(ladder)s comes to nothing: %(how)s.") % (words | how),
                _("Challenge somebody else: the ladder shows whom."),
            ],
            _("Look at the ladder"),
        )
    return Story(
        _("%(who)s declines: %(ladder)s") % words,
        [
            _("%(who)s declines your challenge on the ladder %(ladder)s.") % words,
            _("Challenge somebody else: the ladder shows whom."),
        ],
        _("Look at the ladder"),
    )


def _off(notice: Notice) -> Story:
    words = _words(notice) | {"how": Challenge.Outcome(notice.about["outcome"]).label}
    return Story(
        _("The challenge of %(who)s comes to nothing: %(ladder)s") % words,
        [
            _("The challenge of %(who)s on the ladder %(ladder)s comes to nothing: %(how)s.") % words,
            _("You need not do anything."),
        ],
        _("Look at the ladder"),
    )


def _forfeited(notice: Notice) -> Story:
    words = _words(notice)
    if notice.about.get("own"):
        line = _("You have forfeited your place on the ladder %(ladder)s to %(who)s. Nothing is rated.")
    else:
        line = _("%(who)s has forfeited the place to you on the ladder %(ladder)s. Nothing is rated.")
    return Story(_("A place is forfeited: %(ladder)s") % words, [line % words], _("Look at the ladder"))


def _moved(notice: Notice) -> Story:
    words = _words(notice)
    if notice.about["after"] is None:
        line = _(
            "You are on the ladder %(ladder)s no more; you stood on place %(before)d. You may join again."
        )
    else:
        line = _("On the ladder %(ladder)s you have moved from place %(before)d to place %(after)d.")
    return Story(_("You have moved: %(ladder)s") % words, [line % words], _("Look at the ladder"))
