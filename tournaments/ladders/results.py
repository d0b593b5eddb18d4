"""A ladder match is over: positions change once, in the order of finish, on the positions of that moment.

As in the ledger of ratings: under the lock the steward takes all matches of the ladder that are known to
have ended no later and wait as well, so that deliveries in the wrong order still give the right sequence.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import CharField, Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Cast

from correio.due.models import Parked
from correio.matches.models import ClockEntry, Delivery, Event, Match, Seat
from tournaments.ladders import challenges, members, moves, notices, rules, rungs
from tournaments.ladders.models import Challenge, Ladder, LadderMove, Member
from tournaments.ladders.office import locked
from tournaments.ladders.timing import set_due

logger = logging.getLogger(__name__)

CONSUMER = "ladders"


def record_event(event: Event, now: datetime) -> None:
    """Consumer of the referee's events: a match of a ladder is over, or was called off."""
    if event.match.origin != Match.Origin.LADDER:
        return
    found = Challenge.objects.filter(match=event.match_id).values_list("ladder_id", flat=True).first()
    if found is None:
        return
    with transaction.atomic():
        ladder = locked(found)
        for each in _unrecorded(ladder, event):
            if each.pk == event.pk:
                _record(ladder, each)
            else:
                ladder = _record_ahead(ladder, each)


def _record_ahead(ladder: Ladder, event: Event) -> Ladder:
    """Another match that comes first. What is wrong with it is the trouble of its own delivery."""
    try:
        with transaction.atomic():
            _record(ladder, event)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("match %s moves nobody yet; its own delivery will be parked", event.match)
        ladder.refresh_from_db()
    return ladder


def _unrecorded(ladder: Ladder, event: Event) -> Iterable[Event]:
    earlier = Q(at__lt=event.at) | Q(at=event.at, match_id__lt=event.match_id)
    return list(
        Event.objects.filter(
            Q(pk=event.pk) | (earlier & Exists(_open_deliveries())),
            kind__in=[Event.Kind.FINISHED, Event.Kind.CANCELLED],
            match__ladder_challenge__ladder=ladder,
            match__ladder_challenge__status=Challenge.Status.PLAYING,
        )
        .select_related("match__ladder_challenge")
        .prefetch_related(Prefetch("match__seats", Seat.objects.order_by("seat")))
        .order_by("at", "match_id")
    )


def _open_deliveries() -> QuerySet[Delivery]:
    """Deliveries to ladders that are not done. One that failed and is parked must not stop others."""
    parked = Parked.objects.filter(
        work=f"delivery:{CONSUMER}", row=Cast(OuterRef("pk"), CharField()), released_at=None
    )
    return Delivery.objects.filter(~Exists(parked), event=OuterRef("pk"), consumer=CONSUMER, done_at=None)


def _record(ladder: Ladder, event: Event) -> None:
    """The caller holds the lock."""
    match = event.match
    here = _here(ladder, match)
    if event.kind == Event.Kind.CANCELLED or match.result is None:
        challenges.close(match.ladder_challenge, Challenge.Outcome.CALLED_OFF, event.at)
    else:
        challenges.close(match.ladder_challenge, Challenge.Outcome.PLAYED, event.at)
        _apply(ladder, match, here, event.at)
    Member.objects.filter(pk__in=here).update(active_at=event.at, idle_drops=0)
    set_due(*here)


def _here(ladder: Ladder, match: Match) -> dict[int, Seat]:
    """Seats by the keys of their members, without those who are on the ladder no more."""
    seats = {seat.user_id: seat for seat in match.seats.all()}
    found = ladder.members.filter(user__in=seats, position__isnull=False)
    return {key: seats[user] for key, user in found.values_list("pk", "user_id")}


def _apply(ladder: Ladder, match: Match, here: dict[int, Seat], at: datetime) -> None:
    assert match.result is not None
    places = {key: match.result["places"][seat.seat] for key, seat in here.items()}
    before = rungs.of(ladder, here)
    early = _left_early(match, here)
    of_places = moves.of_result(before, places)
    rungs.carry_out_all(ladder, of_places, LadderMove.Cause.RESULT, at, match)
    dropped = moves.of_result(before, places, early)[len(of_places) :]
    rungs.carry_out_all(ladder, dropped, LadderMove.Cause.DROPPED, at, match)
    _tell(ladder, before, rungs.of(ladder, here), at)
    _remove_absentees(ladder, match, here, at)


def _left_early(match: Match, here: dict[int, Seat]) -> list[int]:
    """Timed out or resigned before the second turn began. Turns that the bot began for them later
    do not count: only people's clocks have entries."""
    turns = list(
        ClockEntry.objects.filter(match=match, kind=ClockEntry.Kind.TURN).values_list("seat", flat=True)
    )
    return [key for key, seat in here.items() if seat.left_at is not None and turns.count(seat.seat) < 2]


def _tell(ladder: Ladder, before: dict[int, int], after: dict[int, int], at: datetime) -> None:
    for member in Member.objects.filter(pk__in=before).select_related("user"):
        if before[member.pk] != after[member.pk]:
            notices.moved(ladder, member, before[member.pk], after[member.pk], at)


def _remove_absentees(ladder: Ladder, match: Match, here: dict[int, Seat], at: datetime) -> None:
    """Who has run out of time twice in thirty days is off the ladder."""
    for key, seat in here.items():
        if seat.left_reason != "timed_out":
            continue
        member = Member.objects.select_related("user").get(pk=key)
        since = max(member.joined_at, at - rules.TIME_OUTS_WITHIN)
        again = Seat.objects.filter(
            user=member.user_id,
            match__ladder_challenge__ladder=ladder,
            left_reason="timed_out",
            left_at__gt=since,
            left_at__lte=at,
        )
        if again.count() >= rules.TIME_OUTS and member.position is not None:
            before = member.position
            members.take_off(ladder, member, LadderMove.Cause.TIME_OUTS, at)
            notices.moved(ladder, member, before, None, at)
