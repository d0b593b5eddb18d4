"""The engine's `State`: the data of `Position` behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.ace_of_spies import absence, guessing, interrupts, telling, viewing
from engines.ace_of_spies import moves as m
from engines.ace_of_spies.components import PROACTIVE
from engines.ace_of_spies.decisions import DECISIONS, Decision, Sealed
from engines.ace_of_spies.frames import OVER
from engines.ace_of_spies.position import Position
from engines.ace_of_spies.scoring import final_points, result
from engines.ace_of_spies.view import AceView
from engines.chance import Chance, Source, StreamChance
from engines.protocol import IllegalMove, Move, Points, Result, Seat, Told

MAY_BE_FORCED: Final = frozenset(
    kind for kind, decision in enumerate(DECISIONS) if type(decision).forced is not Decision.forced
)
"""Kinds of frames that the table may answer."""
ALONE: Final[tuple[tuple[Seat, ...], ...]] = tuple((seat,) for seat in range(5))


class AceState(Position):
    """See `engines.protocol.State` for what each method promises."""

    __slots__ = ()

    def actors(self) -> Sequence[Seat]:
        seat = self.frame[1]
        if seat >= 0:
            return ALONE[seat]
        decision = DECISIONS[self.frame[0]]
        return decision.actors(self) if isinstance(decision, Sealed) else ()

    def moves(self, seat: Seat) -> Sequence[Move]:
        decision = DECISIONS[self.frame[0]]
        if self.frame[1] != seat:
            if decision.sealed:
                return decision.moves(self, seat) if seat in self.actors() else []
            return interrupts.playable(self, seat) if interrupts.are_open(self) else []
        found = decision.moves(self, seat)
        if interrupts.are_open(self):
            found += interrupts.playable(self, seat)
        return found

    def pick(self, seat: Seat, source: Source) -> Move:
        kind, actor, _, _ = self.frame
        if actor != seat:
            moves = self.moves(seat)
            return moves[int(source.random() * len(moves))]
        decision = DECISIONS[kind]
        if PROACTIVE.isdisjoint(self.hands[seat]) or not interrupts.are_open(self):
            return decision.pick(self, seat, source)
        free = interrupts.playable(self, seat)
        if not free:
            return decision.pick(self, seat, source)
        moves = decision.moves(self, seat) + free
        return moves[int(source.random() * len(moves))]

    def play(self, seat: Seat, move: Move, told: list[Told] | None = None) -> None:
        if not 0 <= seat < self.seats or not 0 < move < 1 << 29:
            raise IllegalMove(self._why_not(seat))
        frame = self.frame
        if move >> 24 == m.PLAY:
            if not interrupts.play(self, seat, move, told):
                raise IllegalMove(self._why_no_interrupt())
        elif frame[1] == seat or (frame[1] < 0 and seat in self.actors()):
            DECISIONS[frame[0]].play(self, seat, move, told)
        else:
            raise IllegalMove(self._why_not(seat))
        if self.frame[0] in MAY_BE_FORCED:
            self._go_on(told)

    def _go_on(self, told: list[Told] | None) -> None:
        """What the table shows to be the only answer needs nobody to give it."""
        while self.frame[0] in MAY_BE_FORCED:
            frame = self.frame
            decision = DECISIONS[frame[0]]
            move = decision.forced(self)
            if move < 0:
                return
            decision.play(self, frame[1], move, told)

    def _why_not(self, seat: Seat) -> str:
        if self.over():
            return "the match is over"
        if not 0 <= seat < self.seats:
            return f"there is no seat {seat}"
        if seat not in self.actors():
            return f"seat {seat} is not asked now; out of turn only interrupts can be played"
        return "that is not a move"

    def _why_no_interrupt(self) -> str:
        if self.over():
            return "the match is over"
        if not interrupts.are_open(self):
            return "a card is being resolved: play the interrupt right after it"
        return "you have no such interrupt, or it cannot be aimed at that: choose among your legal moves"

    def reveals(self, seat: Seat, move: Move) -> bool:
        if move >> 24 == m.PLAY:
            return True
        if seat not in self.actors():
            return False
        return DECISIONS[self.frame[0]].shows(self, seat, move)

    def sealed(self) -> bool:
        return DECISIONS[self.frame[0]].sealed

    def prompt(self, seat: Seat) -> Told:
        return telling.prompt(self, seat)

    def explain(self, seat: Seat, move: Move) -> Sequence[Told]:
        return telling.explain(self, seat, move)

    def describe(self, observer: Seat | None) -> Sequence[Told]:
        return telling.describe(self, observer)

    def fork(self) -> AceState:
        return self._copy(self.chance.copy())

    def _copy(self, chance: Chance) -> AceState:
        """Field by field: a third faster than by the constructor, and bots fork more than anything else."""
        twin = AceState.__new__(AceState)
        twin.chance = chance
        twin.seats = self.seats
        twin.mode = self.mode
        twin.stop_all = self.stop_all
        twin.turn = self.turn
        twin.turns = self.turns
        twin.frame = self.frame
        twin.under = self.under
        twin.todo = self.todo
        twin.decks = self.decks[:]
        twin.display = self.display
        twin.hands = self.hands[:]
        twin.held = self.held[:]
        twin.offers = self.offers[:]
        twin.refused = self.refused[:]
        twin.mission_deck = self.mission_deck
        twin.bottom = self.bottom
        twin.bottom_by = self.bottom_by
        twin.done = self.done[:]
        twin.rows = self.rows[:]
        twin.discards = self.discards
        twin.removed = self.removed
        twin.known = self.known[:]
        twin.answers = self.answers
        twin.plans = self.plans[:]
        twin.paid = self.paid
        twin.laid = self.laid
        twin.final = self.final
        twin.trigger = self.trigger
        twin.ending = self.ending
        twin.stops = self.stops
        twin.left = self.left
        twin.score = self.score[:]
        return twin

    def view(self, observer: Seat | None) -> AceView:
        return viewing.view(self, observer)

    def guess(self, seat: Seat, source: Source) -> AceState:
        copy = self._copy(StreamChance(source))
        guessing.deal_unknown(copy, seat, source)
        return copy

    def absent(self, seat: Seat, told: list[Told] | None = None) -> None:
        if not 0 <= seat < self.seats or seat not in self.actors():
            raise IllegalMove(self._why_not(seat))
        absence.play_turn(self, seat, told)

    def leave(self, seat: Seat, told: list[Told] | None = None) -> None:
        absence.depart(self, seat, told)

    def points(self) -> Sequence[Points]:
        return final_points(self) if self.frame[0] == OVER else self.score[:]

    def result(self) -> Result | None:
        return result(self)
