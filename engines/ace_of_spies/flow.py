"""The course of a match: set-up, turns, announcements, what was interrupted, the end.

Every function leaves the position at a decision (`Position.frame`). No card, ability or mission is named
here; what texts do is interpreted in `effects`.
"""

from __future__ import annotations

from engines.ace_of_spies import dealing, effects
from engines.ace_of_spies.cards import ALONE, NO_CARD, second_cards, without
from engines.ace_of_spies.components import AGENTS, CITY, DATA, PROACTIVE, STOPS
from engines.ace_of_spies.frames import (
    ACTIONS,
    COMPLETING,
    COMPLETIONS,
    DISCARDING,
    DRAWING,
    QUESTION,
    THE_END,
    THE_LAST_CALL,
    Frame,
)
from engines.ace_of_spies.moves import CARD_REF, MISSION_REF, SEAT_REF, target_ref
from engines.ace_of_spies.position import (
    ASKED,
    HAND_LIMIT,
    NOT_ASKED,
    STOPPED,
    Position,
    mission_points,
)
from engines.ace_of_spies.scoring import tell_scores
from engines.protocol import Told

# Set-up


def deal(p: Position, told: list[Told] | None) -> None:
    """Two cards of each city and three missions for each seat, then the display."""
    for seat in range(p.seats):
        for city in range(len(p.decks)):
            for _ in range(DATA.numbers.start_cards):
                dealing.draw_city(p, seat, city, told)
        dealing.offer_missions(p, seat, DATA.numbers.offer, told)
    for place in range(len(p.display)):
        dealing.refill(p, place, place // DATA.numbers.display, told)
    p.answers = bytes((ASKED,)) * p.seats


def begin_turn(p: Position, seat: int, told: list[Told] | None) -> None:
    p.turn = seat
    p.turns += 1
    p.frame = ACTIONS[seat]
    if told is not None:
        told.append(Told("turn", {"seat": SEAT_REF[seat]}))


# Within a turn


def go_back(p: Position, told: list[Told] | None) -> None:
    """Run the steps that are left, then return to what waits below."""
    while p.todo:
        step = p.todo[0]
        p.todo = p.todo[1:]
        if effects.begin(p, step, told):
            return
    if p.paid:
        p.discards += p.paid
        p.paid = b""
    frame = p.under[-1]
    p.under = p.under[:-1]
    enter(p, frame, told)


def enter(p: Position, frame: Frame, told: list[Told] | None) -> None:
    """Ask for that decision, unless the table shows that there is nothing to decide."""
    kind, seat, _, _ = frame
    if kind == COMPLETING and not p.held[seat]:
        end_turn(p, told)
    elif kind == DRAWING and not can_draw_again(p):
        after_action(p, seat, told)
    elif kind == DISCARDING and len(p.hands[seat]) <= HAND_LIMIT:
        next_turn(p, told)
    else:
        p.frame = frame


def can_draw_again(p: Position) -> bool:
    """A second card: from a deck, or face up if it is no interrupt (A5, A8)."""
    if p.decks[0] or p.decks[1] or p.decks[2]:
        return True
    return bool(second_cards(p.display))


def after_action(p: Position, seat: int, told: list[Told] | None) -> None:
    enter(p, COMPLETIONS[seat], told)


def end_turn(p: Position, told: list[Told] | None) -> None:
    """Down to the hand limit (A23), then the next seat."""
    enter(p, (DISCARDING, p.turn, 0, 0), told)


def next_turn(p: Position, told: list[Told] | None) -> None:
    """After the last turn of the final round comes the last call (A26)."""
    if p.final == 0:
        last_call(p, told)
        return
    if p.final > 0:
        p.final -= 1
    begin_turn(p, (p.turn + 1) % p.seats, told)


def complete(p: Position, seat: int, mission: int, cards: bytes, told: list[Told] | None) -> None:
    """All slots are dealt with: the mission lies in front of its seat for good."""
    laid = ALONE[mission] + without(cards, NO_CARD)
    p.laid = b""
    p.held[seat] = without(p.held[seat], mission)
    p.done[seat] += (laid,)
    points = mission_points(laid)
    p.score[seat] += points
    if told is not None:
        who, what = SEAT_REF[seat], MISSION_REF[mission]
        told.append(Told("completed", {"seat": who, "mission": what, "points": points}))
    dealing.check_score(p, seat, told)
    p.under = (COMPLETIONS[seat],)
    for card in laid[1:]:
        script = effects.ON_MISSION[card]
        if script is not None:
            p.todo += tuple((step, seat, CITY[card]) for step in script.steps)
    go_back(p, told)


# Announcements and reactions


def announce(p: Position, actor: int, card: int, target: int, told: list[Told] | None) -> None:
    """The effect of a card in play, once nobody has stopped it. What waits for it is on `under`."""
    script = effects.ANNOUNCED[card]
    assert script is not None
    p.todo = tuple((step, actor, target) for step in script.steps)
    if card in AGENTS or p.stop_all:
        asked = who_may_stop(p, actor)
        if asked:
            p.answers = bytes(ASKED if seat in asked else NOT_ASKED for seat in range(p.seats))
            p.frame = (QUESTION, -1, card, actor << 9 | target)
            if told is not None:
                told.append(Told("waiting"))
            return
    go_back(p, told)


def who_may_stop(p: Position, actor: int) -> list[int]:
    """Everybody who could hold a Not So Fast! as far as the table shows, from the actor's left."""
    if p.stops_out():
        return []
    return [seat for seat in p.rivals(actor) if p.hands[seat]]


def answered(p: Position, told: list[Told] | None) -> None:
    """All answers are in: the first seat from the actor's left that can stop does; later ones keep their
    cards. A stop without the card does nothing, and nobody hears of it."""
    actor = p.frame[3] >> 9
    card = p.frame[2]
    answers = p.answers
    p.answers = bytes(p.seats)
    for seat in p.rivals(actor):
        if answers[seat] == STOPPED:
            stops = sorted(STOPS.intersection(p.hands[seat]))
            if stops:
                stop(p, seat, stops[0], card, told)
                break
    else:
        if told is not None:
            told.append(Told("unstopped", {"card": CARD_REF[card]}))
    go_back(p, told)


def stop(p: Position, seat: int, stopper: int, card: int, told: list[Told] | None) -> None:
    """Only the effect is stopped: an agent stays on the table and scores (A18)."""
    p.take_from(seat, stopper)
    p.removed += ALONE[stopper]
    p.stops = p.stops[:seat] + bytes((p.stops[seat] + 1,)) + p.stops[seat + 1 :]
    p.todo = ()
    if told is not None:
        args = {"seat": SEAT_REF[seat], "stop": CARD_REF[stopper], "card": CARD_REF[card]}
        told.append(Told("stopped", args))


def interrupt(p: Position, seat: int, card: int, target: int, told: list[Told] | None) -> None:
    """Resolved at once, whoever's turn it is; then the game goes back to waiting."""
    p.take_from(seat, card)
    p.removed += ALONE[card]
    if told is not None:
        args = {"seat": SEAT_REF[seat], "card": CARD_REF[card], "target": target_ref(target)}
        told.append(Told("interrupt", args))
    p.under += (p.frame,)
    announce(p, seat, card, target, told)


# The end


def last_call(p: Position, told: list[Told] | None) -> None:
    """Interrupts that can still change the table, listed in secret; left out if the table shows that there
    can be none."""
    asked = [bool(p.hands[seat]) and may_still_hit(p, seat) for seat in range(p.seats)]
    if not any(asked):
        finish(p, told)
        return
    p.answers = bytes(ASKED if each else NOT_ASKED for each in asked)
    p.plans = [b""] * p.seats
    p.frame = THE_LAST_CALL
    if told is not None:
        told.append(Told("last_call"))


def may_still_hit(p: Position, seat: int) -> bool:
    """Whether an interrupt whose card may be in a hand has a target (public)."""
    seen = {*p.removed, *p.discards, *p.display}
    for card in TABLE_INTERRUPTS:
        if card not in seen:
            script = effects.ANNOUNCED[card]
            if script is not None and script.possible(p, seat):
                return True
    return False


def resolve_last_call(p: Position, told: list[Told] | None) -> None:
    """List by list from the last player's left; what has become impossible is dropped."""
    plans = p.plans
    p.plans = []
    p.answers = bytes(p.seats)
    for seat in (*p.rivals(p.turn), p.turn):
        plan = plans[seat]
        for index in range(0, len(plan), 2):
            card, target = plan[index], plan[index + 1]
            script = effects.ANNOUNCED[card]
            if script is None or target not in (script.possible(p, seat) or ()):
                continue
            p.take_from(seat, card)
            p.removed += ALONE[card]
            if told is not None:
                args = {"seat": SEAT_REF[seat], "card": CARD_REF[card], "target": CARD_REF[target]}
                told.append(Told("interrupt", args))
            for step in script.steps:
                effects.begin(p, (step, seat, target), told)
    finish(p, told)


def finish(p: Position, told: list[Told] | None) -> None:
    p.frame = THE_END
    p.under = ()
    p.todo = ()
    if told is not None:
        tell_scores(p, told)


def _aimed_at_table() -> frozenset[int]:
    """Interrupts that may be played at any time and are aimed at cards on the table."""
    found = set()
    for card in PROACTIVE:
        script = effects.ANNOUNCED[card]
        if script is not None and script.targets is not None and script.targets[0] is not effects.at_hands:
            found.add(card)
    return frozenset(found)


TABLE_INTERRUPTS = _aimed_at_table()
