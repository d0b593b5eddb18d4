"""The public dump of the live pools, for `ratings.verify`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise

from django.db import transaction

from correio.accounts.models import User
from ratings.dump import (
    FORMAT,
    Chain,
    Head,
    Line,
    PoolEnd,
    PoolHead,
    RatingDump,
    ResultDump,
    SeatDump,
    result_line,
)
from ratings.models import Pool, RatedResult, Rating, RatingChange
from ratings.replay import checksum

SPAN = 5_000
"""Results read at once."""


def _unwatched(results: int) -> None:
    """Nobody wants to see how far it is."""


def lines(only: Pool | None = None, *, advance: Callable[[int], object] = _unwatched) -> Iterator[Line]:
    """All pools with rated results, or one. Each pool is a consistent picture, whatever is rated
    meanwhile: its row is locked until its last line is taken."""
    chosen = Pool.objects.filter(last_seq__gt=0) if only is None else Pool.objects.filter(pk=only.pk)
    keys = list(chosen.order_by("pk").values_list("pk", flat=True))
    yield Head(FORMAT, len(keys))
    for key in keys:
        with transaction.atomic():
            yield from _pool(Pool.objects.select_for_update().get(pk=key), advance)


def _pool(pool: Pool, advance: Callable[[int], object]) -> Iterator[Line]:
    yield PoolHead(pool.key)
    chain = Chain(pool.key)
    names: dict[int, str] = {}
    count = 0
    for after, last in pairwise([*range(0, pool.last_seq, SPAN), pool.last_seq]):
        for result in _results(pool, after, last, names):
            count += 1
            yield chain.sealed(result)
        advance(last - after)
    rows = [
        RatingDump(row.user.username, row.rating, row.games, row.deviation, row.peak)
        for row in Rating.objects.filter(pool=pool).select_related("user").order_by("user__username")
    ]
    yield from rows
    total = checksum((row.player, row.rating, row.games) for row in rows)
    yield PoolEnd(pool.key, count, len(rows), total)


def _results(pool: Pool, after: int, last: int, names: dict[int, str]) -> Iterator[ResultDump]:
    within = {"seq__gt": after, "seq__lte": last}
    results = list(RatedResult.objects.filter(pool=pool, **within).select_related("match").order_by("seq"))
    changes: dict[int, dict[int, RatingChange]] = defaultdict(dict)
    for change in RatingChange.objects.filter(
        result__pool=pool, result__seq__gt=after, result__seq__lte=last
    ):
        changes[change.result_id][change.seat] = change
    unknown = {user for result in results for user in result.players} - names.keys()
    names.update(User.objects.filter(pk__in=unknown).values_list("pk", "username"))
    for result in results:
        yield result_line(
            result.seq or 0,
            result.match.code,
            result.finished_at.date().isoformat(),
            [
                _seat(names[user], place, changes[result.pk].get(seat))
                for seat, (user, place) in enumerate(zip(result.players, result.places, strict=True))
            ],
            half=result.half,
            void=result.void,
            formula=result.formula_version,
        )


def _seat(player: str, place: int, row: RatingChange | None) -> SeatDump:
    if row is None:
        return SeatDump(player, place)
    return SeatDump(
        player, place, row.before, row.change, row.games_before, row.deviation_before, row.deviation
    )
