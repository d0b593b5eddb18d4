"""The only writer of ratings. Everything here happens under the lock of the pool's row.

A finished match reaches the ledger as a delivery of the referee. Under the lock the ledger takes all
matches of the pool that are known to have finished no later and are not recorded yet, in the order of
(finish, match), so that two deliveries in the wrong order still give the right sequence; the later
delivery then finds its match recorded and does nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import CharField, Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Cast

from correio.accounts.models import User
from correio.due.models import Parked
from correio.matches.models import Delivery, Event, Match, Seat
from ratings import eligibility
from ratings.models import Pool, RatedResult, Rating, RatingChange
from ratings.pools import pool_of
from ratings.replay import Rated, Replay, checksum

logger = logging.getLogger(__name__)

CONSUMER = "ratings"


def record_event(event: Event, now: datetime) -> None:
    """Consumer of the referee's events: the match is over, or was called off."""
    match = event.match
    if match.started_at is None:
        return
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_of(match).pk)
        for each, ended_at in _unrecorded(pool, event):
            if each.pk == match.pk:
                _record(pool, each, ended_at)
            elif pool_of(each).pk == pool.pk:
                _record_ahead(pool, each, ended_at)


def _record_ahead(pool: Pool, match: Match, ended_at: datetime) -> None:
    """Another match that comes first. What is wrong with it is the trouble of its own delivery."""
    try:
        with transaction.atomic():
            _record(pool, match, ended_at)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("match %s is not rated yet; its own delivery will be parked", match)
        pool.refresh_from_db(fields=["last_seq"])


def _unrecorded(pool: Pool, event: Event) -> Iterable[tuple[Match, datetime]]:
    """This match, and those of the same title that ended before it and wait for the ledger too."""
    recorded = RatedResult.objects.filter(match=OuterRef("match_id"))
    earlier = Q(at__lt=event.at) | Q(at=event.at, match_id__lt=event.match_id)
    waiting = (
        Event.objects.filter(
            Q(pk=event.pk) | (earlier & Exists(_open_deliveries())),
            ~Exists(recorded),
            kind__in=[Event.Kind.FINISHED, Event.Kind.CANCELLED],
            match__title=pool.title,
            match__started_at__isnull=False,
        )
        .select_related("match")
        .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("user").order_by("seat")))
        .order_by("at", "match_id")
    )
    return [(each.match, each.at) for each in waiting]


def _open_deliveries() -> QuerySet[Delivery]:
    """Deliveries to the ledger that are not done. One that failed and is parked must not stop others."""
    parked = Parked.objects.filter(
        work=f"delivery:{CONSUMER}", row=Cast(OuterRef("pk"), CharField()), released_at=None
    )
    return Delivery.objects.filter(~Exists(parked), event=OuterRef("pk"), consumer=CONSUMER, done_at=None)


def _record(pool: Pool, match: Match, ended_at: datetime) -> RatedResult:
    """The row of one match, and what it does to ratings. The caller holds the pool's lock."""
    seats = list(match.seats.all())
    players = [seat.user_id for seat in seats if seat.user_id is not None]
    roster = "-".join(map(str, sorted(players)))
    result = RatedResult(
        pool=pool,
        match=match,
        players=players,
        places=[] if match.result is None else list(match.result["places"]),
        roster=roster,
        finished_at=ended_at,
        reason=eligibility.why_unrated(match, seats),
    )
    again = 0 if result.reason else eligibility.repeats(pool, match, seats, roster)
    if again >= eligibility.NOT_AFTER:
        result.reason = RatedResult.Reason.SAME_AGAIN
    result.half = eligibility.HALF_AFTER <= again < eligibility.NOT_AFTER
    if result.reason:
        result.save(force_insert=True)
        return result
    pool.last_seq += 1
    pool.save(update_fields=["last_seq"])
    result.seq = pool.last_seq
    result.save(force_insert=True)
    _apply(pool, result)
    return result


def _apply(pool: Pool, result: RatedResult) -> None:
    rows = {row.user_id: row for row in Rating.objects.filter(pool=pool, user_id__in=result.players)}
    replay: Replay[int] = Replay({user: _rated(row) for user, row in rows.items()})
    changes = replay.apply(
        result.players, result.places, result.finished_at.date().toordinal(), half=result.half
    )
    RatingChange.objects.bulk_create(
        RatingChange(
            result=result,
            seat=seat,
            user_id=row.player,
            before=row.before,
            change=row.change,
            games_before=row.games_before,
        )
        for seat, row in enumerate(changes)
    )
    Rating.objects.bulk_create(
        [_row(pool, user, rated) for user, rated in replay.players.items()],
        update_conflicts=True,
        unique_fields=["pool", "user"],
        update_fields=["rating", "games", "deviation", "peak", "last_day"],
    )


def _rated(row: Rating) -> Rated:
    return Rated(row.rating, row.games, row.deviation, row.peak, row.last_day.toordinal())


def _row(pool: Pool, user: int, rated: Rated) -> Rating:
    assert rated.day is not None
    return Rating(
        pool=pool,
        user_id=user,
        rating=rated.rating,
        games=rated.games,
        deviation=rated.deviation,
        peak=rated.peak,
        last_day=date.fromordinal(rated.day),
    )


@transaction.atomic
def void(*, match_id: int, by: User | None, why: str, now: datetime) -> RatedResult:
    """Takes a rated result out and rates the pool anew; doing it twice is doing it once."""
    return _set_void(match_id=match_id, void=True, by=by, why=why, now=now)


@transaction.atomic
def restore(*, match_id: int, by: User | None, now: datetime) -> RatedResult:
    """Undoes `void`."""
    return _set_void(match_id=match_id, void=False, by=by, why="", now=now)


def _set_void(*, match_id: int, void: bool, by: User | None, why: str, now: datetime) -> RatedResult:
    found = RatedResult.objects.get(match_id=match_id)
    pool = Pool.objects.select_for_update().get(pk=found.pool_id)
    result = RatedResult.objects.get(pk=found.pk)
    if result.seq is None or result.void == void:
        return result
    result.void, result.void_why, result.voided_by = void, why, by
    result.voided_at = now if void else None
    result.save(update_fields=["void", "void_why", "voided_by", "voided_at"])
    _replace(pool, recomputed(pool))
    return result


@dataclass(frozen=True)
class Shadow:
    """A pool rated anew from its results, beside the live rows."""

    replay: Replay[int]
    changes: list[RatingChange]

    @property
    def checksum(self) -> str:
        return checksum((str(user), row.rating, row.games) for user, row in self.replay.players.items())


def recomputed(pool: Pool) -> Shadow:
    """All results of the pool in the order of seq, void ones left out."""
    replay: Replay[int] = Replay()
    changes: list[RatingChange] = []
    results = RatedResult.objects.filter(pool=pool, seq__isnull=False, void=False).order_by("seq")
    for result in results.iterator(chunk_size=5_000):
        day = result.finished_at.date().toordinal()
        applied = replay.apply(result.players, result.places, day, half=result.half)
        changes += [
            RatingChange(
                result_id=result.pk,
                seat=seat,
                user_id=row.player,
                before=row.before,
                change=row.change,
                games_before=row.games_before,
            )
            for seat, row in enumerate(applied)
        ]
    return Shadow(replay, changes)


def live_checksum(pool: Pool) -> str:
    rows = Rating.objects.filter(pool=pool).values_list("user_id", "rating", "games")
    return checksum((str(user), rating, games) for user, rating, games in rows)


@dataclass(frozen=True)
class Comparison:
    pool: Pool
    results: int
    live: str
    shadow: str
    differing: list[str]
    """One sentence for each row that is not as recomputed."""

    @property
    def same(self) -> bool:
        return self.live == self.shadow and not self.differing


@transaction.atomic
def compare(pool: Pool, *, replace: bool = False) -> Comparison:
    """Rates the pool into a shadow and compares; with `replace` the live rows become the shadow's."""
    locked = Pool.objects.select_for_update().get(pk=pool.pk)
    shadow = recomputed(locked)
    outcome = Comparison(
        pool=locked,
        results=RatedResult.objects.filter(pool=locked, seq__isnull=False, void=False).count(),
        live=live_checksum(locked),
        shadow=shadow.checksum,
        differing=_differences(locked, shadow),
    )
    if replace and not outcome.same:
        _replace(locked, shadow)
    return outcome


def _differences(pool: Pool, shadow: Shadow) -> list[str]:
    stored = {
        (row.result_id, row.seat): (row.user_id, row.before, row.change, row.games_before)
        for row in RatingChange.objects.filter(result__pool=pool).iterator(chunk_size=5_000)
    }
    found = []
    for row in shadow.changes:
        right = (row.user_id, row.before, row.change, row.games_before)
        if stored.pop((row.result_id, row.seat), None) != right:
            found.append(f"change of result {row.result_id}, seat {row.seat}")
    found += [f"change of result {result}, seat {seat}: not wanted" for result, seat in sorted(stored)]
    live = {row.user_id: _rated(row) for row in Rating.objects.filter(pool=pool)}
    found += [
        f"rating of user {user}"
        for user in sorted(live.keys() | shadow.replay.players.keys())
        if live.get(user) != shadow.replay.players.get(user)
    ]
    return found


def _replace(pool: Pool, shadow: Shadow) -> None:
    """The live rows become the shadow's. The caller holds the pool's lock."""
    RatingChange.objects.filter(result__pool=pool).delete()
    RatingChange.objects.bulk_create(shadow.changes, batch_size=2_000)
    Rating.objects.filter(pool=pool).delete()
    rows: Sequence[Rating] = [_row(pool, user, rated) for user, rated in shadow.replay.players.items()]
    Rating.objects.bulk_create(rows, batch_size=2_000)
