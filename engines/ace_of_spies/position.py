"""The data of one position. No rules: those are functions and small objects that work on it."""

from __future__ import annotations

from typing import Final

from engines.ace_of_spies.cards import put, without
from engines.ace_of_spies.components import BONUS, CITIES, CITY, DATA, POINTS, STOPS, VALUE
from engines.ace_of_spies.frames import THE_END, Frame
from engines.chance import Chance

SPECTATORS: Final = 5
"""In `Position.known`: the bit of those who sit at no seat."""
EVERYBODY: Final = 0x3F
"""In `Position.known`: every seat and every spectator."""

HAND_LIMIT: Final = DATA.numbers.hand_limit
SHOWN: Final = DATA.numbers.display

MODES: Final = ("orders", "window", "live")
"""How a table waits for reactions."""
ORDERS: Final = 0
"""In `Position.mode`: never."""

NOT_ASKED: Final = 0
ASKED: Final = 1
PASSED: Final = 2
STOPPED: Final = 3
CHOSE: Final = 8
"""Plus a mask of the offered missions that are kept."""

RUNNING_ON: Final = -1
"""Nobody has triggered the end."""
BY_DECK: Final = 1
BY_POINTS: Final = 2
BY_MISSIONS: Final = 3
ENDINGS: Final = ("", "deck", "points", "missions")

Step = tuple[int, int, int]
"""Number of an effect (`effects.STEPS`), who acts, target."""


class Position:
    """One position of one match.

    Cards and missions are numbers (see `components`); whatever is not changed in place is immutable, so
    that `fork` copies few things. Decks have no order: a card is drawn when the rule draws it.
    """

    __slots__ = (
        "answers", "bottom", "bottom_by", "chance", "decks", "discards", "display", "done", "ending", "final",
        "frame", "hands", "held", "known", "laid", "left", "mission_deck", "mode", "offers", "paid", "plans",
        "refused", "removed", "rows", "score", "seats", "stop_all", "stops", "todo", "trigger",
        "turn", "turns", "under",
    )  # fmt: skip

    def __init__(
        self,
        chance: Chance,
        seats: int,
        mode: int,
        stop_all: bool,
        turn: int,
        turns: int,
        frame: Frame,
        under: tuple[Frame, ...],
        todo: tuple[Step, ...],
        decks: list[bytes],
        display: bytes,
        hands: list[bytes],
        held: list[bytes],
        offers: list[bytes],
        refused: list[bytes],
        mission_deck: bytes,
        bottom: bytes,
        bottom_by: bytes,
        done: list[tuple[bytes, ...]],
        rows: list[bytes],
        discards: bytes,
        removed: bytes,
        known: bytearray,
        answers: bytes,
        plans: list[bytes],
        paid: bytes,
        laid: bytes,
        final: int,
        trigger: int,
        ending: int,
        stops: bytes,
        left: bytes,
        score: list[int],
    ) -> None:
        self.chance = chance
        self.seats = seats
        self.mode = mode
        self.stop_all = stop_all
        """Not So Fast! stops other interrupts, too (A19)."""
        self.turn = turn
        """Whose turn it is, whoever decides now."""
        self.turns = turns
        """Turns begun so far, this one included; 0 while the first missions are chosen."""
        self.frame = frame
        self.under = under
        self.todo = todo
        self.decks = decks
        """By city: cards of the deck, ascending."""
        self.display = display
        """Face-up cards, two places for each city; NO_CARD where the deck could not refill."""
        self.hands = hands
        """By seat: city cards, ascending."""
        self.held = held
        """By seat: missions kept and not completed, ascending."""
        self.offers = offers
        """By seat: missions drawn, to be kept or refused, ascending."""
        self.refused = refused
        """By seat: missions it refused, out of the game, ascending."""
        self.mission_deck = mission_deck
        """Ascending; drawn before `bottom`."""
        self.bottom = bottom
        """Missions put under the deck, top first."""
        self.bottom_by = bottom_by
        """By mission of `bottom`: the seat that put it there and knows it."""
        self.done = done
        """By seat: completed missions, each as its number followed by the cards on it."""
        self.rows = rows
        """By seat: agents played for their ability or stolen."""
        self.discards = discards
        """Face up, the latest last."""
        self.removed = removed
        """Interrupts that were played."""
        self.known = known
        """By card, while in a hand: who knows that it is there, a bit for each seat beside the owner's."""
        self.answers = answers
        """By seat, while a sealed question is open."""
        self.plans = plans
        """By seat: last call so far, pairs of card and target card."""
        self.paid = paid
        """Cards paid so far for the special action."""
        self.laid = laid
        """Cards laid so far on the mission being completed, NO_CARD for a slot left empty."""
        self.final = final
        """Turns to come after this one once the end is triggered, else RUNNING_ON."""
        self.trigger = trigger
        """Seat whose turn it was then (A25)."""
        self.ending = ending
        self.stops = stops
        """By seat: Not So Fast! played."""
        self.left = left
        """Seats that departed, in the order of leaving."""
        self.score = score
        """By seat: public points (A24); follows from the rest."""

    def over(self) -> bool:
        return self.frame == THE_END

    def give(self, seat: int, card: int, knowers: int) -> None:
        """Into the hand, which stays sorted."""
        self.hands[seat] = put(self.hands[seat], card)
        self.known[card] = knowers

    def take_from(self, seat: int, card: int) -> None:
        """Out of the hand; nobody's knowledge of it matters any more."""
        self.hands[seat] = without(self.hands[seat], card)
        self.known[card] = 0

    def show_hand(self, seat: int, observer: int) -> None:
        for card in self.hands[seat]:
            self.known[card] |= 1 << observer

    def forget_hand(self, seat: int, one: int, other: int) -> None:
        """A card left the hand unseen: nobody but these two seats is sure of the others any more."""
        witnesses = 1 << one | 1 << other
        for card in self.hands[seat]:
            self.known[card] &= witnesses

    def stops_out(self) -> bool:
        """Whether every Not So Fast! is seen not to be in a hand or a deck (public)."""
        return {*self.removed, *self.discards, *self.display} >= STOPS

    def rivals(self, seat: int) -> list[int]:
        """The other seats, from the left."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]


def mission_points(done: bytes) -> int:
    """Of a completed mission: its value, the cards on it, what they add (A15, A22)."""
    points = VALUE[done[0]]
    for card in done[1:]:
        points += POINTS[card] + BONUS[card]
    return points


def public_points(p: Position, seat: int) -> int:
    """Completed missions and the seat's face-up agents (A24)."""
    return sum(map(mission_points, p.done[seat])) + sum(POINTS[card] for card in p.rows[seat])


def by_city(cards: bytes) -> list[int]:
    """How many of each city: what the backs show."""
    counts = [0] * CITIES
    for card in cards:
        counts[CITY[card]] += 1
    return counts
