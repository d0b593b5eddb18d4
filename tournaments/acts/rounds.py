"""A tournament starts, its rounds are paired, its windows close, it ends."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Literal, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches.models import Match
from ratings import queries
from tournaments.acts import drafts, jobs
from tournaments.acts.adjudication import adjudicate_table
from tournaments.acts.closing import close_registration, count_at_start, create_next
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_be, must_direct, note
from tournaments.acts.progress import (
    advance,
    begins_at,
    cancel_now,
    finish_now,
    is_complete,
    last_round,
    pair_now,
    pair_soon,
    wait_until,
)
from tournaments.acts.proposals import CannotPair
from tournaments.acts.recording import record
from tournaments.acts.schedule import act_before_start
from tournaments.acts.scheduled import rounds_of
from tournaments.document import field
from tournaments.models import Act, Entry, Round, Table, Tournament

CONSUMER = "tournaments"
WORK = "tournament"

OpenTables = Literal["refuse", "points", "nobody"]
"""What becomes of tables still being played when a tournament is finished early."""


@transaction.atomic
def start(*, tournament_id: int, by: User | None, now: datetime | None = None) -> Round:
    """Closes registration, ranks the field and pairs round 1; once is enough, again gives the same round.
    A second director is told who did it."""
    return _start(tournament_id, by, now or timezone.now(), pair_now)


@transaction.atomic
def start_soon(*, tournament_id: int, by: User | None, now: datetime | None = None) -> Round | None:
    """The same, but that round 1 of a large field is left to due work: None."""
    return _start(tournament_id, by, now or timezone.now(), pair_soon)


Found = TypeVar("Found", Round, Round | None)
Pair = Callable[[Tournament, int, User | None, datetime], Found]
"""At once, or soon."""


def _start(tournament_id: int, by: User | None, now: datetime, pair: Pair[Found]) -> Found:
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if tournament.status == Tournament.Status.RUNNING:
        return _paired_or(pair, tournament, 1, by, now, Act.Kind.STARTED)
    must_be(tournament, Tournament.Status.REGISTRATION)
    close_registration(tournament, by, now)
    _rank(tournament)
    try:
        tournament.round_count = rounds_of(tournament) or tournament.round_count
        tournament.status, tournament.started_at, tournament.due_at = Tournament.Status.RUNNING, now, None
        tournament.save(update_fields=["status", "started_at", "due_at", "round_count"])
        note(tournament, Act.Kind.STARTED, by, now, seed=tournament.seed)
        return pair(tournament, 1, by, now)
    except CannotPair as error:
        message = _("Round 1 cannot be paired: %(why)s.") % {"why": error.why}
        raise DirectorError("no_pairing", message, detail={"relax": list(error.relax)}) from error


def _rank(tournament: Tournament) -> None:
    """By rating, or by lot alone; never by the order of sign-up."""
    entries = field(tournament)
    rated = queries.for_clock(
        tournament.title, tournament.clock_base_ms, [entry.user_id for entry in entries]
    )
    for entry in entries:
        row = rated.get(entry.user_id)
        entry.rating = None if row is None else row.points
    by_rating = tournament.rank_by == Tournament.RankBy.RATING

    def key(entry: Entry) -> tuple[int, bytes]:
        row = rated.get(entry.user_id)
        lot = hashlib.sha256(f"{tournament.seed}:rank:{entry.user.username}".encode()).digest()
        return (-row.rating if by_rating and row is not None else -1_500_000 * by_rating, lot)

    for rank, entry in enumerate(sorted(entries, key=key), 1):
        entry.rank = rank
    Entry.objects.bulk_update(entries, ["rank", "rating"])


@transaction.atomic
def pair_next(*, tournament_id: int, number: int, by: User | None, now: datetime | None = None) -> Round:
    """Publishes that round if the one before is complete: the draft if there is one, else as the rules
    pair it. Asked again it is the same round; a second director is told who did it."""
    return _pair_next(tournament_id, number, by, now or timezone.now(), pair_now)


@transaction.atomic
def pair_next_soon(
    *, tournament_id: int, number: int, by: User | None, now: datetime | None = None
) -> Round | None:
    """The same, but that a large field without a draft is left to due work: None."""
    return _pair_next(tournament_id, number, by, now or timezone.now(), pair_soon)


def _pair_next(tournament_id: int, number: int, by: User | None, now: datetime, pair: Pair[Found]) -> Found:
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.RUNNING)
    return _paired_or(pair, tournament, number, by, now, Act.Kind.PAIRED)


def _paired_or(
    pair: Pair[Found], tournament: Tournament, number: int, by: User | None, now: datetime, kind: str
) -> Found:
    """The round there is; a second director is told who did it. Without one it is paired."""
    paired = tournament.rounds.filter(number=number).first()
    if paired is not None:
        tell_who(tournament, kind, by, **({"round": number} if kind == Act.Kind.PAIRED else {}))
        return paired
    last = last_round(tournament)
    if number != (last.number if last else 0) + 1 or number > (tournament.round_count or 0):
        message = _("Round %(number)d is not the next one.") % {"number": number}
        raise DirectorError("wrong_round", message, 422)
    if last is not None:
        _must_be_over(last)
        _must_be_time(tournament, last, now)
    if by is not None:
        jobs.must_not_be_pending(tournament, but_for=by, publish=True)
    try:
        return pair(tournament, number, by, now)
    except CannotPair as error:
        raise drafts.cannot_pair(number, error) from error


def tell_who(tournament: Tournament, kind: str, by: User | None, **detail: int) -> None:
    """Somebody presses a button that another has pressed already: raises DirectorError with who and when.
    The same person again, or the site, is asking twice for the same thing."""
    acts = tournament.acts.filter(kind=kind, **{f"detail__{key}": value for key, value in detail.items()})
    act = acts.select_related("by").last()
    if by is None or act is None or act.by_id == by.pk:
        return
    words = {
        "who": act.by.shown_name if act.by is not None else _("The site"),
        "what": act.get_kind_display(),
        "when": date_format(timezone.localtime(act.at), "SHORT_DATETIME_FORMAT"),
    }
    message = _("%(who)s did that before you (%(what)s, %(when)s); it was done once. Look at the page anew.")
    raise DirectorError(
        "done_already", message % words, detail={"by": words["who"], "at": act.at.isoformat()}
    )


def _must_be_over(last: Round) -> None:
    if not is_complete(last):
        message = _("Round %(number)d is not complete: wait for its matches, or adjudicate them.")
        raise DirectorError("round_open", message % {"number": last.number})


def _must_be_time(tournament: Tournament, last: Round, now: datetime) -> None:
    begins = begins_at(tournament, last)
    if begins is not None and now < begins:
        when = date_format(timezone.localtime(begins), "SHORT_DATETIME_FORMAT")
        message = _("By the rhythm of the tournament round %(number)d begins on %(when)s: wait until then.")
        raise DirectorError("too_early", message % {"number": last.number + 1, "when": when})


@transaction.atomic
def finish(
    *,
    tournament_id: int,
    by: User | None,
    open_tables: OpenTables = "refuse",
    now: datetime | None = None,
) -> Tournament:
    """Ends it after the last round, however many were planned. Tables still being played are a reason to
    refuse, unless it is said how they are decided: by the score so far, or for nobody."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if tournament.status == Tournament.Status.FINISHED:
        tell_who(tournament, Act.Kind.FINISHED, by)
        return tournament
    must_be(tournament, Tournament.Status.RUNNING)
    last = last_round(tournament)
    live = [] if last is None else list(last.tables.filter(over_at=None).select_related("match"))
    if live and open_tables == "refuse":
        message = _("Round %(number)d is not complete: adjudicate its open tables first.")
        raise DirectorError("round_open", message % {"number": live[0].round.number})
    for table in live:
        _decide(tournament, table, open_tables == "nobody", by, now)
    finish_now(tournament, by, now, after=last.number if last else 0)
    return tournament


def _decide(tournament: Tournament, table: Table, nobody: bool, by: User | None, now: datetime) -> None:
    """Adjudicated and recorded at once: nothing of it comes after the end."""
    why = _("the tournament was finished")
    if adjudicate_table(table, places=None, nobody=nobody, why=why, by=by, now=now):
        note(
            tournament,
            Act.Kind.ADJUDICATED,
            by,
            now,
            round=table.round.number,
            table=table.number,
            places=None,
            nobody=nobody,
            why=why,
        )
    record(table, Match.objects.get(pk=table.match_id), now)


@transaction.atomic
def cancel(*, tournament_id: int, by: User | None, now: datetime | None = None) -> Tournament:
    """Only while registration is open; it stays visible."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if tournament.status == Tournament.Status.CANCELLED:
        tell_who(tournament, Act.Kind.CANCELLED, by)
        return tournament
    must_be(tournament, Tournament.Status.REGISTRATION)
    cancel_now(tournament, by, now)
    return tournament


def due(now: datetime) -> QuerySet[Tournament]:
    """Tournaments that have to start, rounds whose window is over, rounds that begin."""
    return Tournament.objects.filter(due_at__lte=now).order_by("due_at", "pk")


def act_when_due(tournament: Tournament, now: datetime) -> None:
    """Due work; the sweep holds the lock of the row."""
    if tournament.status == Tournament.Status.RUNNING:
        _act_while_running(tournament, now)
    elif act_before_start(tournament, now):
        return
    elif count_at_start(tournament, now) >= tournament.min_seats:
        start_soon(tournament_id=tournament.pk, by=None, now=now)
    else:
        cancel_now(tournament, None, now, why="too few players")
        create_next(tournament, now)


def _act_while_running(tournament: Tournament, now: datetime) -> None:
    last = last_round(tournament)
    wait_until(tournament, None)
    if last is None:
        return
    if is_complete(last):
        advance(tournament, now)
    else:
        _close_window(tournament, last, now)


def _close_window(tournament: Tournament, last: Round, now: datetime) -> None:
    """Open tables are adjudicated as was said before the start; their deliveries lead to the next round."""
    open_tables = list(last.tables.filter(over_at=None).select_related("match"))
    note(tournament, Act.Kind.WINDOW, None, now, round=last.number, open=len(open_tables))
    if tournament.rule == Tournament.Rule.DIRECTOR:
        return
    for table in open_tables:
        adjudicate_table(
            table,
            places=None,
            nobody=tournament.rule == Tournament.Rule.NOBODY,
            why=_("the play window was over"),
            by=None,
            now=now,
        )
