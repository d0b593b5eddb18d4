"""How strong a tile is now (G2): printed, its passive abilities, its location. Dice come apart."""

from __future__ import annotations

from engines.estoril.abilities import PASSIVE
from engines.estoril.components import STRENGTH
from engines.estoril.locations import RULE_OF
from engines.estoril.position import Position


def strength(p: Position, place: int) -> int:
    """Strength of the tile there as it stands; a seduced tile has no passive abilities (S4)."""
    tile = p.at[place]
    total = STRENGTH[tile] + RULE_OF[p.grid.boards[place >> 2]].bonus[tile]
    passive = PASSIVE[tile]
    if passive and not p.mute >> place & 1:
        for ability in passive:
            total += ability.strength(p, place)
    return total
