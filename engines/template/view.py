"""What an observer of Postcards is shown; cards are refs like `card:L4`."""

from __future__ import annotations

import msgspec


class AlbumCard(msgspec.Struct):
    card: str | None
    """None while this observer may not know it."""
    air: bool
    """Came by airmail: face up, counts double."""


class SeatView(msgspec.Struct):
    seat: int
    cards: int
    """Number of cards in hand, a kept one included until all are shown."""
    hand: list[str] | None
    """None for the seats of others."""
    album: list[AlbumCard]
    stamps: int
    points: int
    """As far as they are public."""
    left: bool
    keepsake: str | None
    """The card kept at the end: shown to its owner at once, to all when all have chosen."""


class PostcardsView(msgspec.Struct):
    seats: list[SeatView]
    phase: str
    """`choosing`, `sending`, `keeping` or `over`."""
    actors: list[int]
    """While keeping: everybody, so that nobody sees who has already chosen."""
    turns_left: int
    """Turns still to be played, of all seats together, the running one included."""
    deck: int
    lost: list[str]
    posted: str | None
    """The card chosen this turn, for its owner only."""
    strike: bool
    observer: int | None
