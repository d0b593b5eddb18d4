"""Pairing tables of two to five: criteria T1 to T11 of docs/swiss.md."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.events import fresh, played, weights_of, with_round
from tests.tournaments.oracle import Judge
from tournaments.pairing.event import (
    BadEvent,
    Bye,
    Event,
    NoLegalPairing,
    Player,
    Prohibited,
    Round,
    Sizes,
    Table,
)
from tournaments.pairing.exact import improved
from tournaments.pairing.plan import table_sizes
from tournaments.pairing.polish import polish
from tournaments.pairing.report import Pairing
from tournaments.pairing.search import first_tables
from tournaments.pairing.tables import pair

FOURS, THREES, DUELS = Sizes(4, 4, 4), Sizes(3, 3, 3), Sizes(2, 2, 2)


def people(pairing: Pairing) -> Counter[str]:
    return Counter([p for t in pairing.tables for p in t.seats] + [bye.player for bye in pairing.byes])


@pytest.mark.parametrize("sizes", [DUELS, THREES, FOURS, Sizes(4, 3, 4), Sizes(3, 2, 3), Sizes(4, 4, 5)])
@pytest.mark.parametrize("count", [6, 9, 11, 12, 13, 22])
def test_everybody_has_one_table_or_a_bye(sizes: Sizes, count: int) -> None:
    event = played(count, sizes, 2, seed=count)
    pairing = pair(event)
    assert people(pairing) == Counter({player.id: 1 for player in event.players})
    assert all(sizes.min <= len(table.seats) <= sizes.max for table in pairing.tables)
    assert pairing.criteria.prohibited == 0


@pytest.mark.parametrize(
    ("sizes", "count"),
    [
        (FOURS, 8),
        (FOURS, 9),
        (FOURS, 12),
        (THREES, 9),
        (THREES, 11),
        (DUELS, 10),
        (Sizes(4, 3, 4), 10),
        (Sizes(4, 3, 4), 11),
        (Sizes(3, 3, 4), 11),
        (Sizes(3, 2, 3), 10),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_no_other_arrangement_is_better(sizes: Sizes, count: int, seed: int) -> None:
    source = Random(seed)
    event = fresh(count, sizes, str(seed), prohibited=[Prohibited(("p00", "p01"), 1, 3)])
    for _ in range(4):
        pairing = pair(event)
        if event.rounds:
            tables = [table.seats for table in pairing.tables]
            judge = Judge(event, [player for table in tables for player in table])
            assert judge.measure(tables) == judge.best([len(table) for table in tables])
        event = with_round(event, pairing, source)


@pytest.mark.parametrize(
    ("count", "sizes", "expected"),
    [
        (12, FOURS, [4, 4, 4]),
        (15, FOURS, [4, 4, 4]),
        (11, Sizes(4, 3, 4), [4, 4, 3]),
        (9, Sizes(4, 3, 4), [3, 3, 3]),
        (5, Sizes(4, 3, 4), [4]),
        (6, Sizes(4, 4, 5), [5]),
        (7, Sizes(4, 4, 5), [5]),
        (11, Sizes(4, 4, 5), [5, 5]),
        (13, Sizes(4, 4, 5), [5, 4, 4]),
        (11, Sizes(4, 3, 5), [4, 4, 3]),
        (7, DUELS, [2, 2, 2]),
        (7, Sizes(2, 2, 3), [3, 2, 2]),
    ],
)
def test_fewest_byes_then_fewest_seats_at_other_sizes(count: int, sizes: Sizes, expected: list[int]) -> None:
    assert table_sizes(count, sizes) == expected


def test_five_is_the_only_field_without_a_plan_of_threes_and_fours() -> None:
    assert [n for n in range(3, 200) if sum(table_sizes(n, Sizes(4, 3, 4))) < n] == [5]
    assert [n for n in range(4, 200) if sum(table_sizes(n, Sizes(4, 4, 5))) < n] == [6, 7, 11]


def test_too_few_players_is_said() -> None:
    with pytest.raises(NoLegalPairing, match="3 players are there and a table needs at least 4"):
        pair(fresh(3, FOURS))


@pytest.mark.parametrize("seed", range(30))
def test_seventeen_players_nine_rounds_no_second_bye(seed: int) -> None:
    """A bye a second time only when everybody has had one; no rematch while nine rounds allow it."""
    event = played(17, DUELS, 9, seed)
    byes = Counter(bye.player for done in event.rounds for bye in done.byes)
    assert set(byes.values()) == {1}
    met = Counter(frozenset(table.seats) for done in event.rounds for table in done.tables)
    assert set(met.values()) == {1}


def test_the_bye_goes_to_the_lowest_score_then_most_played_then_lowest_rank() -> None:
    players = [Player(name, rank) for rank, name in enumerate("abcde", 1)]
    first = Round([Table(["a", "b", "c", "d"], [1, 2, 3, 3])], [Bye("e")])
    pairing = pair(Event("correio-tables-1", "x", FOURS, players, [first]))
    assert [bye.player for bye in pairing.byes] == ["d"]
    assert (pairing.byes[0].earlier, pairing.byes[0].fresh) == (0, 4)
    # c asked for a zero bye: it has as many points as d but played less.
    first = Round([Table(["a", "b", "d", "e"], [1, 2, 3, 4])], [Bye("c", "zero")])
    pairing = pair(Event("correio-tables-1", "x", FOURS, players, [first]))
    assert [bye.player for bye in pairing.byes] == ["e"]


def test_who_is_away_has_what_was_asked_for_and_no_table() -> None:
    event = fresh(9, FOURS, away=[Bye("p03", "half")])
    pairing = pair(event)
    assert [(bye.player, bye.kind) for bye in pairing.byes] == [("p03", "half")]
    assert len(pairing.tables) == 2


def test_prohibited_pairs_never_share_a_table_in_their_rounds() -> None:
    rules = [Prohibited(couple) for couple in combinations(["p00", "p01", "p02"], 2)]
    event = played(12, FOURS, 4, 3, rules)
    for done in event.rounds:
        for table in done.tables:
            assert len({"p00", "p01", "p02"} & set(table.seats)) == 1


def test_prohibition_of_everything_is_said() -> None:
    rules = [Prohibited(couple) for couple in combinations([f"p{i:02}" for i in range(4)], 2)]
    for sizes in (FOURS, DUELS):
        with pytest.raises(NoLegalPairing, match="must not share a table"):
            pair(fresh(4, sizes, prohibited=rules))


def test_a_prohibition_can_cost_another_the_bye() -> None:
    """a and b cannot meet and c may not meet a either: only one of the three byes leaves a legal pair."""
    players = [Player(name, rank) for rank, name in enumerate("abc", 1)]
    rules = [Prohibited(("a", "b")), Prohibited(("a", "c"))]
    pairing = pair(Event("correio-tables-1", "x", DUELS, players, [], [], rules))
    assert [bye.player for bye in pairing.byes] == ["a"]


def test_short_tables_go_round() -> None:
    event = played(11, Sizes(4, 3, 4), 3, 5)
    short = Counter(p for done in event.rounds for t in done.tables if len(t.seats) == 3 for p in t.seats)
    assert set(short.values()) == {1}
    assert len(short) == 9


def test_same_event_and_seed_give_the_same_tables_whatever_the_order_of_sign_up() -> None:
    event = played(14, FOURS, 3, 11)
    turned = Event(event.format, event.seed, event.sizes, event.players[::-1], event.rounds)
    assert pair(event) == pair(event) == pair(turned)


def test_another_seed_draws_another_first_round() -> None:
    one, other = pair(fresh(16, FOURS, "1")), pair(fresh(16, FOURS, "2"))
    assert [t.seats for t in one.tables] != [t.seats for t in other.tables]


def test_seats_even_out() -> None:
    """Over as many rounds as seats nobody starts more than twice and most start once."""
    event = played(16, FOURS, 4, 2)
    starts = Counter(table.seats[0] for done in event.rounds for table in done.tables)
    assert max(starts.values()) <= 2
    assert len(starts) >= 14


def test_tables_are_numbered_by_highest_score() -> None:
    event = played(20, FOURS, 3, 4)
    judge = Judge(event, [player.id for player in event.players])
    tops = [max(judge.scores[p] for p in table.seats) for table in pair(event).tables]
    assert tops == sorted(tops, reverse=True)


def test_forty_players_meet_nobody_twice_in_eight_rounds() -> None:
    event = played(40, FOURS, 8, 1)
    met = Counter(
        frozenset(c) for done in event.rounds for t in done.tables for c in combinations(t.seats, 2)
    )
    assert set(met.values()) == {1}


def test_reasons_tell_what_the_table_is_made_of() -> None:
    event = played(8, FOURS, 2, 9)
    judge = Judge(event, [player.id for player in event.players])
    pairing = pair(event)
    for table in pairing.tables:
        assert [row.player for row in table.reason.seats] == table.seats
        for row in table.reason.seats:
            assert row.score == judge.scores[row.player] * 24
            assert len(row.earlier) == 2
        for repeat in table.reason.repeats:
            assert judge.met[frozenset(repeat.players)] == repeat.met > 0
    assert pairing.criteria.repeats == sum(len(table.reason.repeats) for table in pairing.tables)
    assert pairing.criteria.spread == sum(table.reason.spread for table in pairing.tables)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"sizes": Sizes(4, 5, 4)}, "sizes"),
        ({"players": [Player("a", 1), Player("a", 2)]}, r"players\[1\].id"),
        ({"players": [Player("a", 1), Player("b", 1)]}, r"players\[1\].rank"),
        ({"rounds": [Round([Table(["p00", "zz"], [1, 2])])]}, r"rounds\[0\].tables\[0\].seats\[1\]: 'zz'"),
        ({"rounds": [Round([Table(["p00", "p00"], [1, 2])])]}, r"seats\[1\]: 'p00' is there twice"),
        ({"rounds": [Round([Table(["p00", "p01"], [1])])]}, r"tables\[0\].places"),
        ({"rounds": [Round([Table(["p00", "p01"], [1, 3])])]}, r"tables\[0\].places"),
        ({"rounds": [Round([], [Bye("zz")])]}, r"rounds\[0\].byes\[0\]"),
        ({"away": [Bye("zz", "half")]}, r"away\[0\].player"),
        ({"away": [Bye("p01", "pairing")]}, r"away\[0\].kind"),
        ({"prohibited": [Prohibited(("p01", "p01"))]}, r"prohibited\[0\]"),
    ],
)
def test_contradictions_are_named(change: dict[str, object], field: str) -> None:
    event = fresh(8, FOURS)
    whole = {name: getattr(event, name) for name in event.__struct_fields__}
    with pytest.raises(BadEvent, match=field):
        pair(Event(**(whole | change)))


def test_no_other_arrangement_of_twelve_by_threes_is_better() -> None:
    event = played(12, THREES, 3, 3)
    judge = Judge(event, [player.id for player in event.players])
    tables = [table.seats for table in pair(event).tables]
    assert judge.measure(tables) == judge.best([3, 3, 3, 3])


@pytest.mark.parametrize(
    ("sizes", "count"),
    [
        (THREES, 12),
        (FOURS, 12),
        (FOURS, 8),
        (Sizes(4, 3, 4), 10),
        (Sizes(3, 2, 3), 11),
        (Sizes(2, 2, 3), 9),
        (Sizes(5, 5, 5), 10),
        (Sizes(4, 3, 5), 11),
    ],
)
def test_four_tables_solved_together_are_the_best_there_are(sizes: Sizes, count: int) -> None:
    """From a poor start, against branch and bound."""
    weights, plan = weights_of(played(count, sizes, 3, 1, [Prohibited(("p00", "p01"))]))
    tables = first_tables(weights, plan)
    best = weights.price(improved(weights, tables))
    polish(weights, tables)
    assert weights.price(tables) == best
    assert sorted(map(len, tables)) == sorted(plan)
    assert sorted(i for table in tables for i in table) == list(range(len(weights.players)))


@pytest.mark.parametrize("sizes", [FOURS, Sizes(5, 5, 5), Sizes(4, 3, 4)])
def test_polish_only_ever_makes_tables_cheaper(sizes: Sizes) -> None:
    weights, plan = weights_of(played(30, sizes, 3, 5))
    tables = first_tables(weights, plan)
    before, start = weights.price(tables), [list(table) for table in tables]
    polish(weights, tables)
    assert weights.price(tables) < before
    assert sorted(map(len, tables)) == sorted(plan)
    polish(weights, start)
    assert start == tables


def test_polish_of_a_single_table_leaves_it() -> None:
    weights, plan = weights_of(fresh(4, FOURS))
    tables = first_tables(weights, plan)
    polish(weights, tables)
    assert [sorted(table) for table in tables] == [[0, 1, 2, 3]]
