"""Who may enter, and every reason why not: the page shows what `entering` enforces, from one function.

An invitation, and being entered by a director, lifts what is asked of ratings, matches and reliability; it
never lifts what a tournament is: for bots only, for people only, not for guests.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches.models import Match, Seat
from ratings import queries
from tournaments.acts import waiting
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import must_be
from tournaments.models import Tournament

UNRATED = 1500
"""What who has no rating in the pool counts as, whole points: where everybody begins."""


@dataclass(frozen=True)
class Reason:
    """`code` is for programs, `message` for the player, `status` the HTTP status."""

    code: str
    message: str
    status: int = 403

    def error(self) -> DirectorError:
        return DirectorError(self.code, self.message, self.status)


@dataclass(frozen=True)
class Record:
    """What conditions ask of a player, in the tournament's pool."""

    rating: int = UNRATED
    matches: int = 0
    reliability: int = 100
    invited: bool = False


@dataclass(frozen=True)
class Door:
    """What entering depends on besides the player: how many rounds are paired and how many places free."""

    tournament: Tournament
    paired: int
    free: int
    now: datetime

    @property
    def late(self) -> bool:
        return self.tournament.status == Tournament.Status.RUNNING


def door(tournament: Tournament, now: datetime) -> Door:
    paired = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    return Door(tournament, paired, waiting.free_places(tournament), now)


def records(tournament: Tournament, users: Collection[int]) -> dict[int, Record]:
    """Three queries, however many players."""
    rated = queries.for_clock(tournament.title, tournament.clock_base_ms, users)
    reliable = reliability(users)
    invited = set(tournament.invitations.filter(user__in=users).values_list("user_id", flat=True))
    return {
        user: Record(
            rating=rated[user].points if user in rated else UNRATED,
            matches=rated[user].games if user in rated else 0,
            reliability=reliable.get(user, 100),
            invited=user in invited,
        )
        for user in users
    }


def reliability(users: Collection[int]) -> Mapping[int, int]:
    """Per cent of finished matches, in all games, that a player did not leave by letting the time run out;
    rounded down, so that 100 means never. Who has finished none is missing."""
    timed_out = Count("pk", filter=Q(left_reason="timed_out"))
    rows = (
        Seat.objects.filter(user__in=users, match__status=Match.Status.FINISHED)
        .order_by()
        .values_list("user_id")
        .annotate(played=Count("pk"), lost=timed_out)
    )
    return {user: 100 * (played - lost) // played for user, played, lost in rows}


def reasons_not_to_enter(tournament: Tournament, user: User, now: datetime | None = None) -> list[Reason]:
    """All that stands against it, the most final first; none: `register` lets the player in, or onto the
    waiting list (`would_wait`)."""
    now = now or timezone.now()
    record = records(tournament, [user.pk])[user.pk]
    return reasons(door(tournament, now), user, record, by_director=False)


def reason_not_to_enter(
    tournament: Tournament, user: User, now: datetime | None = None
) -> DirectorError | None:
    found = reasons_not_to_enter(tournament, user, now)
    return found[0].error() if found else None


def would_wait(tournament: Tournament) -> bool:
    """Who enters now joins the waiting list."""
    return tournament.status == Tournament.Status.REGISTRATION and not waiting.free_places(tournament)


def reasons(at: Door, user: User, record: Record, *, by_director: bool) -> list[Reason]:
    """The one place where it is decided."""
    closed = _closed(at, by_director)
    if closed is not None:
        return [closed]
    found = _kind(at.tournament, user)
    if at.tournament.by_invitation and not record.invited and not by_director:
        message = _("Only who is invited may enter: ask a director for an invitation.")
        found.append(Reason("not_invited", message))
    if not record.invited and not by_director:
        found += _short_of(at.tournament, record)
    if at.late and not at.free:
        message = _("All places are taken, and there is no waiting list after the start.")
        found.append(Reason("full", message, 409))
    return found


def _closed(at: Door, by_director: bool) -> Reason | None:
    tournament = at.tournament
    may_be_late = at.late and tournament.late_until > 0
    try:
        must_be(tournament, Tournament.Status.REGISTRATION, *([tournament.status] if may_be_late else []))
    except DirectorError as error:
        return Reason(error.code, error.message, error.status)
    if may_be_late and at.paired >= tournament.late_until:
        message = _("Late entry ended when round %(round)d was paired.") % {"round": tournament.late_until}
        return Reason("too_late", message, 409)
    if tournament.opens_at is not None and at.now < tournament.opens_at and not at.late and not by_director:
        opens = date_format(timezone.localtime(tournament.opens_at), "D j M Y, H:i")
        message = _("Registration opens on %(opens)s: come back then.") % {"opens": opens}
        return Reason("not_open", message, 409)
    return None


def _kind(tournament: Tournament, user: User) -> list[Reason]:
    if user.is_guest:
        message = _("Guests do not enter tournaments. Keep your account first: it takes a minute.")
        return [Reason("guest", message)]
    if not user.is_active:
        return [Reason("closed_account", _("This account is closed."))]
    if tournament.script and not user.is_bot:
        return [Reason("bots_only", _("This tournament is for bots: its chance is known beforehand."))]
    if tournament.bots == Tournament.Bots.ONLY and not user.is_bot:
        return [Reason("bots_only", _("This tournament is for bots only."))]
    if tournament.bots == Tournament.Bots.BARRED and user.is_bot:
        return [Reason("bots_barred", _("This tournament is for people only."))]
    return []


def _short_of(tournament: Tournament, record: Record) -> list[Reason]:
    found = []
    if tournament.min_rating is not None and record.rating < tournament.min_rating:
        message = _("A rating of at least %(asked)d is asked for; yours is %(own)d.")
        found.append(("rating_too_low", message, tournament.min_rating, record.rating))
    if tournament.max_rating is not None and record.rating > tournament.max_rating:
        message = _("A rating of at most %(asked)d is asked for; yours is %(own)d.")
        found.append(("rating_too_high", message, tournament.max_rating, record.rating))
    if tournament.min_matches is not None and record.matches < tournament.min_matches:
        message = _(
            "At least %(asked)d rated matches of this game at this speed are asked for; you have %(own)d."
        )
        found.append(("too_few_matches", message, tournament.min_matches, record.matches))
    if tournament.min_reliability is not None and record.reliability < tournament.min_reliability:
        message = _(
            "At least %(asked)d %% of one's matches played without running out of time are asked for; "
            "yours are %(own)d %%."
        )
        found.append(("unreliable", message, tournament.min_reliability, record.reliability))
    return [Reason(code, message % {"asked": asked, "own": own}) for code, message, asked, own in found]
