"""Seats that do not answer, and seats that depart.

Time that ran out: a contact man is set up on a cross drawn by chance; a spy stays where he is, his aerial
stays up until his next turn as usual, he claims nothing; a token he is looking at goes back into its safe.
Who departs (S46): his tokens serve whoever finds them, spy and contact man leave, his cards stay out of play;
whoever was about to claim from him, or to send his contact man somewhere, decides anew.
"""

from __future__ import annotations

from engines.protocol import IllegalMove, Seat, Told
from engines.spy_ring import flow
from engines.spy_ring.board import GONE, OFF
from engines.spy_ring.claims import claimable
from engines.spy_ring.position import CLAIMING, MOVING, OVER, POSTING, RADIO, SENDING, SPOTTING, Position


def play_turn(p: Position, seat: Seat, told: list[Told] | None) -> None:
    """The seat is asked for something now."""
    if told is not None:
        told.append(Told("absent", {"seat": f"seat:{seat}"}))
    if p.phase == POSTING:
        crosses = p.crosses(p.spy)
        flow.post(p, crosses[p.chance.below(len(crosses))], told)
    else:
        _drop_turn(p)
    flow.settle(p, told)


def _drop_turn(p: Position) -> None:
    """Whatever was half done; a token that was looked at has not left its safe yet."""
    p.calling = p.held = -1
    flow.end_turn(p)


def depart(p: Position, seat: Seat, told: list[Told] | None) -> None:
    """Raises IllegalMove if the match is over or the seat has left already."""
    if p.phase == OVER:
        raise IllegalMove("the match is over")
    if not 0 <= seat < p.seats or seat in p.left:
        raise IllegalMove(f"seat {seat} is not at the table")
    p.left += bytes((seat,))
    if told is not None:
        told.append(Told("left", {"seat": f"seat:{seat}"}))
    if p.seats - len(p.left) < 2:
        flow.end(p, "over.left", told)
        return
    for spy in range(seat, p.spies, p.seats):
        p.at[spy] = GONE
        p.men[spy] = OFF
        p.aerials &= ~(1 << spy)
        p.free |= 1 << spy
        p.declared = tuple(None if each == spy else words for each, words in enumerate(p.declared))
    if p.seat_of(p.spy) == seat:
        if p.phase == POSTING:
            flow.next_post(p, told)
        else:
            _drop_turn(p)
    else:
        _ask_again(p, told)
    flow.settle(p, told)


def _ask_again(p: Position, told: list[Told] | None) -> None:
    """Somebody else's turn: ways have opened, and what was about to happen to him cannot any more."""
    if p.phase == MOVING:
        p.open = p.ends()
    elif p.phase == CLAIMING:
        flow.to_claims(p, told)
    elif p.phase == SPOTTING and not claimable(p, True):
        flow.to_declaring(p, told)
    elif p.phase == RADIO or (p.phase == SENDING and p.men[p.calling] == OFF):
        p.calling = -1
        flow.to_radio(p, told)
