"""Cards from decks and display to hands, and what ends the game when it happens (A4-A8, A24, A25)."""

from __future__ import annotations

from engines.ace_of_spies.cards import ALONE, NO_CARD, without
from engines.ace_of_spies.components import CITY, DATA
from engines.ace_of_spies.moves import CARD_REF, CITY_REF, MISSION_REF, SEAT_REF
from engines.ace_of_spies.position import (
    BY_DECK,
    BY_MISSIONS,
    BY_POINTS,
    ENDINGS,
    EVERYBODY,
    RUNNING_ON,
    Position,
)
from engines.protocol import Told, all_but, only

END_POINTS = DATA.numbers.end_points
END_MISSIONS = DATA.numbers.end_missions


def latch(p: Position, ending: int, told: list[Told] | None) -> None:
    """The end has been triggered by whoever's turn it is; that cannot be undone (A25)."""
    if p.final != RUNNING_ON:
        return
    p.final = p.seats
    p.trigger = p.turn
    p.ending = ending
    if told is not None:
        numbers = {"points": END_POINTS, "missions": END_MISSIONS}
        told.append(Told(f"ending.{ENDINGS[ending]}", {"seat": SEAT_REF[p.turn], **numbers}))


def check_score(p: Position, seat: int, told: list[Told] | None) -> None:
    """After the seat gained points or missions."""
    if p.final == RUNNING_ON:
        if len(p.done[seat]) >= END_MISSIONS:
            latch(p, BY_MISSIONS, told)
        elif p.score[seat] >= END_POINTS:
            latch(p, BY_POINTS, told)


def _top(p: Position, city: int, told: list[Told] | None) -> int:
    deck = p.decks[city]
    index = p.chance.below(len(deck))
    p.decks[city] = deck[:index] + deck[index + 1 :]
    if len(deck) == 1:
        latch(p, BY_DECK, told)
    return deck[index]


def draw_city(p: Position, seat: int, city: int, told: list[Told] | None) -> None:
    """The top card of a deck that is not empty, unseen by the others."""
    card = _top(p, city, told)
    p.give(seat, card, 0)
    if told is not None:
        told.append(Told("drew.you", {"card": CARD_REF[card]}, only(seat)))
        told.append(Told("drew", {"seat": SEAT_REF[seat], "city": CITY_REF[city]}, all_but(seat)))


def take_face_up(p: Position, seat: int, card: int, told: list[Told] | None) -> None:
    """A card of the display, replaced at once from the same deck."""
    p.give(seat, card, EVERYBODY)
    if told is not None:
        told.append(Told("took", {"seat": SEAT_REF[seat], "card": CARD_REF[card]}))
    refill(p, p.display.index(card), CITY[card], told)


def refill(p: Position, place: int, city: int, told: list[Told] | None) -> None:
    """An empty deck leaves a gap (A8)."""
    card = NO_CARD
    if p.decks[city]:
        card = _top(p, city, told)
        if told is not None:
            told.append(Told("shown", {"card": CARD_REF[card]}))
    p.display = p.display[:place] + ALONE[card] + p.display[place + 1 :]


def missions_left(p: Position) -> int:
    return len(p.mission_deck) + len(p.bottom)


def offer_missions(p: Position, seat: int, count: int, told: list[Told] | None) -> int:
    """Up to so many from the mission deck, for the seat to keep or refuse; returns how many."""
    drawn = []
    for _ in range(min(count, missions_left(p))):
        deck = p.mission_deck
        if deck:
            index = p.chance.below(len(deck))
            drawn.append(deck[index])
            p.mission_deck = deck[:index] + deck[index + 1 :]
        else:
            drawn.append(p.bottom[0])
            p.bottom = p.bottom[1:]
            p.bottom_by = p.bottom_by[1:]
    p.offers[seat] = bytes(sorted(drawn))
    if told is not None:
        told.append(Told("offered", {"seat": SEAT_REF[seat], "count": len(drawn)}))
        for mission in p.offers[seat]:
            told.append(Told("offered.you", {"mission": MISSION_REF[mission]}, only(seat)))
    return len(drawn)


def check_mission_deck(p: Position, told: list[Told] | None) -> None:
    if not p.mission_deck and not p.bottom:
        latch(p, BY_DECK, told)


def to_discards(p: Position, seat: int, card: int) -> None:
    """From the hand, face up."""
    p.take_from(seat, card)
    p.discards += ALONE[card]


def from_discards(p: Position, seat: int, card: int) -> None:
    p.discards = without(p.discards, card)
    p.give(seat, card, EVERYBODY)
