"""The course of a match: rounds, turns, resolution of locations, end of a round.

Every function leaves the position at a decision (`Position.frame`). No ability, location, mission or
end-of-game item is named here; they are found through their registries.
Sources: rulebook, "Start of Each Round", "Player Turn", "End of Each Round"; rulings G1-G6.
"""

from __future__ import annotations

from engines.estoril.abilities import ACTIVE, options
from engines.estoril.board import HERE, HERE_ALL, REWARD, SLOTS, Grid, arrange, arrangements
from engines.estoril.frames import ACTING, ALL_DISCARD, PLACING, THE_END, TURNS
from engines.estoril.locations import RULE_OF
from engines.estoril.moves import LOCATION_REF, PLACE, PLACE_REF, TILE_REF
from engines.estoril.placing import asks_to_look, place_tile
from engines.estoril.position import EVERYBODY, HAND_SIZE, MARKERS, NO_TILE, SPECTATORS, Position
from engines.estoril.scoring import tell_scores
from engines.estoril.strengths import strength
from engines.protocol import Told


def begin_round(p: Position, told: list[Told] | None) -> None:
    """Boards, turns and rewards at random, then the first turn to place."""
    boards = p.box.locations
    chosen = arrange(boards, SLOTS, p.chance.below(arrangements(boards, SLOTS)))
    turning = p.chance.below(4**SLOTS)
    turns = [turning >> 2 * slot & 3 for slot in range(SLOTS)]
    p.grid = Grid(chosen, turns)
    if told is not None:
        told.append(Told("round", {"round": p.round + 1, "rounds": p.rounds, "first": f"seat:{p.first}"}))
    deal_rewards(p, told)
    next_turn(p, p.first, told)


def deal_rewards(p: Position, told: list[Told] | None) -> None:
    """One from the top of the pile for each location, in the order of their numbers."""
    grid = p.grid
    pile = p.pile
    dealt = min(SLOTS, len(pile))
    for index in range(dealt):
        slot = grid.order[index]
        place = REWARD + slot
        bit = 1 << place
        p.at[place] = pile[index]
        p.taken |= bit
        knowers = p.known[index]
        if not grid.secret & bit:
            p.up |= bit
        elif knowers:
            for seat in range(p.seats):
                if knowers >> seat & 1:
                    p.seen[seat] |= bit
            if knowers >> SPECTATORS & 1:
                p.seen[p.seats] |= bit
        if told is not None:
            args = {"location": LOCATION_REF[grid.boards[slot]]}
            if p.up & bit:
                told.append(Told("dealt.up", {**args, "tile": TILE_REF[pile[index]]}))
            else:
                told.append(Told("dealt.down", args))
    p.pile = pile[dealt:]
    p.known = p.known[dealt:]


def pass_turn(p: Position, seat: int, told: list[Told] | None) -> None:
    """The seat has placed: the next one clockwise that still can."""
    next_turn(p, (seat + 1) % p.seats, told)


def next_turn(p: Position, seat: int, told: list[Told] | None) -> None:
    """The turn of that seat or of the next after it that has a marker and a tile; none: resolve."""
    markers = MARKERS[p.seats]
    free = p.grid.spaces & ~p.taken
    for _ in range(p.seats):
        if free and p.hands[seat] and p.own[seat].bit_count() < markers:
            p.frame = TURNS[seat]
            if len(p.hands[seat]) == 1:
                _place_if_forced(p, seat, told)
            return
        seat += 1
        if seat == p.seats:
            seat = 0
    begin_resolution(p, told)


def begin_resolution(p: Position, told: list[Told] | None) -> None:
    """Nobody can place any more: location by location from the lowest number."""
    p.reach = [0] * p.seats
    p.step = 0
    _turn_up(p, told)
    resume(p, told)


def _place_if_forced(p: Position, seat: int, told: list[Told] | None) -> None:
    """A single tile with a single space to go to is placed, unless that would end the placing."""
    cells = p.open_spaces(seat)
    if cells & cells - 1:
        return
    tile = p.hands[seat][0]
    cell = cells.bit_length() - 1
    if is_last_placement(p, seat) and not asks_to_look(p, seat, cell):
        return
    place_tile(p, seat, PLACE << 16 | tile << 8 | p.grid.names[cell], told)
    if p.frame[0] == PLACING:
        pass_turn(p, seat, told)


def is_last_placement(p: Position, seat: int) -> bool:
    """Whether nobody can place after this seat's placement (public knowledge)."""
    markers = MARKERS[p.seats]
    if (p.grid.spaces & ~p.taken).bit_count() == 1:
        return True
    for other in range(p.seats):
        spare = 1 if other == seat else 0
        if len(p.hands[other]) > spare and p.own[other].bit_count() + spare < markers:
            return False
    return True


def _turn_up(p: Position, told: list[Told] | None) -> None:
    """Everything at the location to be resolved becomes public."""
    slot = p.grid.order[p.step]
    here = HERE_ALL[slot] & p.taken
    if told is not None:
        hidden = here & ~p.up
        told.append(Told("resolve", {"location": LOCATION_REF[p.grid.boards[slot]]}))
        for place in (*p.grid.cells[slot], REWARD + slot):
            if hidden >> place & 1:
                args = {"space": PLACE_REF[p.grid.code(place)], "tile": TILE_REF[p.at[place]]}
                told.append(Told("turned.up", args))
    p.up |= here


def resume(p: Position, told: list[Told] | None) -> None:
    """Go on resolving until somebody must decide."""
    grid = p.grid
    order = grid.order
    while p.step < SLOTS:
        slot = order[p.step]
        cells = grid.cells[slot]
        here = p.taken & HERE[slot]
        if here:
            active = ACTIVE[grid.boards[slot]]
            able = here & ~p.mute
            for cursor in range(p.cursor, len(cells)):
                place = cells[cursor]
                if able >> place & 1:
                    symbols = active[p.at[place]]
                    if symbols and options(p, place, symbols):
                        p.cursor = cursor + 1
                        p.frame = (ACTING, p.controller(1 << place), place, symbols)
                        return
            if _settle(p, slot, told):
                return
        else:
            _nobody(p, slot, told)
        leave_location(p, told)
    _end_round(p, told)


def leave_location(p: Position, told: list[Told] | None) -> None:
    p.step += 1
    p.cursor = 0
    if p.step < SLOTS:
        _turn_up(p, told)


def _settle(p: Position, slot: int, told: list[Told] | None) -> bool:
    """Dice, strengths (one snapshot, G1), what the location does then, reward. True: a seat decides."""
    grid = p.grid
    rule = RULE_OF[grid.boards[slot]]
    if told is None and not rule.rolls:
        here = p.taken & HERE[slot]
        seat = p.controller(here & -here)
        if p.own[seat] & here == here:
            # Alone: how strong makes no difference.
            if rule.settled(p, slot, [seat], told):
                return True
            award(p, slot, seat, told)
            return False
    totals = [0] * p.seats
    ranking: list[int] = []
    rolls = rule.rolls
    for place in grid.cells[slot]:
        bit = 1 << place
        if p.taken & bit:
            seat = p.controller(bit)
            if seat not in ranking:
                ranking.append(seat)
            totals[seat] += strength(p, place)
            if rolls:
                extra = rule.roll(p, place, told)
                totals[seat] += extra
                if told is not None:
                    _tell_dice(p, place, extra, told)
    if len(ranking) > 1:
        # Stable: with equal strength, the lowest numeral comes first (G4, H1).
        ranking.sort(key=totals.__getitem__, reverse=True)
    if told is not None:
        location = LOCATION_REF[grid.boards[slot]]
        for seat in ranking:
            told.append(
                Told("strength", {"seat": f"seat:{seat}", "strength": totals[seat], "location": location})
            )
    if rule.settled(p, slot, ranking, told):
        return True
    award(p, slot, ranking[0], told)
    return False


def _tell_dice(p: Position, place: int, extra: int, told: list[Told]) -> None:
    _, first, second = p.dice[-1]
    told.append(
        Told(
            "dice",
            {
                "tile": TILE_REF[p.at[place]],
                "space": PLACE_REF[p.grid.names[place]],
                "a": first,
                "b": second,
                "plus": extra,
            },
        )
    )


def award(p: Position, slot: int, winner: int, told: list[Told] | None) -> None:
    """The reward goes to the winner's hand at once (G5)."""
    place = REWARD + slot
    if not p.taken >> place & 1:
        return
    tile = take_reward(p, place)
    p.give(winner, tile)
    if told is not None:
        told.append(
            Told(
                "won",
                {
                    "seat": f"seat:{winner}",
                    "tile": TILE_REF[tile],
                    "location": LOCATION_REF[p.grid.boards[slot]],
                },
            )
        )


def take_reward(p: Position, place: int) -> int:
    """Off the grid; it lay face up, so no more than that has to be cleared."""
    keep = ~(1 << place)
    p.taken &= keep
    p.up &= keep
    tile = p.at[place]
    p.at[place] = NO_TILE
    return tile


def _nobody(p: Position, slot: int, told: list[Told] | None) -> None:
    """Without a controlled tile the reward goes under the pile; which one is public (G4)."""
    place = REWARD + slot
    if not p.taken >> place & 1:
        return
    tile = take_reward(p, place)
    p.put_under_pile(tile, EVERYBODY)
    if told is not None:
        location = LOCATION_REF[p.grid.boards[slot]]
        told.append(Told("unwon", {"tile": TILE_REF[tile], "location": location}))


def _end_round(p: Position, told: list[Told] | None) -> None:
    """Tiles back to their owners; then the secret discards, if anybody has too many."""
    p.hands = [p.network(seat) for seat in range(p.seats)]
    p.clear_grid()
    if told is not None:
        told.append(Told("round.over", {"round": p.round + 1}))
    for hand in p.hands:
        if len(hand) > HAND_SIZE:
            p.frame = ALL_DISCARD
            return
    next_round(p, told)


def reveal_discards(p: Position, told: list[Told] | None) -> None:
    """All have chosen: their discards become public together."""
    p.discards = tuple([bytes(sorted(p.discards[seat] + p.pending[seat])) for seat in range(p.seats)])
    if told is not None:
        for seat in range(p.seats):
            for tile in p.pending[seat]:
                told.append(Told("discarded", {"seat": f"seat:{seat}", "tile": TILE_REF[tile]}))
    p.pending = (b"",) * p.seats
    next_round(p, told)


def next_round(p: Position, told: list[Told] | None) -> None:
    """The first seat moves on clockwise; after the last round the match is over (C14)."""
    if p.round + 1 == p.rounds:
        p.frame = THE_END
        if told is not None:
            tell_scores(p, told)
        return
    p.round += 1
    p.first = (p.first + 1) % p.seats
    begin_round(p, told)
