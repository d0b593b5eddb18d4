"""The engine's `State`: the data of `Position` behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence

from engines.chance import Source, StreamChance
from engines.protocol import IllegalMove, Move, Points, Result, Seat, Told
from engines.spy_ring import absence, decisions, flow, guessing, scoring, telling, viewing
from engines.spy_ring.moves import LOOK, verb_of, what_of
from engines.spy_ring.position import ALONE, MOVING, OVER, TURNING, Position
from engines.spy_ring.view import SpyRingView


class SpyRingState(Position):
    """See `engines.protocol.State` for what each method promises."""

    __slots__ = ()

    def actors(self) -> Sequence[Seat]:
        return () if self.phase == OVER else ALONE[self.spy % self.seats]

    def asks(self, seat: Seat) -> bool:
        return self.phase != OVER and seat == self.spy % self.seats

    def moves(self, seat: Seat) -> Sequence[Move]:
        return decisions.moves(self) if self.asks(seat) else ()

    def pick(self, seat: Seat, source: Source) -> Move:
        return decisions.pick(self, source)

    def play(self, seat: Seat, move: Move, told: list[Told] | None = None) -> None:
        if self.phase == OVER:
            raise IllegalMove("the match is over")
        if seat != self.spy % self.seats:
            raise IllegalMove(f"it is not the turn of seat {seat}")
        decisions.play(self, move, told)
        if self.phase == TURNING:
            flow.settle(self, told)

    def reveals(self, seat: Seat, move: Move) -> bool:
        """A look at a token, the colours shown at the end, and whatever is drawn: the next throw, cards."""
        if not self.asks(seat):
            return False
        if verb_of(move) == LOOK or (self.phase == MOVING and self.shows(what_of(move))):
            return True
        ahead = self.fork()
        wire = Tripwire()
        ahead.chance = wire
        ahead.play(seat, move)
        return wire.touched or ahead.phase == OVER

    def sealed(self) -> bool:
        return False

    def prompt(self, seat: Seat) -> Told:
        return telling.prompt(self, seat)

    def explain(self, seat: Seat, move: Move) -> Sequence[Told]:
        return telling.explain(self, move)

    def describe(self, observer: Seat | None) -> Sequence[Told]:
        return telling.describe(self, observer)

    def fork(self) -> SpyRingState:
        return SpyRingState(
            self.chance.copy(),
            self.seats,
            self.spies,
            self.shared,
            self.aerial_claims,
            self.limit,
            self.phase,
            self.spy,
            self.round,
            self.throw,
            self.signal,
            self.trapped,
            self.claimed,
            self.calling,
            self.held,
            self.at[:],
            self.men[:],
            self.aerials,
            self.hands[:],
            self.owns[:],
            self.pile,
            self.top,
            self.safes,
            self.colours,
            self.barren,
            self.takers,
            self.seen,
            self.declared,
            self.free,
            self.left,
            self.open,
        )

    def view(self, observer: Seat | None) -> SpyRingView:
        return viewing.view(self, observer)

    def guess(self, seat: Seat, source: Source) -> SpyRingState:
        copy = self.fork()
        copy.chance = StreamChance(source)
        if self.phase != OVER:
            guessing.colour_unknown(copy, seat, source)
        return copy

    def absent(self, seat: Seat, told: list[Told] | None = None) -> None:
        if not self.asks(seat):
            raise IllegalMove(f"seat {seat} is not asked for anything")
        absence.play_turn(self, seat, told)

    def leave(self, seat: Seat, told: list[Told] | None = None) -> None:
        absence.depart(self, seat, told)

    def points(self) -> Sequence[Points]:
        return scoring.points(self)

    def result(self) -> Result | None:
        return scoring.result(self)


class Tripwire:
    """A chance that only notices being asked: looking ahead must not draw what is to come."""

    __slots__ = ("touched",)

    def __init__(self) -> None:
        self.touched = False

    def below(self, n: int) -> int:
        self.touched = True
        return 0

    def shuffle(self, items: object) -> None:
        self.touched = True

    def copy(self) -> Tripwire:
        return self
