"""The data of one position. No rules: those are functions and small objects that work on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.chance import Chance
from engines.estoril.board import ADJACENT, CELLS, PLACES, REWARD, Grid, places
from engines.estoril.components import STRENGTH, VP, Box
from engines.estoril.frames import LOOKING, PLACING, THE_END, Frame

NO_TILE: Final = 255
EVERYBODY: Final = 255
"""In `Position.known`: every seat and every spectator."""
SPECTATORS: Final = 7
"""In `Position.known`: the bit of those who sit at no seat."""
ONE: Final = tuple(bytes((number,)) for number in range(256))
HAND_SIZE: Final = 6
"""Tiles a seat keeps at the end of a round."""
MARKERS: Final = (0, 0, 6, 4, 3, 3)
"""By number of seats: tiles each seat places in a round."""

Dice = tuple[tuple[int, int, int], ...]


class Position:
    """One position of one match.

    Tiles, places and frames are ints (see `components`, `board`, `frames`); whatever is not changed
    in place is immutable, so that `fork` copies few things.
    """

    __slots__ = (
        "at", "box", "chance", "cursor", "dice", "discards", "first", "frame", "grid", "hands", "known",
        "left", "missions", "mute", "own", "pending", "pile", "reach", "removed", "round", "rounds", "seats",
        "seen", "shield", "step", "taken", "under", "up",
    )  # fmt: skip

    def __init__(
        self,
        chance: Chance,
        box: Box,
        seats: int,
        rounds: int,
        missions: bytes,
        round_: int,
        first: int,
        frame: Frame,
        under: tuple[Frame, ...],
        step: int,
        cursor: int,
        grid: Grid,
        at: bytearray,
        taken: int,
        up: int,
        shield: int,
        mute: int,
        own: list[int],
        reach: list[int],
        seen: list[int],
        hands: list[bytes],
        pile: bytes,
        known: bytes,
        discards: tuple[bytes, ...],
        pending: tuple[bytes, ...],
        removed: bytes,
        dice: Dice,
        left: bytes,
    ) -> None:
        self.chance = chance
        self.box = box
        self.seats = seats
        self.rounds = rounds
        self.missions = missions
        """Numbers of the missions of this match."""
        self.round = round_
        """0-based."""
        self.first = first
        """Seat that places first this round."""
        self.frame = frame
        self.under = under
        self.step = step
        """While resolving: index of the location in `grid.order`."""
        self.cursor = cursor
        """While resolving: index of the next space of that location, in the order of numerals."""
        self.grid = grid
        self.at = at
        """By place: the tile lying there, NO_TILE if none."""
        self.taken = taken
        """Places with a tile."""
        self.up = up
        """Places whose tile is face up."""
        self.shield = shield
        """Cells whose tile cannot be a target of Assassin or Seduction this round (D2)."""
        self.mute = mute
        """Cells whose tile was seduced: its abilities are ignored (S4)."""
        self.own = own
        """By seat: cells with its markers."""
        self.reach = reach
        """By seat: cells adjacent to those it placed on this round."""
        self.seen = seen
        """By seat, spectators last: face-down places whose tile it knows without owning it."""
        self.hands = hands
        """By seat: tiles in hand, ascending."""
        self.pile = pile
        """Draw pile, top first."""
        self.known = known
        """By position in the pile: who knows that tile, a bit for each seat, EVERYBODY if public."""
        self.discards = discards
        """By seat: face-up discards, ascending."""
        self.pending = pending
        """By seat: secret discards of this phase, ascending; in nobody's hand any more."""
        self.removed = removed
        """Tiles out of the game."""
        self.dice = dice
        """Dice of this round: (place, die, die)."""
        self.left = left
        """Seats that departed, in the order of leaving."""

    def controller(self, bit: int) -> int:
        """The seat whose marker lies on that cell; -1 if none."""
        for seat, own in enumerate(self.own):
            if own & bit:
                return seat
        return -1

    def network(self, seat: int) -> bytes:
        """Every tile the seat owns, ascending: in hand, on the grid, chosen for a secret discard."""
        tiles = [*self.hands[seat], *self.pending[seat]]
        at = self.at
        for place in places(self.own[seat]):
            tiles.append(at[place])
        tiles.sort()
        return bytes(tiles)

    def placed(self, seat: int) -> int:
        """Tiles the seat has on the grid."""
        return self.own[seat].bit_count()

    def open_spaces(self, seat: int) -> int:
        """Where the seat may place now: outer, or next to an own tile, else anywhere free (G6)."""
        free = self.grid.spaces & ~self.taken
        return free & (self.grid.outer | self.reach[seat]) or free

    def knows(self, observer: int, place: int) -> bool:
        """Whether the observer (number of seats = a spectator) may know the tile lying there."""
        bit = 1 << place
        if (self.up | self.seen[observer]) & bit:
            return True
        return observer < self.seats and bool(self.own[observer] & bit)

    def give(self, seat: int, tile: int) -> None:
        """Into the hand, which stays sorted."""
        self.hands[seat] = bytes(sorted(self.hands[seat] + ONE[tile]))

    def lift(self, place: int) -> int:
        """Take the tile off the grid, with everything that lay on it; returns it."""
        bit = 1 << place
        tile = self.at[place]
        self.at[place] = NO_TILE
        self.taken &= ~bit
        self.up &= ~bit
        if place < CELLS:
            self.shield &= ~bit
            self.mute &= ~bit
            for seat in range(self.seats):
                self.own[seat] &= ~bit
        for observer in range(len(self.seen)):
            self.seen[observer] &= ~bit
        return tile

    def put_under_pile(self, tile: int, knowers: int) -> None:
        self.pile += ONE[tile]
        self.known += ONE[knowers]

    def to_discard(self, seat: int) -> int:
        """Tiles the seat must still choose in this discard phase."""
        return max(0, len(self.hands[seat]) - HAND_SIZE)

    def over(self) -> bool:
        return self.frame is THE_END or self.frame == THE_END

    def lay(self, cells: Sequence[int], tiles: bytes) -> None:
        """Put these tiles, and no others, into the table of tiles by place."""
        self.at = bytearray([NO_TILE]) * PLACES
        for place, tile in zip(cells, tiles, strict=True):
            self.at[place] = tile

    def is_placing(self) -> bool:
        return self.frame[0] in (PLACING, LOOKING)

    def clear_grid(self) -> None:
        """Between rounds: nothing lies on the locations, nobody knows anything about them."""
        self.at = bytearray([NO_TILE]) * PLACES
        self.taken = self.up = self.shield = self.mute = 0
        self.own = [0] * self.seats
        self.reach = [0] * self.seats
        self.seen = [0] * (self.seats + 1)
        self.dice = ()
        self.step = self.cursor = 0


def reached(own: int) -> int:
    """Cells adjacent to any of these."""
    mask = 0
    for place in places(own):
        mask |= ADJACENT[place]
    return mask


def least(tiles: bytes) -> int:
    """The tile of least VP, then least strength, then lowest number (ruling T1)."""
    return min(tiles, key=lambda tile: (VP[tile], STRENGTH[tile], tile))


def reward_place(slot: int) -> int:
    return REWARD + slot
