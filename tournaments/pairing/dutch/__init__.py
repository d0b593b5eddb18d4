"""FIDE's Dutch system (C.04.3, edition of 1 February 2026): `pair` gives the next round of a tournament, the
same for the same input whatever its order, with the reasons for every pairing.

A bracket is first paired by counting (`natural`); where that decides nothing, it is weighed (`exact`).
"""

from tournaments.pairing.dutch.outlook import pair, why_down
from tournaments.pairing.dutch.report import (
    CRITERIA,
    BracketReport,
    How,
    NoLegalPairing,
    Pair,
    Relax,
    RoundPairing,
)

__all__ = [
    "CRITERIA",
    "BracketReport",
    "How",
    "NoLegalPairing",
    "Pair",
    "Relax",
    "RoundPairing",
    "pair",
    "why_down",
]
