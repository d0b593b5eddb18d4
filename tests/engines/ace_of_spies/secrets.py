"""What is hidden in Ace of Spies, written from its "who may see what" (rules, "What is hidden").

| item | who may know |
|---|---|
| a city card in hand | its owner; everybody who saw it come; who was shown the hand while it was there |
| the city of such a card | everybody: the back shows it |
| what is in a deck | nobody; who looks through it, while he does |
| a mission held, offered or refused | its owner |
| a mission put under the deck | who put it there |
| an answer in secret, until all are in | its seat |

When the match is over everything is open.

Calls neither `view` nor `guess`. Where several things could be swapped, secrets count through them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.ace_of_spies import moves as m
from engines.ace_of_spies.components import CITY, POINTS
from engines.ace_of_spies.frames import (
    FINDING,
    GIVING,
    LAST_CALL,
    LAYING,
    MISSION_DECK,
    PAYING,
    QUESTION,
    SETUP,
)
from engines.ace_of_spies.position import CHOSE, PASSED, SPECTATORS, STOPPED
from engines.ace_of_spies.state import AceState
from engines.conformance import Secret
from engines.protocol import Move, Seat

Knows = Callable[[AceState, Seat | None], bool]
Apply = Callable[[AceState], None]
Exchange = tuple[Apply, Knows]
"""How to swap two hidden things, in place, and who may tell."""
Pair = tuple[Callable[..., Exchange], tuple[object, ...]]
"""An exchange not made yet, for there are thousands."""


def swapped(cards: bytes, old: int, new: int) -> bytes:
    return bytes(sorted(new if card == old else card for card in cards))


def fixed(state: AceState, seat: Seat) -> set[int]:
    """Cards in that hand that its secret plan names."""
    return set(state.plans[seat][::2]) if state.frame[0] == LAST_CALL else set()


def rename_stolen(state: AceState, old: int, new: int) -> None:
    """The card taken a moment ago is named by the frame, where few see it."""
    if state.frame[0] == GIVING and state.frame[3] == old:
        state.frame = (*state.frame[:3], new)


def knows_card(state: AceState, observer: Seat | None, seat: Seat, card: int) -> bool:
    bit = 1 << (SPECTATORS if observer is None else observer)
    return observer == seat or bool(state.known[card] & bit)


def looks_through(state: AceState, observer: Seat | None, deck: int) -> bool:
    kind, seat, a, _ = state.frame
    return kind == FINDING and a == deck and seat == observer


def hand_and_deck(state: AceState) -> list[Pair]:
    return [
        (_hand_deck, (seat, card, other))
        for seat in range(state.seats)
        for card in state.hands[seat]
        if card not in fixed(state, seat)
        for other in state.decks[CITY[card]]
        if state.frame[0] != PAYING or POINTS[card] == POINTS[other]
    ]


def _hand_deck(seat: Seat, card: int, other: int) -> Exchange:
    city = CITY[card]

    def apply(state: AceState) -> None:
        state.hands[seat] = swapped(state.hands[seat], card, other)
        state.decks[city] = swapped(state.decks[city], other, card)
        state.known[other], state.known[card] = state.known[card], 0
        rename_stolen(state, card, other)

    def knows(state: AceState, observer: Seat | None) -> bool:
        return knows_card(state, observer, seat, card) or looks_through(state, observer, city)

    return apply, knows


def two_hands(state: AceState) -> list[Pair]:
    return [
        (_two_hands, (seat, card, rival, other))
        for seat in range(state.seats)
        for rival in range(seat + 1, state.seats)
        for card in state.hands[seat]
        for other in state.hands[rival]
        if CITY[card] == CITY[other]
        and card not in fixed(state, seat)
        and other not in fixed(state, rival)
        and (state.frame[0] != PAYING or POINTS[card] == POINTS[other])
    ]


def _two_hands(seat: Seat, card: int, rival: Seat, other: int) -> Exchange:
    def apply(state: AceState) -> None:
        state.hands[seat] = swapped(state.hands[seat], card, other)
        state.hands[rival] = swapped(state.hands[rival], other, card)
        state.known[card], state.known[other] = state.known[other], state.known[card]
        if seat == state.frame[1]:
            rename_stolen(state, card, other)
        else:
            rename_stolen(state, other, card)

    def knows(state: AceState, observer: Seat | None) -> bool:
        return knows_card(state, observer, seat, card) or knows_card(state, observer, rival, other)

    return apply, knows


def own_missions(state: AceState) -> list[Pair]:
    """Held, offered or refused, against the mission deck."""
    laying = state.frame[2] if state.frame[0] == LAYING else -1
    return [
        (_own_mission, (field, seat, mission, other))
        for field in ("held", "offers", "refused")
        for seat in range(state.seats)
        for mission in getattr(state, field)[seat]
        if mission != laying
        for other in state.mission_deck
    ]


def _own_mission(field: str, seat: Seat, mission: int, other: int) -> Exchange:
    def apply(state: AceState) -> None:
        missions: list[bytes] = getattr(state, field)
        missions[seat] = swapped(missions[seat], mission, other)
        state.mission_deck = swapped(state.mission_deck, other, mission)

    def knows(state: AceState, observer: Seat | None) -> bool:
        return observer == seat or looks_through(state, observer, MISSION_DECK)

    return apply, knows


def held_by_two(state: AceState) -> list[Pair]:
    laying = state.frame[2] if state.frame[0] == LAYING else -1
    return [
        (_held_by_two, (seat, one, rival, other))
        for seat in range(state.seats)
        for rival in range(seat + 1, state.seats)
        for one in state.held[seat]
        for other in state.held[rival]
        if laying not in (one, other)
    ]


def _held_by_two(seat: Seat, one: int, rival: Seat, other: int) -> Exchange:
    def apply(state: AceState) -> None:
        state.held[seat] = swapped(state.held[seat], one, other)
        state.held[rival] = swapped(state.held[rival], other, one)

    return apply, lambda state, observer: observer in (seat, rival)


def under_the_deck(state: AceState) -> list[Pair]:
    return [(_under, (index, other)) for index in range(len(state.bottom)) for other in state.mission_deck]


def _under(index: int, other: int) -> Exchange:
    def apply(state: AceState) -> None:
        mission = state.bottom[index]
        state.bottom = state.bottom[:index] + bytes((other,)) + state.bottom[index + 1 :]
        state.mission_deck = swapped(state.mission_deck, other, mission)

    return apply, lambda state, observer: observer == state.bottom_by[index]


def answers_in_secret(state: AceState) -> list[Pair]:
    kind = state.frame[0]
    if kind == QUESTION:
        return [
            (_answer, (seat, PASSED + STOPPED - value))
            for seat, value in enumerate(state.answers)
            if value > 1
        ]
    if kind == SETUP:
        return [
            (_answer, (seat, CHOSE | (value & 7) % 7 + 1))
            for seat, value in enumerate(state.answers)
            if value > 1
        ]
    if kind == LAST_CALL:
        return [(_no_plan, (seat,)) for seat in range(state.seats) if state.plans[seat]]
    return []


def _answer(seat: Seat, value: int) -> Exchange:
    def apply(state: AceState) -> None:
        state.answers = state.answers[:seat] + bytes((value,)) + state.answers[seat + 1 :]

    return apply, lambda state, observer: observer == seat


def _no_plan(seat: Seat) -> Exchange:
    def apply(state: AceState) -> None:
        state.plans[seat] = b""

    return apply, lambda state, observer: observer == seat


def _secret(name: str, find: Callable[[AceState], list[Pair]], number: int, step: int) -> Secret:
    """Every `step`-th exchange, so that few secrets meet cards of every kind."""

    def found(state: AceState) -> Exchange | None:
        every = find(state)
        at = number * step if step == 1 else (number * len(every)) // step
        if at >= len(every):
            return None
        make, things = every[at]
        return make(*things)

    def swap(state: AceState) -> AceState | None:
        exchange = None if state.over() else found(state)
        if exchange is None:
            return None
        twin = state.fork()
        exchange[0](twin)
        return twin

    def may_know(state: AceState, observer: Seat | None) -> bool:
        exchange = found(state)
        assert exchange is not None
        return exchange[1](state, observer)

    return Secret(f"{name} {number}", swap, may_know)


KINDS = (
    ("hand and deck", hand_and_deck, 6),
    ("two hands", two_hands, 3),
    ("own mission and deck", own_missions, 3),
    ("missions of two", held_by_two, 1),
    ("under the deck", under_the_deck, 1),
    ("answer in secret", answers_in_secret, 1),
)
SECRETS = [
    _secret(name, find, number, how_many) for name, find, how_many in KINDS for number in range(how_many)
]
EVERY_SECRET = [_secret(name, find, number, 1) for name, find, _ in KINDS for number in range(60)]
"""Enough to reach every arrangement of a small table."""


def pieces(state: AceState) -> Iterable[str]:
    """120 city cards and 35 missions, each somewhere exactly once."""
    heaps = [
        *state.decks, *state.hands, *state.rows, state.discards, state.removed, state.paid,
        *(done[1:] for missions in state.done for done in missions),
    ]  # fmt: skip
    cards = [card for heap in heaps for card in heap]
    cards += [card for card in (*state.display, *state.laid) if card != 255]
    stacks = [*state.held, *state.offers, *state.refused, state.mission_deck, state.bottom]
    missions = [mission for stack in stacks for mission in stack]
    missions += [done[0] for each in state.done for done in each]
    assert len(cards) == 120
    assert len(missions) == 35
    return [*(f"card {card}" for card in cards), *(f"mission {mission}" for mission in missions)]


def quiet(state: AceState, mover: Seat, move: Move, other: Move, observer: Seat | None) -> bool:
    """Which card was found, stolen or given (its city is seen), which missions were kept."""
    verb = move >> 24
    if observer == mover or verb != other >> 24:
        return False
    if verb == m.FIND:
        return True
    if verb in (m.STEAL, m.GIVE):
        return observer != state.frame[2] and CITY[move >> 16 & 255] == CITY[other >> 16 & 255]
    return verb == m.KEEP and state.frame[0] != SETUP and len(m.kept(move)) == len(m.kept(other))
