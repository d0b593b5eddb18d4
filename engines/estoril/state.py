"""The engine's `State`: the data of `Position` behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence

from engines.chance import Source, StreamChance
from engines.estoril import absence, guessing, telling, viewing
from engines.estoril.decisions import ALONE, DECISIONS
from engines.estoril.frames import DISCARDING
from engines.estoril.position import Position
from engines.estoril.scoring import result, scores
from engines.estoril.view import EstorilView
from engines.protocol import IllegalMove, Move, Points, Result, Seat, Told


class EstorilState(Position):
    """See `engines.protocol.State` for what each method promises."""

    __slots__ = ()

    def actors(self) -> Sequence[Seat]:
        seat = self.frame[1]
        return ALONE[seat] if seat >= 0 else DECISIONS[self.frame[0]].actors(self)

    def asks(self, seat: Seat) -> bool:
        """Whether the open decision is that seat's."""
        frame = self.frame
        return frame[1] == seat or (
            frame[0] == DISCARDING and 0 <= seat < self.seats and self.to_discard(seat) > 0
        )

    def moves(self, seat: Seat) -> Sequence[Move]:
        return DECISIONS[self.frame[0]].moves(self, seat) if self.asks(seat) else []

    def pick(self, seat: Seat, source: Source) -> Move:
        return DECISIONS[self.frame[0]].pick(self, seat, source)

    def play(self, seat: Seat, move: Move, told: list[Told] | None = None) -> None:
        frame = self.frame
        if seat < 0 or (frame[1] != seat and not self.asks(seat)):
            raise IllegalMove("the match is over" if self.over() else f"it is not the turn of seat {seat}")
        if move < 0:
            raise IllegalMove(f"{move} is not a move")
        DECISIONS[frame[0]].play(self, seat, move, told)

    def reveals(self, seat: Seat, move: Move) -> bool:
        if not self.asks(seat):
            return False
        if DECISIONS[self.frame[0]].shows(self, seat, move):
            return True
        ahead = self.fork()
        ahead.play(seat, move)
        return ahead.stage() != self.stage()

    def stage(self) -> tuple[int, bool, int, bool]:
        """Grows whenever something hidden becomes public; itself public."""
        placing = self.is_placing()
        return self.round, not placing, 0 if placing else self.step, self.frame[0] >= DISCARDING

    def sealed(self) -> bool:
        return self.frame[0] == DISCARDING

    def prompt(self, seat: Seat) -> Told:
        return telling.prompt(self, seat)

    def explain(self, seat: Seat, move: Move) -> Sequence[Told]:
        return telling.explain(self, seat, move)

    def describe(self, observer: Seat | None) -> Sequence[Told]:
        return telling.describe(self, observer)

    def fork(self) -> EstorilState:
        return EstorilState(
            self.chance.copy(),
            self.box,
            self.seats,
            self.rounds,
            self.missions,
            self.round,
            self.first,
            self.frame,
            self.under,
            self.step,
            self.cursor,
            self.grid,
            self.at[:],
            self.taken,
            self.up,
            self.shield,
            self.mute,
            self.own[:],
            self.reach[:],
            self.seen[:],
            self.hands[:],
            self.pile,
            self.known,
            self.discards,
            self.pending,
            self.removed,
            self.dice,
            self.left,
        )

    def view(self, observer: Seat | None) -> EstorilView:
        return viewing.view(self, observer)

    def guess(self, seat: Seat, source: Source) -> EstorilState:
        copy = self.fork()
        copy.chance = StreamChance(source)
        guessing.shuffle_unknown(copy, seat, source)
        return copy

    def absent(self, seat: Seat, told: list[Told] | None = None) -> None:
        if not self.asks(seat):
            raise IllegalMove(f"seat {seat} is not asked for anything")
        absence.play_turn(self, seat, told)

    def leave(self, seat: Seat, told: list[Told] | None = None) -> None:
        absence.depart(self, seat, told)

    def points(self) -> Sequence[Points]:
        return [score.total() for score in scores(self)]

    def result(self) -> Result | None:
        return result(self)
