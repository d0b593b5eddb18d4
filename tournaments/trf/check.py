"""Faults that only show when records are held against each other."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.trf.fields import Line
from tournaments.trf.model import ABSENT, ANSWER, Game, Player, Tournament


def check(
    tournament: Tournament,
    at: Mapping[int, Line],
    claims: Mapping[int, int | None],
    rounds_at: Line | None,
) -> None:
    """Raises `BadFile`. `at` is where each player stands, `claims` the points their records give."""
    players = {player.number: player for player in tournament.players}
    _opponents(players, at)
    _rounds(tournament, at, rounds_at)
    through = tournament.rounds_played
    _one_left_over(tournament, at, through)
    coming = tournament.bye_in(through + 1)
    for player in tournament.players:
        claim = claims[player.number]
        points = tournament.points(player, through)
        allowed = {points}
        if player.number in coming:
            # JaVaFo counts an absence already when the round is still to be paired.
            allowed.add(points + tournament.scoring.of(coming[player.number]))
        if claim is not None and claim not in allowed:
            raise at[player.number].fault(
                f"the points are {written(claim)}, yet the results make {written(points)}"
            )


def written(points: int) -> str:
    return f"{points / 10:.1f}"


def _opponents(players: Mapping[int, Player], at: Mapping[int, Line]) -> None:
    for player in players.values():
        for number, game in enumerate(player.games, 1):
            if not game.opponent:
                continue
            line = at[player.number]
            if game.opponent == player.number:
                raise line.fault(f"round {number}: the player is their own opponent")
            if game.opponent not in players:
                raise line.fault(f"round {number}: there is no player {game.opponent}")
            _game(line, player, game, players[game.opponent], number, at)


def _game(line: Line, player: Player, game: Game, other: Player, number: int, at: Mapping[int, Line]) -> None:
    back = other.games[number - 1] if number <= len(other.games) else ABSENT
    if back.opponent != player.number:
        named = f"names player {back.opponent}" if back.opponent else "names nobody"
        there = at[other.number].number
        raise line.fault(f"round {number}: the opponent is player {other.number}, who {named} (line {there})")
    if game.colour is not None and game.colour == back.colour:
        raise line.fault(f"round {number}: player {other.number} has the same colour")
    if back.code not in ANSWER[game.code]:
        raise line.fault(f"round {number}: result {game.code!r}, yet player {other.number} has {back.code!r}")


def _rounds(tournament: Tournament, at: Mapping[int, Line], rounds_at: Line | None) -> None:
    total = tournament.rounds_total
    if total is None:
        return
    for player in tournament.players:
        if len(player.games) > total:
            where = f" (line {rounds_at.number})" if rounds_at else ""
            raise at[player.number].fault(
                f"has {len(player.games)} rounds of results; the tournament has {total}{where}"
            )


def _one_left_over(tournament: Tournament, at: Mapping[int, Line], through: int) -> None:
    for number in range(1, through + 1):
        left = [
            p.number for p in tournament.players if len(p.games) >= number and p.games[number - 1].code == "U"
        ]
        if len(left) > 1:
            raise at[left[1]].fault(
                f"round {number}: a second pairing-allocated bye, player {left[0]} has one already"
            )
