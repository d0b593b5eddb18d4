"""What an observer is shown: the only place where a position becomes an `EstorilView`."""

from __future__ import annotations

from engines.estoril.abilities import LEFT
from engines.estoril.board import ALL_CELLS, CELLS, COLUMNS, NUMERALS, REWARD, SLOTS, places, position
from engines.estoril.components import COLOURS, DATA
from engines.estoril.frames import ACTING, CONSPIRING, DISCARDING, PHASES, REMOVING
from engines.estoril.missions import counts, shares
from engines.estoril.moves import LOCATION_REF, PLACE_REF, TILE_REF
from engines.estoril.position import HAND_SIZE, MARKERS, SPECTATORS, Position
from engines.estoril.scoring import scores
from engines.estoril.strengths import strength
from engines.estoril.view import (
    EstorilView,
    LocationView,
    MissionView,
    RewardView,
    SeatView,
    SpaceView,
    TileView,
)
from engines.protocol import Seat


def view(p: Position, observer: Seat | None) -> EstorilView:
    """All that this observer may know (None: a spectator)."""
    eyes = p.seats if observer is None else observer
    kind, seat, place, symbols = p.frame
    on_grid = kind in (ACTING, CONSPIRING)
    shown = EstorilView(
        seats=[_seat(p, other, observer) for other in range(p.seats)],
        round=p.round + 1,
        rounds=p.rounds,
        phase=PHASES[kind],
        first=p.first,
        actors=asked(p, observer),
        locations=[_location(p, slot, eyes) for slot in range(SLOTS)],
        missions=_missions(p),
        pile=len(p.pile),
        removed=[TILE_REF[tile] for tile in p.removed],
        observer=observer,
        resolving=PLACE_REF[p.grid.names[place]] if on_grid else None,
        abilities=[ability.key for ability in LEFT[symbols]] if kind == ACTING else [],
        offered=TILE_REF[p.pile[0]] if kind == CONSPIRING and seat == observer else None,
        seen=[
            (PLACE_REF[p.grid.code(place)], TILE_REF[p.at[place]])
            for place in places(p.taken & ~p.up)
            if p.knows(eyes, place)
        ],
        bottom=[TILE_REF[tile] for tile in known_pile(p, observer)],
    )
    if p.over():
        shown.parts = [score.parts() for score in scores(p)]
    return shown


def asked(p: Position, observer: Seat | None) -> list[Seat]:
    """Whom the match waits for as this observer may know it: how far others are with their secret
    discards is theirs to know, so everybody with tiles to discard this phase counts as asked."""
    if p.frame[0] == DISCARDING:
        return [seat for seat in range(p.seats) if open_discards(p, seat, observer)]
    return [] if p.frame[1] < 0 else [p.frame[1]]


def open_discards(p: Position, seat: Seat, observer: Seat | None) -> int:
    """Tiles the seat must still choose, or must choose this phase if the observer is another."""
    if p.frame[0] != DISCARDING:
        return 0
    if seat == observer:
        return p.to_discard(seat)
    return max(0, len(p.hands[seat]) + len(p.pending[seat]) - HAND_SIZE)


def known_pile(p: Position, observer: Seat | None) -> list[int]:
    """Tiles whose position in the pile the observer knows, from the top; a tile on offer apart."""
    bit = 1 << (SPECTATORS if observer is None else observer)
    start = 1 if p.frame[0] == CONSPIRING else 0
    return [p.pile[index] for index in range(start, len(p.pile)) if p.known[index] & bit]


def markers_left(p: Position, seat: Seat) -> int:
    return MARKERS[p.seats] - p.placed(seat) if p.is_placing() else 0


def _seat(p: Position, seat: Seat, observer: Seat | None) -> SeatView:
    return SeatView(
        seat=seat,
        colour=COLOURS[seat],
        markers=markers_left(p, seat),
        network=[TILE_REF[tile] for tile in p.network(seat)],
        hidden=(p.own[seat] & ~p.up).bit_count(),
        hand=[TILE_REF[tile] for tile in p.hands[seat]] if seat == observer else None,
        discards=[TILE_REF[tile] for tile in p.discards[seat]],
        left=seat in p.left,
        to_discard=open_discards(p, seat, observer),
    )


def _missions(p: Position) -> list[MissionView]:
    networks = [p.network(seat) for seat in range(p.seats)]
    shown = []
    for mission in p.missions:
        counted = counts(mission, networks)
        shown.append(MissionView(DATA.missions[mission].id, counted, shares(mission, counted)))
    return shown


def _location(p: Position, slot: int, eyes: int) -> LocationView:
    grid = p.grid
    entry = DATA.locations[grid.boards[slot]]
    order = grid.order.index(slot)
    resolving = not p.is_placing() and p.frame[0] in (ACTING, CONSPIRING, REMOVING)
    row, column = divmod(slot, COLUMNS)
    here = set(grid.cells[slot])
    return LocationView(
        ref=LOCATION_REF[grid.boards[slot]],
        number=entry.number or 0,
        key=entry.id,
        row=row,
        column=column,
        turn=grid.turns[slot],
        spaces=[_space(p, cell, eyes) for cell in grid.cells[slot]],
        rewards=[_reward(p, slot, eyes)],
        resolved=p.frame[0] >= DISCARDING or (resolving and order < p.step),
        resolving=resolving and order == p.step,
        dice=[(PLACE_REF[grid.names[place]], a, b) for place, a, b in p.dice if place in here],
    )


def _space(p: Position, cell: int, eyes: int) -> SpaceView:
    code = p.grid.names[cell]
    entry = DATA.locations[code >> 3]
    numeral = NUMERALS[code & 7]
    printed = next(printed for printed in entry.cells if printed.numeral == numeral)
    row, column = position(cell)
    return SpaceView(
        ref=PLACE_REF[code],
        numeral=numeral,
        row=row,
        column=column,
        secret=bool(p.grid.secret >> cell & 1),
        look=printed.look,
        outer=bool(p.grid.outer >> cell & 1),
        tile=_tile(p, cell, eyes),
    )


def _reward(p: Position, slot: int, eyes: int) -> RewardView:
    piece = p.grid.pieces[slot]
    cell = piece.reward_cell
    row, column = position(cell if cell >= 0 else slot * 4)
    place = REWARD + slot
    return RewardView(
        ref=PLACE_REF[p.grid.code(place)],
        row=row,
        column=column,
        centre=cell < 0,
        secret=bool(p.grid.secret >> place & 1),
        tile=_tile(p, place, eyes),
    )


def _tile(p: Position, place: int, eyes: int) -> TileView | None:
    bit = 1 << place
    if not p.taken & bit:
        return None
    up = bool(p.up & bit)
    on_space = place < CELLS
    owner = p.controller(bit) if on_space else None
    return TileView(
        tile=TILE_REF[p.at[place]] if p.knows(eyes, place) else None,
        up=up,
        owner=owner,
        controller=owner,
        shielded=bool(p.shield & bit & ALL_CELLS),
        muted=bool(p.mute & bit & ALL_CELLS),
        strength=strength(p, place) if up and on_space else None,
    )
