"""What an observer of a Spy Ring match is shown. Encodes to JSON; boards and bots read this.

Refs: `space:F5`, `embassy:FR`, `cross:FR-in`, `cross:FR-out`, `spy:red`, `man:red`, `card:S12`, `word:FR`,
`token:FR` (the token that lay in France at the start). Colours are keys. Geometry is in the catalog.
"""

from __future__ import annotations

import msgspec


class WordView(msgspec.Struct):
    word: str
    missing: str
    """Characters that no card in the hand can give; empty if the word can be spelled by itself."""


class SpyView(msgspec.Struct):
    spy: str
    colour: str
    seat: int
    at: str | None
    """Space or embassy; None after its seat has left."""
    aerial: bool
    vulnerable: bool
    """Can be spotted, and cannot spot: aerial up in the street, or on a Prohibited Area."""
    man: str | None
    """Cross of the contact man; None while he is not on the board."""
    tokens: list[str]
    """Tokens taken, of whatever colour."""
    own: int
    """How many of them are of its own colour."""
    cards: list[str]
    points: int
    bonus: int
    """Of the best set of words; contained in the points."""
    words: list[str]
    """That set."""
    spells: list[WordView]
    """All code words, by embassy."""
    declared: list[str]
    """Two words laid out and still standing, or none."""
    named: list[str]
    """The cards named for them: losing one undoes the declaration."""
    left: bool


class SafeView(msgspec.Struct):
    embassy: str
    token: str | None
    colour: str | None
    """If this observer has seen it, or the match is over."""
    barren: list[str]
    """Colours that everybody knows it has not: somebody to whom they would serve put it back."""
    seen_by: list[int]
    """Seats that have looked at the token."""


class TokenView(msgspec.Struct):
    """A token that was taken."""

    token: str
    colour: str
    spy: str


class ReachView(msgspec.Struct):
    """Where the acting spy may go: `to` is the ref of the move `go` or `enter`."""

    to: str
    steps: int
    path: list[str]
    """Without the start. All paths to one place are alike; this is one of the shortest."""


class ClaimView(msgspec.Struct):
    """A rival that may be claimed from now."""

    spy: str
    reasons: list[str]
    """`alongside`, `sight`, `strip`, `man_sight`, `man_strip`."""
    cards: list[str]


class SpyRingView(msgspec.Struct):
    seats: int
    observer: int | None
    phase: str
    """`posting`, `moving`, `putting`, `claiming`, `radio`, `sending`, `spotting`, `declaring` or `over`."""
    actors: list[int]
    turn: str | None
    """Ref of the spy whose turn it is."""
    round: int
    rounds: int
    """The match ends as it stands after so many."""
    throw: int
    """The die to move by; 0 before the first turn."""
    signal: bool
    """The first throw was a 1: the aerial is up and the spy hides by the second throw."""
    trapped: bool
    spies: list[SpyView]
    safes: list[SafeView]
    taken: list[TokenView]
    free: list[str]
    """Colours whose tokens serve whoever finds them."""
    pile: int
    """Cards in the pile, the top one included."""
    top: str | None
    card_use: str
    aerial_claims: bool
    reach: list[ReachView] = []
    claims: list[ClaimView] = []
    calling: str | None = None
    """The contact man that the radio moves."""
    crosses: list[str] = []
    """Where he may be sent; before the first turn, where the contact man may be set up."""
    held: str | None = None
    """The embassy whose token must be put somewhere."""
    parts: list[dict[str, int]] = []
    """At the end: per seat where its points come from."""
