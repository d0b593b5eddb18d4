"""What a tournament tells its players by mail, once each, and not any more when it is not true any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.notifications import telling
from correio.notifications.models import Kind, Notice
from tournaments.models import Entry, Round, Tournament

WAITING, NOT_CHECKED_IN, BY_DIRECTOR = "waiting", "not_checked_in", "removed"
"""Why somebody is not in the field any more."""


def register() -> None:
    """At `AppConfig.ready`."""
    telling.register(Kind.INVITED, telling.Teller(_invited, _is_invited))
    telling.register(Kind.MOVED_UP, telling.Teller(_moved_up, _plays))
    telling.register(Kind.CHECK_IN, telling.Teller(_check_in, _has_to_check_in))
    telling.register(Kind.ROUND_PAIRED, telling.Teller(_paired, _is_last_round))
    telling.register(Kind.REMOVED, telling.Teller(_removed, _plays_no_more))


def tell_invited(tournament: Tournament, users: Iterable[User], now: datetime) -> None:
    """Registration is open to them."""
    _tell(Kind.INVITED, tournament, users, now)


def tell_moved_up(entry: Entry, now: datetime) -> None:
    _tell(Kind.MOVED_UP, entry.tournament, [entry.user], now, turn=entry.pk)


def tell_check_in(tournament: Tournament, users: Iterable[User], now: datetime) -> None:
    """Once for each time of start: who moves the start asks again."""
    assert tournament.starts_at is not None
    minute = int(tournament.starts_at.timestamp()) // 60
    starts_at = tournament.starts_at.isoformat()
    _tell(Kind.CHECK_IN, tournament, users, now, turn=minute, starts_at=starts_at)


def tell_paired(round_: Round, now: datetime) -> None:
    """To everybody in the field: where they sit is on the page."""
    playing = Entry.objects.filter(pairings__round=round_, withdrawn_at=None).select_related("user")
    users = [entry.user for entry in playing]
    _tell(Kind.ROUND_PAIRED, round_.tournament, users, now, turn=round_.pk, number=round_.number)


def tell_removed(entry: Entry, why: str, now: datetime) -> None:
    _tell(Kind.REMOVED, entry.tournament, [entry.user], now, turn=entry.pk, why=why)


def _tell(
    kind: Kind,
    tournament: Tournament,
    users: Iterable[User],
    now: datetime,
    *,
    turn: int = 0,
    **about: str | int,
) -> None:
    telling.tell(
        users,
        kind=kind,
        subject=f"tournament:{tournament.pk}",
        turn=turn,
        path=tournament.get_absolute_url(),
        about={"tournament": tournament.pk, "name": tournament.name, **about},
        now=now,
    )


def _story(subject: str, lines: Iterable[str], notice: Notice) -> telling.Story:
    words = dict(notice.about)
    if "starts_at" in words:
        local = timezone.localtime(datetime.fromisoformat(words["starts_at"]))
        words["starts_at"] = f"{date_format(local, 'D j M Y, H:i')} {local.tzinfo}"
    return telling.Story(subject % words, [line % words for line in lines], _("The tournament"))


def _invited(notice: Notice) -> telling.Story:
    return _story(
        _("You are invited: %(name)s"),
        [_("You are invited to the tournament “%(name)s”, and registration is open. Enter on its page.")],
        notice,
    )


def _moved_up(notice: Notice) -> telling.Story:
    return _story(
        _("You are in: %(name)s"),
        [
            _("A place became free in “%(name)s”, and you moved up from the waiting list: you play."),
            _("If you cannot, withdraw on the tournament's page, so that somebody else can."),
        ],
        notice,
    )


def _check_in(notice: Notice) -> telling.Story:
    return _story(
        _("Check in: %(name)s"),
        [
            _("“%(name)s” starts on %(starts_at)s, and check-in is open."),
            _("Check in on its page before the start. Who has not done so does not play."),
        ],
        notice,
    )


def _paired(notice: Notice) -> telling.Story:
    return _story(
        _("Round %(number)d is paired: %(name)s"),
        [_("Round %(number)d of “%(name)s” is paired. Your table, and why you sit there, is on its page.")],
        notice,
    )


def _removed(notice: Notice) -> telling.Story:
    why: dict[str, Callable[[], str]] = {
        WAITING: lambda: _("“%(name)s” has started, and no place became free: you do not play."),
        NOT_CHECKED_IN: lambda: _("“%(name)s” has started, and you had not checked in: you do not play."),
        BY_DIRECTOR: lambda: _(
            "The director took you out of “%(name)s”. The reason is for them to say: ask them."
        ),
    }
    return _story(_("You do not play: %(name)s"), [why[notice.about["why"]]()], notice)


def _entry(notice: Notice) -> Entry | None:
    found = Entry.objects.filter(tournament=notice.about["tournament"], user_id=notice.user_id)
    return found.select_related("tournament").first()


def _is_invited(notice: Notice) -> bool:
    found = Tournament.objects.filter(
        pk=notice.about["tournament"], status=Tournament.Status.REGISTRATION, invitations__user=notice.user_id
    )
    return found.exists() and _entry(notice) is None


def _plays(notice: Notice) -> bool:
    entry = _entry(notice)
    alive = (Tournament.Status.REGISTRATION, Tournament.Status.RUNNING)
    return entry is not None and _in_field(entry) and entry.tournament.status in alive


def _in_field(entry: Entry) -> bool:
    return entry.place == Entry.Place.FIELD and entry.withdrawn_at is None


def _plays_no_more(notice: Notice) -> bool:
    entry = _entry(notice)
    return entry is None or not _in_field(entry)


def _has_to_check_in(notice: Notice) -> bool:
    entry = _entry(notice)
    return (
        entry is not None
        and entry.checked_in_at is None
        and entry.tournament.status == Tournament.Status.REGISTRATION
        and entry.tournament.starts_at == datetime.fromisoformat(notice.about["starts_at"])
    )


def _is_last_round(notice: Notice) -> bool:
    last = Round.objects.filter(tournament=notice.about["tournament"]).order_by("-number").first()
    return last is not None and last.number == notice.about["number"] and _plays(notice)
