"""A `Tournament` as TRF26: lines end with CR LF, letters are UTF-8, columns count characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.trf.model import Game, Player, Scoring, Tournament


def write(tournament: Tournament) -> bytes:
    lines = [f"012 {tournament.name}".rstrip()]
    lines += [f"{tag} {text}".rstrip() for tag, text in tournament.other]
    if tournament.rounds_total is not None:
        lines.append(f"142 {tournament.rounds_total}")
    if tournament.initial_colour is not None:
        lines.append(f"152 {tournament.initial_colour.upper()}")
    lines += _scoring(tournament.scoring)
    lines.append(f"192 {tournament.system}")
    if tournament.tie_breaks:
        lines.append(f"202 {','.join(tournament.tie_breaks)}")
        lines.append(f"212 {','.join(('PTS', *tournament.tie_breaks))}")
    through = tournament.rounds_played
    lines += [_player(tournament, player, through) for player in tournament.players]
    lines += [f"240 {byes.kind} {byes.round:03} {_ids(byes.players)}" for byes in tournament.byes]
    lines += [
        f"250      {_points(a.points)} {a.first_round:03} {a.last_round:03}"
        f" {a.first_player:4} {a.last_player:4}"
        for a in tournament.accelerations
    ]
    lines += [
        f"260 {pair.first_round:03} {pair.last_round:03} {_ids(pair.players)}"
        for pair in tournament.prohibited
    ]
    lines += [
        f"299 { ({'1': 'W', '=': 'D', '0': 'L'}.get(a.code, a.code) or ' '):9}{_points(a.points)}"
        f"  {a.round:03} {_ids(a.players)}"
        for a in tournament.abnormal
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()


def _scoring(scoring: Scoring) -> list[str]:
    fields = [] if scoring.standard else [("W", scoring.win), ("D", scoring.draw), ("L", scoring.loss)]
    if scoring.absence:
        fields.append(("A", scoring.absence))
    if scoring.allocated is not None:
        fields.append(("P", scoring.allocated))
    if not fields:
        return []
    return ["162  " + "    ".join(f"{code}{_points(points)}" for code, points in fields)]


def _player(tournament: Tournament, player: Player, through: int) -> str:
    head = (
        f"001 {player.number:4} {player.sex[:1]:1}{player.title[:3]:>3} {_column(player.name, 33)} "
        f"{player.rating or '':>4} {player.federation[:3]:3} {player.fide_number[:11]:>11} "
        f"{player.born[:10]:10} "
        f"{_points(tournament.points(player, through))} {player.rank or '':>4}"
    )
    return "".join([head, *map(_game, player.games)]).rstrip()


def _column(text: str, width: int) -> str:
    flat = " ".join(text.split())
    return flat[:width].ljust(width)


def _game(game: Game) -> str:
    opponent = f"{game.opponent:4}" if game.opponent else "0000"
    return f"  {opponent} {game.colour or '-'} {game.code}"


def _points(points: int) -> str:
    return f"{points / 10:4.1f}"


def _ids(players: Sequence[int] | Iterable[int]) -> str:
    return " ".join(f"{number:4}" for number in players)
