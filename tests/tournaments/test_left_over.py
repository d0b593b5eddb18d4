"""Seventeen players, nine rounds: whoever was left over once is not left over again."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.tournaments.events import fresh, with_round
from tournaments.pairing import dutch
from tournaments.pairing.event import Bye, Event, Round, Sizes, Table
from tournaments.pairing.history import past
from tournaments.pairing.plan import leftovers, table_sizes
from tournaments.pairing.simulation import Plan, rounds_of
from tournaments.pairing.tables import pair

PLAYERS, ROUNDS, SEEDS = 17, 9, 1_000


def left_over(event: Event) -> Counter[str]:
    return Counter(bye.player for played in event.rounds for bye in played.byes)


@pytest.mark.parametrize("part", range(4))
def test_nobody_twice_at_two_seats_by_fides_rules(part: int) -> None:
    for seed in range(part, SEEDS, 4):
        *_, last = rounds_of(Plan(PLAYERS, ROUNDS, seed), lambda event: dutch.pair(event).boards())
        byes = Counter(p.number for p in last.players for game in p.games if game.code == "U")
        assert len(byes) == sum(byes.values()) == ROUNDS, seed


def test_nobody_twice_at_tables() -> None:
    """Who is left over is settled before the tables are arranged, so that here they may be dealt by lot."""
    sizes = table_sizes(PLAYERS, Sizes(4, 4, 4))
    for seed in range(SEEDS):
        source = Random(seed)
        event = fresh(PLAYERS, Sizes(4, 4, 4), str(seed))
        for _ in range(ROUNDS):
            (over,) = next(leftovers(list(past(event).values()), PLAYERS - sum(sizes)))
            names = [player.id for player in event.players if player.id != over.id]
            source.shuffle(names)
            tables = [Table(names[i : i + 4], source.sample(range(1, 5), 4)) for i in range(0, len(names), 4)]
            event.rounds.append(Round(tables, [Bye(over.id)]))
        byes = left_over(event)
        assert len(byes) == sum(byes.values()) == ROUNDS, seed


@pytest.mark.parametrize("sizes", [Sizes(4, 4, 4), Sizes(2, 2, 2)])
@pytest.mark.parametrize("seed", range(3))
def test_nor_when_whole_rounds_are_paired(sizes: Sizes, seed: int) -> None:
    source = Random(seed)
    event = fresh(PLAYERS, sizes, str(seed))
    for _ in range(ROUNDS):
        event = with_round(event, pair(event), source)
    assert set(left_over(event).values()) == {1}
