from __future__ import annotations
import msgspec
from tournaments.pairing.dutch.contestants import Field

class NoLegalPairing(Exception):
    def __init__(self, field: Field) -> None:
        super().__init__("no complete pairing")

class Pair(msgspec.Struct, frozen=True):
    white: int
    black: int
    bracket: int
    colour_rule: str
    moved: bool
    board: tuple[int,int,int]
class BracketReport(msgspec.Struct, frozen=True):
    score: int
    moved_down: tuple[int,...]
    residents: tuple[int,...]
    downfloaters: tuple[int,...]
class RoundPairing(msgspec.Struct, frozen=True):
    round: int
    pairs: tuple[Pair,...]
    bye: int|None
    brackets: tuple[BracketReport,...]
