"""The kinds of decision: what may be answered to each frame and what an answer does.

One object for each kind, found by the kind of the frame on top (`DECISIONS`). To add a kind, add a
number in `frames` and an object here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.chance import Source
from engines.estoril import flow
from engines.estoril.abilities import LEFT, options, without
from engines.estoril.board import HERE, REWARD, places
from engines.estoril.components import STRENGTH, TILES, VP
from engines.estoril.frames import ACTING, LOOKING
from engines.estoril.locations import remove_for_good
from engines.estoril.moves import (
    DECLINE,
    DISCARD,
    KEEP,
    LOOK,
    LOOK_NONE,
    NONE,
    PLACE,
    PLACE_REF,
    REMOVE,
    SPACE_NAME,
    SWAP,
    TILE_REF,
    write,
)
from engines.estoril.placing import look_targets, place_tile
from engines.estoril.position import EVERYBODY, HAND_SIZE, ONE, Position, least
from engines.protocol import IllegalMove, Move, Seat, Told, all_but, only

_NOBODY: Final[tuple[Seat, ...]] = ()
ALONE: Final[tuple[tuple[Seat, ...], ...]] = tuple((seat,) for seat in range(5))


def refuse(move: Move, why: str) -> IllegalMove:
    try:
        text = write(move)
    except (IndexError, KeyError):
        text = f"move {move}"
    return IllegalMove(f"{text}: {why}")


class Decision:
    """One kind of frame. The seat asked is always an actor when these are called."""

    def actors(self, p: Position) -> Sequence[Seat]:
        return ALONE[p.frame[1]]

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        raise NotImplementedError

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        moves = self.moves(p, seat)
        return moves[int(source.random() * len(moves))]

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        raise NotImplementedError

    def default(self, p: Position, seat: Seat) -> Move:
        """The move of an absent seat (T1)."""
        raise NotImplementedError

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        """Whether the move itself, without what follows, lets the seat see something hidden."""
        return False


class Placing(Decision):
    """A tile from the hand on a free space (rulebook, "Player Turn")."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        names = p.grid.names
        spaces = [PLACE << 16 | names[cell] for cell in places(p.open_spaces(seat))]
        return [tile << 8 | space for tile in p.hands[seat] for space in spaces]

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        hand = p.hands[seat]
        grid = p.grid
        free = grid.spaces & ~p.taken
        cells = places(free & (grid.outer | p.reach[seat]) or free)
        random = source.random
        tile = hand[int(random() * len(hand))]
        return PLACE << 16 | tile << 8 | grid.names[cells[int(random() * len(cells))]]

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        tile = move >> 8 & 255
        code = move & 255
        if move >> 16 != PLACE:
            raise refuse(move, "it is time to place a tile")
        if tile not in p.hands[seat]:
            raise refuse(move, "that tile is not in your hand")
        grid = p.grid
        place = grid.where[code >> 3][code & 7]
        if place < 0 or place >= REWARD:
            raise refuse(move, "that space does not lie on the table this round")
        free = grid.spaces & ~p.taken
        if not (free & (grid.outer | p.reach[seat]) or free) >> place & 1:
            raise refuse(move, "the space is taken, or an inner space without a tile of yours beside it")
        place_tile(p, seat, move, told)
        if p.frame[0] != LOOKING:
            flow.pass_turn(p, seat, told)

    def default(self, p: Position, seat: Seat) -> Move:
        names = p.grid.names
        space = min([names[cell] for cell in places(p.open_spaces(seat))])
        return PLACE << 16 | least(p.hands[seat]) << 8 | space


class Looking(Decision):
    """The look symbol of the space just taken: at most one face-down tile or reward in range."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        grid = p.grid
        targets = places(look_targets(p, p.frame[2]))
        return [*[LOOK << 16 | grid.code(place) for place in targets], LOOK_NONE]

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        targets = places(look_targets(p, p.frame[2]))
        index = int(source.random() * (len(targets) + 1))
        return LOOK << 16 | p.grid.code(targets[index]) if index < len(targets) else LOOK_NONE

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        code = move & 255
        if move >> 8 != LOOK << 8:
            raise refuse(move, "choose what to look at, or look none")
        if code != NONE:
            place = p.grid.where[code >> 3][code & 7]
            if place < 0 or not look_targets(p, p.frame[2]) >> place & 1:
                raise refuse(move, "no face-down tile lies there in reach of the look symbol")
            if not p.own[seat] >> place & 1:
                p.seen[seat] |= 1 << place
            if told is not None:
                space = PLACE_REF[code]
                told.append(Told("looked", {"seat": f"seat:{seat}", "space": space}, all_but(seat)))
                told.append(Told("looked.you", {"space": space, "tile": TILE_REF[p.at[place]]}, only(seat)))
        elif told is not None:
            told.append(Told("looked.none", {"seat": f"seat:{seat}"}))
        flow.pass_turn(p, seat, told)

    def default(self, p: Position, seat: Seat) -> Move:
        return LOOK_NONE

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return move != LOOK_NONE


class Acting(Decision):
    """The acting tile uses its symbols, each once, in any order, or declines the rest."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        _, _, place, symbols = p.frame
        moves: list[Move] = []
        for ability in LEFT[symbols]:
            moves += ability.moves(p, place)
        moves.append(DECLINE << 16)
        return moves

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        _, _, place, symbols = p.frame
        abilities = LEFT[symbols]
        total = 1
        for ability in abilities:
            total += ability.count(p, place)
        index = int(source.random() * total)
        for ability in abilities:
            count = ability.count(p, place)
            if index < count:
                return ability.nth(p, place, index)
            index -= count
        return DECLINE << 16

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        _, _, place, symbols = p.frame
        verb = move >> 16
        if move == DECLINE << 16:
            if told is not None:
                told.append(Told("declined", {"seat": f"seat:{seat}", "tile": TILE_REF[p.at[place]]}))
            flow.resume(p, told)
            return
        for ability in LEFT[symbols]:
            if ability.verb == verb:
                if not ability.allows(p, place, move):
                    raise refuse(move, "that is no target of this ability now")
                rest = without(symbols, ability)
                p.frame = (ACTING, seat, place, rest)
                ability.use(p, seat, place, move, told)
                if p.frame[0] == ACTING:
                    go_on_acting(p, told)
                return
        raise refuse(move, "the acting tile has no such ability left")

    def default(self, p: Position, seat: Seat) -> Move:
        return DECLINE << 16

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        place = p.frame[2]
        for ability in LEFT[p.frame[3]]:
            if ability.verb == move >> 16:
                return ability.shows(p, seat, place, move)
        return False


def go_on_acting(p: Position, told: list[Told] | None) -> None:
    """The acting tile asks again while it is still there and has a symbol it can use (A3)."""
    _, seat, place, symbols = p.frame
    if symbols and p.own[seat] & ~p.mute & 1 << place and options(p, place, symbols):
        return
    flow.resume(p, told)


class Conspiring(Decision):
    """The conspirator has seen the top of the pile and chooses which tile is the reward (P1)."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return [KEEP << 16, SWAP << 16]

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        if move not in (KEEP << 16, SWAP << 16):
            raise refuse(move, "keep the reward or swap it with the tile you saw")
        place = p.frame[2]
        reward = REWARD + (place >> 2)
        top = p.pile[0]
        knowers = p.known[0]
        p.pile = p.pile[1:]
        p.known = p.known[1:]
        ref = PLACE_REF[p.grid.code(reward)]
        if move == KEEP << 16:
            p.put_under_pile(top, knowers)
            if told is not None:
                told.append(Told("kept", {"seat": f"seat:{seat}", "reward": ref}))
                told.append(Told("kept.you", {"tile": TILE_REF[top]}, only(seat)))
        else:
            old = p.at[reward]
            p.put_under_pile(old, EVERYBODY)
            p.at[reward] = top
            if told is not None:
                args = {"seat": f"seat:{seat}", "reward": ref, "old": TILE_REF[old], "new": TILE_REF[top]}
                told.append(Told("swapped", args))
        p.frame = p.under[-1]
        p.under = p.under[:-1]
        go_on_acting(p, told)

    def default(self, p: Position, seat: Seat) -> Move:
        return KEEP << 16


class Removing(Decision):
    """The weakest seat gives up one tile for good; then the reward goes to the strongest (H1-H5)."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        names = p.grid.names
        return [REMOVE << 16 | names[cell] for cell in places(p.own[seat] & HERE[p.frame[2]])]

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        _, _, slot, winner = p.frame
        if move not in self.moves(p, seat):
            raise refuse(move, "choose a tile of yours at this location")
        code = move & 255
        remove_for_good(p, seat, p.grid.where[code >> 3][code & 7], told)
        flow.award(p, slot, winner, told)
        flow.leave_location(p, told)
        flow.resume(p, told)

    def default(self, p: Position, seat: Seat) -> Move:
        moves = self.moves(p, seat)
        at = p.at
        where = p.grid.where

        def worth(move: Move) -> tuple[int, int, int]:
            tile = at[where[(move & 255) >> 3][move & 7]]
            return VP[tile], STRENGTH[tile], tile

        return min(moves, key=worth)


class Discarding(Decision):
    """Secret and simultaneous: everybody chooses tiles until six remain (sealed)."""

    def actors(self, p: Position) -> Sequence[Seat]:
        return [seat for seat, hand in enumerate(p.hands) if len(hand) > HAND_SIZE]

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return [DISCARD << 16 | tile << 8 for tile in p.hands[seat]]

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        hand = p.hands[seat]
        return DISCARD << 16 | hand[int(source.random() * len(hand))] << 8

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        tile = move >> 8 & 255
        if move >> 16 != DISCARD or move & 255 or tile not in p.hands[seat]:
            raise refuse(move, "choose a tile from your hand to discard")
        p.hands[seat] = p.hands[seat].replace(ONE[tile], b"")
        chosen = bytes(sorted(p.pending[seat] + ONE[tile])) if p.pending[seat] else ONE[tile]
        p.pending = (*p.pending[:seat], chosen, *p.pending[seat + 1 :])
        if told is not None:
            told.append(Told("discarding.you", {"tile": TILE_REF[tile]}, only(seat)))
        for hand in p.hands:
            if len(hand) > HAND_SIZE:
                return
        flow.reveal_discards(p, told)

    def default(self, p: Position, seat: Seat) -> Move:
        return DISCARD << 16 | least(p.hands[seat]) << 8

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return p.to_discard(seat) == 1


class Over(Decision):
    """Nothing is left to decide."""

    def actors(self, p: Position) -> Sequence[Seat]:
        return _NOBODY

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return []


DECISIONS: Final[tuple[Decision, ...]] = (
    Placing(), Looking(), Acting(), Conspiring(), Removing(), Discarding(), Over(),
)  # fmt: skip
"""By the kind of the frame on top."""

assert len(SPACE_NAME) <= NONE
assert TILES <= NONE
