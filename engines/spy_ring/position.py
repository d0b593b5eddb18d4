"""The data of one position, and what follows from it at once. No rules: those are in `flow` and `claims`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.chance import Chance
from engines.protocol import Seat
from engines.spy_ring.board import BIT, CROSS_BIT, CROSS_END, INNER, INSIDE, OFF, PROHIBITED, STREET_CROSSES
from engines.spy_ring.components import EMBASSIES
from engines.spy_ring.paths import REACH, Reach

POSTING: Final = 0
MOVING: Final = 1
PUTTING: Final = 2
CLAIMING: Final = 3
RADIO: Final = 4
SENDING: Final = 5
SPOTTING: Final = 6
DECLARING: Final = 7
OVER: Final = 8
TURNING: Final = 9
"""A turn has ended and the next has not begun: never seen from outside."""
PHASES: Final = (
    "posting", "moving", "putting", "claiming", "radio", "sending", "spotting", "declaring", "over",
)  # fmt: skip
"""`spotting` are the claims of a contact man that the radio has just moved."""

COLOURS: Final = 4
TOKENS: Final = 16
OWN_TOKENS: Final = 4
"""Tokens of each colour."""
NO_TOKEN: Final = 255
NOBODY: Final = 255
NO_CARD: Final = -1
ALONE: Final = ((0,), (1,), (2,), (3,))

Declared = tuple[int, int, int]
"""Two words and the cards named for them."""


class Position:
    """One position of one match. Spies are numbered like their colours and take turns in this order; with two
    seats spies 0 and 2 are one team, 1 and 3 the other, so spy s always belongs to seat s % seats.

    What is not changed in place is immutable, so that `fork` copies few things.
    """

    __slots__ = (
        "aerial_claims", "aerials", "at", "barren", "calling", "chance", "claimed", "colours", "declared",
        "free", "hands", "held", "left", "limit", "men", "open", "owns", "phase", "pile", "round", "safes",
        "seats", "seen", "shared", "signal", "spies", "spy", "takers", "throw", "top", "trapped",
    )  # fmt: skip

    def __init__(
        self,
        chance: Chance,
        seats: int,
        spies: int,
        shared: bool,
        aerial_claims: bool,
        limit: int,
        phase: int,
        spy: int,
        round_: int,
        throw: int,
        signal: bool,
        trapped: bool,
        claimed: int,
        calling: int,
        held: int,
        at: list[int],
        men: list[int],
        aerials: int,
        hands: list[int],
        owns: list[int],
        pile: int,
        top: int,
        safes: bytes,
        colours: bytes,
        barren: bytes,
        takers: bytes,
        seen: tuple[int, ...],
        declared: tuple[Declared | None, ...],
        free: int,
        left: bytes,
        open_: int,
    ) -> None:
        self.chance = chance
        self.seats = seats
        self.spies = spies
        self.shared = shared
        """Table option: both characters of a card may be used, for different words (S39)."""
        self.aerial_claims = aerial_claims
        """Table option: a spy with his aerial up may claim alongside (S20)."""
        self.limit = limit
        """Rounds after which the match ends as it stands."""
        self.phase = phase
        self.spy = spy
        """Whose turn it is; while posting, whose contact man is placed."""
        self.round = round_
        """0-based."""
        self.throw = throw
        """The die to be moved by: on a signal the second throw. 0 before the first turn."""
        self.signal = signal
        """The first throw of the turn was a 1."""
        self.trapped = trapped
        self.claimed = claimed
        """Spies that have paid this turn (S26)."""
        self.calling = calling
        """Whose contact man the radio moves, -1 outside SENDING."""
        self.held = held
        """The embassy whose token was looked at and must be put somewhere, -1 outside PUTTING."""
        self.at = at
        """By spy: its node."""
        self.men = men
        """By spy: the cross of its contact man."""
        self.aerials = aerials
        """Spies whose aerial is up."""
        self.hands = hands
        """By spy: its cards."""
        self.owns = owns
        """By spy: how many tokens of its own colour it has found."""
        self.pile = pile
        """Cards in the pile below the top one. Their order is drawn when it is shown, not before."""
        self.top = top
        """The open top card of the pile, or NO_CARD."""
        self.safes = safes
        """By embassy: the token in its safe, or NO_TOKEN."""
        self.colours = colours
        """By token: its colour. Hidden until it is taken."""
        self.barren = barren
        """By token: colours that it cannot have, a bit each, as everybody could see when it was put back."""
        self.takers = takers
        """By token: the spy that took it, or NOBODY."""
        self.seen = seen
        """By seat: tokens that its spies have looked at."""
        self.declared = declared
        """By spy: words laid out and still standing."""
        self.free = free
        """Colours whose tokens serve whoever finds them (S17, S46)."""
        self.left = left
        """Seats that departed, in the order of leaving."""
        self.open = open_
        """While moving: nodes where the spy may go. Follows from the rest (`ends`), kept for speed."""

    def seat_of(self, spy: int) -> Seat:
        return spy % self.seats

    def over(self) -> bool:
        return self.phase == OVER

    def rivals(self, spy: int) -> Iterator[int]:
        """Spies of other seats; those who left are nowhere and hold nothing that can be claimed."""
        return (other for other in range(self.spies) if (other - spy) % self.seats)

    # Where things are

    def others(self, spy: int) -> int:
        """Nodes of all other spies: nobody passes them (S3)."""
        at = self.at
        mask = 0
        for other in range(self.spies):
            if other != spy:
                mask |= BIT[at[other]]
        return mask

    def barred(self, spy: int) -> int:
        """Nodes where that spy may not end because of a contact man: his space in the street (S3); an embassy
        where a rival's stands inside (S10)."""
        men = self.men
        seats = self.seats
        mask = 0
        for other in range(self.spies):
            cross = men[other]
            if cross < INNER or (other - spy) % seats:
                mask |= CROSS_BIT[cross]
        return mask

    def reach(self) -> Reach:
        """Of the spy whose turn it is."""
        return REACH[self.at[self.spy], self.throw, self.signal]

    def ends(self) -> int:
        """Nodes where the spy whose turn it is may move."""
        reach = self.reach()
        open_ends = reach.past(self.at)
        return open_ends if reach.crosses.isdisjoint(self.men) else open_ends & ~self.barred(self.spy)

    def in_street(self, spy: int) -> bool:
        return self.at[spy] < INSIDE

    def vulnerable(self, spy: int) -> bool:
        """Aerial up in the street, or on a Prohibited Area: can be spotted and cannot spot."""
        node = self.at[spy]
        return node < INSIDE and bool(self.aerials >> spy & 1 or BIT[node] & PROHIBITED)

    def taken_crosses(self, spy: int) -> int:
        """Crosses where that spy's contact man may not be sent: where one stands, onto a spy in the street,
        inside where a rival of his is (S33)."""
        mask = 0
        seats = self.seats
        for cross in self.men:
            mask |= 1 << cross
        for other, node in enumerate(self.at):
            if node >= INSIDE:
                if (other - spy) % seats:
                    mask |= 1 << node - INSIDE + INNER
            elif BIT[node] & STREET_CROSSES:
                mask |= 1 << CROSS_END.index(node)
        return mask

    def crosses(self, spy: int) -> list[int]:
        """Where that spy's contact man may be sent."""
        taken = self.taken_crosses(spy)
        return [cross for cross in range(OFF) if not taken >> cross & 1]

    # Tokens

    def accepted(self, spy: int) -> int:
        """Colours that give that spy cards."""
        return self.free | 1 << spy

    def empty_safes(self, putting: int = -1) -> list[int]:
        """Embassies with an empty safe, that of the token being put away included."""
        return [
            embassy for embassy in range(EMBASSIES) if self.safes[embassy] == NO_TOKEN or embassy == putting
        ]

    def guarded(self, spy: int) -> int:
        """The embassy whose token the contact man of that spy guards, -1 if none."""
        embassy = self.men[spy] - INNER
        if 0 <= embassy < EMBASSIES and self.safes[embassy] != NO_TOKEN:
            return embassy
        return -1

    def shows(self, node: int) -> bool:
        """Whether the spy whose turn it is gets to see a token, or ends the match, by moving there."""
        if node < INSIDE:
            return False
        embassy = node - INSIDE
        return self.finishes(embassy) or (not self.signal and self.safes[embassy] != NO_TOKEN)

    def finishes(self, embassy: int) -> bool:
        """Whether entering ends the match: one of the two words the spy has laid out (S38)."""
        words = self.declared[self.spy]
        return words is not None and embassy in words[:2]

    def tokens_left(self) -> int:
        return self.takers.count(NOBODY)


def replaced(data: bytes, index: int, value: int) -> bytes:
    return data[:index] + bytes((value,)) + data[index + 1 :]
