"""When repeats cannot be avoided any more, held against a search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from tournaments.outlook.repeats import Fresh, fresh_rounds
from tournaments.pairing.event import Sizes
from tournaments.pairing.plan import table_sizes

Table = tuple[int, ...]


def longest_without_repeat(players: int, tables: list[int], most: int) -> int:
    """By trying everything; the first round is as good as any other."""
    first = next(rounds_without(set(), list(range(players)), tables, players - sum(tables)))
    return 1 + further(pairs_of(first), players, tables, most - 1)


def further(met: set[Table], players: int, tables: list[int], most: int) -> int:
    best = 0
    if most == 0:
        return 0
    for played in rounds_without(met, list(range(players)), tables, players - sum(tables)):
        best = max(best, 1 + further(met | pairs_of(played), players, tables, most - 1))
        if best == most:
            break
    return best


def rounds_without(met: set[Table], there: list[int], tables: list[int], over: int) -> Iterator[list[Table]]:
    if not there:
        yield []
        return
    first, *rest = there
    if over:
        yield from rounds_without(met, rest, tables, over - 1)
    for size in sorted(set(tables)):
        left = list(tables)
        left.remove(size)
        for others in combinations(rest, size - 1):
            if not met.intersection(combinations((first, *others), 2)):
                remaining = [player for player in rest if player not in others]
                for played in rounds_without(met, remaining, left, over):
                    yield [(first, *others), *played]


def pairs_of(played: list[Table]) -> set[Table]:
    return {pair for table in played for pair in combinations(table, 2)}


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        *((players, Sizes(2, 2, 2)) for players in (2, 3, 4, 5, 6, 8)),
        *((players, Sizes(3, 3, 3)) for players in (3, 4, 5, 6, 9)),
        *((players, Sizes(4, 4, 4)) for players in range(4, 10)),
        *((players, Sizes(3, 2, 3)) for players in range(3, 7)),
        *((players, Sizes(4, 3, 4)) for players in range(5, 9)),
    ],
)
def test_nobody_does_better_and_what_is_exact_can_be_done(players: int, sizes: Sizes) -> None:
    tables = table_sizes(players, sizes)
    told = fresh_rounds(players, tables)
    one_more = 1 if players <= 6 else 0
    """Trying in vain takes long for more players; that counting is right shows on these."""
    found = longest_without_repeat(players, tables, told.rounds + one_more)
    assert found <= told.rounds
    if told.exact:
        assert found == told.rounds


@pytest.mark.parametrize(
    ("players", "tables", "fresh"),
    [
        (20, [2] * 10, Fresh(19, True)),
        (21, [2] * 10, Fresh(21, True)),
        (16, [4] * 4, Fresh(5, True)),
        (25, [5] * 5, Fresh(6, True)),
        (12, [4] * 3, Fresh(1, True)),
        (12, [3] * 4, Fresh(4, True)),
        (20, [4] * 5, Fresh(5, True)),
        (40, [4] * 10, Fresh(13, False)),
        (9, [4, 4], Fresh(1, True)),
    ],
)
def test_rounds_that_can_be_fresh(players: int, tables: list[int], fresh: Fresh) -> None:
    assert fresh_rounds(players, tables) == fresh
