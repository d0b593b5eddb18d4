"""A state drawn from all that a seat cannot tell from the real one, each equally likely.

Hidden from a seat: city cards in other hands unless it saw them come or was shown them, missions that
others hold, were offered or refused, missions put under the deck by others, answers to a sealed question.
The backs show the city, so that each city is a pool of its own. Every pool is sorted before it is dealt:
the outcome depends on what the seat knows and on the source, never on the hidden truth.
"""

from __future__ import annotations

from bisect import bisect
from typing import Final

from engines.ace_of_spies.cards import NO_CARD, without
from engines.ace_of_spies.components import CITY
from engines.ace_of_spies.frames import FINDING, GIVING, LAST_CALL, LAYING, MISSION_DECK, QUESTION, SETUP
from engines.ace_of_spies.position import ASKED, CHOSE, PASSED, Position
from engines.chance import Source

LAST_OF_LONDON: Final = CITY.rindex(0)
LAST_OF_PARIS: Final = CITY.rindex(1)
NOTHING: Final = -1
"""The seat looks through no deck."""
SECRET: Final = (SETUP, QUESTION, LAST_CALL)
"""Frames that are answered in secret."""


def deal_unknown(p: Position, seat: int, source: Source) -> None:
    """In place. When the match is over everything is open."""
    if p.over():
        return
    kind, actor, thing, _ = p.frame
    seen = thing if kind == FINDING and actor == seat else NOTHING
    others = [other for other in range(p.seats) if other != seat]
    _deal_hands(p, seat, others, seen, source)
    if kind == GIVING:
        _guess_stolen(p, seat, source)
    shown = thing if kind == LAYING and actor != seat else NO_CARD
    _deal_missions(p, seat, others, seen == MISSION_DECK, shown, source)
    if kind in SECRET:
        _forget_answers(p, seat)


def _deal_hands(p: Position, seat: int, others: list[int], seen: int, source: Source) -> None:
    bit = 1 << seat
    known = p.known
    hands = p.hands
    held = b"".join([hands[other] for other in others])
    hidden = [card for card in held if not known[card] & bit]
    if not hidden:
        return
    pools = _pools(p, hidden, seen)
    random = source.random
    dealt = [
        card if known[card] & bit else (pool := pools[CITY[card]]).pop(int(random() * len(pool)))
        for card in held
    ]
    for card in hidden:
        known[card] = 0
    at = 0
    for other in others:
        end = at + len(hands[other])
        hands[other] = bytes(sorted(dealt[at:end]))
        at = end
    p.decks = [deck if city == seen else bytes(pools[city]) for city, deck in enumerate(p.decks)]


def _pools(p: Position, hidden: list[int], seen: int) -> list[list[int]]:
    """By city: cards that may be in a deck or, unknown, in a hand, ascending."""
    decks = p.decks if seen == NOTHING else [deck for city, deck in enumerate(p.decks) if city != seen]
    pool = sorted(b"".join(decks) + bytes(hidden))
    paris = bisect(pool, LAST_OF_LONDON)
    berlin = bisect(pool, LAST_OF_PARIS, paris)
    return [pool[:paris], pool[paris:berlin], pool[berlin:]]


def _guess_stolen(p: Position, seat: int, source: Source) -> None:
    """Which card was taken a moment ago: two seats know it, the others have seen its back."""
    kind, actor, victim, card = p.frame
    if seat not in (actor, victim):
        alike = [
            other for other in p.hands[actor] if CITY[other] == CITY[card] and not p.known[other] & 1 << seat
        ]
        p.frame = (kind, actor, victim, alike[int(source.random() * len(alike))])


def _deal_missions(p: Position, seat: int, others: list[int], seen: bool, shown: int, source: Source) -> None:
    """Seen: the seat looks through the deck. Shown: the mission that another seat is completing."""
    held, offers, refused = p.held, p.offers, p.refused
    hidden = b"".join([held[other] + offers[other] + refused[other] for other in others])
    if p.bottom:
        hidden += bytes([p.bottom[index] for index, by in enumerate(p.bottom_by) if by != seat])
    if shown != NO_CARD:
        hidden = without(hidden, shown)
    pool = sorted(hidden if seen else hidden + p.mission_deck)
    random = source.random
    size = len(pool)
    dealt = [pool.pop(int(random() * left)) for left in range(size, size - len(hidden), -1)]
    at = 0
    for other in others:
        open_ = shown in held[other]
        end = at + len(held[other]) - open_
        held[other] = bytes(sorted([*dealt[at:end], shown] if open_ else dealt[at:end]))
        at = end
        for place in (offers, refused):
            if place[other]:
                end = at + len(place[other])
                place[other] = bytes(sorted(dealt[at:end]))
                at = end
    if p.bottom:
        rest = iter(dealt[at:])
        p.bottom = bytes(
            [p.bottom[index] if by == seat else next(rest) for index, by in enumerate(p.bottom_by)]
        )
    if not seen:
        p.mission_deck = bytes(pool)


def _forget_answers(p: Position, seat: int) -> None:
    """Whether another seat has answered may be kept, what it answered may not."""
    kind = p.frame[0]
    blank = CHOSE | 1 if kind == SETUP else PASSED if kind == QUESTION else CHOSE
    p.answers = bytes(
        value if other == seat or value <= ASKED else blank for other, value in enumerate(p.answers)
    )
    if kind == LAST_CALL:
        p.plans = [plan if other == seat else b"" for other, plan in enumerate(p.plans)]
