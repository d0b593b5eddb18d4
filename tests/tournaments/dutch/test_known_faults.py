"""Faults that other programs had in public, as small tournaments of our own: a program with exactly that
fault gives another round."""

# ruff: noqa: E501 (the format has fixed columns)
from __future__ import annotations

import pytest

from tournaments.pairing.baku import accelerations
from tournaments.pairing.dutch import NoLegalPairing, Relax, pair
from tournaments.trf import Acceleration, Player, Tournament, read

CASES = [
    (
        "A player who already scored a full point without playing (code F) is given the PAB",
        """\
012 F_not_blocking
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2374                             1.0    2  0000 - F     3 b 0
001    2      Player0002                        1901                             1.0    3     3 w 0     4 b 1
001    3      Player0003                        1815                             2.0    1     2 b 1     1 w 1
001    4      Player0004                        1397                             1.0    4  0000 - U     2 w 0
240 F 003    2
""",
        3,
        [(1, 4), (3, 0)],
    ),
    (
        "PAB worth half a point must still block a second PAB",
        """\
012 half_PAB_not_blocking
142 3
152 W
162  P 0.5
192 FIDE_DUTCH
001    1      Player0001                        2437                             2.0    1     3 w 1     2 b 1
001    2      Player0002                        2287                             1.0    2     4 b 1     1 w 0
001    3      Player0003                        2029                             1.0    3     1 b 0     5 w 1
001    4      Player0004                        1542                             0.5    4     2 w 0  0000 - U
001    5      Player0005                        1482                             0.5    5  0000 - U     3 b 0
""",
        3,
        [(1, 4), (3, 0), (5, 2)],
    ),
    (
        "PAB assignee: fewest unplayed games counts in the deciding bracket",
        """\
012 c9_ignored
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2498                             0.0    3     3 w 0
001    2      Player0002                        2406                             0.0    4     4 b -
001    3      Player0003                        2173                             1.0    1     1 b 1
001    4      Player0004                        1671                             1.0    2     2 w +
240 H 002    3
""",
        2,
        [(1, 0), (2, 4)],
    ),
    (
        "Players whose game was a forfeit may be paired again",
        """\
012 forfeit_counts_as_met
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2487                             0.0    2     3 w -
001    2      Player0002                        1690                             0.0    3     4 b -
001    3      Player0003                        1638                             1.0    1     1 b +
001    4      Player0004                        1296                             0.0    4     2 w -
""",
        2,
        [(3, 1), (4, 2)],
    ),
    (
        "A forfeit must not leave an upfloat behind",
        """\
012 forfeit_float
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2211                             2.0    1     3 w +     2 b +
001    2      Player0002                        1756                             1.0    2     4 b 1     1 w -
001    3      Player0003                        1549                             0.0    4     1 b -     4 w -
001    4      Player0004                        1244                             1.0    3     2 w 0     3 b +
""",
        3,
        [(1, 4), (2, 3)],
    ),
    (
        "Initial-colour parity when top seeds are absent from round 1",
        """\
012 parity_absent
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2305                             0.0    1
001    2      Player0002                        2222                             0.0    2
001    3      Player0003                        1774                             0.0    3
001    4      Player0004                        1269                             0.0    4
240 Z 001    1
""",
        1,
        [(2, 3), (4, 0)],
    ),
    (
        "Prohibited pair must be honoured",
        """\
012 forbidden_not_applied
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2006                             1.0    1     3 w 1
001    2      Player0002                        1691                             1.0    2     4 b 1
001    3      Player0003                        1652                             0.0    3     1 b 0
001    4      Player0004                        1222                             0.0    4     2 w 0
260 003 003    2    4
260 001 003    1    2
260 001 001    1    4
""",
        2,
        [(2, 3), (4, 1)],
    ),
    (
        "Topscorers may meet with the same absolute preference in the last round",
        """\
012 topscorer_ignored
142 5
152 W
192 FIDE_DUTCH
001    1      Player0001                        1993                             2.0    3     4 w 1     5 b 0     2 w 0     6 w 1
001    2      Player0002                        1788                             3.0    2     5 b 0     3 w 1     1 b 1     4 w 1
001    3      Player0003                        1691                             2.0    4     6 w =     2 b 0     4 b 1     5 w =
001    4      Player0004                        1613                             0.5    6     1 b 0     6 b =     3 w 0     2 b 0
001    5      Player0005                        1517                             3.5    1     2 w 1     1 w 1     6 b 1     3 b =
001    6      Player0006                        1496                             1.0    5     3 b =     4 w =     5 w 0     1 b 0
""",
        5,
        [(3, 1), (4, 5), (6, 2)],
    ),
    (
        "Float history must be used",
        """\
012 floats_ignored
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2366                             1.0    1     3 w 1
001    2      Player0002                        2082                             1.0    2     4 b 1
001    3      Player0003                        1728                             0.0    4     1 b 0
001    4      Player0004                        1297                             0.0    5     2 w 0
001    5      Player0005                        1277                             1.0    3  0000 - U
""",
        2,
        [(2, 3), (4, 0), (5, 1)],
    ),
    (
        "Greedy pairing takes an avoidable rematch",
        """\
012 A15
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2000                             2.0    1     2 w 1     3 b 1
001    2      Player0002                        1900                             1.0    2     1 b 0     4 w 1
001    3      Player0003                        1800                             1.0    3     4 w 1     1 w 0
001    4      Player0004                        1700                             0.0    4     3 b 0     2 b 0
""",
        3,
        [(2, 3), (4, 1)],
    ),
    (
        "Leaders are not paired together because the rest could not be completed",
        """\
012 A16
142 4
152 W
192 FIDE_DUTCH
001    1      Player0001                        2000                             2.0    1     4 w 1     3 b 1
001    2      Player0002                        1900                             2.0    2     5 b 1     6 w 1
001    3      Player0003                        1800                             1.0    3     6 w 1     1 w 0
001    4      Player0004                        1700                             1.0    4     1 b 0     5 w 1
001    5      Player0005                        1600                             0.0    5     2 w 0     4 b 0
001    6      Player0006                        1500                             0.0    6     3 b 0     2 b 0
240 Z 003    4    5
""",
        3,
        [(2, 3), (6, 1)],
    ),
    (
        "Only one player left",
        """\
012 A18
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2000                             1.0    1     2 w 1
001    2      Player0002                        1900                             0.0    3     1 b 0
001    3      Player0003                        1800                             1.0    2  0000 - U
240 Z 002    2    3
""",
        2,
        [(1, 0)],
    ),
    (
        "The same with a player who already had the PAB",
        """\
012 A19
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2000                             1.0    1     2 w 1
001    2      Player0002                        1900                             0.0    3     1 b 0
001    3      Player0003                        1800                             1.0    2  0000 - U
240 Z 002    1    2
""",
        2,
        None,
    ),
    (
        "Pre-assigned full-point byes in round 1 with an odd rest",
        """\
012 A21
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2000                             0.0    1
001    2      Player0002                        1900                             0.0    2
001    3      Player0003                        1800                             0.0    3
001    4      Player0004                        1700                             0.0    4
001    5      Player0005                        1600                             0.0    5
001    6      Player0006                        1500                             0.0    6
001    7      Player0007                        1400                             0.0    7
001    8      Player0008                        1300                             0.0    8
001    9      Player0009                        1200                             0.0    9
240 F 001    1    2    3    4
""",
        1,
        [(5, 7), (8, 6), (9, 0)],
    ),
    (
        "Re-pairing with a manual bye kept",
        """\
012 A22
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2000                             1.0    1     3 w 1
001    2      Player0002                        1900                             1.0    2     4 b 1
001    3      Player0003                        1800                             0.0    4     1 b 0
001    4      Player0004                        1700                             0.0    5     2 w 0
001    5      Player0005                        1600                             1.0    3  0000 - U
240 F 002    2
""",
        2,
        [(3, 4), (5, 1)],
    ),
    (
        "Late entry after round 1",
        """\
012 A24
142 3
152 W
192 FIDE_DUTCH
001    1      Player0001                        2000                             1.0    1     3 w 1
001    2      Player0002                        1900                             1.0    2     4 b 1
001    3      Player0003                        1800                             0.0    3     1 b 0
001    4      Player0004                        1700                             0.0    4     2 w 0
001    5      Player0005                        2100                             0.0    5  0000 - Z
""",
        2,
        [(2, 1), (3, 5), (4, 0)],
    ),
]


@pytest.mark.parametrize(("title", "text", "number", "wanted"), CASES, ids=[case[0] for case in CASES])
def test_the_fault_is_not_ours(
    title: str, text: str, number: int, wanted: list[tuple[int, int]] | None
) -> None:
    tournament = read(text.encode())
    assert tournament.rounds_played + 1 == number
    if wanted is None:
        with pytest.raises(NoLegalPairing) as found:
            pair(tournament)
        assert Relax.BYE in found.value.relaxed
    else:
        assert sorted(pair(tournament).boards()) == sorted(wanted)


def test_baku_groups_are_rounded_up_to_an_even_number() -> None:
    players = tuple(Player(number, rating=2500 - number) for number in range(1, 11))
    for accelerated in (
        Tournament(players, rounds_total=9, initial_colour="w", system="FIDE_DUTCH_BAKU"),
        Tournament(players, rounds_total=9, initial_colour="w", accelerations=accelerations(10, 9)),
    ):
        assert pair(accelerated).boards() == [(1, 4), (5, 2), (3, 6), (7, 9), (10, 8)]


@pytest.mark.parametrize(
    ("rounds", "full", "half"), [(9, (1, 3), (4, 5)), (7, (1, 2), (3, 4)), (11, (1, 3), (4, 6))]
)
def test_baku_rounds(rounds: int, full: tuple[int, int], half: tuple[int, int]) -> None:
    assert accelerations(178, rounds) == (Acceleration(10, *full, 1, 90), Acceleration(5, *half, 1, 90))


def test_an_impossible_round_says_what_would_allow_it() -> None:
    text = (
        "012 Two\n142 3\n"
        "001    1      A                                 2000                             1.0    1     2 w 1\n"
        "001    2      B                                 1900                             0.0    2     1 b 0\n"
    )
    with pytest.raises(NoLegalPairing) as rematch:
        pair(read(text.encode()))
    assert rematch.value.relaxed == (Relax.REMATCH,)
    fresh = text.replace("    2 w 1", "").replace("    1 b 0", "").replace("1.0    1", "0.0    1")
    with pytest.raises(NoLegalPairing, match="prohibited") as prohibited:
        pair(read((fresh + "260 001 001    1    2\n").encode()))
    assert prohibited.value.relaxed == (Relax.PROHIBITED,)
