"""While it runs: rounds are paired, results recorded, the next round follows, windows close, it ends."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Event, Match
from ratings import queries
from tournaments.adjudication import places_so_far
from tournaments.document import event_of
from tournaments.errors import DirectorError
from tournaments.models import Act, Entry, Pairing, Round, Table, Tournament
from tournaments.office import locked, must_be, must_direct, note
from tournaments.pairing.event import NoLegalPairing
from tournaments.pairing.report import TableReason
from tournaments.pairing.tables import pair
from tournaments.tables import start_table

CONSUMER = "tournaments"
WORK = "tournament"


@transaction.atomic
def start(*, tournament_id: int, by: User | None, now: datetime | None = None) -> Round:
    """Closes registration, ranks the field and pairs round 1; once is enough, again gives the same round."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if tournament.status == Tournament.Status.RUNNING:
        return tournament.rounds.get(number=1)
    must_be(tournament, Tournament.Status.REGISTRATION)
    _rank(tournament)
    tournament.status, tournament.started_at, tournament.due_at = Tournament.Status.RUNNING, now, None
    tournament.save(update_fields=["status", "started_at", "due_at"])
    note(tournament, Act.Kind.STARTED, by, now, seed=tournament.seed)
    try:
        return _pair(tournament, 1, by, now)
    except NoLegalPairing as error:
        message = _("Round 1 cannot be paired: %(why)s.") % {"why": error}
        raise DirectorError("no_pairing", message) from error


def _rank(tournament: Tournament) -> None:
    """By rating, or by lot alone; never by the order of sign-up."""
    entries = list(tournament.entries.select_related("user"))
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
    """Pairs that round if the one before is complete; if it is paired already, that is it."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.RUNNING)
    paired = tournament.rounds.filter(number=number).first()
    if paired is not None:
        return paired
    last = _last_round(tournament)
    if number != last.number + 1 or number > (tournament.round_count or 0):
        message = _("Round %(number)d is not the next one.") % {"number": number}
        raise DirectorError("wrong_round", message, 422)
    if not is_complete(last):
        message = _("Round %(number)d is not complete: wait for its matches, or adjudicate them.")
        raise DirectorError("round_open", message % {"number": last.number})
    try:
        return _pair(tournament, number, by, now)
    except NoLegalPairing as error:
        message = _("Round %(number)d cannot be paired: %(why)s. Finish the tournament.")
        raise DirectorError("no_pairing", message % {"number": number, "why": error}) from error


def is_complete(round_: Round) -> bool:
    return not round_.tables.filter(over_at=None).exists()


def _last_round(tournament: Tournament) -> Round:
    return tournament.rounds.order_by("-number")[0]


def _pair(tournament: Tournament, number: int, by: User | None, now: datetime) -> Round:
    """The caller holds the lock and has checked everything."""
    entries = {entry.user.username: entry for entry in tournament.entries.select_related("user")}
    paired = pair(event_of(tournament, before=number))
    window = tournament.window_days
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        paired_at=now,
        window_end=None if window is None else now + timedelta(days=window),
        criteria=msgspec.to_builtins(paired.criteria),
    )
    rows = []
    for each in paired.tables:
        match = start_table(tournament, round_, each, entries, now)
        table = Table.objects.create(
            round=round_, number=each.number, match=match, reason=_reason(each.reason, entries)
        )
        rows += [
            Pairing(round=round_, entry=entries[name], table=table, seat=seat)
            for seat, name in enumerate(each.seats)
        ]
    rows += [Pairing(round=round_, entry=entries[bye.player], bye=bye.kind) for bye in paired.byes]
    Pairing.objects.bulk_create(rows)
    tournament.due_at = round_.window_end
    tournament.save(update_fields=["due_at"])
    note(tournament, Act.Kind.PAIRED, by, now, round=number, tables=len(paired.tables))
    return round_


def _reason(reason: TableReason, entries: Mapping[str, Entry]) -> dict[str, Any]:
    """As stored: by entry, because user names may change."""
    return {
        "spread": reason.spread,
        "off_size": reason.off_size,
        "repeats": [
            {"entries": [entries[name].pk for name in repeat.players], "met": repeat.met}
            for repeat in reason.repeats
        ],
        "floats": [
            {"entry": entries[each.player].pk, "direction": each.direction, "again": each.again}
            for each in reason.floats
        ],
        "seats": [
            {"entry": entries[row.player].pk, "score": row.score, "earlier": row.earlier}
            for row in reason.seats
        ],
    }


def record_event(event: Event, now: datetime) -> None:
    """Consumer of the referee's events: a match of a tournament is over."""
    if event.match.origin != Match.Origin.TOURNAMENT:
        return
    with transaction.atomic():
        table = Table.objects.select_related("round").filter(match=event.match_id).first()
        if table is None:
            return
        tournament = locked(table.round.tournament_id)
        table.refresh_from_db()
        if table.places is None:
            _record(table, event)
        if tournament.status == Tournament.Status.RUNNING:
            _advance(tournament, now)


def _record(table: Table, event: Event) -> None:
    result = event.match.result
    if result is None:
        # Called off by an operator: the table counts for nobody.
        table.places, table.nobody = [1] * event.match.seat_count, True
    else:
        table.places = list(result["places"])
    table.over_at = event.at
    table.save(update_fields=["places", "nobody", "over_at"])


def _advance(tournament: Tournament, now: datetime) -> None:
    """If the last round is complete, the next one follows, or the end. The caller holds the lock."""
    last = _last_round(tournament)
    if not is_complete(last):
        return
    if last.number >= (tournament.round_count or 0):
        _finish(tournament, None, now)
    elif tournament.auto_pair:
        try:
            with transaction.atomic():
                _pair(tournament, last.number + 1, None, now)
        except NoLegalPairing as error:
            _finish(tournament, None, now, why=str(error))
    elif tournament.due_at is not None:
        tournament.due_at = None
        tournament.save(update_fields=["due_at"])


def _finish(tournament: Tournament, by: User | None, now: datetime, **detail: Any) -> None:
    tournament.status, tournament.finished_at, tournament.due_at = Tournament.Status.FINISHED, now, None
    tournament.save(update_fields=["status", "finished_at", "due_at"])
    note(tournament, Act.Kind.FINISHED, by, now, **detail)


@transaction.atomic
def finish(*, tournament_id: int, by: User | None, now: datetime | None = None) -> Tournament:
    """Ends it after the round that is complete, however many were planned."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if tournament.status == Tournament.Status.FINISHED:
        return tournament
    must_be(tournament, Tournament.Status.RUNNING)
    last = _last_round(tournament)
    if not is_complete(last):
        message = _("Round %(number)d is not complete: adjudicate its open tables first.")
        raise DirectorError("round_open", message % {"number": last.number})
    _finish(tournament, by, now, after=last.number)
    return tournament


@transaction.atomic
def cancel(*, tournament_id: int, by: User | None, now: datetime | None = None) -> Tournament:
    """Only while registration is open; it stays visible."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if tournament.status == Tournament.Status.CANCELLED:
        return tournament
    must_be(tournament, Tournament.Status.REGISTRATION)
    _cancel(tournament, by, now)
    return tournament


def _cancel(tournament: Tournament, by: User | None, now: datetime, **detail: Any) -> None:
    tournament.status, tournament.finished_at, tournament.due_at = Tournament.Status.CANCELLED, now, None
    tournament.save(update_fields=["status", "finished_at", "due_at"])
    note(tournament, Act.Kind.CANCELLED, by, now, **detail)


def due(now: datetime) -> QuerySet[Tournament]:
    """Tournaments that have to start, and rounds whose window is over."""
    return Tournament.objects.filter(due_at__lte=now).order_by("due_at", "pk")


def act_when_due(tournament: Tournament, now: datetime) -> None:
    """Due work; the sweep holds the lock of the row."""
    if tournament.status == Tournament.Status.RUNNING:
        _close_window(tournament, now)
    elif tournament.entries.count() >= tournament.min_seats:
        start(tournament_id=tournament.pk, by=None, now=now)
    else:
        _cancel(tournament, None, now, why="too few players")


def _close_window(tournament: Tournament, now: datetime) -> None:
    """Open tables are adjudicated as was said before the start; their deliveries lead to the next round."""
    last = _last_round(tournament)
    open_tables = list(last.tables.filter(over_at=None).select_related("match"))
    tournament.due_at = None
    tournament.save(update_fields=["due_at"])
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


def adjudicate_table(
    table: Table, *, places: list[int] | None, nobody: bool, why: str, by: User | None, now: datetime
) -> bool:
    """Ends the match of an open table; None: places by the score so far. False if it just ended by
    itself, which then stands. The caller holds the tournament's lock."""
    match = Match.objects.select_for_update().get(pk=table.match_id)
    if match.status != Match.Status.PLAYING:
        return False
    if nobody:
        places = [1] * match.seat_count
    elif places is None:
        places = places_so_far(match, list(match.seats.order_by("seat")))
    referee.adjudicate(match_id=match.pk, places=places, reason=why, by=by, now=now)
    table.nobody, table.decided_by, table.decided_why = nobody, by, why
    table.save(update_fields=["nobody", "decided_by", "decided_why"])
    return True
