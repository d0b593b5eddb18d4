"""From the database to the next round as it would be paired. Nothing is written here."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments import document
from tournaments.acts import scheduled, swiss
from tournaments.acts.arrangement import in_order
from tournaments.acts.proposals import NOTHING, CannotPair, Kept, Left, Proposal
from tournaments.models import Tournament


def propose(tournament: Tournament, number: int, kept: Kept = NOTHING) -> Proposal:
    """That round by the rules of the tournament's system. Raises `CannotPair`."""
    entries = document.field(tournament)
    away = document.away(tournament, entries, number)
    here = len(entries) - len(away)
    if here < tournament.min_seats and tournament.system != Tournament.System.KNOCKOUT:
        why = _("%(here)d players are there, and a table needs at least %(least)d")
        raise CannotPair(why % {"here": here, "least": tournament.min_seats}, over=True)
    match tournament.system:
        case Tournament.System.DUTCH:
            laid, byes, criteria = swiss.by_dutch(tournament, number, entries, away, kept)
        case Tournament.System.ROUND_ROBIN:
            laid, byes, criteria = scheduled.by_round_robin(tournament, number, entries, away)
        case Tournament.System.KNOCKOUT:
            laid, byes, criteria = scheduled.by_knockout(tournament, number, entries, away)
        case _:
            laid, byes, criteria = swiss.by_tables(tournament, number, entries, away, kept)
    byes += [Left(entry, kind, by_hand=True) for entry, kind in kept.byes.items()]
    byes += [Left(entry, kind) for entry, kind in away.items() if entry not in kept.byes]
    return Proposal(in_order(tournament, number, laid), byes, criteria)
