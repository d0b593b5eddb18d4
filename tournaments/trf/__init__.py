"""FIDE's Tournament Report File: TRF26 is read and written, TRF16 and the JaVaFo and bbpPairings
extensions are read.

`read` takes bytes and gives a `Tournament` that is consistent in itself, or raises `BadFile` with line,
record and fault; `write` gives a TRF26. Nothing here knows Django.
"""

from tournaments.trf.errors import BadFile
from tournaments.trf.model import (
    Abnormal,
    Acceleration,
    Byes,
    Colour,
    Game,
    Player,
    Prohibited,
    Scoring,
    Tournament,
)
from tournaments.trf.read import read
from tournaments.trf.write import write

__all__ = [
    "Abnormal",
    "Acceleration",
    "BadFile",
    "Byes",
    "Colour",
    "Game",
    "Player",
    "Prohibited",
    "Scoring",
    "Tournament",
    "read",
    "write",
]
