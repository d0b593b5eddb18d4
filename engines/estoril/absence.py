"""Seats that do not answer (T1) or depart (T2).

T1: placing, the tile of least VP, then least strength, then lowest number goes to the first legal
space by location and numeral, without a look; abilities are declined, rewards kept; at Hell's Mouth
and for discards the tile of least VP goes.
T2: who departs is placed below all who stay, the last leaver above earlier ones.
"""

from __future__ import annotations

from engines.estoril.decisions import DECISIONS
from engines.estoril.frames import DISCARDING, THE_END
from engines.estoril.position import Position
from engines.estoril.scoring import tell_scores
from engines.protocol import IllegalMove, Seat, Told


def _turn(p: Position, seat: Seat) -> tuple[int, int, int, int]:
    """Stays the same as long as it is one turn: one placement with its look, or one location."""
    if p.is_placing():
        return p.round, 0, p.placed(seat) - (p.frame[0] > 0), 0
    if p.frame[0] == DISCARDING:
        return p.round, 2, 0, 0
    return p.round, 1, p.step, 0


def play_turn(p: Position, seat: Seat, told: list[Told] | None) -> None:
    """Answer by default until the seat's turn is over. The seat is asked for something now."""
    if told is not None:
        told.append(Told("absent", {"seat": f"seat:{seat}"}))
    turn = _turn(p, seat)
    while True:
        decision = DECISIONS[p.frame[0]]
        decision.play(p, seat, decision.default(p, seat), told)
        if seat not in DECISIONS[p.frame[0]].actors(p) or _turn(p, seat) != turn:
            return


def depart(p: Position, seat: Seat, told: list[Told] | None) -> None:
    """Raises IllegalMove if the match is over or the seat has left already."""
    if p.over():
        raise IllegalMove("the match is over")
    if not 0 <= seat < p.seats or seat in p.left:
        raise IllegalMove(f"seat {seat} is not at the table")
    p.left += bytes((seat,))
    if told is not None:
        told.append(Told("left", {"seat": f"seat:{seat}"}))
    if p.seats - len(p.left) < 2:
        p.frame = THE_END
        p.under = ()
        if told is not None:
            tell_scores(p, told)
