"""The only writer of ratings. Everything here happens under the lock of the pool's row.

A finished match reaches the ledger as a delivery of the referee. Under the lock the ledger takes all
matches of the pool that are known to have finished no later and are not recorded yet, in the order of
(finish, match), so that two deliveries in the wrong order still give the right sequence; the later
delivery then finds its match recorded and does nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import CharField, Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.due.models import Parked
from correio.matches.models import Delivery, Event, Match, Seat
from correio.refusal import Refusal
from ratings import checkpoints, eligibility, exports
from ratings.checkpoints import State
from ratings.models import (
    Act,
    Annulment,
    Checkpoint,
    Pool,
    RatedResult,
    Rating,
    RatingChange,
)
from ratings.pools import pool_of
from ratings.rebuilding import Span, spans
from ratings.replay import Rated, Replay, checksum

logger = logging.getLogger(__name__)

CONSUMER = "ratings"


class LedgerRefusal(Refusal):
    """An act on the ledger that cannot be: nothing was changed."""


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
    if pool.last_seq == 1:
        exports.plan(timezone.now())
    result.seq = pool.last_seq
    result.save(force_insert=True)
    _apply(pool, result)
    return result


def _apply(pool: Pool, result: RatedResult) -> None:
    rows = {row.user_id: row for row in Rating.objects.filter(pool=pool, user_id__in=result.players)}
    replay: Replay[int] = Replay({user: _rated(row) for user, row in rows.items()})
    changes = replay.apply(
        result.players,
        result.places,
        result.finished_at.date().toordinal(),
        half=result.half,
        version=result.formula_version,
    )
    RatingChange.objects.bulk_create(
        RatingChange(
            result=result,
            seat=seat,
            user_id=row.player,
            before=row.before,
            change=row.change,
            games_before=row.games_before,
            deviation_before=row.deviation_before,
            deviation=row.deviation,
        )
        for seat, row in enumerate(changes)
    )
    Rating.objects.bulk_create(
        [_row(pool, user, rated) for user, rated in replay.players.items()],
        update_conflicts=True,
        unique_fields=["pool", "user"],
        update_fields=["rating", "games", "deviation", "peak", "last_day"],
    )
    if result.seq is not None and result.seq % checkpoints.EVERY == 0:
        everybody = {row.user_id: _rated(row) for row in Rating.objects.filter(pool=pool)}
        checkpoints.keep(pool, [(result.seq, everybody)])


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
    """Takes a rated result out and rates what came after it anew.

    Raises LedgerRefusal (`unknown_result`, `not_rated`, `already_void`)."""
    pool, result = _locked_result(match_id)
    if result.void:
        raise LedgerRefusal("already_void", _("This match is annulled already; nothing was changed."))
    _set_void([result], void=True, why=why, by=by, now=now)
    _write_act(Act.Kind.VOID, result=result, by=by, why=why, now=now)
    _rate_anew(pool, result.seq or 0)
    return result


@transaction.atomic
def restore(*, match_id: int, by: User | None, why: str = "", now: datetime) -> RatedResult:
    """Undoes `void`.

    Raises LedgerRefusal (`unknown_result`, `not_rated`, `not_void`, `account_annulled`)."""
    pool, result = _locked_result(match_id)
    if not result.void:
        raise LedgerRefusal("not_void", _("This match counts already; nothing was changed."))
    barred = Annulment.objects.filter(account__in=result.players, lifted_at=None).select_related("account")
    if annulment := barred.order_by("pk").first():
        message = _("The account %(account)s is annulled and sat at this table: lift that annulment first.")
        raise LedgerRefusal("account_annulled", message % {"account": annulment.account.username})
    _set_void([result], void=False, why="", by=None, now=now)
    _write_act(Act.Kind.RESTORE, result=result, by=by, why=why, now=now)
    _rate_anew(pool, result.seq or 0)
    return result


@transaction.atomic
def annul_account(*, account: User, by: User | None, why: str, now: datetime) -> Annulment:
    """Voids every result of the account in every pool, as one act; until it is lifted nothing the account
    finishes is rated. Raises LedgerRefusal (`already_annulled`)."""
    pools = {pool.pk: pool for pool in Pool.objects.order_by("pk").select_for_update()}
    if Annulment.objects.filter(account=account, lifted_at=None).exists():
        raise LedgerRefusal("already_annulled", _("This account is annulled already; nothing was changed."))
    annulment = Annulment.objects.create(account=account, why=why, by=by, at=now)
    results = list(RatedResult.objects.filter(changes__user=account, void=False))
    _set_void(results, void=True, why=why, by=by, now=now, annulment=annulment)
    _write_act(Act.Kind.ANNUL, annulment=annulment, by=by, why=why, now=now, results=len(results))
    _rate_all_anew(pools, results)
    return annulment


@transaction.atomic
def lift_annulment(*, annulment_id: int, by: User | None, why: str = "", now: datetime) -> Annulment:
    """What was void because of the account counts again, except where another player is annulled too.

    Raises LedgerRefusal (`not_annulled`)."""
    pools = {pool.pk: pool for pool in Pool.objects.order_by("pk").select_for_update()}
    annulment = Annulment.objects.get(pk=annulment_id)
    if annulment.lifted_at is not None:
        raise LedgerRefusal("not_annulled", _("This annulment is lifted already; nothing was changed."))
    annulment.lifted_at, annulment.lifted_by = now, by
    annulment.save(update_fields=["lifted_at", "lifted_by"])
    others = {other.account_id: other for other in Annulment.objects.filter(lifted_at=None)}
    freed: list[RatedResult] = []
    for result in annulment.results.order_by("pk"):
        if heirs := sorted(others.keys() & set(result.players)):
            heir = others[heirs[0]]
            _set_void([result], void=True, why=heir.why, by=heir.by, now=heir.at, annulment=heir)
        else:
            freed.append(result)
    _set_void(freed, void=False, why="", by=None, now=now)
    _write_act(Act.Kind.LIFT, annulment=annulment, by=by, why=why, now=now, results=len(freed))
    _rate_all_anew(pools, freed)
    return annulment


def _locked_result(match_id: int) -> tuple[Pool, RatedResult]:
    found = RatedResult.objects.filter(match_id=match_id).first()
    if found is None:
        raise LedgerRefusal("unknown_result", _("This match has not ended, or is not recorded yet."), 404)
    pool = Pool.objects.select_for_update().get(pk=found.pool_id)
    result = RatedResult.objects.get(pk=found.pk)
    if result.seq is None:
        raise LedgerRefusal("not_rated", _("This match was never rated: there is nothing to annul."))
    return pool, result


def _set_void(
    results: Sequence[RatedResult],
    *,
    void: bool,
    why: str,
    by: User | None,
    now: datetime,
    annulment: Annulment | None = None,
) -> None:
    for result in results:
        result.void, result.void_why, result.voided_by = void, why, by
        result.voided_at = now if void else None
        result.annulment = annulment
    fields = ["void", "void_why", "voided_by", "voided_at", "annulment"]
    RatedResult.objects.bulk_update(results, fields, batch_size=500)


def _write_act(
    kind: Act.Kind,
    *,
    by: User | None,
    why: str,
    now: datetime,
    result: RatedResult | None = None,
    annulment: Annulment | None = None,
    results: int = 1,
) -> None:
    Act.objects.create(kind=kind, result=result, annulment=annulment, by=by, why=why, at=now, results=results)


def _rate_all_anew(pools: dict[int, Pool], results: Iterable[RatedResult]) -> None:
    earliest: dict[int, int] = {}
    for result in results:
        assert result.seq is not None
        earliest[result.pool_id] = min(result.seq, earliest.get(result.pool_id, result.seq))
    for pool, seq in sorted(earliest.items()):
        _rate_anew(pools[pool], seq)


def _rate_anew(pool: Pool, seq: int) -> None:
    """Everything from that result on, beginning at the checkpoint before it. The caller holds the lock."""
    start, state = checkpoints.before(pool, seq)
    checkpoints.forget_from(pool, seq)
    for span in spans(pool, start, state):
        _replace_changes(pool, span)
        if span.last % checkpoints.EVERY == 0:
            checkpoints.keep(pool, [(span.last, span.state)])
        state = span.state
    _replace_ratings(pool, state)
    pool.revision += 1
    pool.save(update_fields=["revision"])


def _replace_changes(pool: Pool, span: Span) -> None:
    _stored_changes(pool, span).delete()
    RatingChange.objects.bulk_create(span.changes, batch_size=2_000)


def _stored_changes(pool: Pool, span: Span) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(
        result__pool=pool, result__seq__gt=span.after, result__seq__lte=span.last
    )


def _replace_ratings(pool: Pool, state: State) -> None:
    Rating.objects.filter(pool=pool).delete()
    Rating.objects.bulk_create([_row(pool, user, rated) for user, rated in state.items()], batch_size=2_000)


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


def _unwatched(results: int) -> None:
    """Nobody wants to see how far it is."""


@transaction.atomic
def compare(
    pool: Pool, *, replace: bool = False, advance: Callable[[int], object] = _unwatched
) -> Comparison:
    """Rates the pool from the beginning into a shadow and compares every change, checkpoint and rating;
    with `replace` the live rows become the shadow's. `advance` is told how many results each step was."""
    locked = Pool.objects.select_for_update().get(pk=pool.pk)
    stored = {row.seq: bytes(row.state) for row in Checkpoint.objects.filter(pool=locked)}
    state: State = {}
    results = 0
    differing: list[str] = []
    kept: list[tuple[int, State]] = []
    for span in spans(locked):
        state, results = span.state, results + span.results
        wrong = _change_differences(locked, span)
        if wrong and replace:
            _replace_changes(locked, span)
        differing += wrong
        if span.last % checkpoints.EVERY == 0:
            if stored.pop(span.last, None) not in (None, checkpoints.packed(state)):
                differing.append(f"checkpoint after result {span.last}")
            kept.append((span.last, state))
        advance(span.last - span.after)
    differing += [f"checkpoint after result {seq}: not wanted" for seq in sorted(stored)]
    differing += _rating_differences(locked, state)
    shadow = checksum((str(user), row.rating, row.games) for user, row in state.items())
    outcome = Comparison(locked, results, live_checksum(locked), shadow, differing)
    if replace:
        checkpoints.forget_from(locked, 0)
        checkpoints.keep(locked, kept)
        if not outcome.same:
            _replace_ratings(locked, state)
            locked.revision += 1
            locked.save(update_fields=["revision"])
    return outcome


def _change_differences(pool: Pool, span: Span) -> list[str]:
    stored = {
        (row.result_id, row.seat): _numbers(row)
        for row in _stored_changes(pool, span).iterator(chunk_size=5_000)
    }
    found = []
    for row in span.changes:
        if stored.pop((row.result_id, row.seat), None) != _numbers(row):
            found.append(f"change of result {row.result_id}, seat {row.seat}")
    return found + [f"change of result {result}, seat {seat}: not wanted" for result, seat in sorted(stored)]


def _numbers(row: RatingChange) -> tuple[int, ...]:
    return (row.user_id, row.before, row.change, row.games_before, row.deviation_before, row.deviation)


def _rating_differences(pool: Pool, state: State) -> list[str]:
    live = {row.user_id: _rated(row) for row in Rating.objects.filter(pool=pool)}
    return [
        f"rating of user {user}"
        for user in sorted(live.keys() | state.keys())
        if live.get(user) != state.get(user)
    ]
