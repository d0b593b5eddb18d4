"""A tournament as a TRF tells it. Points are whole tenths, as the format has one decimal."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

Colour: TypeAlias = Literal["w", "b"]

PLAYED: Final = frozenset("1=0WDL")
"""Codes of games over the board; W, D and L lasted less than a move and are played all the same."""
FORFEITS: Final = frozenset("+-")
BYES: Final = frozenset("UFHZ")
ANSWER: Final = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+-", "W": "L", "L": "W", "D": "D"}
"""Which codes the opponent may have. Two forfeit losses are a game neither came to."""


class Game(msgspec.Struct, frozen=True):
    """One round of one player; `opponent` 0 when there was none."""

    opponent: int
    colour: Colour | None
    code: str

    @property
    def played(self) -> bool:
        return self.code in PLAYED

    @property
    def paired(self) -> bool:
        return self.opponent != 0


ABSENT: Final = Game(0, None, "Z")
"""Blanks in a file mean this (TRF26, result codes)."""


class Scoring(msgspec.Struct, frozen=True):
    """Record 162, in tenths of a point."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absence: int = 0
    allocated: int | None = None
    """The pairing-allocated bye; None is as much as a win."""

    def of(self, code: str) -> int:
        if code in "1+FW":
            return self.win
        if code in "=HD":
            return self.draw
        if code in "0L":
            return self.loss
        if code == "U":
            return self.win if self.allocated is None else self.allocated
        return self.absence

    @property
    def standard(self) -> bool:
        return (self.win, self.draw, self.loss, self.absence) == (10, 5, 0, 0)


class Player(msgspec.Struct, frozen=True):
    number: int
    """Starting rank, the pairing number (TPN)."""
    name: str = ""
    rating: int = 0
    """0 for unrated."""
    games: tuple[Game, ...] = ()
    rank: int = 0
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_number: str = ""
    born: str = ""


class Byes(msgspec.Struct, frozen=True):
    """Record 240: full, half or zero points for a round not played."""

    kind: Literal["F", "H", "Z"]
    round: int
    players: tuple[int, ...]


class Acceleration(msgspec.Struct, frozen=True):
    """Record 250: points that count for pairing only, in tenths; all ranges include both ends."""

    points: int
    first_round: int
    last_round: int
    first_player: int
    last_player: int


class Prohibited(msgspec.Struct, frozen=True):
    """Record 260: no two of these meet in these rounds."""

    first_round: int
    last_round: int
    players: tuple[int, ...]


class Abnormal(msgspec.Struct, frozen=True):
    """Record 299: other points than usual, in tenths. `code` empty: a bonus or penalty on top; round 0: in
    every round (for a bonus: once)."""

    code: str
    points: int
    round: int
    players: tuple[int, ...]


class Tournament(msgspec.Struct, frozen=True):
    players: tuple[Player, ...]
    """By starting rank."""
    name: str = ""
    rounds_total: int | None = None
    initial_colour: Colour | None = None
    """Colour of number 1 in round 1 (C.04.3, 5.1)."""
    scoring: Scoring = Scoring()
    system: str = "FIDE_DUTCH"
    """Record 192."""
    tie_breaks: tuple[str, ...] = ()
    """Record 202 or 212, without PTS."""
    byes: tuple[Byes, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    prohibited: tuple[Prohibited, ...] = ()
    abnormal: tuple[Abnormal, ...] = ()
    other: tuple[tuple[str, str], ...] = ()
    """Records kept as they were, tag and text."""

    @property
    def rounds_played(self) -> int:
        """The last round somebody was paired in or was left over; absences alone are of a round to come."""
        last = 0
        for player in self.players:
            for number in range(len(player.games), last, -1):
                game = player.games[number - 1]
                if game.opponent or game.code == "U":
                    last = number
                    break
        return last

    def bye_in(self, round_number: int) -> dict[int, str]:
        """Who asked out of a round, played or to come, and how it counts."""
        found: dict[int, str] = {}
        over = round_number <= self.rounds_played
        for player in self.players:
            if len(player.games) >= round_number:
                game = player.games[round_number - 1]
                if not game.opponent and game.code in "FHZ":
                    found[player.number] = game.code
            elif over:
                found[player.number] = ABSENT.code
        for record in self.byes:
            if record.round == round_number:
                found.update(dict.fromkeys(record.players, record.kind))
        return found

    def points(self, player: Player, through: int) -> int:
        """Tenths after so many rounds, bonus and penalties included."""
        return sum(self.points_of_round(player, number) for number in range(1, through + 1)) + self.bonus(
            player.number, through
        )

    def points_of_round(self, player: Player, number: int) -> int:
        game = player.games[number - 1] if number <= len(player.games) else ABSENT
        for record in self.abnormal:
            if record.code == game.code and record.round in (0, number) and player.number in record.players:
                return record.points
        return self.scoring.of(game.code)

    def bonus(self, number: int, through: int) -> int:
        return sum(
            record.points
            for record in self.abnormal
            if not record.code and record.round <= through and number in record.players
        )
