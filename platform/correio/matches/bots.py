"""Bots at the table: search outside any transaction, then move with the version that was seen."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from correio.matches.answers import is_complete
from correio.matches.desk import Desk, replay_answers
from correio.matches.ending import go_on
from correio.matches.models import Match, Seat
from correio.matches.playing import play
from engines import registry
from engines.bots import BOT_VERSION, choose
from engines.chance import bot_seed
from engines.protocol import Rules, State

LEASE_SECONDS = 120
"""Longer than any search of a whole turn; a worker that died gives the seat back after it."""

LONGEST_TURN = 50
"""Moves searched before the first part of a turn is committed."""


def due(now: datetime) -> QuerySet[Seat]:
    """Where a person sits at the table first: matches among bots fill what time is left."""
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    people = Seat.objects.filter(match=OuterRef("match"), user__isnull=False, bot_level="")
    waiting = Seat.objects.filter(free, bot_due=True).annotate(for_people=Exists(people))
    return waiting.order_by("-for_people", "turn_started_at", "id")


def bot_turn(seat: Seat, now: datetime) -> bool:
    """Due work with a lease: plays the turn of this seat; whether its moves were in time to count."""
    begun = time.monotonic()
    match = Match.objects.get(pk=seat.match_id)
    if match.status != Match.Status.PLAYING:
        return False
    notations = search(match, seat)
    # Whole seconds only: the instant of a quick move does not depend on the speed of the machine.
    at = now + timedelta(seconds=int(time.monotonic() - begun))
    return _commit(match, seat, notations, at)


def search(match: Match, seat: Seat) -> list[str]:
    """Moves of a whole turn, from what the bot's seat may know."""
    rules = registry.rules(match.game, match.rules_version)
    state = rules.load(bytes(match.snapshot or b""))
    if state.sealed() and seat.seat in state.actors():
        return _search_answer(match, seat, rules, state)
    notations: list[str] = []
    while seat.seat in state.actors() and not state.sealed() and len(notations) < LONGEST_TURN:
        notations.append(_choose(match, seat, rules, state, len(notations)))
    return notations


def _search_answer(match: Match, seat: Seat, rules: Rules, state: State) -> list[str]:
    given = list(match.sealed_moves.filter(seat=seat.seat).order_by("order"))
    replay_answers(rules, state, given, seat.seat)
    notations: list[str] = []
    while not is_complete(state, seat.seat):
        notations.append(_choose(match, seat, rules, state, len(given) + len(notations)))
    return notations


def _choose(match: Match, seat: Seat, rules: Rules, state: State, ahead: int) -> str:
    """The move for act `version + ahead + 1`, played on `state`."""
    seq = match.version + ahead + 1
    seed = bot_seed(bytes(match.secret), seat.seat, seq, BOT_VERSION, seat.bot_level)
    move = choose(rules, state, seat.seat, seat.bot_level, seed)
    state.play(seat.seat, move)
    return rules.write(move)


@transaction.atomic
def _commit(match: Match, seat: Seat, notations: list[str], at: datetime) -> bool:
    """Only if nothing happened meanwhile and the lease is still ours."""
    desk = Desk.take(at, match.pk)
    row = desk.seats[seat.seat]
    if row.lease_token != seat.lease_token or not row.bot_due:
        return False
    row.leased_until = row.lease_token = None
    in_time = desk.match.version == match.version and desk.match.status == Match.Status.PLAYING
    if in_time and notations:
        play(desk, row, notations, actor="bot", bot_level=row.bot_level, bot_version=BOT_VERSION)
    elif in_time:
        go_on(desk)
    desk.write()
    return in_time
