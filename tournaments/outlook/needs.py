"""What a player needs for a rank, and what the round under way can do to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from tournaments.outlook.ceiling import Ceiling
from tournaments.outlook.field import Bounds, Field
from tournaments.outlook.gains import open_layouts, outcomes
from tournaments.outlook.scoring import Values

Status: TypeAlias = Literal["certain", "possible", "impossible"]


class Need(msgspec.Struct, frozen=True):
    """Points are those still to be gained, not the final score."""

    player: int
    rank: int
    """That rank or a better one is wanted."""
    status: Status
    """`possible` promises only that it could not be shown to be impossible."""
    enough: int | None
    """With these points or more the rank is certain, whatever others do; None: nothing guarantees it."""
    least: int | None
    """With fewer it is out of reach, whatever others do; None if it is anyway."""
    most: int
    """What the player can still gain at most."""


class Prospect(msgspec.Struct, frozen=True):
    """One way the player's match of the round under way can end."""

    gain: int
    place: int | None
    """The player's place, not shared; None for a drawn match of two."""
    after: Bounds
    """Ranks when the round is over; both can come."""


class Contender:
    """The field seen from one player."""

    def __init__(self, field: Field, player: int) -> None:
        """Raises KeyError if there is no such player in the field."""
        lines = {line.player: line for line in field.lines}
        self._points = lines[player].points
        self._others = len(lines) - 1
        self._above = Ceiling(field, 1, without=player)
        self._below = Ceiling(field, -1, without=player)

    def bounds(self, gain: int, rest: Sequence[Values] | None = None) -> Bounds:
        """Final ranks of the player who gains exactly so much; `rest` as in `Ceiling.count`."""
        points = self._points + gain
        stay = self._below.count(-points, -gain, rest)
        return Bounds(1 + self._others - stay, 1 + self._above.count(points, gain, rest))


def need(field: Field, player: int, rank: int) -> Need:
    """What it takes to finish at that rank or better. Raises KeyError if there is no such player."""
    contender = Contender(field, player)
    gains = possible_gains(field, player)
    bounds = {gain: contender.bounds(gain) for gain in gains}
    enough: int | None = None
    for gain in reversed(gains):
        if bounds[gain].worst > rank:
            break
        enough = gain
    least = next((gain for gain in gains if bounds[gain].best <= rank), None)
    status: Status = "impossible" if least is None else "certain" if enough == gains[0] else "possible"
    return Need(player, rank, status, enough, least, gains[-1])


def prospects(field: Field, player: int) -> list[Prospect]:
    """What the round under way can bring, best result first, if the player's own match is decided by play
    and the place is shared with nobody; empty if that match is over.

    Looks at the first of the rounds with known pairings only. Raises KeyError if there is no such player.
    """
    if not field.paired:
        return []
    now = msgspec.structs.replace(field, paired=field.paired[:1], open_rounds=0)
    contender = Contender(now, player)
    seats = next((len(match) for match in field.paired[0] if player in match), 0)
    if not seats:
        return []
    shared = field.scoring.outcomes(seats)
    found: list[Prospect] = []
    for place, gain in enumerate(max(shared), 1):
        rest = [_without(values, place) for values in shared if _alone(values, place)]
        found.append(Prospect(gain, place, contender.bounds(gain, rest)))
    if seats == 2:
        found[1:1] = [
            Prospect(gain, None, contender.bounds(gain, [(other,)]))
            for gain, other in shared
            if gain == other
        ]
    return found


def _alone(values: Values, place: int) -> bool:
    """Whether somebody has that place and shares it with nobody."""
    return values.count(values[place - 1]) == 1


def _without(values: Values, place: int) -> Values:
    return values[: place - 1] + values[place:]


def possible_gains(field: Field, player: int) -> list[int]:
    """What the rounds to come can bring the player in all, fewest first."""
    sums = {0}
    for matches in field.paired:
        for match in matches:
            if player in match:
                values = {value for each in outcomes(field, len(match), 1) for value in each}
                sums = {total + value for total in sums for value in values}
    if any(line.player == player and line.playing for line in field.lines):
        values = {
            value
            for layout in open_layouts(field, 1)
            for block in layout
            for each in block.outcomes
            for value in each
        }
        if field.irregular:
            values.update(field.scoring.away)
        for _ in range(field.open_rounds):
            sums = {total + value for total in sums for value in values}
    return sorted(sums)
