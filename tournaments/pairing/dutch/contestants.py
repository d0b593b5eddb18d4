"""What C.04.3 wants to know about every player who can be paired in a round, from the rounds before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tournaments.pairing import baku
from tournaments.pairing.dutch.colours import Preference, preference
from tournaments.pairing.dutch.report import Relax
from tournaments.trf.model import ABSENT, Player, Tournament

DOWN: Final = 1
UP: Final = -1
LEVEL: Final = 0


class Contestant:
    """One available player; article numbers are those of C.04.3 (2026)."""

    __slots__ = (
        "colours",
        "difference",
        "floats",
        "index",
        "number",
        "odd",
        "pab",
        "points",
        "preference",
        "score",
        "topscorer",
        "unplayed",
    )

    def __init__(self, number: int, score: int, points: int) -> None:
        self.number = number
        """TPN."""
        self.score = score
        """Tenths, with fictitious points: what brackets are made of."""
        self.points = points
        self.index = 0
        """Position among the available players in the order of article 1.2; bit of the masks."""
        self.odd = True
        """Whether the TPN is odd when only players who have entered the tournament are counted (5.2.5)."""
        self.colours: list[int] = []
        """Of games played, +1 White, -1 Black (1.6)."""
        self.difference = 0
        self.preference = Preference(0, 0)
        self.floats = (LEVEL, LEVEL)
        """In the last round and in the one before (1.4)."""
        self.unplayed = 0
        """Rounds not played over the board, for [C9]."""
        self.pab = True
        """Whether [C2] lets them have the pairing-allocated bye."""
        self.topscorer = False
        """Article 1.8."""


class Field:
    """All players to be paired in a round, in order (1.2), and who may meet whom."""

    def __init__(self, players: Sequence[Contestant], may_meet: Sequence[int], round_number: int) -> None:
        self.players = players
        self.may_meet = may_meet
        """For each index the mask of those whom [C1], [C3] and prohibited pairs leave."""
        self.round = round_number


EVERYTHING: Final = frozenset(Relax)


def field_of(tournament: Tournament, round_number: int, rules: frozenset[Relax] = EVERYTHING) -> Field:
    """The field of a round, from what was played before it; of the rules that can make a round impossible,
    with these."""
    past = _Past(tournament, round_number)
    chosen = _available(tournament, past)
    last = tournament.rounds_total is not None and round_number >= tournament.rounds_total
    half = tournament.scoring.win * (round_number - 1) / 2
    for index, (contestant, player) in enumerate(chosen):
        contestant.index = index
        contestant.topscorer = last and contestant.points > half
        _remember(contestant, player, past)
        contestant.pab = contestant.pab or Relax.BYE not in rules
    contestants = [contestant for contestant, _ in chosen]
    index_of = {contestant.number: contestant.index for contestant in contestants}
    met: list[list[int]] = [[] for _ in chosen]
    if Relax.REMATCH in rules:
        for contestant, player in chosen:
            games = player.games[: round_number - 1]
            met[contestant.index] = [
                index_of[g.opponent] for g in games if g.played and g.opponent in index_of
            ]
    prohibited = [
        [index_of[number] for number in record.players if number in index_of]
        for record in tournament.prohibited
        if record.first_round <= round_number <= record.last_round and Relax.PROHIBITED in rules
    ]
    return Field(contestants, _may_meet(contestants, met, prohibited, Relax.COLOURS in rules), round_number)


class _Past:
    """Scores as they were before each round up to the one to be paired."""

    def __init__(self, tournament: Tournament, round_number: int) -> None:
        self.tournament = tournament
        self.round = round_number
        self.virtual = baku.virtual_points(tournament)
        self.points: dict[int, list[int]] = {}
        for player in tournament.players:
            row = [0]
            for number in range(1, round_number):
                row.append(row[-1] + tournament.points_of_round(player, number))
            if tournament.abnormal:
                row = [p + tournament.bonus(player.number, number) for number, p in enumerate(row)]
            self.points[player.number] = row

    def score(self, player: int, round_number: int) -> int:
        """For pairing that round: fictitious points included."""
        return self.points[player][round_number - 1] + self.virtual(player, round_number)


def _available(tournament: Tournament, past: _Past) -> list[tuple[Contestant, Player]]:
    """Those to be paired, in the order of article 1.2."""
    away = tournament.bye_in(past.round)
    entered = 0
    chosen: list[tuple[Contestant, Player]] = []
    for player in tournament.players:
        here = player.number not in away
        if not here and not _has_entered(player, past.round):
            continue
        entered += 1
        if here:
            points = past.points[player.number][past.round - 1]
            contestant = Contestant(player.number, past.score(player.number, past.round), points)
            contestant.odd = entered % 2 == 1
            chosen.append((contestant, player))
    return sorted(chosen, key=lambda pair: (-pair[0].score, pair[0].number))


def _has_entered(player: Player, round_number: int) -> bool:
    """Late entrants count for the parity of 5.2.5 from the first round they are paired or left over in."""
    return any(game.opponent or game.code == "U" for game in player.games[: round_number - 1])


def _remember(me: Contestant, player: Player, past: _Past) -> None:
    tournament, scoring = past.tournament, past.tournament.scoring
    floats = [LEVEL, LEVEL]
    for number in range(1, past.round):
        game = player.games[number - 1] if number <= len(player.games) else ABSENT
        ago = past.round - 1 - number
        if game.played:
            me.colours.append(1 if game.colour == "w" else -1)
            if ago < 2:
                mine, theirs = past.score(player.number, number), past.score(game.opponent, number)
                floats[ago] = DOWN if mine > theirs else UP if mine < theirs else LEVEL
            continue
        me.unplayed += 1
        points = tournament.points_of_round(player, number)
        if game.code == "U" or points >= scoring.win:
            me.pab = False
        if ago < 2 and (game.code == "U" or points > scoring.loss):
            floats[ago] = DOWN
    me.floats = (floats[0], floats[1])
    me.difference = sum(me.colours)
    me.preference = preference(me.colours)


def _may_meet(
    players: Sequence[Contestant],
    met: Sequence[Iterable[int]],
    prohibited: Iterable[Sequence[int]],
    by_colours: bool,
) -> list[int]:
    everybody = (1 << len(players)) - 1
    absolute = {1: 0, -1: 0}
    topscorers = 0
    for player in players:
        if player.preference.absolute:
            absolute[player.preference.colour] |= 1 << player.index
        if player.topscorer:
            topscorers |= 1 << player.index
    masks: list[int] = []
    for player in players:
        mask = everybody & ~(1 << player.index)
        for other in met[player.index]:
            mask &= ~(1 << other)  # [C1]
        if by_colours and player.preference.absolute and not player.topscorer:
            mask &= ~(absolute[player.preference.colour] & ~topscorers)  # [C3]
        masks.append(mask)
    for group in prohibited:
        together = 0
        for index in group:
            together |= 1 << index
        for index in group:
            masks[index] &= ~together
    return masks
