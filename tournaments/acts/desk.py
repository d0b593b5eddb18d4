"""The director's desk: tables decided and players removed by a person, each with an audit line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.house import LEVELS, house_bots
from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match
from tournaments.acts.adjudication import adjudicate_table
from tournaments.acts.entering import take_out
from tournaments.acts.errors import DirectorError
from tournaments.acts.notices import BY_DIRECTOR, tell_removed
from tournaments.acts.office import locked, must_be, must_direct, note
from tournaments.acts.progress import last_round
from tournaments.acts.tables import clock
from tournaments.models import Act, Table, Tournament


@transaction.atomic
def adjudicate(
    *,
    tournament_id: int,
    round_number: int,
    table_number: int,
    places: Sequence[int] | None,
    nobody: bool = False,
    why: str,
    by: User | None,
    now: datetime | None = None,
) -> Table:
    """Ends a table that is still being played: with these places, by the score so far (None), or against
    everybody."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.RUNNING)
    table = Table.objects.filter(
        round__tournament=tournament, round__number=round_number, number=table_number
    ).first()
    if table is None:
        raise DirectorError("no_table", _("There is no such table in that round."), 404)
    if not why.strip():
        raise DirectorError(
            "no_reason", _("Say why the table is adjudicated: the players will read it."), 422
        )
    chosen = None if places is None else list(places)
    if table.places is not None or not adjudicate_table(
        table, places=chosen, nobody=nobody, why=why.strip()[:200], by=by, now=now
    ):
        raise DirectorError("table_over", _("This table is over; its result stands."))
    note(
        tournament,
        Act.Kind.ADJUDICATED,
        by,
        now,
        round=round_number,
        table=table_number,
        places=chosen,
        nobody=nobody,
        why=why.strip()[:200],
    )
    return table


@transaction.atomic
def remove(*, tournament_id: int, user: User, by: User | None, now: datetime | None = None) -> Tournament:
    """Takes a player out: not paired any more, last at a table under way, where a bot plays on so that
    nobody has to wait."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.REGISTRATION, Tournament.Status.RUNNING)
    entry = tournament.entries.filter(user=user).first()
    if entry is None:
        raise DirectorError("not_entered", _("That player is not entered in this tournament."), 404)
    if tournament.status == Tournament.Status.REGISTRATION:
        take_out(tournament, entry, by, now)
    elif entry.withdrawn_why != "removed":
        entry.withdrawn_at, entry.withdrawn_why = entry.withdrawn_at or now, "removed"
        entry.save(update_fields=["withdrawn_at", "withdrawn_why"])
        tell_removed(entry, BY_DIRECTOR, now)
        open_tables = entry.pairings.filter(table__over_at=None, table__isnull=False)
        for pairing in open_tables.select_related("table"):
            assert pairing.table is not None
            assert pairing.seat is not None
            match = Match.objects.select_for_update().get(pk=pairing.table.match_id)
            if match.status == Match.Status.PLAYING:
                referee.remove(match_id=match.pk, seat=pairing.seat, by=by, now=now)
    else:
        return tournament
    note(tournament, Act.Kind.REMOVED, by, now, user=user.pk)
    return tournament


@transaction.atomic
def bye_match(*, tournament_id: int, user: User, level: str = "steady", now: datetime | None = None) -> Match:
    """An unrated match against house bots for who has no table in the round under way; asked again it is
    the one that is being played."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_be(tournament, Tournament.Status.RUNNING)
    last = last_round(tournament)
    row = None if last is None else last.pairings.filter(entry__user=user, entry__withdrawn_at=None).first()
    if last is None or row is None or row.table_id is not None:
        raise DirectorError("no_bye", _("This match is for who has a bye in the round under way."), 422)
    playing = Match.objects.filter(
        origin=Match.Origin.HOUSE,
        title=tournament.title,
        created_by=user,
        created_at__gte=last.paired_at,
        status=Match.Status.PLAYING,
    ).first()
    if playing is not None:
        return playing
    if level not in LEVELS:
        message = _("There is no bot level “%(level)s”; there are %(levels)s.")
        raise DirectorError("unknown_level", message % {"level": level, "levels": ", ".join(LEVELS)}, 422)
    bots = house_bots(level, tournament.seats - 1)
    return referee.start_match(
        players=[referee.Player(user), *(referee.Player(bot) for bot in bots)],
        shuffle=True,
        game=tournament.game,
        title=tournament.title,
        options=tournament.options,
        clock=clock(tournament),
        on_time_out=tournament.on_time_out,
        rated=False,
        origin=Match.Origin.HOUSE,
        created_by=user,
        now=now,
    )
