"""A state drawn from all that a seat cannot tell from the real one, each equally likely.

Hidden from a seat: city cards in other hands unless it saw them come or was shown them, missions that
others hold, were offered or refused, missions put under the deck by others, answers to a sealed question.
The backs show the city, so that each city is a pool of its own. Every pool is sorted before it is dealt:
the outcome depends on what the seat knows and on the source, never on the hidden truth.
"""

from __future__ import annotations

from engines.ace_of_spies.components import CITIES, CITY
from engines.ace_of_spies.frames import FINDING, GIVING, LAST_CALL, LAYING, MISSION_DECK, QUESTION, SETUP
from engines.ace_of_spies.position import ASKED, CHOSE, NO_CARD, PASSED, Position
from engines.chance import Source


def deal_unknown(p: Position, seat: int, source: Source) -> None:
    """In place. When the match is over everything is open."""
    if p.over():
        return
    _deal_hands(p, seat, source)
    if p.frame[0] == GIVING:
        _guess_stolen(p, seat, source)
    _deal_missions(p, seat, source)
    _forget_answers(p, seat)


def _deal_hands(p: Position, seat: int, source: Source) -> None:
    bit = 1 << seat
    known = p.known
    seen = _seen_deck(p, seat)
    pools = [[] if city == seen else list(deck) for city, deck in enumerate(p.decks)]
    kept: list[list[int]] = []
    for other in range(p.seats):
        mine: list[int] = []
        if other != seat:
            for card in p.hands[other]:
                if known[card] & bit:
                    mine.append(card)
                else:
                    pools[CITY[card]].append(card)
        kept.append(mine)
    random = source.random
    sizes = [len(pool) for pool in pools]
    for pool in pools:
        pool.sort()
    for other in range(p.seats):
        if other == seat:
            continue
        hand = kept[other]
        for card in p.hands[other]:
            if not known[card] & bit:
                city = CITY[card]
                pool = pools[city]
                hand.append(pool.pop(int(random() * sizes[city])))
                sizes[city] -= 1
        hand.sort()
    moved = bytearray(len(known))
    for other in range(p.seats):
        if other == seat:
            for card in p.hands[seat]:
                moved[card] = known[card]
            continue
        before = p.hands[other]
        after = kept[other]
        for card in before:
            if known[card] & bit:
                moved[card] = known[card]
        p.hands[other] = bytes(after)
    p.known = moved
    for city in range(CITIES):
        if city != seen:
            p.decks[city] = bytes(pools[city])


def _seen_deck(p: Position, seat: int) -> int:
    """The deck that the seat is looking through: none of it can be elsewhere. -1 if none."""
    kind, actor, deck, _ = p.frame
    return deck if kind == FINDING and actor == seat else -1


def _guess_stolen(p: Position, seat: int, source: Source) -> None:
    """Which card was taken a moment ago: two seats know it, the others have seen its back."""
    kind, actor, victim, card = p.frame
    if seat not in (actor, victim):
        alike = [
            other for other in p.hands[actor] if CITY[other] == CITY[card] and not p.known[other] & 1 << seat
        ]
        p.frame = (kind, actor, victim, alike[int(source.random() * len(alike))])


def _deal_missions(p: Position, seat: int, source: Source) -> None:
    shown = p.frame[2] if p.frame[0] == LAYING else NO_CARD
    seen = _seen_deck(p, seat) == MISSION_DECK
    pool = [] if seen else list(p.mission_deck)
    for index, by in enumerate(p.bottom_by):
        if by != seat:
            pool.append(p.bottom[index])
    for other in range(p.seats):
        if other != seat:
            pool += p.offers[other]
            pool += p.refused[other]
            pool += [mission for mission in p.held[other] if mission != shown]
    pool.sort()
    random = source.random
    size = len(pool)

    def some(count: int) -> list[int]:
        nonlocal size
        drawn = []
        for _ in range(count):
            drawn.append(pool.pop(int(random() * size)))
            size -= 1
        return drawn

    for other in range(p.seats):
        if other == seat:
            continue
        mine = [mission for mission in p.held[other] if mission == shown]
        p.held[other] = bytes(sorted(mine + some(len(p.held[other]) - len(mine))))
        p.offers[other] = bytes(sorted(some(len(p.offers[other]))))
        p.refused[other] = bytes(sorted(some(len(p.refused[other]))))
    if p.bottom:
        p.bottom = bytes(
            p.bottom[index] if by == seat else some(1)[0] for index, by in enumerate(p.bottom_by)
        )
    if not seen:
        p.mission_deck = bytes(pool)


def _forget_answers(p: Position, seat: int) -> None:
    """Whether another seat has answered may be kept, what it answered may not."""
    kind = p.frame[0]
    if kind in (SETUP, QUESTION, LAST_CALL):
        blank = CHOSE | 1 if kind == SETUP else PASSED if kind == QUESTION else CHOSE
        p.answers = bytes(
            value if other == seat or value <= ASKED else blank for other, value in enumerate(p.answers)
        )
        if kind == LAST_CALL:
            p.plans = [plan if other == seat else b"" for other, plan in enumerate(p.plans)]
