"""All rounds of a round robin, before the first is played."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from tournaments.pairing.event import LARGEST_TABLE, BadEvent, Sizes
from tournaments.pairing.plan import table_sizes
from tournaments.pairing.round_robin.berger import cycles_of
from tournaments.pairing.round_robin.developed import Circles, Found, Groups, base_rounds
from tournaments.pairing.round_robin.once import everybody_once
from tournaments.pairing.round_robin.seats import seated

LARGEST_FIELD: Final = 30
"""At tables of three and more; a cycle has about as many rounds as there are players."""


class PlannedRound(msgspec.Struct, frozen=True):
    cycle: int
    """From 1."""
    tables: tuple[tuple[str, ...], ...]
    """In seat order: the first starts, with two seats as White."""
    byes: tuple[str, ...] = ()


class _Shape(NamedTuple):
    circles: Circles
    bases: int
    """How many base rounds are turned."""

    @property
    def rounds(self) -> int:
        return self.circles.length * self.bases


def schedule(players: Sequence[str], sizes: Sizes, cycles: int = 1, seed: str = "") -> list[PlannedRound]:
    """Everybody against everybody, so many times over. Players come in the order of their numbers, which
    are drawn by lot beforehand (FIDE C.05); the seed only chooses among designs for larger tables.

    Raises BadEvent for players listed twice, impossible sizes, no cycle, or more than LARGEST_FIELD players
    at tables; NoLegalPairing if they do not fill one table.
    """
    _check(players, sizes, cycles)
    plan = table_sizes(len(players), sizes)
    if set(plan) == {2} and (sizes.max == 2 or len(players) % 2 == 0):
        return _duels(players, cycles)
    if len(players) > LARGEST_FIELD:
        raise BadEvent(f"players: {len(players)}, and a round robin at tables is for {LARGEST_FIELD} at most")
    numbered = _numbered(len(players), plan, cycles, seed)
    return _seated(players, numbered)


def _check(players: Sequence[str], sizes: Sizes, cycles: int) -> None:
    if not 2 <= sizes.min <= sizes.preferred <= sizes.max <= LARGEST_TABLE:
        raise BadEvent(f"sizes: need 2 <= min <= preferred <= max <= {LARGEST_TABLE}")
    if len(set(players)) < len(players):
        twice = next(player for player in players if players.count(player) > 1)
        raise BadEvent(f"players: {twice!r} is listed twice")
    if cycles < 1:
        raise BadEvent(f"cycles: {cycles}, and there is at least one")


def _duels(players: Sequence[str], cycles: int) -> list[PlannedRound]:
    count = len(players)
    rounds = cycles_of(count + count % 2, cycles)
    planned = []
    for number, pairs in enumerate(rounds):
        tables = tuple((players[a - 1], players[b - 1]) for a, b in pairs if max(a, b) <= count)
        byes = tuple(players[min(pair) - 1] for pair in pairs if max(pair) > count)
        planned.append(PlannedRound(number * cycles // len(rounds) + 1, tables, byes))
    return planned


def _seated(players: Sequence[str], cycles: Sequence[Sequence[Groups]]) -> list[PlannedRound]:
    """Points become players, groups tables in seat order; the last group of a round has byes."""
    tables = [[players[p] for p in group] for rounds in cycles for each in rounds for group in each[:-1]]
    ordered = iter(seated(tables))
    return [
        PlannedRound(
            cycle,
            tuple(tuple(next(ordered)) for _ in each[:-1]),
            tuple(players[p] for p in each[-1]),
        )
        for cycle, rounds in enumerate(cycles, 1)
        for each in rounds
    ]


def _numbered(count: int, plan: Sequence[int], cycles: int, seed: str) -> list[list[Groups]]:
    """Per cycle its rounds. Each cycle has other tables than the one before, as far as there are any."""
    if plan[0] == count:
        return [[[list(range(count)), []]] for _ in range(cycles)]
    once = everybody_once(count, plan[0]) if _uniform(count, plan) else None
    if once is not None:
        return [_renumbered(once, count, f"{seed}:{cycle}") for cycle in range(cycles)]
    return _developed(count, plan, cycles, seed)


def _uniform(count: int, plan: Sequence[int]) -> bool:
    return plan[0] == plan[-1] and sum(plan) == count


def _renumbered(rounds: Sequence[Groups], count: int, seed: str) -> list[Groups]:
    order = list(range(count))
    Random(seed).shuffle(order)
    return [[[order[p] for p in group] for group in each] for each in rounds]


def _developed(count: int, plan: Sequence[int], cycles: int, seed: str) -> list[list[Groups]]:
    """By the first shape that comes out even; if there is none, by the one that comes nearest."""
    shape, found = _first_cycle(count, plan, Random(f"{seed}:0"))
    rounds = [found.rounds()]
    for cycle in range(1, cycles):
        source = Random(f"{seed}:{cycle}")
        found = base_rounds(shape.circles, shape.bases, plan, found.meetings, source)
        rounds.append(found.rounds())
    return rounds


def _first_cycle(count: int, plan: Sequence[int], source: Random) -> tuple[_Shape, Found]:
    nearest: tuple[_Shape, Found] | None = None
    for shape in _shapes(count, plan):
        none_yet = [0] * len(shape.circles.pairs)
        found = base_rounds(shape.circles, shape.bases, plan, none_yet, source)
        if found.even:
            return shape, found
        if nearest is None or found.spread * nearest[0].rounds < nearest[1].spread * shape.rounds:
            nearest = shape, found
    assert nearest is not None
    return nearest


def _shapes(count: int, plan: Sequence[int]) -> list[_Shape]:
    """How numbers may stand in circles: no more rounds than players if possible, then those in which all
    could meet equally often, then the shortest."""
    together = sum(size * (size - 1) // 2 for size in plan)
    pairs = count * (count - 1) // 2
    offered = _full_tables(count, plan[0]) if _uniform(count, plan) else _all_turning(count, plan)
    return sorted(offered, key=lambda s: (s.rounds > count, s.rounds * together % pairs != 0, s.rounds))


def _full_tables(count: int, size: int) -> list[_Shape]:
    """Nobody is over: one player stays put and the others turn. In c circles everybody meets everybody
    (size - 1) / c times, once only if no two players of a circle stand opposite each other."""
    turning = count - 1
    offered = [
        _Shape(Circles(turning // circles, circles, fixed=True), 1)
        for circles in range(size - 1, 0, -1)
        if (size - 1) % circles == 0 == turning % circles
        and not (circles == size - 1 and turning // circles % 2 == 0)
    ]
    offered += [
        _Shape(Circles(turning // circles, circles, fixed=True), circles)
        for circles in (2, 3)
        if turning % circles == 0
    ]
    return [*offered, _Shape(Circles(turning, fixed=True), 2)]


def _all_turning(count: int, plan: Sequence[int]) -> list[_Shape]:
    """Byes or tables of another size go round with everybody. More circles are for byes only."""
    offered = [_Shape(Circles(count), 1)]
    if plan[0] == plan[-1]:
        offered += [_Shape(Circles(count // each, each), each) for each in (2, 3) if count % each == 0]
    return [*offered, _Shape(Circles(count), 2)]
