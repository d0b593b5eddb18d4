"""Elo-n, formula version 1 (docs/ratings.md)."""

import hashlib
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import trunc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import elo
from ratings.expectation import CAP, CHECKSUM, STRONGER

ratings = st.integers(200_000, 3_200_000)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], ...]:
    n = draw(st.integers(2, 5))
    return (
        draw(st.lists(ratings, min_size=n, max_size=n)),
        draw(st.lists(st.integers(0, 60), min_size=n, max_size=n)),
        draw(st.lists(st.integers(1, n), min_size=n, max_size=n)),
    )


def test_the_table_is_frozen() -> None:
    assert hashlib.sha256(",".join(map(str, STRONGER)).encode()).hexdigest() == CHECKSUM
    assert CHECKSUM == "e60d69e119222c160762f3081904ff6659af88a248b633ca42180ef50390508f"


def test_the_table_is_the_logistic_curve_to_the_last_digit() -> None:
    with localcontext() as context:
        context.prec = 50
        exact = [Decimal(1_000_000) / (1 + Decimal(10) ** (Decimal(-d) / 400)) for d in range(CAP + 1)]
    assert [int(value.to_integral_value(ROUND_HALF_EVEN)) for value in exact] == list(STRONGER)


def as_defined(ratings: list[int], games: list[int], places: list[int], half: bool) -> list[int]:
    """The definition, word for word, in fractions: slow, and written without looking at the fast one."""

    def expectation(i: int, j: int) -> Fraction:
        difference = ratings[i] - ratings[j]
        if difference < 0:
            return 1 - expectation(j, i)
        whole, part = divmod(min(difference, 800_000), 1000)
        here = Fraction(STRONGER[whole], 1_000_000)
        there = Fraction(STRONGER[min(whole + 1, 800)], 1_000_000)
        return here + (there - here) * Fraction(part, 1000)

    def k(g: int) -> int:
        return 120 if g < 10 else 60 if g < 30 else 24

    n = len(places)
    out = []
    for i in range(n):
        total = 0
        for j in range(n):
            if i == j:
                continue
            score = Fraction((places[i] < places[j]) * 2 + (places[i] == places[j]), 2)
            both = Fraction(k(games[i]) + k(games[j]), 4 if half else 2)
            total += trunc(1000 * both * (score - expectation(i, j)) / (n - 1))
        out.append(total)
    return out


@given(tables(), st.booleans())
def test_it_is_the_definition(table: tuple[list[int], ...], half: bool) -> None:
    assert elo.changes(*table, half=half) == as_defined(*table, half)


@given(tables())
def test_the_sum_of_all_ratings_never_changes(table: tuple[list[int], ...]) -> None:
    assert sum(elo.changes(*table)) == 0


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_seats_means_nothing(table: tuple[list[int], ...], random) -> None:
    order = list(range(len(table[0])))
    random.shuffle(order)
    shuffled = elo.changes(*([column[i] for i in order] for column in table))
    straight = elo.changes(*table)
    assert shuffled == [straight[i] for i in order]


@given(ratings, ratings, st.integers(30, 99))
def test_two_seats_are_plain_elo(mine: int, other: int, games: int) -> None:
    gained, lost = elo.changes([mine, other], [games, games], [1, 2])
    difference = max(-800.0, min(800.0, (mine - other) / 1000))
    plain = 24 * (1 - 1 / (1 + 10 ** (-difference / 400)))
    assert gained == -lost
    assert gained / 1000 == pytest.approx(plain, abs=0.002)


@given(ratings, ratings)
def test_expectations_of_both_sides_add_up_to_one(mine: int, other: int) -> None:
    assert elo.expected(mine, other) + elo.expected(other, mine) == 1_000_000_000


@given(tables(), st.booleans())
def test_the_terms_that_explain_a_change_add_up_to_it(table: tuple[list[int], ...], half: bool) -> None:
    ratings_, games, places = table
    explained = elo.terms(ratings_, games, places, half=half)
    assert [sum(term.moved for term in row) for row in explained] == elo.changes(*table, half=half)
    for seat, row in enumerate(explained):
        for term in row:
            (mirrored,) = (each for each in explained[term.other] if each.other == seat)
            assert mirrored.moved == -term.moved
            assert mirrored.expected + term.expected == 1_000_000_000
            assert mirrored.score_twice + term.score_twice == 2
            assert abs(term.millionths) // 1000 == abs(term.moved)


@given(tables(), st.randoms(use_true_random=False))
def test_rd_does_not_know_the_order_of_seats(table: tuple[list[int], ...], random) -> None:
    before = [45_000 + 100 * (rating % 3000) for rating in table[0]]
    order = list(range(len(before)))
    random.shuffle(order)
    straight = elo.deviations(table[0], before)
    shuffled = elo.deviations([table[0][i] for i in order], [before[i] for i in order])
    assert shuffled == [straight[i] for i in order]


def test_worked_examples() -> None:
    assert elo.changes([1_500_000] * 4, [0] * 4, [1, 2, 3, 4]) == [60_000, 20_000, -20_000, -60_000]
    assert elo.changes([1_500_000] * 2, [40, 0], [1, 2]) == [36_000, -36_000]
    # 100 points apart: the favourite is expected to score 0.640065, K 24.
    assert elo.changes([1_600_000, 1_500_000], [30, 30], [2, 1]) == [-15_361, 15_361]
    assert elo.changes([1_600_000, 1_500_000], [30, 30], [1, 1]) == [-3_361, 3_361]
    assert elo.changes([1_600_000, 1_500_000], [30, 30], [2, 1], half=True) == [-7_680, 7_680]


@pytest.mark.parametrize(("games", "k"), [(0, 120), (9, 120), (10, 60), (29, 60), (30, 24), (500, 24)])
def test_k_falls_with_experience(games: int, k: int) -> None:
    assert elo.k_factor(games) == k


@pytest.mark.parametrize("broken", [([1_500_000], [0], [1]), ([1, 2], [0], [1, 2]), ([1, 2], [0, 0], [1])])
def test_it_refuses_tables_that_cannot_be(broken: tuple[list[int], ...]) -> None:
    with pytest.raises(ValueError, match="at least two seats"):
        elo.changes(*broken)


def test_deviation_shrinks_to_its_floor_and_returns_in_an_idle_year() -> None:
    deviation = elo.START_DEVIATION
    seen = [deviation]
    for _ in range(200):
        deviation = elo.deviations([1_500_000] * 4, [deviation] * 4)[0]
        seen.append(deviation)
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == elo.DEVIATION_FLOOR
    assert elo.idle_deviation(elo.DEVIATION_FLOOR, 365) == elo.DEVIATION_IDLE
    assert elo.idle_deviation(elo.DEVIATION_FLOOR, 5000) == elo.DEVIATION_IDLE
    assert elo.idle_deviation(200_000, 5000) == 200_000
    assert elo.idle_deviation(60_000, 0) == 60_000


def test_provisional_until_thirty_matches_and_a_settled_deviation() -> None:
    assert elo.is_provisional(29, 60_000)
    assert elo.is_provisional(30, 110_000)
    assert not elo.is_provisional(30, 109_999)


def test_band_and_shown_points() -> None:
    assert elo.band(1_500_000, 50_000) == (1_402_000, 1_598_000)
    assert [elo.shown(x) for x in (1_499_500, 1_499_499, 500, -500, -499, 0)] == [1500, 1499, 1, -1, 0, 0]
