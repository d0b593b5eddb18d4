"""What lies on the table: moving agents and mission cards about, with the points that follow.

Everything here is public. A card on the table is found by its number alone.
"""

from __future__ import annotations

from engines.ace_of_spies.cards import without
from engines.ace_of_spies.components import BONUS, POINTS, SYMBOL
from engines.ace_of_spies.position import Position


def played_agents(p: Position, actor: int) -> list[int]:
    """Agents in the rows of the actor's rivals, in seat order."""
    return [*b"".join(p.rows[:actor]), *b"".join(p.rows[actor + 1 :])]


def mission_cards(p: Position, actor: int, symbols: frozenset[int]) -> list[int]:
    """Cards of those symbols on completed missions of the actor's rivals."""
    found = []
    for seat in range(p.seats):
        if seat != actor:
            for mission in p.done[seat]:
                for card in mission[1:]:
                    if SYMBOL[card] in symbols:
                        found.append(card)
    return found


def owner_on_table(p: Position, card: int) -> int:
    """The seat in whose row or on whose completed mission the card lies; -1 if nowhere."""
    for seat in range(p.seats):
        if card in p.rows[seat]:
            return seat
        for mission in p.done[seat]:
            if card in mission[1:]:
                return seat
    return -1


def lift(p: Position, card: int) -> int:
    """Off the table; returns whose it was."""
    seat = owner_on_table(p, card)
    if card in p.rows[seat]:
        p.rows[seat] = without(p.rows[seat], card)
        p.score[seat] -= POINTS[card]
        return seat
    p.done[seat] = tuple(
        mission if card not in mission[1:] else mission[:1] + without(mission[1:], card)
        for mission in p.done[seat]
    )
    p.score[seat] -= POINTS[card] + BONUS[card]
    return seat


def add_to_row(p: Position, seat: int, agent: int) -> None:
    p.rows[seat] += bytes((agent,))
    p.score[seat] += POINTS[agent]
