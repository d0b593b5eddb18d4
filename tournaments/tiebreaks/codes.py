"""Names of tie-breaks as regulations and record 202 write them, like BH, BH/C1, SB, DE/P, KS/L1."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from tournaments.tiebreaks import own, ratings, sums
from tournaments.tiebreaks.derived import Derived, tenths
from tournaments.tiebreaks.rounds import Event, Record

Function: TypeAlias = Callable[[Event, Record], Derived]


class UnknownTieBreak(ValueError):
    """No tie-break of that name, or not with that modifier."""


class Code(NamedTuple):
    name: str
    lowest: int = 0
    highest: int = 0
    as_played: bool = False
    fore: bool = False
    reverse: bool = False
    limit: int = 0


ALIASES: Final = {
    "GE": "REP",
    "BHC1": "BH/C1",
    "BHC2": "BH/C2",
    "BHM1": "BH/M1",
    "BHM2": "BH/M2",
    "SBC1": "SB/C1",
    "PSC1": "PS/C1",
    "AROC1": "ARO/C1",
}
MODIFIERS: Final = {
    "BH": "CMP",
    "FB": "CMP",
    "SB": "CP",
    "PS": "C",
    "ARO": "CM",
    "DE": "P",
    "AOB": "F",
    "KS": "L",
    "RTNG": "R",
    "TPN": "R",
}
"""Which each takes (article 14): cut, median, forfeits as played, fore, Koya limit, reversed."""
SIMPLE: Final[dict[str, Function]] = {
    "PTS": lambda event, me: tenths(me.score),
    "WIN": own.wins,
    "WON": own.games_won,
    "BPG": own.games_with_black,
    "BWG": own.games_won_with_black,
    "REP": own.rounds_elected,
    "STD": own.standard_points,
    "TPR": ratings.performance,
    "PTP": ratings.perfect_performance,
    "APRO": lambda event, me: ratings.average_of(event, me, perfect=False),
    "APPO": lambda event, me: ratings.average_of(event, me, perfect=True),
}
NAMES: Final = frozenset({*SIMPLE, *MODIFIERS})


def parse(text: str) -> Code:
    written = text.strip().upper()
    name, *modifiers = ALIASES.get(written.replace("-", ""), re.sub(r"-(?=[A-Z])", "/", written)).split("/")
    if name not in NAMES:
        raise UnknownTieBreak(f"there is no tie-break {text!r}")
    code = Code(name)
    for modifier in modifiers:
        if not modifier or modifier[0] not in MODIFIERS.get(name, ""):
            raise UnknownTieBreak(f"{name} has no modifier {modifier!r}")
        code = _modified(code, modifier, text)
    return code


def _modified(code: Code, modifier: str, text: str) -> Code:
    if modifier in ("C1", "C2"):
        return code._replace(lowest=int(modifier[1]))
    if modifier in ("M1", "M2"):
        return code._replace(lowest=int(modifier[1]), highest=int(modifier[1]))
    if modifier == "P":
        return code._replace(as_played=True)
    if modifier == "F":
        return code._replace(fore=True)
    if modifier == "R":
        return code._replace(reverse=True)
    if re.fullmatch(r"L[+-]?\d{1,2}", modifier):
        return code._replace(limit=int(modifier[1:]))
    raise UnknownTieBreak(f"{text!r}: {modifier!r} is no modifier")


def derive(event: Event, me: Record, code: Code) -> Derived:
    """The value of one participant; DE is not of one but of a tie (`encounter`)."""
    match code.name:
        case "BH" | "FB":
            fore = code.name == "FB"
            found = sums.buchholz(event, me, code.lowest, code.highest, fore=fore, as_played=code.as_played)
        case "SB":
            found = sums.sonneborn_berger(event, me, code.lowest, code.highest, as_played=code.as_played)
        case "AOB":
            found = sums.average_buchholz(event, me, fore=code.fore)
        case "KS":
            found = sums.koya(event, me, code.limit)
        case "PS":
            found = own.progress(event, me, code.lowest)
        case "ARO":
            found = ratings.average(event, me, code.lowest, code.highest)
        case "TPN":
            found = own.pairing_number(event, me)
        case "RTNG":
            found = ratings.rating(event, me)
        case name:
            found = SIMPLE[name](event, me)
    return found


def lowest_first(code: Code) -> bool:
    """Of pairing numbers the lower comes first (7.8), of all else the higher; `/R` turns that about."""
    return (code.name == "TPN") != code.reverse
