"""What the referee tells of a match goes to its table, once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from correio.matches.models import Event, Match, Move
from tournaments.acts.office import locked
from tournaments.acts.progress import advance
from tournaments.models import Table, Tournament


def record_event(event: Event, now: datetime) -> None:
    """Consumer of the referee's events: a match of a tournament is over."""
    if event.match.origin != Match.Origin.TOURNAMENT:
        return
    with transaction.atomic():
        table = Table.objects.select_related("round").filter(match=event.match_id).first()
        if table is None:
            # Its round was taken back.
            return
        tournament = locked(table.round.tournament_id)
        table = Table.objects.filter(pk=table.pk).first()
        if table is None:
            return
        if table.places is None:
            record(table, event.match, event.at)
        if tournament.status == Tournament.Status.RUNNING:
            advance(tournament, now)


def record(table: Table, match: Match, at: datetime) -> None:
    """The result of a match that is over. The caller holds the tournament's lock."""
    if match.result is None:
        # Called off by an operator: the table counts for nobody.
        table.places, table.nobody = [1] * match.seat_count, True
    else:
        table.places = list(match.result["places"])
        table.unplayed = _somebody_never_came(match)
    table.over_at = at
    table.save(update_fields=["places", "nobody", "unplayed", "over_at"])


def _somebody_never_came(match: Match) -> bool:
    """A seat that left without a move of its own; what its bot did later is none."""
    own = Move.objects.filter(
        match=OuterRef("match"), seat=OuterRef("seat"), actor__in=["seat", "bot"], at__lte=OuterRef("left_at")
    )
    return match.seats.filter(~Exists(own), left_at__isnull=False).exists()
