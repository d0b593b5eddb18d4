"""What was done is taken back: a round nobody has played in, a start, a result."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match, Move, SealedMove
from ratings import ledger
from ratings.models import RatedResult
from tournaments.acts import drafts, waiting
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_be, must_direct, note
from tournaments.acts.progress import last_round, wait_until
from tournaments.acts.rounds import tell_who
from tournaments.acts.schedule import next_due
from tournaments.models import Act, Draft, Round, Table, Tournament

BY_THE_FIELD = (Tournament.System.ROUND_ROBIN, Tournament.System.KNOCKOUT)
"""Systems in which the start sets the number of rounds."""


@transaction.atomic
def undo(
    *, tournament_id: int, number: int, by: User | None, why: str = "", now: datetime | None = None
) -> Tournament:
    """Takes the last round back as long as no person has moved in it: its matches are called off without
    rating, its rows go. Without its first round the tournament is open for registration again. The next
    pairing waits for the director. Asked again it is done; a second director is told who did it."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if tournament.acts.filter(kind=Act.Kind.UNDONE, detail__round=number).exists() and not _is_there(
        tournament, number
    ):
        tell_who(tournament, Act.Kind.UNDONE, by, round=number)
        return tournament
    must_be(tournament, Tournament.Status.RUNNING)
    _take_back(tournament, number, by, why, now)
    if number == 1:
        _reopen(tournament, now)
    return tournament


@transaction.atomic
def pair_again(
    *, tournament_id: int, number: int, by: User | None, why: str = "", now: datetime | None = None
) -> Draft:
    """Takes the last round back and draws up a draft in its place, for the director to change."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.RUNNING)
    if _is_there(tournament, number):
        _take_back(tournament, number, by, why, now)
    return drafts.draft(tournament_id=tournament.pk, number=number, by=by, now=now)


def _is_there(tournament: Tournament, number: int) -> bool:
    return tournament.rounds.filter(number=number).exists()


def _take_back(tournament: Tournament, number: int, by: User | None, why: str, now: datetime) -> None:
    last = last_round(tournament)
    if last is None or last.number != number:
        message = _("Only the last round can be taken back.")
        raise DirectorError("wrong_round", message, 422)
    _must_be_untouched(last)
    matches = list(last.tables.order_by("match_id").values_list("match_id", flat=True))
    for match_id in matches:
        referee.call_off(match_id=match_id, reason="undone", now=now)
    last.delete()
    drafts.drop(tournament, by, now)
    wait_until(tournament, None)
    note(tournament, Act.Kind.UNDONE, by, now, round=number, tables=len(matches), why=why.strip()[:200])


def _must_be_untouched(last: Round) -> None:
    """Bots move at once and mind nothing: only people's moves count, answers not yet shown included."""
    matches = Match.objects.filter(tournament_table__round=last)
    list(matches.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    over = last.tables.filter(over_at__isnull=False).exists()
    ended = matches.exclude(status=Match.Status.PLAYING).exists()
    moved = (
        Move.objects.filter(match__in=matches, actor="seat").exists()
        or SealedMove.objects.filter(match__in=matches, actor="seat").exists()
    )
    if over or ended or moved:
        message = _(
            "Somebody has moved in round %(number)d already: it cannot be taken back. Adjudicate or annul "
            "single tables instead."
        )
        raise DirectorError("has_moved", message % {"number": last.number})


def _reopen(tournament: Tournament, now: datetime) -> None:
    """As before the start. Who withdrew in between is out, as before a start, and who waits moves up."""
    tournament.entries.filter(withdrawn_at__isnull=False).delete()
    tournament.entries.update(rank=None, rating=None, first_round=1)
    waiting.move_up(tournament, now)
    tournament.status, tournament.started_at = Tournament.Status.REGISTRATION, None
    if tournament.system in BY_THE_FIELD:
        tournament.round_count = None
    tournament.due_at = next_due(tournament, now)
    tournament.save(update_fields=["status", "started_at", "round_count", "due_at"])


@transaction.atomic
def annul(
    *,
    tournament_id: int,
    round_number: int,
    table_number: int,
    why: str,
    by: User | None,
    now: datetime | None = None,
) -> Table:
    """Takes a result away: no points for anybody at the table, and the match is not rated. Rounds that
    were paired since stay as they are. Asked again it is done."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.RUNNING, Tournament.Status.FINISHED)
    if tournament.system == Tournament.System.KNOCKOUT:
        message = _("In a knockout somebody goes on from every table: remove the player instead.")
        raise DirectorError("knockout", message, 422)
    table = Table.objects.filter(
        round__tournament=tournament, round__number=round_number, number=table_number
    ).first()
    if table is None:
        raise DirectorError("no_table", _("There is no such table in that round."), 404)
    if table.annulled_at is not None:
        tell_who(tournament, Act.Kind.ANNULLED, by, round=round_number, table=table_number)
        return table
    why = why.strip()[:200]
    if not why:
        raise DirectorError("no_reason", _("Say why the table is annulled: the players will read it."), 422)
    if table.places is None:
        message = _("This table is still being played: adjudicate it instead.")
        raise DirectorError("table_open", message)
    _void(table, by, why, now)
    table.annulled_at, table.decided_by, table.decided_why = now, by, why
    table.save(update_fields=["annulled_at", "decided_by", "decided_why"])
    drafts.drop(tournament, by, now, why=_("a result was annulled"))
    note(tournament, Act.Kind.ANNULLED, by, now, round=round_number, table=table_number, why=why)
    return table


def _void(table: Table, by: User | None, why: str, now: datetime) -> None:
    match = Match.objects.get(pk=table.match_id)
    result = RatedResult.objects.filter(match=match).first()
    if result is not None:
        if result.seq is not None and not result.void:
            ledger.void(match_id=match.pk, by=by, why=why, now=now)
    elif match.started_at is not None:
        raise DirectorError("not_rated_yet", _("The result is still being rated: try again in a minute."))
