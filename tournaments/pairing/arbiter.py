"""What an arbiter asks of a tournament report file: the next round, standings, whether the pairings are
right. Text and JSON for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from tournaments.pairing.dutch import BracketReport, NoLegalPairing, RoundPairing, pair, why_down
from tournaments.tiebreaks import Derived, Edition, Row, standings
from tournaments.trf import Tournament

TIE_BREAKS: Final = ("BH/C1", "BH", "SB", "DE", "WIN")
"""Where the file names none; C.07 knows no default, and none of these needs ratings."""


def next_round(tournament: Tournament) -> RoundPairing | NoLegalPairing:
    try:
        return pair(tournament)
    except NoLegalPairing as error:
        return error


def next_round_json(found: RoundPairing | NoLegalPairing) -> dict[str, Any]:
    if isinstance(found, NoLegalPairing):
        return {"pairs": None, "error": "no_legal_pairing"}
    return {"pairs": [list(board) for board in found.boards()]}


def next_round_text(tournament: Tournament, found: RoundPairing | NoLegalPairing) -> str:
    if isinstance(found, NoLegalPairing):
        return str(found)
    names = _names(tournament)
    lines = [f"Round {found.round}"]
    for board, each in enumerate(found.pairs, 1):
        white = f"{names[each.white]} ({each.white_score / 10:g})"
        black = f"{names[each.black]} ({each.black_score / 10:g})"
        lines.append(f"{board:3}  {white:>42} - {black:<42}  {each.colours_by}")
    if found.bye is not None:
        lines.append(f"     {names[found.bye]:>42}   bye")
    reasons = why_down(tournament, found.round)
    for bracket in found.brackets:
        if bracket.missed or bracket.downfloaters:
            lines.append(f"     {_of_bracket(bracket, reasons)}")
    return "\n".join(lines)


def _of_bracket(bracket: BracketReport, reasons: dict[int, list[str]]) -> str:
    """Takes the reasons it tells out of `reasons`: a player may float through several brackets."""
    parts = []
    down = [f"{number} ({reasons[number].pop(0)})" for number in bracket.downfloaters if reasons.get(number)]
    if down:
        parts.append(f"down: {', '.join(down)}")
    if bracket.missed:
        parts.append(f"not kept: {', '.join(f'{name} {count}' for name, count in bracket.missed.items())}")
    return f"[{bracket.score / 10:g}] {'; '.join(parts) or 'the bye'}"


def standings_of(
    tournament: Tournament, tie_breaks: Sequence[str], edition: Edition
) -> tuple[list[str], list[Row]]:
    """The order used and the rows; raises `UnknownTieBreak`."""
    order = list(tie_breaks or tournament.tie_breaks or TIE_BREAKS)
    return order, standings(tournament, order, edition=edition)


def standings_json(order: Sequence[str], rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "tie_breaks": list(order),
        "standings": [
            {
                "rank": row.rank,
                "player": row.number,
                "points": row.points / 10,
                "values": [None if v.value is None else float(v.value) for v in row.values],
                "parts": [[_part(part) for part in value.parts] for value in row.values],
            }
            for row in rows
        ],
    }


def _part(part: Any) -> dict[str, Any]:
    return {
        "round": part.round,
        "opponent": part.opponent,
        "value": float(part.value),
        "how": part.how,
        "cut": part.cut,
    }


def standings_text(tournament: Tournament, order: Sequence[str], rows: Sequence[Row]) -> str:
    names = _names(tournament)
    lines = [f"{'':3} {'':38} {'PTS':>5} " + " ".join(f"{code:>8}" for code in order)]
    for row in rows:
        values = " ".join(f"{written(value):>8}" for value in row.values)
        lines.append(f"{row.rank:3} {names[row.number]:38.38} {row.points / 10:5.1f} {values}")
    return "\n".join(lines)


def written(derived: Derived) -> str:
    """A value as it is printed: no decimals it does not need."""
    value = derived.value
    if value is None:
        return "-"
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.2f}".rstrip("0") if (value * 100).denominator == 1 else str(Fraction(value))


def differences(tournament: Tournament) -> list[tuple[int, list[tuple[int, int]], list[tuple[int, int]]]]:
    """Each round that was paired otherwise: its number, boards only in the file, boards only by the rules."""
    found = []
    for number in range(1, tournament.rounds_played + 1):
        stored = _boards(tournament, number)
        try:
            ours = set(pair(tournament, number).boards())
        except NoLegalPairing:
            ours = set()
        if stored != ours:
            found.append((number, sorted(stored - ours), sorted(ours - stored)))
    return found


def _boards(tournament: Tournament, number: int) -> set[tuple[int, int]]:
    boards: set[tuple[int, int]] = set()
    for player in tournament.players:
        if len(player.games) < number:
            continue
        game = player.games[number - 1]
        if game.opponent and game.colour == "w":
            boards.add((player.number, game.opponent))
        elif game.code == "U":
            boards.add((player.number, 0))
    return boards


def check_text(tournament: Tournament) -> tuple[bool, str]:
    """Whether every round played is paired by the rules, and what to print."""
    found = {number: (stored, ours) for number, stored, ours in differences(tournament)}
    lines = []
    for number in range(1, tournament.rounds_played + 1):
        if number not in found:
            lines.append(f"round {number}: as by the rules")
            continue
        stored, ours = found[number]
        lines.append(f"round {number}: differs")
        lines += [f"    in the file   {white}-{black}" for white, black in stored]
        lines += [f"    by the rules  {white}-{black}" for white, black in ours]
        if not ours:
            lines.append("    by the rules no legal pairing")
    return not found, "\n".join(lines)


def _names(tournament: Tournament) -> dict[int, str]:
    return {player.number: f"{player.number} {player.name}".strip() for player in tournament.players}
