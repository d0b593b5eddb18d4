"""A position and its moves in words: prompts, explained moves, the whole table for text mode."""

from __future__ import annotations

from collections.abc import Callable

from engines.estoril.abilities import ACTIVE_ABILITIES
from engines.estoril.board import ADJACENT, ALL_CELLS, COLUMNS, NEAR_SLOTS, NUMERALS, REWARD, places
from engines.estoril.components import ABILITY_KEYS, CHARACTERS, DATA, FLAG, FLAGS, STRENGTH, SYMBOLS, VP
from engines.estoril.flow import is_last_placement
from engines.estoril.frames import ACTING, CONSPIRING, DISCARDING, LOOKING, OVER, PLACING, REMOVING
from engines.estoril.missions import POINTS, counts
from engines.estoril.moves import (
    ASSASSIN,
    CONSPIRACY,
    DECLINE,
    DIPLOMACY,
    DISCARD,
    KEEP,
    LOCATION_REF,
    LOOK,
    NONE,
    PLACE,
    PLACE_REF,
    REMOVE,
    SEDUCE,
    SWAP,
    TILE_REF,
)
from engines.estoril.position import Position
from engines.estoril.scoring import scores
from engines.estoril.strengths import strength
from engines.estoril.viewing import known_pile, markers_left, open_discards
from engines.protocol import Move, OptionValue, Seat, Told

Args = dict[str, OptionValue]


def face(line: str, tile: int, args: Args) -> Told:
    """A sentence that shows all that is printed on a tile; `line` is the key without its variant."""
    symbols = SYMBOLS[tile]
    shown: Args = {
        **args,
        "tile": TILE_REF[tile],
        "flag": f"flag:{FLAGS[FLAG[tile]]}",
        "strength": STRENGTH[tile],
        "vp": VP[tile],
    }
    variant = str(len(symbols))
    if symbols:
        shown["one"] = f"ability:{ABILITY_KEYS[symbols[0]]}"
    if len(symbols) == 2:
        if symbols[0] == symbols[1]:
            variant = "twice"
        else:
            shown["two"] = f"ability:{ABILITY_KEYS[symbols[1]]}"
    if CHARACTERS[tile].woman:
        variant += ".woman"
    return Told(f"{line}.{variant}", shown)


def prompt(p: Position, seat: Seat) -> Told:
    kind, actor, place, _ = p.frame
    if kind == OVER:
        return Told("ask.over")
    if kind == DISCARDING:
        count = p.to_discard(seat)
        if count == 0:
            return Told("ask.wait")
        return Told("ask.discard.1") if count == 1 else Told("ask.discard", {"count": count})
    if actor != seat:
        return Told("ask.wait")
    if kind == PLACING:
        return Told("ask.place")
    if kind == LOOKING:
        return Told("ask.look")
    if kind == REMOVING:
        return Told("ask.remove", {"location": LOCATION_REF[p.grid.boards[place]]})
    if kind == CONSPIRING:
        return Told("ask.conspire", _offer(p))
    return Told("ask.act", {"tile": TILE_REF[p.at[place]], "space": PLACE_REF[p.grid.names[place]]})


def _offer(p: Position) -> Args:
    reward = REWARD + (p.frame[2] >> 2)
    return {
        "reward": PLACE_REF[p.grid.code(reward)],
        "tile": TILE_REF[p.at[reward]],
        "top": TILE_REF[p.pile[0]],
    }


def explain(p: Position, seat: Seat, move: Move) -> list[Told]:
    """The move as an imperative, then what follows from it as far as the seat can know."""
    verb = move >> 16
    return EXPLAINERS[verb](p, seat, move)


def _explain_place(p: Position, seat: Seat, move: Move) -> list[Told]:
    code = move & 255
    place = p.grid.where[code >> 3][code & 7]
    down = p.grid.secret >> place & 1
    args: Args = {"tile": TILE_REF[move >> 8 & 255], "space": PLACE_REF[code]}
    told = [Told("move.place.down" if down else "move.place.up", args)]
    if p.grid.look[place] & p.taken & ~(p.up | p.own[seat] | p.seen[seat]):
        told.append(Told("move.place.look"))
    elif is_last_placement(p, seat):
        told.append(Told("move.place.last"))
    return told


def _explain_look(p: Position, seat: Seat, move: Move) -> list[Told]:
    code = move & 255
    return [Told("move.look.none") if code == NONE else Told("move.look", {"space": PLACE_REF[code]})]


def _on_tile(p: Position, seat: Seat, key: str, code: int, args: Args) -> Told:
    """About a placed tile, named only if the seat may know it."""
    place = p.grid.where[code >> 3][code & 7]
    args["owner"] = f"seat:{p.controller(1 << place)}"
    if p.knows(seat, place):
        args["tile"] = TILE_REF[p.at[place]]
        return Told(key, args)
    return Told(f"{key}.down", args)


def _strengths_after(p: Position, seat: Seat, move: Move) -> list[Told]:
    """How strong everybody is at the location once the move is made; moves that show nothing only."""
    slot = p.frame[2] >> 2
    ahead = Position(
        p.chance, p.box, p.seats, p.rounds, p.missions, p.round, p.first, p.frame, p.under, p.step, p.cursor,
        p.grid, p.at[:], p.taken, p.up, p.shield, p.mute, p.own[:], p.reach[:], p.seen[:], p.hands[:], p.pile,
        p.known, p.discards, p.pending, p.removed, p.dice, p.left,
    )  # fmt: skip
    for ability in ACTIVE_ABILITIES:
        if ability.verb == move >> 16:
            ability.use(ahead, seat, p.frame[2], move, None)
    totals: dict[int, int] = {}
    for place in p.grid.cells[slot]:
        if ahead.taken >> place & 1:
            owner = ahead.controller(1 << place)
            totals[owner] = totals.get(owner, 0) + strength(ahead, place)
    location = LOCATION_REF[p.grid.boards[slot]]
    return [
        Told("move.strength", {"seat": f"seat:{owner}", "strength": total, "location": location})
        for owner, total in totals.items()
    ]


def _explain_assassin(p: Position, seat: Seat, move: Move) -> list[Told]:
    code = move & 255
    told = [_on_tile(p, seat, "move.assassin", code, {"space": PLACE_REF[code]})]
    return told + _strengths_after(p, seat, move)


def _explain_seduce(p: Position, seat: Seat, move: Move) -> list[Told]:
    source = move >> 8 & 255
    args: Args = {"from": PLACE_REF[source], "space": PLACE_REF[move & 255]}
    told = [_on_tile(p, seat, "move.seduction", source, args), Told("move.seduction.mute")]
    if p.knows(seat, p.grid.where[source >> 3][source & 7]):
        told += _strengths_after(p, seat, move)
    return told


def _explain_diplomacy(p: Position, seat: Seat, move: Move) -> list[Told]:
    code = move & 255
    return [_on_tile(p, seat, "move.diplomacy", code, {"space": PLACE_REF[code]})]


def _explain_conspiracy(p: Position, seat: Seat, move: Move) -> list[Told]:
    return [Told("move.conspiracy")]


def _explain_keep(p: Position, seat: Seat, move: Move) -> list[Told]:
    return [Told("move.keep", _offer(p))]


def _explain_swap(p: Position, seat: Seat, move: Move) -> list[Told]:
    return [Told("move.swap", _offer(p))]


def _explain_decline(p: Position, seat: Seat, move: Move) -> list[Told]:
    return [Told("move.decline", {"tile": TILE_REF[p.at[p.frame[2]]]})]


def _explain_remove(p: Position, seat: Seat, move: Move) -> list[Told]:
    code = move & 255
    tile = p.at[p.grid.where[code >> 3][code & 7]]
    return [Told("move.remove", {"tile": TILE_REF[tile], "space": PLACE_REF[code]})]


def _explain_discard(p: Position, seat: Seat, move: Move) -> list[Told]:
    return [Told("move.discard", {"tile": TILE_REF[move >> 8 & 255]})]


EXPLAINERS: dict[int, Callable[[Position, Seat, Move], list[Told]]] = {
    PLACE: _explain_place,
    LOOK: _explain_look,
    ASSASSIN: _explain_assassin,
    SEDUCE: _explain_seduce,
    DIPLOMACY: _explain_diplomacy,
    CONSPIRACY: _explain_conspiracy,
    KEEP: _explain_keep,
    SWAP: _explain_swap,
    DECLINE: _explain_decline,
    REMOVE: _explain_remove,
    DISCARD: _explain_discard,
}


def describe(p: Position, observer: Seat | None) -> list[Told]:
    """Everything the observer may know, enough to play without a picture."""
    told = _now(p, observer)
    if p.frame[0] < DISCARDING:
        for slot in p.grid.order:
            told += _describe_location(p, slot, observer)
    for mission in p.missions:
        told += _describe_mission(p, mission)
    for seat in range(p.seats):
        told += _describe_seat(p, seat, observer)
    if observer is not None:
        told += [face("face.hand", tile, {}) for tile in p.hands[observer]]
    told.append(Told("state.pile", {"count": len(p.pile)}))
    told += [Told("state.bottom", {"tile": TILE_REF[tile]}) for tile in known_pile(p, observer)]
    told += [Told("state.removed", {"tile": TILE_REF[tile]}) for tile in p.removed]
    return told


def _now(p: Position, observer: Seat | None) -> list[Told]:
    args: Args = {"round": p.round + 1, "rounds": p.rounds, "first": f"seat:{p.first}"}
    told = [Told("state.round", args)]
    kind, seat, _, _ = p.frame
    if kind == OVER:
        told.append(Told("state.over"))
    elif kind == DISCARDING:
        for other in range(p.seats):
            count = open_discards(p, other, observer)
            if count:
                told.append(Told("state.discarding", {"seat": f"seat:{other}", "count": count}))
    else:
        told.append(Told("state.turn", {"seat": f"seat:{seat}"}))
    if kind == CONSPIRING and seat == observer:
        told.append(face("face.offered", p.pile[0], {}))
    if seat == observer and kind in (ACTING, CONSPIRING, REMOVING, LOOKING):
        told.append(prompt(p, seat))
    return told


def _describe_location(p: Position, slot: int, observer: Seat | None) -> list[Told]:
    grid = p.grid
    eyes = p.seats if observer is None else observer
    number = grid.boards[slot]
    ref = LOCATION_REF[number]
    here: Args = {"location": ref}
    row, column = divmod(slot, COLUMNS)
    told = [
        Told(
            "state.location",
            {**here, "number": DATA.locations[number].number or 0, "row": row + 1, "column": column + 1},
        )
    ]
    if not p.is_placing():
        order = grid.order.index(slot)
        if order == p.step:
            told.append(Told("state.location.next", here))
        elif order < p.step:
            told.append(Told("state.location.done", here))
    for near in NEAR_SLOTS[slot]:
        told.append(Told("state.near", {**here, "other": LOCATION_REF[grid.boards[near]]}))
    reward = REWARD + slot
    if not p.taken >> reward & 1:
        told.append(Told("state.reward.gone", here))
    elif p.up >> reward & 1:
        told.append(face("face.reward", p.at[reward], here))
    elif p.knows(eyes, reward):
        told.append(face("face.reward.secret", p.at[reward], here))
    else:
        told.append(Told("state.reward.hidden", here))
    for cell in grid.cells[slot]:
        told += _describe_space(p, cell, observer)
    for place, a, b in p.dice:
        if place >> 2 == slot:
            told.append(Told("state.dice", {"space": PLACE_REF[grid.names[place]], "a": a, "b": b}))
    return told


def _describe_space(p: Position, cell: int, observer: Seat | None) -> list[Told]:
    grid = p.grid
    ref = PLACE_REF[grid.names[cell]]
    bit = 1 << cell
    if p.taken & bit:
        return _describe_placed(p, cell, observer)
    secret = ".secret" if grid.secret & bit else ""
    told = [Told(f"state.space.{'outer' if grid.outer & bit else 'inner'}{secret}", {"space": ref})]
    if grid.look[cell]:
        told.append(Told(f"state.look.{_look(grid.names[cell])}", {"space": ref}))
    if not grid.outer & bit:
        for other in places(ADJACENT[cell] & grid.spaces):
            told.append(Told("state.adjacent", {"space": ref, "other": PLACE_REF[grid.names[other]]}))
    return told


def _look(code: int) -> str:
    """The look symbol printed on a space."""
    numeral = NUMERALS[code & 7]
    return next(str(cell.look) for cell in DATA.locations[code >> 3].cells if cell.numeral == numeral)


def _describe_placed(p: Position, cell: int, observer: Seat | None) -> list[Told]:
    eyes = p.seats if observer is None else observer
    bit = 1 << cell
    space = PLACE_REF[p.grid.names[cell]]
    owner = p.controller(bit)
    args: Args = {"space": space, "seat": f"seat:{owner}"}
    if p.up & bit:
        told = [Told("state.tile.up", {**args, "tile": TILE_REF[p.at[cell]], "strength": strength(p, cell)})]
    elif owner == observer:
        told = [Told("state.tile.yours", {"space": space, "tile": TILE_REF[p.at[cell]]})]
    elif p.knows(eyes, cell):
        told = [Told("state.tile.known", {**args, "tile": TILE_REF[p.at[cell]]})]
    else:
        told = [Told("state.tile.down", args)]
    if p.shield & bit:
        told.append(Told("state.shield", {"space": space}))
    if p.mute & bit:
        told.append(Told("state.mute", {"space": space}))
    return told


def _describe_mission(p: Position, mission: int) -> list[Told]:
    ref = f"mission:{DATA.missions[mission].id}"
    told = [Told("state.mission", {"mission": ref, "points": POINTS[mission]})]
    networks = [p.network(seat) for seat in range(p.seats)]
    for seat, count in enumerate(counts(mission, networks)):
        told.append(Told("state.mission.count", {"seat": f"seat:{seat}", "count": count, "mission": ref}))
    return told


def _describe_seat(p: Position, seat: Seat, observer: Seat | None) -> list[Told]:
    who = f"seat:{seat}"
    network = p.network(seat)
    told = [
        Told(
            "state.seat",
            {
                "seat": who,
                "tiles": len(network),
                "hidden": (p.own[seat] & ~p.up & ALL_CELLS).bit_count(),
                "markers": markers_left(p, seat),
                "points": scores(p)[seat].total(),
            },
        )
    ]
    if seat in p.left:
        told.append(Told("state.left", {"seat": who}))
    if seat != observer:
        told += [face("face.network", tile, {"seat": who}) for tile in network]
    told += [Told("state.discard", {"seat": who, "tile": TILE_REF[tile]}) for tile in p.discards[seat]]
    return told
