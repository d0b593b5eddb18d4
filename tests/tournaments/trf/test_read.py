"""Reading and writing tournament report files."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.tournaments.corpus import case, rows
from tournaments.trf import BadFile, Game, Player, Scoring, Tournament, read, write

BROKEN = {
    "BAD_points_mismatch": (5, "001 player 1", "the points are 2.5, yet the results make 2.0"),
    "BAD_duplicate_id": (6, "001", "starting rank 1 is taken by line 5"),
    "BAD_missing_id": (7, "001 player 3", "there is no player 10"),
    "BAD_self_opponent": (5, "001 player 1", "their own opponent"),
    "BAD_colour_conflict": (5, "001 player 1", "player 6 has the same colour"),
    "BAD_result_conflict": (5, "001 player 1", "result '0', yet player 6 has '0'"),
    "BAD_bad_result_code": (5, "001 player 1", "there is no result 'X'"),
    "BAD_too_many_rounds": (5, "001 player 1", "has 3 rounds of results; the tournament has 2"),
    "BAD_nonreciprocal": (5, "001 player 1", "the opponent is player 2, who names player 7"),
    "BAD_truncated_line": (10, "001 player 6", "the opponent is player 3, who names nobody (line 7)"),
    "BAD_bad_260": (15, "260", "names 1 player, needs 2 or more"),
    "BAD_bad_rating": (5, "001 player 1", "the rating (columns 49-52) is '2x5a', not a number"),
}
VARIANTS = [(row, variant) for row in rows("variants") for variant in row["variants"]]


def line(number: int, points: str, rounds: str = "", rating: int = 2000) -> str:
    return f"001 {number:4}      Player{number:04} {rating:26} {points:>31}  {number:4}{rounds}"


def small(*extra: str, rounds: tuple[str, str] = ("     2 w 1", "     1 b 0")) -> bytes:
    players = [line(1, "1.0", rounds[0]), line(2, "0.0", rounds[1])]
    return "\r\n".join(["012 Small", *extra, *players, ""]).encode()


@pytest.mark.parametrize("row", rows("invalid"), ids=lambda row: row["id"])
def test_a_broken_file_is_refused_with_line_record_and_fault(row: dict[str, Any]) -> None:
    number, record, fault = BROKEN[row["id"]]
    with pytest.raises(BadFile) as found:
        read(case(f"trf/{row['id']}.trf"))
    assert (found.value.line, found.value.record) == (number, record)
    assert fault in found.value.fault
    assert str(found.value).startswith(f"line {number}, record {record}: ")


@pytest.mark.parametrize(("row", "variant"), VARIANTS, ids=[f"{r['id']}-{v}" for r, v in VARIANTS])
def test_every_spelling_of_a_tournament_reads_alike(row: dict[str, Any], variant: str) -> None:
    wanted = row["canonical"]
    tournament = read(case(f"trf/{row['id']}_{variant}.trf"))
    coming = row["next_round"]
    assert tournament.rounds_total == wanted["rounds_total"]
    assert tournament.initial_colour == wanted["initial_colour"]
    assert tournament.rounds_played == coming - 1
    assert {str(number): kind for number, kind in tournament.bye_in(coming).items()} == wanted["byes_next"]
    points = wanted["points"]
    scoring = tournament.scoring
    assert [scoring.win, scoring.draw, scoring.loss, scoring.absence] == [
        10 * points[code] for code in "WDLA"
    ]
    assert scoring.of("U") == 10 * points.get("P", points["W"])
    assert {str(player.number) for player in tournament.players} == set(wanted["players"])
    for player in tournament.players:
        told = wanted["players"][str(player.number)]
        assert player.rating == told["rating"]
        assert tournament.points(player, coming - 1) == 10 * told["points"]
        games = [[g.opponent, g.colour or "-", g.code] for g in player.games[: coming - 1]]
        games += [[0, "-", "Z"]] * (coming - 1 - len(games))
        assert games == told["results"]
    pairs = sorted(
        [a, b]
        for record in tournament.prohibited
        if record.first_round <= coming <= record.last_round
        for a in record.players
        for b in record.players
        if a < b
    )
    assert pairs == sorted(wanted["forbidden_next"])


@pytest.mark.parametrize("variant", ["utf8_names", "latin1_names"])
def test_names_survive_their_encoding(variant: str) -> None:
    name = read(case(f"trf/V01_{variant}.trf")).players[0].name
    assert name == {"utf8_names": "Ð Žižek, Åsa", "latin1_names": "Müller, Öz"}[variant]


def test_columns_counted_in_bytes_of_utf8_are_recognised() -> None:
    text = case("trf/V01_utf8_names.trf").decode()
    first = next(row for row in text.splitlines() if row.startswith("001    1 "))
    by_bytes = first[:14] + first[14:47].rstrip().encode().ljust(33).decode() + first[47:]
    assert len(by_bytes) < len(first)
    found = read(text.replace(first, by_bytes).encode())
    assert found == read(text.encode())


@pytest.mark.parametrize("kind", ["pairing", "tiebreak"])
def test_what_is_written_reads_back_the_same(kind: str) -> None:
    for row in rows(kind):
        tournament = read(case(f"{kind}/{row['id']}.trf"))
        assert read(write(tournament)) == tournament, row["id"]


def test_scoring_byes_and_abnormal_points_are_written() -> None:
    text = b"\n".join(
        [
            b"012 Rare",
            b"162  W 3.0    D 1.0    A 0.5    P 2.0",
            line(1, "3.5", "     2 w 1").encode(),
            line(2, "1.0", "     1 b 0").encode(),
            line(3, "2.0", "  0000 - U").encode(),
            b"299 L         1.0  001    2",
            b"299           0.5  000    1",
            b"240 H 002    3",
        ]
    )
    tournament = read(text)
    assert [tournament.points(player, 1) for player in tournament.players] == [35, 10, 20]
    assert tournament.bye_in(2) == {3: "H"}
    assert read(write(tournament)) == tournament


def test_a_tournament_made_here_keeps_its_names_within_their_columns() -> None:
    long = "Nome, Muito " + "Comprido " * 9
    players = (Player(1, long, games=(Game(2, "w", "="),)), Player(2, "B", games=(Game(1, "b", "="),)))
    found = read(write(Tournament(players, "T", initial_colour="w", scoring=Scoring(10, 5))))
    assert found.players[0].name == long[:33].strip()
    assert found.players[1] == players[1]


@pytest.mark.parametrize(
    ("extra", "fault"),
    [
        ("142 many", "the number of rounds is 'many', not a number"),
        ("152 green", "'green' is no colour"),
        ("162  Q 1.0", "'Q' is no kind of result"),
        ("162  W1.25", "not a number with one decimal"),
        ("240 X 002    1", "a bye is F, H or Z"),
        ("240 H 002    9", "there is no player 9"),
        ("250      1.0 003 001    1    2", "the last round (columns 19-21) is 1, less than 3"),
        ("310   1 Team", "team tournaments are not supported"),
        ("999 What", "there is no such record"),
        ("XXC rank", "pairing by position"),
        ("XXP 1", "names 1 player, needs 2 or more"),
        ("XXS DRAW=1", "sets no kind of result"),
    ],
)
def test_a_fault_elsewhere_is_named(extra: str, fault: str) -> None:
    with pytest.raises(BadFile) as found:
        read(small(extra))
    assert fault in found.value.fault
    assert found.value.line == 2
    assert found.value.record == extra[:3]


@pytest.mark.parametrize(
    ("rounds", "fault"),
    [
        (("  0000 - 1", "  0000 - Z"), "needs an opponent"),
        (("     2 w H", "     1 b 0"), "'H' is a bye, yet player 2 is named"),
        (("     2 - 1", "     1 b 0"), "without a colour"),
        (("     2 x 1", "     1 b 0"), "there is no colour 'x'"),
        (("  0000 - U", "  0000 - U"), "a second pairing-allocated bye"),
    ],
)
def test_an_impossible_round_is_named(rounds: tuple[str, str], fault: str) -> None:
    with pytest.raises(BadFile) as found:
        read(small(rounds=rounds))
    assert fault in found.value.fault


def test_a_file_without_players_is_refused() -> None:
    with pytest.raises(BadFile, match="no player"):
        read(b"012 Empty\n")


@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02", b"001", b"\xff\xfe0\x000\x001\x00"])
def test_what_is_no_report_is_refused_and_not_crashed_on(data: bytes) -> None:
    with pytest.raises(BadFile):
        read(data)


def test_javafo_absences_and_settings_are_read() -> None:
    found = read(
        small("XXR 5", "XXC black1", "XXZ 2", "XXS W=3 D=1", "XXA 1 2.0 1.0").replace(b" 1.0  ", b" 3.0  ")
    )
    assert (found.rounds_total, found.initial_colour) == (5, "b")
    assert found.bye_in(2) == {2: "Z"}
    assert (found.scoring.win, found.scoring.draw) == (30, 10)
    assert [(a.points, a.first_round, a.first_player) for a in found.accelerations] == [
        (20, 1, 1),
        (10, 2, 1),
    ]


def test_a_damaged_file_is_read_or_refused_but_never_crashed_on() -> None:
    random = Random(1)
    names = [
        f"pairing/{row['id']}.trf" for row in rows("pairing") if len(case(f"pairing/{row['id']}.trf")) < 4000
    ]
    refused = taken = 0
    for _ in range(1500):
        data = bytearray(case(random.choice(names)))
        for _ in range(random.choice([1, 1, 2, 5])):
            place = random.randrange(len(data))
            match random.randrange(4):
                case 0 | 1:
                    data[place] = random.choice(b" 0123456789wb-+=HFUZ.\n")
                case 2:
                    del data[place]
                case _:
                    data[place:place] = random.choice([b" ", b"1", b"w", b"\n", b"\xff"])
        try:
            tournament = read(bytes(data))
        except BadFile:
            refused += 1
            continue
        taken += 1
        assert read(write(tournament)) == tournament
    assert refused > 300
    assert taken > 100
