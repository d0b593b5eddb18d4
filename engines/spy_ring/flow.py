"""How a turn goes (S31): the throw, the move, the look inside an embassy, claims, radio, claims of a contact
man just moved, declaration. Every function changes the position in place and tells what happened.

A turn never plays the next one itself: it leaves the phase TURNING, and `settle` goes on from there.
"""

from __future__ import annotations

from typing import Final

from engines.protocol import Told, all_but, only
from engines.spy_ring.board import (
    CARD_REF,
    COLOUR_REF,
    CROSS_REF,
    EMBASSY_REF,
    GONE,
    INSIDE,
    MAN_REF,
    NODE_REF,
    OFF,
    SPY_REF,
    TOKEN_REF,
    WORD_REF,
)
from engines.spy_ring.claims import claimable, owner, reasons
from engines.spy_ring.paths import FACES
from engines.spy_ring.position import (
    CLAIMING,
    DECLARING,
    MOVING,
    NO_CARD,
    NO_TOKEN,
    OVER,
    OWN_TOKENS,
    PUTTING,
    RADIO,
    SENDING,
    SPOTTING,
    TURNING,
    Position,
    replaced,
)
from engines.spy_ring.scoring import tell_scores
from engines.spy_ring.words import bits, cards_for, pairs

CARDS_PER_TOKEN: Final = 2

Log = list[Told] | None


def who(p: Position, spy: int) -> dict[str, int | str | bool]:
    return {"seat": f"seat:{p.seat_of(spy)}", "spy": SPY_REF[spy]}


# Before the first turn


def post(p: Position, cross: int, told: Log) -> None:
    """From the last spy backwards (S36)."""
    spy = p.spy
    p.men[spy] = cross
    if told is not None:
        told.append(Told("posted", {**who(p, spy), "cross": CROSS_REF[cross]}))
    next_post(p, told)


def next_post(p: Position, told: Log) -> None:
    for spy in range(p.spy - 1, -1, -1):
        if p.at[spy] != GONE:
            p.spy = spy
            return
    p.spy = p.spies - 1
    p.round = -1
    p.phase = TURNING


# Turns


def settle(p: Position, told: Log) -> None:
    """Begin turns until somebody has something to decide, or the match is over."""
    while p.phase == TURNING:
        _begin_turn(p, told)


def _begin_turn(p: Position, told: Log) -> None:
    spy = p.spy
    at = p.at
    while True:
        spy += 1
        if spy == p.spies:
            spy = 0
            p.round += 1
            if p.round == p.limit:
                end(p, "over.limit", told)
                return
        if at[spy] != GONE:
            break
    p.spy = spy
    p.aerials &= ~(1 << spy)  # S32: down before the throw
    p.trapped = False
    p.claimed = 0
    _throw(p, told)
    p.phase = MOVING
    p.open = p.ends()
    choices = p.open.bit_count()
    if choices > 1:
        return
    if not choices:
        p.trapped = True
        if told is not None:
            told.append(Told("trapped", who(p, spy)))
        to_radio(p, told)
        return
    only = p.open.bit_length() - 1
    if not p.shows(only):
        go(p, only, told)


def _throw(p: Position, told: Log) -> None:
    p.throw = p.chance.below(FACES) + 1
    p.signal = p.throw == 1
    if told is not None:
        told.append(Told("threw", {**who(p, p.spy), "throw": p.throw}))
    if p.signal:
        p.aerials |= 1 << p.spy
        p.throw = p.chance.below(FACES) + 1
        if told is not None:
            told.append(Told("signal", {**who(p, p.spy), "throw": p.throw}))


def end_turn(p: Position) -> None:
    p.phase = TURNING


# The move and what lies there


def go(p: Position, node: int, told: Log) -> None:
    spy = p.spy
    p.at[spy] = node
    if told is not None:
        key = "went" if node < INSIDE else "entered"
        told.append(Told(key, {**who(p, spy), "to": NODE_REF[node]}))
    if node >= INSIDE:
        embassy = node - INSIDE
        if p.finishes(embassy):
            end(p, "over.words", told)
            return
        if not p.signal and p.safes[embassy] != NO_TOKEN:
            if not look(p, embassy, told):
                ask_where_to_put(p, embassy, told)
                return
            if p.phase == OVER:
                return
    to_claims(p, told)


def look(p: Position, embassy: int, told: Log) -> bool:
    """Whether the token there serves the spy; it is his then, and two cards (S14)."""
    spy = p.spy
    seat = p.seat_of(spy)
    token = p.safes[embassy]
    colour = p.colours[token]
    p.seen = tuple(mask | 1 << token if each == seat else mask for each, mask in enumerate(p.seen))
    if p.accepted(spy) >> colour & 1:
        _take(p, embassy, token, colour, told)
        return True
    p.barren = replaced(p.barren, token, p.barren[token] | p.accepted(spy))
    if told is not None:
        args = {**who(p, spy), "embassy": EMBASSY_REF[embassy], "token": TOKEN_REF[token]}
        told.append(Told("looked", args, all_but(seat)))
        told.append(Told("looked.you", {**args, "colour": COLOUR_REF[colour]}, only(seat)))
    return False


def _take(p: Position, embassy: int, token: int, colour: int, told: Log) -> None:
    spy = p.spy
    p.safes = replaced(p.safes, embassy, NO_TOKEN)
    p.takers = replaced(p.takers, token, spy)
    own = colour == spy
    p.owns[spy] += own
    if told is not None:
        args = {**who(p, spy), "colour": COLOUR_REF[colour], "embassy": EMBASSY_REF[embassy]}
        told.append(Told("found" if own else "found.free", args))
    for _ in range(CARDS_PER_TOKEN):
        _draw(p, told)
    if own and p.owns[spy] == OWN_TOKENS:
        p.men[spy] = OFF  # S35
        if told is not None:
            told.append(Told("found.all", {**who(p, spy), "man": MAN_REF[spy]}))
    if not p.tokens_left():
        end(p, "over.tokens", told)  # S44


def _draw(p: Position, told: Log) -> None:
    card = p.top
    if card == NO_CARD:
        return
    p.hands[p.spy] |= 1 << card
    turn_up(p)
    if told is not None:
        told.append(Told("drew", {**who(p, p.spy), "card": CARD_REF[card]}))


def turn_up(p: Position) -> None:
    """The next top card: each card of the pile is as likely as any other."""
    if not p.pile:
        p.top = NO_CARD
        return
    number = p.chance.below(p.pile.bit_count())
    for card in bits(p.pile):
        if not number:
            p.top = card
            p.pile ^= 1 << card
            return
        number -= 1


def ask_where_to_put(p: Position, embassy: int, told: Log) -> None:
    p.phase = PUTTING
    p.held = embassy
    if p.safes.count(NO_TOKEN) == 0:
        put(p, embassy, told)


def put(p: Position, embassy: int, told: Log) -> None:
    """Into any empty safe, the one just emptied included (S13)."""
    token = p.safes[p.held]
    p.safes = replaced(replaced(p.safes, p.held, NO_TOKEN), embassy, token)
    p.held = -1
    if told is not None:
        args = {**who(p, p.spy), "token": TOKEN_REF[token], "embassy": EMBASSY_REF[embassy]}
        told.append(Told("put", args))
    if p.signal:
        to_declaring(p, told)
    else:
        to_claims(p, told)


# Claims


def to_claims(p: Position, told: Log) -> None:
    if claimable(p, False):
        p.phase = CLAIMING
    elif p.signal:
        to_radio(p, told)
    else:
        to_declaring(p, told)


def claim(p: Position, card: int, told: Log) -> None:
    by_man_only = p.phase == SPOTTING
    rival = owner(p, card)
    if told is not None:
        reason = reasons(p, rival, by_man_only)[0]
        args = {**who(p, p.spy), "card": CARD_REF[card], "rival": SPY_REF[rival]}
        told.append(Told(f"claimed.{reason}", args))
    p.hands[rival] ^= 1 << card
    p.hands[p.spy] |= 1 << card
    p.claimed |= 1 << rival
    standing = p.declared[rival]
    if standing is not None and standing[2] >> card & 1:
        p.declared = _with_declared(p, rival, None)
        if told is not None:
            told.append(Told("lapsed", who(p, rival)))
    if not claimable(p, by_man_only):
        _after_claims(p, told)


def waive(p: Position, told: Log) -> None:
    """No further claims (S30)."""
    if told is not None:
        told.append(Told("waived", who(p, p.spy)))
    _after_claims(p, told)


def _after_claims(p: Position, told: Log) -> None:
    if p.phase == SPOTTING:
        to_declaring(p, told)
    else:
        to_radio(p, told)


# Radio


def to_radio(p: Position, told: Log) -> None:
    if not p.signal:
        to_declaring(p, told)
        return
    p.phase = RADIO
    # Whoever has a contact man may call him, so that the others need not be looked at.
    if p.men[p.spy] == OFF and not callable_men(p):
        to_declaring(p, told)


def callable_men(p: Position) -> list[int]:
    """Spies whose contact man the radio may move: his own, any rival's, never a partner's (S34)."""
    spy = p.spy
    seats = p.seats
    return [
        other for other, cross in enumerate(p.men) if cross != OFF and (other == spy or (other - spy) % seats)
    ]


def radio_look(p: Position, told: Log) -> None:
    """A token that serves the spy ends his turn (S15)."""
    embassy = p.guarded(p.spy)
    if not look(p, embassy, told):
        ask_where_to_put(p, embassy, told)
    elif p.phase != OVER:
        end_turn(p)


def call(p: Position, spy: int, told: Log) -> None:
    p.calling = spy
    p.phase = SENDING
    if told is not None:
        told.append(Told("called", {**who(p, p.spy), "man": MAN_REF[spy]}))


def send(p: Position, cross: int, told: Log) -> None:
    moved = p.calling
    p.men[moved] = cross
    p.calling = -1
    if told is not None:
        args = {**who(p, p.spy), "man": MAN_REF[moved], "cross": CROSS_REF[cross]}
        told.append(Told("sent", args))
    if moved == p.spy and claimable(p, True):
        p.phase = SPOTTING
    else:
        to_declaring(p, told)


def silence(p: Position, told: Log) -> None:
    if told is not None:
        told.append(Told("silent", who(p, p.spy)))
    to_declaring(p, told)


# Declaration and end


def to_declaring(p: Position, told: Log) -> None:
    if p.owns[p.spy] == OWN_TOKENS and declarable(p):
        p.phase = DECLARING
    else:
        end_turn(p)


def declarable(p: Position) -> list[tuple[int, int]]:
    """Every two words the spy could lay out, but the two that lie there already."""
    standing = p.declared[p.spy]
    words = None if standing is None else standing[:2]
    return [pair for pair in pairs(p.hands[p.spy], p.shared) if pair != words]


def declare(p: Position, words: tuple[int, int], told: Log) -> None:
    """The cards are named too, always the same ones for the same hand (S37)."""
    spy = p.spy
    cards = cards_for(p.hands[spy], words, p.shared)
    assert cards is not None
    p.declared = _with_declared(p, spy, (*words, cards))
    if told is not None:
        one, two = words
        told.append(Told("declared", {**who(p, spy), "one": WORD_REF[one], "two": WORD_REF[two]}))
    end_turn(p)


def pass_by(p: Position, told: Log) -> None:
    if told is not None:
        told.append(Told("passed", who(p, p.spy)))
    end_turn(p)


def _with_declared(
    p: Position, spy: int, words: tuple[int, int, int] | None
) -> tuple[tuple[int, int, int] | None, ...]:
    return tuple(words if each == spy else standing for each, standing in enumerate(p.declared))


def end(p: Position, reason: str, told: Log) -> None:
    p.phase = OVER
    p.calling = p.held = -1
    if told is not None:
        told.append(Told(reason))
        tell_scores(p, told)
