"""What an observer of an Ace of Spies match is shown. Encodes to JSON; boards and bots read this.

Refs: `card:L12` (a city card by its id in the component data), `mission:M05`, `city:paris`, `seat:2`,
`special:search_city`, `ability:poacher`.
"""

from __future__ import annotations

import msgspec


class DoneView(msgspec.Struct):
    """A completed mission."""

    mission: str
    cards: list[str]
    """Cards on it that have not been removed."""
    points: int


class SeatView(msgspec.Struct):
    seat: int
    cards: int
    """City cards in hand."""
    cities: list[int]
    """The same by city, in the order of the catalog: the backs show it."""
    hand: list[str] | None
    """None for the seats of others, until the match is over."""
    known: list[str]
    """Cards in that hand of which this observer is sure."""
    missions: int
    """Missions held; while the first ones are chosen, none."""
    held: list[str] | None
    """None for the seats of others, until the match is over."""
    offered: int
    """Missions it is choosing among."""
    refused: list[str] | None
    done: list[DoneView]
    row: list[str]
    """Agents played for their ability, or stolen."""
    points: int
    """Public ones; final ones when the match is over."""
    left: bool = False


class AnnouncedView(msgspec.Struct):
    """A card whose effect waits for reactions."""

    seat: int
    card: str
    target: str | None


class PayingView(msgspec.Struct):
    special: str
    cost: int
    paid: list[str]
    sum: int


class LayingView(msgspec.Struct):
    mission: str
    slots: list[tuple[str, str | None]]
    """Symbol and city in the order of laying: agents first."""
    laid: list[str | None]
    """None for a slot that was left out."""


class AceView(msgspec.Struct):
    seats: list[SeatView]
    phase: str
    """See `frames.PHASES`."""
    turn: int
    """Whose turn it is, whoever decides now."""
    round: int
    """1 in the first round of turns, 0 while the first missions are chosen."""
    actors: list[int]
    """While a question is sealed: everybody who is asked, so that nobody sees who has answered."""
    display: list[str | None]
    """Face-up cards, two places for each city in the order of the catalog."""
    decks: list[int]
    mission_deck: int
    discards: list[str]
    """The latest last."""
    removed: list[str]
    """Interrupts that were played."""
    observer: int | None
    reactions: str
    """How the table waits for answers: `orders`, `window` or `live`."""
    stop_all: bool
    """Not So Fast! stops other interrupts, too."""
    draws: int = 0
    """City cards or discards still to be taken by this action."""
    announced: AnnouncedView | None = None
    paying: PayingView | None = None
    laying: LayingView | None = None
    offer: list[str] = []
    """Missions this observer chooses among."""
    keep: int = 0
    """So many of them have to be kept, at least."""
    chosen: list[str] | None = None
    """Set-up: what this observer has chosen, until everybody has."""
    answer: str | None = None
    """What this observer has answered to the announcement: `stop` or `pass`."""
    looking: list[str] = []
    """Cards or missions this observer looks through to take one."""
    under: list[str] = []
    """Missions this observer knows to lie under the deck."""
    plans: list[tuple[str, str]] = []
    """Last call: this observer's list so far, card and target."""
    final: int | None = None
    """Turns to come after this one, once the end has been triggered."""
    trigger: int | None = None
    """Seat that has the last turn."""
    ending: str | None = None
    """Why it ends: `deck`, `points` or `missions`."""
    parts: list[dict[str, int]] = []
    """At the end: per seat where its points come from."""
