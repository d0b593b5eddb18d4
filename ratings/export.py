"""The public dump of the live pools, for `ratings.verify`."""

from __future__ import annotations

from collections import defaultdict

from django.db import transaction

from correio.accounts.models import User
from ratings.dump import Dump, PoolDump, RatingDump, ResultDump, SeatDump
from ratings.models import Pool, RatedResult, Rating, RatingChange
from ratings.replay import checksum


def dumped(only: Pool | None = None) -> Dump:
    """All pools, or one; a consistent picture, whatever is rated meanwhile."""
    with transaction.atomic():
        chosen = Pool.objects.order_by("pk") if only is None else Pool.objects.filter(pk=only.pk)
        return Dump("correio-ratings-1", [_pool(pool) for pool in chosen.select_for_update()])


def _pool(pool: Pool) -> PoolDump:
    changes: dict[int, dict[int, RatingChange]] = defaultdict(dict)
    for change in RatingChange.objects.filter(result__pool=pool).iterator(chunk_size=5_000):
        changes[change.result_id][change.seat] = change
    results = list(
        RatedResult.objects.filter(pool=pool, seq__isnull=False).select_related("match").order_by("seq")
    )
    names = dict(
        User.objects.filter(pk__in={user for result in results for user in result.players}).values_list(
            "pk", "username"
        )
    )
    ratings = [
        RatingDump(row.user.username, row.rating, row.games, row.deviation, row.peak)
        for row in Rating.objects.filter(pool=pool).select_related("user").order_by("user__username")
    ]
    return PoolDump(
        pool.key,
        [_result(result, changes[result.pk], names) for result in results],
        ratings,
        checksum((row.player, row.rating, row.games) for row in ratings),
    )


def _result(result: RatedResult, changes: dict[int, RatingChange], names: dict[int, str]) -> ResultDump:
    seats = []
    for seat, (user, place) in enumerate(zip(result.players, result.places, strict=True)):
        row = changes.get(seat)
        numbers = (None, None, None) if row is None else (row.before, row.change, row.games_before)
        seats.append(SeatDump(names[user], place, *numbers))
    return ResultDump(
        result.seq or 0,
        result.match.code,
        result.finished_at.date().isoformat(),
        seats,
        half=result.half,
        void=result.void,
    )
