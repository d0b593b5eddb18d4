"""Cards played in answer to somebody or out of turn, and what they do to a hand (A19, A30, A31, 1.4)."""

from __future__ import annotations

from engines.ace_of_spies import board, dealing, effects, flow
from engines.ace_of_spies import moves as m
from engines.ace_of_spies.cards import NO_CARD
from engines.ace_of_spies.components import AGENT, PROACTIVE, SYMBOL
from engines.ace_of_spies.frames import ACTION, COMPLETING, DISCARDING, DRAWING, KEEPING
from engines.ace_of_spies.moves import CARD_REF, SEAT_REF
from engines.ace_of_spies.position import PASSED, STOPPED, Position
from engines.protocol import Move, Seat, Told, only


def are_open(p: Position) -> bool:
    """Whether the game waits for somebody and no card is being resolved (public)."""
    kind = p.frame[0]
    if kind == KEEPING:
        return not p.frame[3]
    return kind in (ACTION, DRAWING, COMPLETING, DISCARDING)


def playable(p: Position, seat: Seat) -> list[Move]:
    """Interrupts of the seat's hand, each against everything that it may be aimed at."""
    hand = p.hands[seat]
    if PROACTIVE.isdisjoint(hand):
        return []
    found: list[Move] = []
    for card in hand:
        if card in PROACTIVE:
            found += _against_all(p, seat, m.PLAY, card)
    return found


def _against_all(p: Position, seat: Seat, verb: int, card: int) -> list[Move]:
    script = effects.ANNOUNCED[card]
    assert script is not None
    against = m.on(verb, card)
    return [against | target for target in script.possible(p, seat) or ()]


def play(p: Position, seat: Seat, move: Move, told: list[Told] | None) -> bool:
    """Whether the move was an interrupt that may be played now."""
    if move >> 24 != m.PLAY or not are_open(p) or move not in playable(p, seat):
        return False
    flow.interrupt(p, seat, move >> 16 & 255, move & 0xFFFF, told)
    return True


def plannable(p: Position, seat: Seat) -> list[Move]:
    """For the last call: interrupts that are aimed at cards on the table and not planned yet."""
    planned = p.plans[seat][::2]
    found: list[Move] = []
    for card in p.hands[seat]:
        if card in flow.TABLE_INTERRUPTS and card not in planned:
            found += _against_all(p, seat, m.PLAN, card)
    return found


def put_down(p: Position, seat: Seat, agent: int, told: list[Told] | None) -> None:
    """An agent played for its ability lies in its seat's row and scores, whatever comes of it (A17, A18)."""
    board.add_to_row(p, seat, agent)
    if told is not None:
        told.append(Told("agent", {"seat": SEAT_REF[seat], "card": CARD_REF[agent]}))
    dealing.check_score(p, seat, told)


def note_answer(p: Position, seat: Seat, stops: bool, told: list[Told] | None) -> None:
    """Kept secret until all are in; whether the seat has the card is not even looked at."""
    value = STOPPED if stops else PASSED
    p.answers = p.answers[:seat] + bytes((value,)) + p.answers[seat + 1 :]
    if told is not None:
        told.append(Told("answered.stop" if stops else "answered.pass", {}, only(seat)))


def sacrifice(p: Position, victim: Seat, actor: Seat, agent: int, told: list[Told] | None) -> None:
    """The named agent of the hand, else one at random; without any, the actor alone sees the hand (A31)."""
    agents = [card for card in p.hands[victim] if SYMBOL[card] == AGENT]
    if not agents:
        if told is not None:
            told.append(Told("no_agent", {"seat": SEAT_REF[victim]}))
        effects.look(p, actor, victim, told)
        return
    card = agents[p.chance.below(len(agents))] if agent == NO_CARD else agent
    dealing.to_discards(p, victim, card)
    if told is not None:
        told.append(Told("assassinated", {"seat": SEAT_REF[victim], "card": CARD_REF[card]}))
