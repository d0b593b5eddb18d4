"""Pair the next round: the one entrance of this package."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.criteria import Weights, forbidden_pairs, meeting_cost
from tournaments.pairing.duels import match_duels
from tournaments.pairing.event import Event, NoLegalPairing, check
from tournaments.pairing.history import Float, Past, floats, past
from tournaments.pairing.plan import leftovers, table_sizes
from tournaments.pairing.report import (
    Criteria,
    FloatReason,
    PairedBye,
    PairedTable,
    Pairing,
    Repeat,
    SeatReason,
    TableReason,
)
from tournaments.pairing.search import arrange
from tournaments.pairing.seating import seat_order


def pair(event: Event) -> Pairing:
    """The tables, seats and byes of the next round, with their reasons.

    Deterministic: the same event and seed give the same pairing (T11). Raises BadEvent for an event that
    contradicts itself, NoLegalPairing if T1 or T2 cannot be kept.
    """
    check(event)
    everybody = past(event)
    away = {bye.player for bye in event.away}
    available = sorted((p for p in everybody.values() if p.id not in away), key=lambda p: p.lot)
    sizes = table_sizes(len(available), event.sizes)
    over, tables = _seated(event, available, sizes)
    seated = [seat_order(table) for table in tables]
    seated.sort(key=lambda t: (-max(p.score for p in t), -sum(p.score for p in t), min(p.rank for p in t)))
    fresh = sum(player.byes == 0 for player in available)
    byes = [PairedBye(p.id, "pairing", p.score, p.byes, fresh) for p in over]
    byes += [PairedBye(b.player, b.kind, everybody[b.player].score, 0, fresh) for b in event.away]
    return Pairing(
        round=event.next_round,
        seed=event.seed,
        tables=[
            PairedTable(number, [p.id for p in table], _reason(table, event.sizes.preferred))
            for number, table in enumerate(seated, 1)
        ],
        byes=byes,
        criteria=_criteria(event, available, seated, over, fresh),
    )


def _seated(
    event: Event, available: Sequence[Past], sizes: Sequence[int]
) -> tuple[Sequence[Past], list[list[Past]]]:
    """Who stays over, and tables for all others."""
    forbidden = forbidden_pairs(event)
    byes = len(available) - sum(sizes)
    duels = max(sizes) == 2
    caps = _caps(available)
    if event.score_first:
        caps = caps[-1:]
    # With two seats a rematch is worse than another bye (T6 before T4), as in all Swiss systems for two;
    # at larger tables the bye is settled first and repeats are as few as they can be after that.
    attempts = (
        [(cap, over) for cap in caps for over in leftovers(available, byes)]
        if duels
        else [(cap, over) for over in leftovers(available, byes) for cap in caps]
    )
    for cap, over in attempts:
        out = {player.id for player in over}
        players = [player for player in available if player.id not in out]
        weights = Weights(
            players, sizes, event.sizes.preferred, forbidden, cap, score_first=event.score_first
        )
        tables = match_duels(weights) if duels else _arranged(event, weights, sizes, cap == caps[-1])
        if tables is not None:
            return over, [[players[i] for i in table] for table in tables]
    raise NoLegalPairing(
        f"round {event.next_round}: wherever the {len(available)} available players are put, "
        "two who must not share a table do"
    )


def _arranged(event: Event, weights: Weights, sizes: Sequence[int], last_cap: bool) -> list[list[int]] | None:
    tables = arrange(weights, sizes, f"{event.seed}:{event.next_round}")
    prohibited, _, _, over, *_ = weights.digits(weights.price(tables))
    if prohibited or (over and not last_cap):
        return None
    return tables


def _caps(available: Sequence[Past]) -> list[int]:
    """T6, first half: how many meetings any pair may have after the round, best first. One more than the
    most so far is always possible as far as repeats go."""
    most = max((max(player.met.values(), default=0) for player in available), default=0)
    return [most, most + 1] if most else [1]


def _reason(table: Sequence[Past], preferred: int) -> TableReason:
    now = floats([player.score for player in table])
    return TableReason(
        spread=_spread(table),
        repeats=[Repeat((a.id, b.id), a.met[b.id]) for a, b in combinations(table, 2) if a.met[b.id]],
        floats=[
            FloatReason(p.id, "up" if f is Float.UP else "down", f is p.floated)
            for p, f in zip(table, now, strict=True)
            if f is not Float.NONE
        ],
        off_size=len(table) != preferred,
        seats=[SeatReason(p.id, p.score, list(p.seats)) for p in table],
    )


def _spread(table: Sequence[Past]) -> int:
    return sum((a.score - b.score) ** 2 for a, b in combinations(table, 2))


def _criteria(
    event: Event,
    available: Sequence[Past],
    tables: Sequence[Sequence[Past]],
    over: Sequence[Past],
    fresh: int,
) -> Criteria:
    """Measured again from the finished tables, so that a slip of the search cannot hide."""
    forbidden = forbidden_pairs(event)
    together = [couple for table in tables for couple in combinations(table, 2)]
    off = [player for table in tables if len(table) != event.sizes.preferred for player in table]
    return Criteria(
        byes=len(over),
        off_size_seats=len(off),
        prohibited=sum(frozenset((a.id, b.id)) in forbidden for a, b in together),
        second_byes=sum(p.byes > 0 for p in over) if fresh else 0,
        off_size_again=sum(p.off_size > 0 for p in off),
        largest_met=max(
            [a.met[b.id] + 1 for a, b in together]
            + [max(player.met.values(), default=0) for player in available],
            default=0,
        ),
        repeats=sum(a.met[b.id] > 0 for a, b in together),
        repeat_cost=sum(meeting_cost(a.met[b.id]) for a, b in together),
        spread=sum(map(_spread, tables)),
        floats_again=sum(
            f is not Float.NONE and f is p.floated
            for table in tables
            for p, f in zip(table, floats([p.score for p in table]), strict=True)
        ),
    )
