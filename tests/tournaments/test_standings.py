"""Standings and what they are made of."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.events import played
from tests.tournaments.oracle import scores_after
from tournaments.pairing.event import Bye, Event, Player, Round, Sizes, Table
from tournaments.pairing.points import POINT, place_units, table_units
from tournaments.standings import standings


def event(*rounds: Round, players: str = "abcde") -> Event:
    roster = [Player(name, rank) for rank, name in enumerate(players, 1)]
    return Event("correio-tables-1", "x", Sizes(4, 2, 4), roster, list(rounds))


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([1, 2, 3, 4], ["1", "2/3", "1/3", "0"]),
        ([1, 1, 3, 4], ["5/6", "5/6", "1/3", "0"]),
        ([1, 1, 1, 1], ["1/2"] * 4),
        ([2, 1], ["0", "1"]),
        ([1, 2, 2], ["1", "1/4", "1/4"]),
        ([5, 4, 3, 1, 1], ["0", "1/4", "1/2", "7/8", "7/8"]),
    ],
)
def test_points_are_the_share_of_the_table_beaten(places: list[int], points: list[str]) -> None:
    units = [place_units(places, seat) for seat in range(len(places))]
    assert [Fraction(u, POINT) for u in units] == [Fraction(p) for p in points]
    assert sum(units) * 2 == POINT * len(places)


def test_a_table_adjudicated_against_everybody_gives_nothing_and_no_win() -> None:
    table = Table(["a", "b", "c"], [1, 2, 3], nobody=True)
    assert table_units(table) == [0, 0, 0]
    lines = {line.player: line for line in standings(event(Round([table], [Bye("d"), Bye("e", "zero")])))}
    assert (lines["a"].units, lines["a"].wins) == (0, 0)
    assert (lines["d"].units, lines["e"].units) == (POINT // 2, 0)


def test_opponents_scores_break_ties_and_show_their_parts() -> None:
    lines = standings(
        event(
            Round([Table(["a", "b"], [1, 2]), Table(["c", "d"], [1, 2])], [Bye("e")]),
            Round([Table(["b", "e"], [1, 2]), Table(["d", "a"], [1, 2])], [Bye("c")]),
        )
    )
    # c has 1.5; a, b, d have 1; a met b (1) and d (1), b met a (1) and e (1/2), d met c (1.5) and a (1).
    assert [line.player for line in lines] == ["c", "d", "a", "b", "e"]
    by_player = {line.player: line for line in lines}
    assert Fraction(*by_player["d"].opponents) == Fraction(5, 4) * POINT
    first = by_player["d"].parts[0]
    assert [(met.player, met.score) for met in first.met] == [("c", 3 * POINT // 2)]
    assert [part.bye for part in by_player["c"].parts] == [None, "pairing"]


def test_head_to_head_counts_only_among_the_tied() -> None:
    won = [("b", "a"), ("d", "c")], [("b", "d"), ("a", "c")], [("c", "b"), ("a", "d")]
    rounds = [Round([Table(list(couple), [1, 2]) for couple in couples]) for couples in won]
    # Everybody met everybody: b and a are level with two points each, d and c with one.
    assert [(line.player, line.units // POINT, line.head_to_head) for line in standings(event(*rounds))] == [
        ("b", 2, 1),
        ("a", 2, -1),
        ("d", 1, 1),
        ("c", 1, -1),
        ("e", 0, 0),
    ]


def test_wins_then_second_places_then_rank_decide_the_rest() -> None:
    one = Round([Table(["a", "b", "c"], [2, 1, 3]), Table(["d", "e", "f"], [2, 2, 1])])
    lines = standings(event(one, players="abcdef"))
    assert [line.position for line in lines] == [1, 2, 3, 4, 5, 6]
    wins = {line.player: (line.wins, line.seconds) for line in lines}
    assert wins == {"a": (0, 1), "b": (1, 0), "c": (0, 0), "d": (0, 1), "e": (0, 1), "f": (1, 0)}
    assert [line.player for line in lines if line.player in "de"] == ["d", "e"]


@pytest.mark.parametrize("seed", range(6))
def test_every_number_can_be_added_up_again_from_its_parts(seed: int) -> None:
    tournament = played(13, Sizes(4, 3, 4), 4, seed)
    exact = scores_after(tournament, 4)
    lines = standings(tournament)
    for line in lines:
        assert (
            Fraction(line.units, POINT)
            == exact[line.player]
            == Fraction(sum(p.units for p in line.parts), POINT)
        )
        met = [row.score for part in line.parts for row in part.met]
        assert Fraction(*line.opponents) == Fraction(sum(met), len(met))
        assert len(line.parts) == 4
    points = [line.units for line in lines]
    assert points == sorted(points, reverse=True)
