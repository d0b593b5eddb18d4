"""The vocabulary of effects: what a text of a card can do, as data.

Step effects are run one after another by `effects`; `SkipSlot`, `IgnoreCity`, `ExtraCards` and
`BonusPoints` hold while their agent lies on a mission (`laying`, `scoring`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

SymbolKey = Literal["agent", "intelligence", "location", "tool", "interrupt"]
CityKey = Literal["london", "paris", "berlin"]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True):
    """One step of a text."""


class DrawCity(Effect, tag="draw_city", frozen=True):
    """Cards from the tops of city decks, the deck chosen card by card."""

    count: int


class SearchCity(Effect, tag="search_city", frozen=True):
    """Look through one city deck, take a card, shuffle the deck (A11)."""


class SearchMissions(Effect, tag="search_missions", frozen=True):
    """Look through the mission deck, take a mission and keep it, shuffle the deck (A11)."""


class TakeDiscard(Effect, tag="take_discard", frozen=True):
    """City cards from the discards, never those paid for this very action (A12)."""

    count: int


class TakeDisplay(Effect, tag="take_display", frozen=True):
    """Face-up city cards, each replaced at once."""

    count: int


class DrawMissions(Effect, tag="draw_missions", frozen=True):
    """Missions from the deck, some of them kept."""

    count: int
    keep: int
    """At least so many."""
    rest: Literal["out_of_game", "bottom"]


class StealHand(Effect, tag="steal_hand", frozen=True):
    """A card from a rival's hand: chosen after a look, or at random."""

    look: bool


class SwapHand(Effect, tag="swap_hand", frozen=True):
    """Look at a rival's hand and exchange one card for one of your own."""


class DiscardHand(Effect, tag="discard_hand", frozen=True):
    """A rival loses a card of that symbol; if there is none, the actor alone sees the hand (A30, A31)."""

    symbol: SymbolKey


class StealTableAgent(Effect, tag="steal_table_agent", frozen=True):
    """A rival's face-up agent comes to the actor's own row."""

    missions: bool
    """Agents on completed missions, too."""


class RemoveMissionCard(Effect, tag="remove_mission_card", frozen=True):
    """A card of a rival's completed mission goes to the discards; the mission stays completed (A15)."""

    symbols: tuple[SymbolKey, ...]


class CancelSpecial(Effect, tag="cancel_special", frozen=True):
    """A reaction: what was announced has no effect (A18)."""


class BonusDraw(Effect, tag="bonus_draw", frozen=True):
    """On completing: cards from the deck of the agent's city."""

    count: int


class SkipSlot(Effect, tag="skip_slot", frozen=True):
    """While completing: one slot of the symbol may stay empty (A22)."""

    symbol: SymbolKey


class IgnoreCity(Effect, tag="ignore_city", frozen=True):
    """While completing: so many slots take the right symbol of any city."""

    slots: int


class ExtraCards(Effect, tag="extra_cards", frozen=True):
    """While completing: up to so many cards beyond the requirement, neither agents nor interrupts."""

    count: int


class BonusPoints(Effect, tag="bonus_points", frozen=True):
    """The mission is worth so much more while the agent lies on it."""

    points: int


AnyEffect = (
    DrawCity
    | SearchCity
    | SearchMissions
    | TakeDiscard
    | TakeDisplay
    | DrawMissions
    | StealHand
    | SwapHand
    | DiscardHand
    | StealTableAgent
    | RemoveMissionCard
    | CancelSpecial
    | BonusDraw
    | SkipSlot
    | IgnoreCity
    | ExtraCards
    | BonusPoints
)
