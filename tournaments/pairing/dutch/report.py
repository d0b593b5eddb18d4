"""What comes of pairing a round: boards, and why each is as it is."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

CRITERIA: Final = {
    "C5": "the bye goes to the lowest score",
    "C6": "as many pairs as possible",
    "C7": "those who float down have the lowest scores",
    "C8": "the next bracket can be paired as well as possible",
    "C9": "who gets the bye has played most",
    "C10": "topscorers and their opponents stay within two of a colour",
    "C11": "topscorers and their opponents have no colour three times running",
    "C12": "preferred colours",
    "C13": "strongly preferred colours",
    "C14": "nobody of the group floats down who floated down in the last round",
    "C15": "nobody meets a player from above who floated up in the last round",
    "C16": "nobody of the group floats down who floated down two rounds ago",
    "C17": "nobody meets a player from above who floated up two rounds ago",
    "C18": "smallest score difference for who floated down in the last round",
    "C19": "smallest score difference for who floated up in the last round",
    "C20": "smallest score difference for who floated down two rounds ago",
    "C21": "smallest score difference for who floated up two rounds ago",
}
"""In a few words each (C.04.3, article 2)."""


class Relax(StrEnum):
    """A rule that keeps a round from being paired."""

    PROHIBITED = "prohibited"
    """Pairs the organiser does not want."""
    BYE = "bye"
    """[C2]: no second free point."""
    COLOURS = "colours"
    """[C3]: absolute colour preferences."""
    REMATCH = "rematch"
    """[C1]: nobody twice."""


class NoLegalPairing(Exception):
    """No pairing of all players complies with [C1] to [C3] (1.9.3): the arbiter decides. `relaxed` are the
    rules each of which alone, when lifted, would allow one."""

    def __init__(self, relaxed: tuple[Relax, ...]) -> None:
        self.relaxed = relaxed
        would = f"; lifting one of these would allow one: {', '.join(relaxed)}" if relaxed else ""
        super().__init__(f"no legal pairing{would}")


class How(StrEnum):
    MOVED_DOWN = "moved down"
    """A player from a higher bracket against a resident (3.3, MDP-pairing)."""
    RESIDENTS = "residents"
    """Two of the same scoregroup."""


class Pair(msgspec.Struct, frozen=True):
    white: int
    black: int
    white_score: int
    """Tenths, with fictitious points."""
    black_score: int
    bracket: int
    """Index into the brackets of the round."""
    how: How
    colours_by: str
    """Paragraph of article 5 that decided."""


class BracketReport(msgspec.Struct, frozen=True):
    score: int
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    downfloaters: tuple[int, ...]
    exchanges: int
    """How many changed between the halves S1 and S2 (4.3); 0 when only S2 was rearranged, if that."""
    missed: dict[str, int]
    """What could not be kept, by criterion: so many players or pairs."""


class RoundPairing(msgspec.Struct, frozen=True):
    round: int
    pairs: tuple[Pair, ...]
    """In order of boards (C.04.2)."""
    bye: int | None
    brackets: tuple[BracketReport, ...]

    def boards(self) -> list[tuple[int, int]]:
        """White and Black, 0 for the bye."""
        found = [(pair.white, pair.black) for pair in self.pairs]
        return found if self.bye is None else [*found, (self.bye, 0)]

    def why(self, number: int) -> str:
        """One player's pairing in a sentence."""
        if number == self.bye:
            return f"Player {number} has the bye: {CRITERIA['C5']}."
        for pair in self.pairs:
            if number in (pair.white, pair.black):
                return self._why(pair)
        return f"Player {number} is not in this round."

    def _why(self, pair: Pair) -> str:
        bracket = self.brackets[pair.bracket]
        group = f"the group of {bracket.score / 10:g} points"
        text = f"Both are in {group}."
        if pair.how is How.MOVED_DOWN:
            text = f"One floated down into {group}, the other is of it."
        if bracket.missed:
            kept = "; ".join(f"{CRITERIA[name]} ({name}: {count})" for name, count in bracket.missed.items())
            text += f" Not wholly kept there: {kept}."
        return f"{text} Colours by {pair.colours_by}."
