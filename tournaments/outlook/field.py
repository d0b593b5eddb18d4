"""The input: points now and rounds to come."""

from __future__ import annotations

import msgspec

from tournaments.outlook.scoring import Scoring


class Line(msgspec.Struct, frozen=True):
    player: int
    points: int
    """All that is certain: matches of the round under way that are over, and its byes, included."""
    playing: bool = True
    """False for who has left: no round that is not paired yet gives such a player anything."""


class Field(msgspec.Struct, frozen=True):
    scoring: Scoring
    lines: list[Line]
    paired: list[list[tuple[int, ...]]] = []
    """Rounds whose pairings are known, each as its matches or tables that are not over. A Swiss has at
    most one, a round robin all that are left."""
    open_rounds: int = 0
    """Rounds still to be paired; any pairing is thought possible."""
    irregular: bool = True
    """Anybody may still leave, ask for a bye, or be left without points by a decision. False: everybody
    who is playing plays on and every match is decided by play, which makes bounds closer. Nobody enters
    any more either way."""


class Bounds(msgspec.Struct, frozen=True):
    """No rank outside can be reached; whether each inside can is not promised. Ties on points count in
    favour for the best, against for the worst, whatever tie-breaks there are."""

    best: int
    worst: int
