"""Putting a tile on a space: what every placement does, whoever asked for it."""

from __future__ import annotations

from engines.estoril.board import ADJACENT
from engines.estoril.frames import LOOKING
from engines.estoril.moves import PLACE_REF, TILE_REF
from engines.estoril.position import ONE, Position
from engines.protocol import Move, Told, all_but, only


def place_tile(p: Position, seat: int, move: Move, told: list[Told] | None) -> None:
    """Apply a placement known to be legal; asks for the look if there is something new to see.

    A look symbol that reaches only tiles the seat knows already (its own, for instance) asks nothing.
    """
    tile = move >> 8 & 255
    code = move & 255
    grid = p.grid
    place = grid.where[code >> 3][code & 7]
    bit = 1 << place
    p.hands[seat] = p.hands[seat].replace(ONE[tile], b"")
    p.at[place] = tile
    p.taken |= bit
    p.own[seat] |= bit
    p.reach[seat] |= ADJACENT[place]
    if not grid.secret & bit:
        p.up |= bit
    if told is not None:
        _tell(p, seat, tile, place, told)
    if asks_to_look(p, seat, place):
        p.frame = (LOOKING, seat, place, 0)


def asks_to_look(p: Position, seat: int, place: int) -> bool:
    """Whether that space has a look symbol that reaches something the seat does not know."""
    return bool(p.grid.look[place] & p.taken & ~(p.up | p.own[seat] | p.seen[seat]))


def look_targets(p: Position, place: int) -> int:
    """Face-down tiles and rewards that the symbol of that cell reaches."""
    return p.grid.look[place] & p.taken & ~p.up


def _tell(p: Position, seat: int, tile: int, place: int, told: list[Told]) -> None:
    who = f"seat:{seat}"
    space = PLACE_REF[p.grid.names[place]]
    if p.up >> place & 1:
        told.append(Told("placed.up", {"seat": who, "tile": TILE_REF[tile], "space": space}))
    else:
        told.append(Told("placed.down", {"seat": who, "space": space}, all_but(seat)))
        told.append(Told("placed.you", {"tile": TILE_REF[tile], "space": space}, only(seat)))
