"""Tie-breaks by name, and each value opened down to the games it is made of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.crosstable import Cell
from tournaments.ranking import Line, Part, Value

NAMES = {
    "AOS": _lazy("Average of opponents"),
    "DE": _lazy("Direct encounter"),
    "WIN": _lazy("Wins"),
    "WON": _lazy("Games won"),
    "SEC": _lazy("Second places"),
    "SHARE": _lazy("Share of the points of the game"),
    "BH": _lazy("Buchholz"),
    "FB": _lazy("Fore Buchholz"),
    "SB": _lazy("Sonneborn-Berger"),
    "PS": _lazy("Progressive score"),
    "KS": _lazy("Koya"),
    "ARO": _lazy("Average rating of opponents"),
    "AOB": _lazy("Average of opponents’ Buchholz"),
    "BPG": _lazy("Games with the second seat"),
    "BWG": _lazy("Games won with the second seat"),
    "REP": _lazy("Rounds not missed by choice"),
    "STD": _lazy("Standard points"),
    "TPR": _lazy("Performance rating"),
    "PTP": _lazy("Perfect performance"),
    "APRO": _lazy("Average performance of opponents"),
    "APPO": _lazy("Average perfect performance of opponents"),
    "RTNG": _lazy("Rating"),
    "TPN": _lazy("Pairing number"),
    "PTS": _lazy("Points"),
}

EXPLAINED = {
    "AOS": _lazy("The average final score of the opponents met, each meeting counted."),
    "DE": _lazy("Only what happened between those who are still level."),
    "WIN": _lazy("Rounds with as many points as a win gives."),
    "WON": _lazy("Games won at the board."),
    "SEC": _lazy("Second places, shared ones included."),
    "SHARE": _lazy("The sum of one’s shares of the points of the game at one’s tables."),
    "BH": _lazy("The sum of the final scores of the opponents."),
    "FB": _lazy("Buchholz as if all games of the last round had been drawn."),
    "SB": _lazy("Each opponent’s final score times the points made against them."),
    "PS": _lazy("The scores after every round, added up."),
    "KS": _lazy("Points made against opponents with at least half of all points."),
    "ARO": _lazy("The average rating of the opponents met."),
}

HOW = {
    "dummy": _lazy("not played: counts as an opponent with one’s own score"),
    "16.2.1": _lazy("a bye"),
    "16.2.2": _lazy("won without a game"),
    "16.2.3": _lazy("a bye on request"),
    "16.2.4": _lazy("lost without a game"),
    "16.2.5": _lazy("a bye on request, and nothing after it"),
}
"""Rounds that were not played, by article of C.07."""


def name_of(code: str) -> str:
    """With what is cut: "Buchholz, lowest left out"."""
    base, *modifiers = code.split("/")
    words = str(NAMES.get(base, base))
    for modifier in modifiers:
        words = f"{words}, {_modifier(modifier)}"
    return words


def _modifier(modifier: str) -> str:
    number = "".join(re.findall(r"\d+", modifier)) or "1"
    match modifier[:1]:
        case "C" if number == "1":
            return _("lowest left out")
        case "C":
            return _("%(n)s lowest left out") % {"n": number}
        case "M":
            return _("highest and lowest left out")
        case "P":
            return _("forfeits count as games")
        case "F":
            return _("fore")
        case "R":
            return _("reversed")
        case _:
            return modifier


def explained(code: str) -> str:
    return str(EXPLAINED.get(code.split("/")[0], ""))


@dataclass(frozen=True)
class PartView:
    part: Part
    cell: Cell | None
    """What the player of the line did in that round."""

    @property
    def text(self) -> str:
        return f"{float(self.part.value):.3f}".rstrip("0").rstrip(".")

    @property
    def how(self) -> str:
        return str(HOW.get(self.part.how, "" if self.part.how in ("played", "") else self.part.how))


@dataclass(frozen=True)
class ValueView:
    value: Value
    name: str
    explained: str
    parts: Sequence[PartView]

    @property
    def code(self) -> str:
        return self.value.code

    @property
    def anchor(self) -> str:
        return self.value.code.replace("/", "-")


def opened(line: Line) -> list[ValueView]:
    cells: Mapping[int, Cell] = {cell.number: cell for cell in line.cells}
    return [
        ValueView(
            value,
            name_of(value.code),
            explained(value.code),
            [PartView(part, cells.get(part.round)) for part in value.parts],
        )
        for value in line.values
    ]
