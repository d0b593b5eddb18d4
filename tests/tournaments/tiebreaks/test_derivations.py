"""Tie-breaks worked by hand, and what each value says it was made of."""

# ruff: noqa: E501 (the format has fixed columns)
from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.tiebreaks import UnknownTieBreak, derive, event_of, parse, standings
from tournaments.tiebreaks.ratings import DIFFERENCES, expectation
from tournaments.trf import Game, Player, Tournament, read

BYES = """\
001    1      P1                                2000                             3.0    1     4 w 1     2 b 1     3 w 1
001    2      P2                                1900                             1.5    3     5 b 1     1 w 0     4 b =
001    3      P3                                1800                             2.0    2  0000 - U     5 w 1     1 b 0
001    4      P4                                1700                             1.5    4     1 b 0  0000 - U     2 w =
001    5      P5                                1600                             1.0    5     2 w 0     3 b 0  0000 - U
"""
REQUESTED = """\
001    1      P1                                2000                             3.0    1     4 b 1     2 w 1     3 b 1
001    2      P2                                1900                             1.0    4     5 w 1     1 b 0  0000 - Z
001    3      P3                                1800                             1.5    2     6 b 1  0000 - H     1 w 0
001    4      P4                                1700                             1.5    3     1 w 0     6 b 1     5 w =
001    5      P5                                1600                             0.5    5     2 b 0  0000 - Z     4 b =
001    6      P6                                1500                             0.0    6     3 w 0     4 w 0  0000 - Z
"""
TABLES = [
    (
        BYES,
        ["BH", "BH/C1", "SB", "SB/C1", "PS", "WIN", "WON"],
        {
            1: [5.0, 3.5, 5.0, 3.5, 6.0, 3, 3],
            2: [5.5, 4.5, 1.75, 0.75, 3.5, 1, 1],
            3: [5.5, 4.5, 2.5, 1.5, 5.0, 2, 1],
            4: [6.0, 4.5, 2.25, 1.5, 2.5, 1, 0],
            5: [4.5, 3.5, 1.0, 0.0, 1.0, 1, 0],
        },
    ),
    (
        REQUESTED,
        ["BH", "BH/C1", "SB", "SB/C1"],
        {
            1: [4.5, 3.0, 4.5, 3.0],
            2: [4.5, 3.5, 0.5, 0.0],
            3: [5.0, 3.5, 1.25, 0.5],
            4: [4.0, 3.5, 0.75, 0.5],
            5: [3.5, 3.0, 0.75, 0.75],
            6: [3.0, 3.0, 0.0, 0.0],
        },
    ),
]


def values(text: str, codes: list[str], edition: int = 2026) -> dict[int, list[float | None]]:
    event = event_of(read(text.encode()), edition=2024 if edition == 2024 else 2026)
    found: dict[int, list[float | None]] = {}
    for number, record in event.records.items():
        derived = [derive(event, record, parse(code)).value for code in codes]
        found[number] = [None if value is None else float(value) for value in derived]
    return found


@pytest.mark.parametrize(("text", "codes", "wanted"), TABLES)
def test_values_worked_by_hand(text: str, codes: list[str], wanted: dict[int, list[float]]) -> None:
    assert values(text, codes) == wanted


def test_the_dummy_of_2024_is_not_capped() -> None:
    assert values(BYES, ["BH", "BH/C1", "SB", "SB/C1"], 2024)[3] == [6.0, 5.0, 3.0, 2.0]


def test_a_value_opens_down_to_its_games() -> None:
    event = event_of(read(BYES.encode()))
    derived = derive(event, event.records[3], parse("BH/C1"))
    assert [(p.round, p.opponent, p.value, p.how, p.cut) for p in derived.parts] == [
        (1, 0, Fraction(3, 2), "16.2.1", False),
        (2, 5, Fraction(1), "played", True),
        (3, 1, Fraction(3), "played", False),
    ]
    assert derived.value == Fraction(9, 2)


def test_a_bye_before_forfeits_only_is_a_late_one_in_whatever_order_it_is_asked() -> None:
    def games(*rounds: tuple[int, str | None, str]) -> tuple[Game, ...]:
        return tuple(Game(o, "w" if c == "w" else "b" if c == "b" else None, code) for o, c, code in rounds)

    players = (
        Player(1, games=games((2, "w", "0"), (3, "b", "1"), (2, "w", "-"), (0, None, "Z"), (3, "w", "-"))),
        Player(2, games=games((1, "b", "1"), (0, None, "U"), (1, "b", "+"), (3, "w", "1"), (0, None, "U"))),
        Player(3, games=games((0, None, "U"), (1, "w", "0"), (0, None, "U"), (2, "b", "0"), (1, "b", "+"))),
    )
    event = event_of(Tournament(players))
    assert (event.records[1].score, event.records[1].adjusted) == (10, 15)
    first = [derive(event, event.records[2], parse(code)) for code in ("FB", "SB", "BH")]
    assert [derive(event, event.records[2], parse(code)) for code in ("FB", "SB", "BH")] == first
    assert first[2].parts[0].value == Fraction(3, 2)
    assert first[1].parts[0].value == Fraction(3, 2)


def encounter(*games: tuple[int, int, str]) -> list[list[int]]:
    """Tiers by DE of players tied on points: all get what they miss by byes."""
    rounds: dict[int, list[Game]] = {n: [] for n in (1, 2, 3)}
    for white, black, code in games:
        other = {"1": "0", "0": "1", "=": "="}[code]
        for n in rounds:
            game = Game(0, None, "Z")
            if n == white:
                game = Game(black, "w", code)
            elif n == black:
                game = Game(white, "b", other)
            rounds[n].append(game)
    score = {n: sum({"1": 2, "=": 1}.get(g.code, 0) for g in r) for n, r in rounds.items()}
    most = max(score.values())
    for n, r in rounds.items():
        extra = [Game(0, None, "F")] * ((most - score[n]) // 2) + [Game(0, None, "H")] * (
            (most - score[n]) % 2
        )
        r += extra
    tournament = Tournament(tuple(Player(n, games=tuple(r)) for n, r in rounds.items()))
    tiers: dict[int, list[int]] = {}
    for row in standings(tournament, ["DE"], through=max(map(len, rounds.values()))):
        tiers.setdefault(row.rank, []).append(row.number)
    return list(tiers.values())


def test_direct_encounter_when_not_all_have_met() -> None:
    assert encounter((1, 2, "1"), (1, 3, "1")) == [[1], [2, 3]]
    assert encounter((1, 2, "1")) == [[1, 2, 3]]


def test_direct_encounter_applies_again_to_those_still_tied() -> None:
    assert encounter((1, 2, "1"), (3, 1, "1"), (2, 3, "=")) == [[3], [1], [2]]
    assert encounter((1, 2, "1"), (2, 3, "1"), (3, 1, "1")) == [[1, 2, 3]]


def test_standings_after_an_earlier_round_know_nothing_of_later_ones() -> None:
    tournament = read(BYES.encode())
    early = standings(tournament, ["BH", "WIN"], through=1)
    assert [(row.rank, row.number, row.points) for row in early[:3]] == [
        (1, 1, 10),
        (1, 2, 10),
        (1, 3, 10),
    ] or [row.points for row in early[:3]] == [10, 10, 10]
    assert {row.number: row.values[0].value for row in early}[4] == 1


def test_names_of_tie_breaks() -> None:
    assert parse("bh-c1") == parse("BH/C1") == parse("BHC1")
    assert parse("GE") == parse("REP")
    assert parse("KS/L-1").limit == -1
    for wrong in ("XX", "BH/C3", "DE/C1", "WIN/P", "BH/"):
        with pytest.raises(UnknownTieBreak):
            parse(wrong)


def test_ratings_count_only_when_everybody_is_rated() -> None:
    assert values(BYES, ["ARO", "TPR"])[1] == [1800.0, 2600.0]
    unrated = BYES.replace("1600 ", "     ")
    assert values(unrated, ["ARO", "TPR", "PTP", "APRO", "RTNG"])[1] == [None] * 5


def test_the_rating_tables_mirror_each_other() -> None:
    assert [expectation(difference) for difference in (0, 3, 4, 735, 736, -4, -736)] == [
        50,
        50,
        51,
        99,
        100,
        49,
        0,
    ]
    for hundredths, difference in enumerate(DIFFERENCES[:-1], 50):
        assert expectation(difference) == hundredths


def test_the_rarer_tie_breaks() -> None:
    found = values(BYES, ["BPG", "BWG", "REP", "STD", "KS", "TPN", "TPN/R", "RTNG", "AOB"])
    assert found[1] == [1, 1, 3, 3.0, 3.0, 1, 1, 2000, 5.67]
    assert values(REQUESTED, ["REP", "BH/P", "FB"])[2] == [2, 4.5, 4.0]


def test_pairing_numbers_and_ratings_can_order_either_way() -> None:
    tournament = read(BYES.encode())

    def order(code: str) -> list[int]:
        return [row.number for row in standings(tournament, [code]) if row.points == 15]

    assert (order("TPN"), order("TPN/R")) == ([2, 4], [4, 2])
    assert (order("RTNG"), order("RTNG/R")) == ([2, 4], [4, 2])
