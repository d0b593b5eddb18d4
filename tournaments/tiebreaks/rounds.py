"""A tournament's rounds as C.07 looks at them: what was played, what was not and why (article 16).

Scores are tenths of a point.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from tournaments.trf.model import ABSENT, Player, Tournament

Edition: TypeAlias = Literal[2024, 2026]
"""C.07 as applied from August 2024 or from March 2026."""
CURRENT: Final[Edition] = 2026


class Kind(StrEnum):
    """Article 16.2."""

    PLAYED = "played"
    GIVEN = "16.2.1"
    """A pairing-allocated or full-point bye."""
    FORFEIT_WIN = "16.2.2"
    EARLY_BYE = "16.2.3"
    """Requested, and the player came back for a later round."""
    FORFEIT_LOSS = "16.2.4"
    LATE_BYE = "16.2.5"
    """Requested, and nothing but requested byes and forfeit losses after it."""


class Round(NamedTuple):
    number: int
    opponent: int
    """Scheduled; 0 for none."""
    white: bool | None
    points: int
    code: str
    kind: Kind

    @property
    def voluntary(self) -> bool:
        """A voluntary unplayed round, VUR (16.1.2)."""
        return self.kind in (Kind.EARLY_BYE, Kind.FORFEIT_LOSS, Kind.LATE_BYE)


class Record(NamedTuple):
    """One participant over the completed rounds."""

    player: Player
    rounds: tuple[Round, ...]
    score: int
    adjusted: int
    """The score in the tie-breaks of opponents (16.3): a late bye counts as a draw."""
    fore: int
    """The same if all paired games of the last round were drawn (8.3)."""
    fore_score: int


class Event(NamedTuple):
    tournament: Tournament
    records: dict[int, Record]
    through: int
    edition: Edition


def event_of(tournament: Tournament, through: int | None = None, edition: Edition = CURRENT) -> Event:
    """After so many rounds; all that are complete if not said."""
    last = tournament.rounds_played if through is None else through
    records = {player.number: _record(tournament, player, last) for player in tournament.players}
    return Event(tournament, records, last, edition)


def _record(tournament: Tournament, player: Player, through: int) -> Record:
    rounds: list[Round] = []
    only_voluntary = True
    for number in range(through, 0, -1):
        game = player.games[number - 1] if number <= len(player.games) else ABSENT
        kind = _kind(game.code, trailing=only_voluntary)
        points = tournament.points_of_round(player, number)
        white = None if game.colour is None else game.colour == "w"
        rounds.append(Round(number, game.opponent, white, points, game.code, kind))
        only_voluntary = only_voluntary and rounds[-1].voluntary
    rounds.reverse()
    draw = tournament.scoring.draw
    score = tournament.points(player, through)
    late = sum(draw - r.points for r in rounds if r.kind is Kind.LATE_BYE)
    fore_score = fore = score
    if rounds and rounds[-1].opponent:
        # A drawn last round is no VUR, so no bye before it is a late one.
        fore_score = fore = score - rounds[-1].points + draw
    else:
        fore = score + late
    return Record(player, tuple(rounds), score, score + late, fore, fore_score)


def _kind(code: str, *, trailing: bool) -> Kind:
    if code in "UF":
        return Kind.GIVEN
    if code == "+":
        return Kind.FORFEIT_WIN
    if code == "-":
        return Kind.FORFEIT_LOSS
    if code in "HZ":
        return Kind.LATE_BYE if trailing else Kind.EARLY_BYE
    return Kind.PLAYED
