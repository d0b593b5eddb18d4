"""Possible final ranks of everybody."""

from __future__ import annotations

from tournaments.outlook.ceiling import Ceiling
from tournaments.outlook.field import Bounds, Field
from tournaments.outlook.gains import ranges


def final_ranks(field: Field) -> dict[int, Bounds]:
    """By player. The best: the player gains the most, and as many others as can be stay level or below;
    the worst: the least, and as many as can be come level or above.

    The player is counted with the others: that the gain of the player is the most (or the least) is
    what lets most others stay below (or reach it), so nothing is lost.
    """
    gains = ranges(field)
    above, below = Ceiling(field, 1), Ceiling(field, -1)
    players = len(field.lines)
    reach: dict[int, int] = {}
    stay: dict[int, int] = {}
    found: dict[int, Bounds] = {}
    for line in field.lines:
        low, high = line.points + gains[line.player].low, line.points + gains[line.player].high
        if low not in reach:
            reach[low] = above.count(low)
        if high not in stay:
            stay[high] = below.count(-high)
        found[line.player] = Bounds(players + 1 - stay[high], reach[low])
    return found
