"""Tie-breaks by name, and each value opened down to the games it is made of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.crosstable import Cell
from tournaments.ranking import Line, Part, Value

NAMES = {
    "AOS": gettext_lazy("Average of opponents"),
    "DE": gettext_lazy("Direct encounter"),
    "WIN": gettext_lazy("Wins"),
    "WON": gettext_lazy("Games won"),
    "SEC": gettext_lazy("Second places"),
    "SHARE": gettext_lazy("Share of the points of the game"),
    "BH": gettext_lazy("Buchholz"),
    "FB": gettext_lazy("Fore Buchholz"),
    "SB": gettext_lazy("Sonneborn-Berger"),
    "PS": gettext_lazy("Progressive score"),
    "KS": gettext_lazy("Koya"),
    "ARO": gettext_lazy("Average rating of opponents"),
    "AOB": gettext_lazy("Average of opponents’ Buchholz"),
    "BPG": gettext_lazy("Games with the second seat"),
    "BWG": gettext_lazy("Games won with the second seat"),
    "REP": gettext_lazy("Rounds not missed by choice"),
    "STD": gettext_lazy("Standard points"),
    "TPR": gettext_lazy("Performance rating"),
    "PTP": gettext_lazy("Perfect performance"),
    "APRO": gettext_lazy("Average performance of opponents"),
    "APPO": gettext_lazy("Average perfect performance of opponents"),
    "RTNG": gettext_lazy("Rating"),
    "TPN": gettext_lazy("Pairing number"),
    "PTS": gettext_lazy("Points"),
}

EXPLAINED = {
    "AOS": gettext_lazy("The average final score of the opponents met, each meeting counted."),
    "DE": gettext_lazy("Only what happened between those who are still level."),
    "WIN": gettext_lazy("Rounds with as many points as a win gives."),
    "WON": gettext_lazy("Games won at the board."),
    "SEC": gettext_lazy("Second places, shared ones included."),
    "SHARE": gettext_lazy("The sum of one’s shares of the points of the game at one’s tables."),
    "BH": gettext_lazy("The sum of the final scores of the opponents."),
    "FB": gettext_lazy("Buchholz as if all games of the last round had been drawn."),
    "SB": gettext_lazy("Each opponent’s final score times the points made against them."),
    "PS": gettext_lazy("The scores after every round, added up."),
    "KS": gettext_lazy("Points made against opponents with at least half of all points."),
    "ARO": gettext_lazy("The average rating of the opponents met."),
}

HOW = {
    "dummy": gettext_lazy("not played: counts as an opponent with one’s own score"),
    "16.2.1": gettext_lazy("a bye"),
    "16.2.2": gettext_lazy("won without a game"),
    "16.2.3": gettext_lazy("a bye on request"),
    "16.2.4": gettext_lazy("lost without a game"),
    "16.2.5": gettext_lazy("a bye on request, and nothing after it"),
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
