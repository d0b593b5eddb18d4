"""Round robins: Berger tables for two seats, even meetings and seats for three to five."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.event import BadEvent, NoLegalPairing, Sizes
from tournaments.pairing.round_robin.absent import Free, present
from tournaments.pairing.round_robin.berger import berger
from tournaments.pairing.round_robin.schedule import PlannedRound, schedule
from tournaments.pairing.round_robin.seats import seated

DUELS, THREES, FOURS, FIVES = Sizes(2, 2, 2), Sizes(3, 3, 3), Sizes(4, 4, 4), Sizes(5, 5, 5)

PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""FIDE Handbook C.05, Annex 1: White first."""


def people(count: int) -> list[str]:
    return [f"p{i:02}" for i in range(1, count + 1)]


def meetings(rounds: list[PlannedRound], players: list[str]) -> list[int]:
    met = Counter(frozenset(couple) for r in rounds for t in r.tables for couple in combinations(t, 2))
    return [met[frozenset(couple)] for couple in combinations(players, 2)]


def colours(rounds: list[PlannedRound], player: str) -> str:
    """Over the rounds; a bye is left out."""
    return "".join("wb"[t.index(player)] for r in rounds for t in r.tables if player in t)


@pytest.mark.parametrize("count", sorted(PUBLISHED))
def test_berger_tables_are_the_published_ones(count: int) -> None:
    rounds = [" ".join(f"{white}-{black}" for white, black in pairs) for pairs in berger(count)]
    assert rounds == PUBLISHED[count]


def test_berger_tables_are_for_even_fields() -> None:
    with pytest.raises(ValueError, match="even number of players, not 7"):
        berger(7)


@given(st.integers(2, 40), st.integers(1, 4))
@settings(deadline=None, max_examples=60)
def test_two_seats_meet_once_a_cycle_with_even_colours(count: int, cycles: int) -> None:
    players = people(count)
    rounds = schedule(players, DUELS, cycles)
    assert set(meetings(rounds, players)) == {cycles}
    for cycle in range(1, cycles + 1):
        one = [r for r in rounds if r.cycle == cycle]
        assert len(one) == count - 1 + count % 2
        for player in players:
            whites = colours(one, player).count("w")
            assert abs(2 * whites - (count - 1)) <= 1
    for r in rounds:
        seen = [player for table in r.tables for player in table] + list(r.byes)
        assert sorted(seen) == players
        assert len(r.byes) == count % 2


@given(st.integers(1, 20))
@settings(deadline=None)
def test_odd_fields_have_one_bye_each_and_even_colours(half: int) -> None:
    players = people(2 * half + 1)
    rounds = schedule(players, DUELS)
    assert sorted(r.byes[0] for r in rounds) == players
    assert all(colours(rounds, player).count("w") == half for player in players)


@given(st.integers(3, 30))
@settings(deadline=None)
def test_double_round_robin_turns_colours_and_nobody_has_three_alike_running(count: int) -> None:
    players = people(count)
    rounds = schedule(players, DUELS, 2)
    whites = Counter(table for r in rounds for table in r.tables)
    assert set(whites.values()) == {1}
    for player in players:
        assert max(len(list(run)) for _, run in groupby(colours(rounds, player))) <= 2


@pytest.mark.parametrize(
    ("sizes", "count", "rounds", "each"),
    [
        (THREES, 3, 1, 1),
        (THREES, 9, 4, 1),
        (THREES, 15, 7, 1),
        (THREES, 27, 13, 1),
        (FOURS, 16, 5, 1),
        (FOURS, 28, 9, 1),
        (FIVES, 25, 6, 1),
        (THREES, 6, 10, 4),
        (THREES, 7, 7, 2),
        (THREES, 10, 10, 2),
        (THREES, 12, 11, 2),
        (FOURS, 5, 5, 3),
        (FOURS, 7, 7, 2),
        (FOURS, 8, 7, 3),
        (FOURS, 9, 9, 3),
        (FOURS, 12, 11, 3),
        (FOURS, 20, 19, 3),
        (FIVES, 11, 11, 4),
        (Sizes(4, 3, 4), 7, 7, 3),
        (Sizes(4, 3, 4), 11, 11, 3),
    ],
)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_everybody_meets_everybody_equally_often(
    sizes: Sizes, count: int, rounds: int, each: int, seed: str
) -> None:
    planned = schedule(people(count), sizes, seed=seed)
    assert len(planned) == rounds
    assert set(meetings(planned, people(count))) == {each}


@pytest.mark.parametrize("sizes", [THREES, FOURS, Sizes(4, 3, 4), Sizes(3, 3, 4), Sizes(5, 4, 5)])
@pytest.mark.parametrize("count", [8, 11, 13, 14, 17, 18, 22])
def test_meetings_byes_and_seats_are_even_within_one(sizes: Sizes, count: int) -> None:
    players = people(count)
    planned = schedule(players, sizes, seed="x")
    met = meetings(planned, players)
    assert max(met) - min(met) <= 1
    assert min(met) >= 1
    assert len({sum(player in r.byes for r in planned) for player in players}) == 1
    assert_even_seats(planned, players)
    for r in planned:
        assert sorted([player for table in r.tables for player in table] + list(r.byes)) == players


def assert_even_seats(planned: list[PlannedRound], players: list[str]) -> None:
    """At the tables of each size, at any time: no seat taken twice in one go through all of them."""
    for player in players:
        seats: dict[int, list[int]] = {}
        for table in (table for r in planned for table in r.tables if player in table):
            seats.setdefault(len(table), []).append(table.index(player))
        for size, taken in seats.items():
            for start in range(0, len(taken), size):
                lap = taken[start : start + size]
                assert len(set(lap)) == len(lap)


@pytest.mark.parametrize(("sizes", "count"), [(FOURS, 16), (FOURS, 12), (THREES, 9), (FOURS, 10), (FOURS, 6)])
def test_cycles_add_up_evenly_and_differ(sizes: Sizes, count: int) -> None:
    players = people(count)
    planned = schedule(players, sizes, 3)
    met = meetings(planned, players)
    assert max(met) - min(met) <= 1
    assert_even_seats(planned, players)
    cycles = [[{frozenset(t) for t in r.tables} for r in planned if r.cycle == c] for c in (1, 2)]
    assert cycles[0] != cycles[1]


def test_the_seed_chooses_the_schedule() -> None:
    one = schedule(people(12), FOURS, seed="1")
    assert schedule(people(12), FOURS, seed="1") == one
    assert schedule(people(12), FOURS, seed="2") != one


@given(st.lists(st.permutations(["a", "b", "c", "d", "e", "f"]), min_size=1, max_size=12), st.integers(2, 5))
@settings(deadline=None)
def test_any_tables_can_be_seated_evenly(orders: list[list[str]], size: int) -> None:
    tables = [order[:size] for order in orders]
    found = seated(tables)
    assert [sorted(table) for table in found] == [sorted(table) for table in tables]
    assert_even_seats([PlannedRound(1, (tuple(table),)) for table in found], ["a", "b", "c", "d", "e", "f"])


def test_who_would_meet_somebody_withdrawn_has_a_walkover() -> None:
    planned = schedule(people(5), DUELS)[0]
    assert planned == PlannedRound(1, (("p02", "p05"), ("p03", "p04")), ("p01",))
    assert present(planned, {"p05"}, 2).tables == (("p03", "p04"),)
    assert present(planned, {"p05"}, 2).free == (Free("p01", "planned"), Free("p02", "walkover"))
    assert present(planned, {"p01", "p02", "p05"}, 2).free == ()


def test_a_table_shrinks_by_who_withdrew_and_below_its_least_is_not_played() -> None:
    planned = PlannedRound(1, (("a", "b", "c", "d"), ("e", "f", "g", "h")), ("i",))
    found = present(planned, {"b", "e", "f"}, 3)
    assert found.tables == (("a", "c", "d"),)
    assert found.free == (Free("i", "planned"), Free("g", "walkover"), Free("h", "walkover"))


@pytest.mark.parametrize(
    ("players", "sizes", "cycles", "problem"),
    [
        (["a", "b", "a"], DUELS, 1, "'a' is listed twice"),
        (["a", "b", "c"], Sizes(4, 5, 4), 1, "sizes"),
        (["a", "b", "c"], DUELS, 0, "cycles: 0"),
        (people(31), FOURS, 1, "31, and a round robin at tables is for 30 at most"),
    ],
)
def test_what_cannot_be_scheduled_is_said(
    players: list[str], sizes: Sizes, cycles: int, problem: str
) -> None:
    with pytest.raises(BadEvent, match=problem):
        schedule(players, sizes, cycles)


def test_too_few_for_a_table_is_said() -> None:
    with pytest.raises(NoLegalPairing, match="a table needs at least 4"):
        schedule(people(3), FOURS)
