"""Bytes to a `Tournament`: columns of TRF26, and the records other programs add."""

from __future__ import annotations

from typing import Final

from tournaments.trf.check import check
from tournaments.trf.dialect import EXTENSIONS, Extensions
from tournaments.trf.errors import BadFile
from tournaments.trf.fields import Line, lines
from tournaments.trf.model import (
    BYES,
    FORFEITS,
    PLAYED,
    Abnormal,
    Acceleration,
    Byes,
    Colour,
    Game,
    Player,
    Prohibited,
    Scoring,
    Tournament,
)

FIRST_ROUND: Final = 92
"""Column of the first round; each has ten."""
ROUND_WIDTH: Final = 10
KEPT: Final = frozenset(
    ("022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "182", "222")
)
"""Records about the event that mean nothing for pairing and are handed on."""
TEAMS: Final = frozenset({"013", "310", "320", "330", "300", "801", "802", "352", "362"})


def read(data: bytes) -> Tournament:
    """The tournament of a file; raises `BadFile`."""
    reading = _Reading()
    for line in lines(data):
        reading.take(line)
    return reading.finished()


class _Reading:
    """A file half read. Records may come in any order, so nothing is judged across records before the end."""

    def __init__(self) -> None:
        self.players: dict[int, Player] = {}
        self.claims: dict[int, int | None] = {}
        self.at: dict[int, Line] = {}
        self.name = ""
        self.rounds_total: int | None = None
        self.rounds_at: Line | None = None
        self.initial_colour: Colour | None = None
        self.points: dict[str, int] = {}
        self.system = "FIDE_DUTCH"
        self.tie_breaks: tuple[str, ...] = ()
        self.byes: list[Byes] = []
        self.accelerations: list[Acceleration] = []
        self.prohibited: list[Prohibited] = []
        self.abnormal: list[Abnormal] = []
        self.other: list[tuple[str, str]] = []
        self.named: list[tuple[Line, tuple[int, ...]]] = []
        self.extensions = Extensions()

    def take(self, line: Line) -> None:
        match line.tag:
            case "001":
                self._player(line)
            case "012":
                self.name = line.rest
            case "142":
                self.rounds_total, self.rounds_at = line.number_in(line.rest, "the number of rounds", 1), line
            case "152":
                self.initial_colour = line.colour(line.rest.lower())
            case "162":
                self._scoring(line)
            case "192":
                self.system = line.rest or self.system
            case "202" | "212":
                codes = (code.strip() for code in line.rest.replace(";", ",").split(","))
                self.tie_breaks = tuple(code for code in codes if code and code.upper() != "PTS")
            case "240":
                self._byes(line)
            case "250":
                self._acceleration(line)
            case "260":
                self._prohibited(line)
            case "299":
                self._abnormal(line)
            case tag if tag in EXTENSIONS:
                self.named += [(line, ids) for ids in self.extensions.take(line)]
            case tag if tag in TEAMS:
                raise line.fault("team tournaments are not supported")
            case tag if tag in KEPT:
                self.other.append((tag, line.rest))
            case "###" | "172":
                pass
            case tag if len(tag) == 3 and tag.isalpha() and tag.isupper():
                pass  # National rating support: a federation's code with its own ratings.
            case _:
                raise line.fault("there is no such record")

    def _player(self, line: Line) -> None:
        number = line.integer(5, 8, "the starting rank", 1)
        if number in self.players:
            raise line.fault(f"starting rank {number} is taken by line {self.at[number].number}")
        line = line.of(f"player {number}")
        rating = line.integer(49, 52, "the rating", 0, empty=0)
        self.claims[number] = line.points(81, 84, "the points", empty=None)
        self.players[number] = Player(
            number=number,
            name=" ".join(line.text(15, 47).split()),
            rating=rating,
            games=_games(line),
            rank=line.integer(86, 89, "the rank", 0, empty=0),
            sex=line.text(10, 10),
            title=line.text(11, 13),
            federation=line.text(54, 56),
            fide_number=line.text(58, 68),
            born=line.text(70, 79),
        )
        self.at[number] = line

    def _scoring(self, line: Line) -> None:
        start = 6
        while start <= len(line.raw):
            code = line.text(start, start).upper()
            if code:
                if code not in "WDLAPX":
                    raise line.fault(f"{code!r} is no kind of result; there are W, D, L, A, P and X")
                value = line.points(start + 1, start + 4, f"the points of {code}", empty=None)
                if value is None:
                    raise line.fault(f"the points of {code} are missing")
                self.points[code] = value
            start += 9

    def _byes(self, line: Line) -> None:
        kind = line.text(5, 5).upper()
        if kind not in ("F", "H", "Z"):
            raise line.fault(f"a bye is F, H or Z, not {kind!r}")
        number = line.integer(7, 9, "the round", 1)
        players = self._players_from(line, 11, 1)
        match kind:
            case "F":
                self.byes.append(Byes("F", number, players))
            case "H":
                self.byes.append(Byes("H", number, players))
            case _:
                self.byes.append(Byes("Z", number, players))

    def _acceleration(self, line: Line) -> None:
        points = line.points(10, 13, "the fictitious points", empty=None)
        if points is None:
            raise line.fault("the fictitious points are missing")
        first = line.integer(15, 17, "the first round", 1)
        last = line.integer(19, 21, "the last round", first)
        low = line.integer(23, 26, "the first player", 1)
        high = line.integer(28, 31, "the last player", low)
        self.accelerations.append(Acceleration(points, first, last, low, high))

    def _prohibited(self, line: Line) -> None:
        first = line.integer(5, 7, "the first round", 1)
        last = line.integer(9, 11, "the last round", first)
        self.prohibited.append(Prohibited(first, last, self._players_from(line, 13, 2)))

    def _abnormal(self, line: Line) -> None:
        points = line.points(14, 17, "the points", empty=None)
        if points is None:
            raise line.fault("the points are missing")
        number = line.integer(20, 22, "the round", 0, empty=0)
        code = {"W": "1", "D": "=", "L": "0"}.get(line.text(5, 5).upper(), line.text(5, 5).upper())
        if code and code not in "1=0FHZ+-":
            raise line.fault(f"{code!r} is no type of assignment")
        self.abnormal.append(Abnormal(code, points, number, self._players_from(line, 24, 1)))

    def _players_from(self, line: Line, start: int, least: int) -> tuple[int, ...]:
        found: list[int] = []
        while start <= len(line.raw):
            if line.text(start, start + 3):
                found.append(line.integer(start, start + 3, "a starting rank", 1))
            start += 5
        if len(found) < least:
            raise line.fault(f"names {len(found)} player{'s' * (len(found) != 1)}, needs {least} or more")
        self.named.append((line, tuple(found)))
        return tuple(found)

    def finished(self) -> Tournament:
        if not self.players:
            raise BadFile(0, "001", "the file has no player (record 001)")
        for line, ids in self.named:
            for number in ids:
                if number not in self.players:
                    raise line.fault(f"there is no player {number}")
        total = self.rounds_total if self.rounds_total is not None else self.extensions.rounds_total
        tournament = Tournament(
            players=tuple(player for _, player in sorted(self.players.items())),
            name=self.name,
            rounds_total=total,
            initial_colour=self.initial_colour or self.extensions.initial_colour or self._colour_of_round_1(),
            scoring=self._scored(),
            system=self.system,
            tie_breaks=self.tie_breaks,
            byes=tuple(self.byes + self.extensions.byes),
            accelerations=tuple(self.accelerations + self.extensions.accelerations),
            prohibited=tuple(self.prohibited + self.extensions.prohibited(total)),
            abnormal=tuple(self.abnormal),
            other=tuple(self.other),
        )
        tournament = self.extensions.absences(tournament)
        check(tournament, self.at, self.claims, self.rounds_at or self.extensions.rounds_at)
        return tournament

    def _scored(self) -> Scoring:
        points = self.extensions.points | self.points
        return Scoring(
            win=points.get("W", 10),
            draw=points.get("D", 5),
            loss=points.get("L", 0),
            absence=points.get("A", 0),
            allocated=points.get("P"),
        )

    def _colour_of_round_1(self) -> Colour | None:
        """Record 152 may be left out when it is the colour of the highest player paired in round 1."""
        for _, player in sorted(self.players.items()):
            if player.games and player.games[0].opponent and player.games[0].colour:
                return player.games[0].colour
        return None


def _games(line: Line) -> tuple[Game, ...]:
    found: list[Game] = []
    width = len(line.raw.rstrip())
    start = FIRST_ROUND
    number = 1
    while start <= width:
        found.append(_game(line, start, number))
        start += ROUND_WIDTH
        number += 1
    while found and not line.text(FIRST_ROUND + ROUND_WIDTH * (len(found) - 1), start).strip():
        found.pop()
    return tuple(found)


def _game(line: Line, start: int, number: int) -> Game:
    opponent = line.integer(start, start + 3, f"the opponent of round {number}", 0, empty=0)
    colour = line.text(start + 5, start + 5).lower()
    code = line.text(start + 7, start + 7).upper() or "Z"
    if code not in PLAYED | FORFEITS | BYES:
        raise line.fault(f"round {number}: there is no result {code!r}")
    if colour not in ("w", "b", "-", ""):
        raise line.fault(f"round {number}: there is no colour {colour!r}")
    if opponent == 0:
        if code in PLAYED:
            raise line.fault(f"round {number}: result {code!r} needs an opponent")
        # TRF16 files write a forfeit without opponent for what is a bye.
        return Game(0, None, {"+": "F", "-": "Z"}.get(code, code))
    if code in BYES:
        raise line.fault(f"round {number}: {code!r} is a bye, yet player {opponent} is named")
    if colour not in ("w", "b"):
        if code in PLAYED:
            raise line.fault(f"round {number}: a game against player {opponent} without a colour")
        return Game(opponent, None, code)
    return Game(opponent, line.colour(colour), code)
