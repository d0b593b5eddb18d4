"""Sheets to print: all lines of a list, nothing of the site around it."""

from __future__ import annotations

from typing import Any

from tournaments.gather.boards import board_of
from tournaments.gather.orders import name_of
from tournaments.gather.tables import tables_of
from tournaments.gather.wording import clock_words, in_words
from tournaments.models import Tournament
from tournaments.ranking import order_of

SHEETS = ("pairings", "standings", "crosstable")


def sheet(tournament: Tournament, what: str, number: int | None) -> dict[str, Any] | None:
    """None if there is no such sheet or round."""
    if what not in SHEETS:
        return None
    rounds = tournament.rounds.order_by("-number")
    round_ = rounds.first() if number is None else rounds.filter(number=number).first()
    if round_ is None:
        return None
    latest = number is None
    board = board_of(tournament, through=None if latest or what == "pairings" else number)
    order = order_of(tournament)
    return {
        "tournament": tournament,
        "what": what,
        "round": round_,
        "words": in_words(tournament, len(board)),
        "clock": clock_words(tournament),
        "board": board,
        "order": [(code, name_of(code)) for code in order],
        "numbers": range(1, max((len(line.cells) for line in board), default=0) + 1),
        "tables": tables_of(round_, None, board) if what == "pairings" else [],
        "byes": round_.pairings.exclude(bye="").select_related("entry__user").order_by("entry__rank")
        if what == "pairings"
        else [],
    }
