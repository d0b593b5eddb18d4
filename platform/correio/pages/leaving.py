"""Deleting an account, from the top: first out of every table, then the person goes."""

from __future__ import annotations

from correio.accounts.deletion import anonymise
from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match, Seat
from tournaments import director
from tournaments.ladders import steward
from tournaments.models import Entry, Tournament


def delete_account(user: User) -> None:
    """Running matches go on with a bot in the seat; open tables lose the player, or close if they are theirs.

    Each step is a transaction of its own and can be repeated: a crash in between leaves an account that
    can be deleted again.
    """
    _leave_matches(user)
    _leave_tournaments(user)
    steward.leave_all(user)
    anonymise(user)


def _leave_matches(user: User) -> None:
    seats = Seat.objects.filter(user=user, left_at=None).select_related("match")
    for seat in seats.filter(match__status=Match.Status.PLAYING):
        referee.resign(match_id=seat.match_id, user=user)
    for seat in seats.filter(match__status=Match.Status.OPEN):
        if seat.match.created_by_id == user.pk:
            referee.cancel_open(match_id=seat.match_id, user=user)
        else:
            referee.stand(match_id=seat.match_id, user=user)


def _leave_tournaments(user: User) -> None:
    alive = [Tournament.Status.REGISTRATION, Tournament.Status.RUNNING]
    for entry in Entry.objects.filter(user=user, withdrawn_at=None, tournament__status__in=alive):
        director.withdraw(tournament_id=entry.tournament_id, user=user)
