"""Records of JaVaFo (XXR, XXC, XXP, XXZ, XXA, XXS) and bbpPairings (BBW ... BBU), for TRF16 files."""

from __future__ import annotations

from typing import Final

import msgspec

from tournaments.trf.fields import Line
from tournaments.trf.model import Acceleration, Byes, Colour, Prohibited, Tournament

SCORES: Final = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "A", "BBU": "P"}
XXS: Final = {
    **dict.fromkeys(("W", "WW", "BW", "FW", "FPB"), "W"),
    **dict.fromkeys(("D", "WD", "BD", "HPB"), "D"),
    **dict.fromkeys(("L", "WL", "BL"), "L"),
    **dict.fromkeys(("ZPB", "FL"), "A"),
    **dict.fromkeys(("P", "PAB"), "P"),
}
"""Which of our kinds of result each of JaVaFo's is counted with."""
EXTENSIONS: Final = frozenset({"XXR", "XXC", "XXP", "XXZ", "XXA", "XXS", "XXB", *SCORES})
ALWAYS: Final = 999
"""Last round of a pair prohibited for good."""


class Extensions:
    """What these records said so far."""

    def __init__(self) -> None:
        self.rounds_total: int | None = None
        self.rounds_at: Line | None = None
        self.initial_colour: Colour | None = None
        self.points: dict[str, int] = {}
        self.accelerations: list[Acceleration] = []
        self.byes: list[Byes] = []
        self.pairs: list[tuple[int, ...]] = []
        self.away: list[int] = []

    def take(self, line: Line) -> list[tuple[int, ...]]:
        """Reads one record; the players it names."""
        words = line.rest.split()
        match line.tag:
            case "XXR":
                self.rounds_total, self.rounds_at = line.number_in(line.rest, "the number of rounds", 1), line
            case "XXC":
                self._configuration(line, words)
            case "XXP" | "XXZ":
                return [self._players(line, words)]
            case "XXA":
                return [self._acceleration(line, words)]
            case "XXS":
                for word in words:
                    self._score(line, word)
            case tag if tag in SCORES:
                self._set(line, SCORES[tag], line.points_in(line.rest, "the points"), tag)
        return []

    def _configuration(self, line: Line, words: list[str]) -> None:
        for word in words:
            match word.lower():
                case "white1":
                    self.initial_colour = "w"
                case "black1":
                    self.initial_colour = "b"
                case "rank":
                    raise line.fault("pairing by position instead of starting rank is not supported")
                case _:
                    raise line.fault(f"{word!r} is no setting; there are white1 and black1")

    def _players(self, line: Line, words: list[str]) -> tuple[int, ...]:
        ids = tuple(line.number_in(word, "a starting rank", 1) for word in words)
        if line.tag == "XXZ":
            self.away += ids
        elif len(ids) < 2:
            raise line.fault(f"names {len(ids)} player{'s' * (len(ids) != 1)}, needs 2 or more")
        else:
            self.pairs.append(ids)
        return ids

    def _acceleration(self, line: Line, words: list[str]) -> tuple[int, ...]:
        if not words:
            raise line.fault("the starting rank is missing")
        number = line.number_in(words[0], "the starting rank", 1)
        for round_number, word in enumerate(words[1:], 1):
            points = line.points_in(word, f"the points of round {round_number}")
            if points:
                self.accelerations.append(Acceleration(points, round_number, round_number, number, number))
        return (number,)

    def _score(self, line: Line, word: str) -> None:
        code, equals, value = word.upper().partition("=")
        if not equals or code not in XXS:
            raise line.fault(f"{word!r} sets no kind of result")
        self._set(line, XXS[code], line.points_in(value, f"the points of {code}"), code)

    def _set(self, line: Line, kind: str, points: int, code: str) -> None:
        if self.points.setdefault(kind, points) != points:
            raise line.fault(f"{code} must be worth as much as the other results of its kind")

    def prohibited(self, rounds_total: int | None) -> list[Prohibited]:
        return [Prohibited(1, rounds_total or ALWAYS, ids) for ids in self.pairs]

    def absences(self, tournament: Tournament) -> Tournament:
        """XXZ is about the round to be paired, which only the whole file tells."""
        if not self.away:
            return tournament
        record = Byes("Z", tournament.rounds_played + 1, tuple(self.away))
        return msgspec.structs.replace(tournament, byes=(*tournament.byes, record))
