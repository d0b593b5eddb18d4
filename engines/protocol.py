"""What a game is: one protocol for play, bots, referee, replay, preview, tests and outside authors.

`Rules` is stateless and found by key in `engines.registry`; `State` is one position of one match.
Moves are small ints inside an engine and one-line texts at its edge (`Rules.write`, `Rules.read`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

from engines.chance import Chance, Source

Seat = int
"""0-based position at the table; seat 0 starts."""

Move = int
"""One decision; its meaning is private to the engine that made it."""

Ref = str
"""Name of a thing a player can point at, `kind:id`: `tile:31`, `space:3.II`, `location:6`, `seat:2`.
The same refs appear in views, in move shapes and in `Told.args`, so that a board can highlight them."""

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]
Points = int

ALL = -1
"""Audience of a `Told` entry that everybody hears, spectators included."""


def only(seat: Seat) -> int:
    """Audience: this seat and nobody else."""
    return seat


def all_but(seat: Seat) -> int:
    """Audience: everybody, spectators included, except this seat."""
    return -2 - seat


def hears(audience: int, observer: Seat | None) -> bool:
    """Whether `observer` (None = spectator) may know an entry with this audience."""
    if audience == ALL:
        return True
    if audience >= 0:
        return observer == audience
    return observer != -2 - audience


class IllegalMove(ValueError):
    """The move is not legal for that seat now; the state is as it was. The text says why."""


class UnknownNotation(ValueError):
    """The text is not a move of this game; the text of the error says what was expected."""


class BadOptions(ValueError):
    """An option is unknown, has a value that is not offered, or does not fit the number of seats."""


class Told(msgspec.Struct, frozen=True):
    """One thing that happened or can be said, free of any language.

    `key` names a template in `Rules.texts`; `args` fill it: refs (rendered by `Rules.noun`), ints or
    plain strings. Pages, mails, screen readers and bots are fed from these.
    """

    key: str
    args: Mapping[str, OptionValue] = {}
    to: int = ALL


class Option(msgspec.Struct, frozen=True):
    """One setting of a game that the creator of a match may choose."""

    key: str
    label: str
    help: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    seats: tuple[int, ...] = ()
    """Seat counts for which it is offered; empty = all."""


class Title(msgspec.Struct, frozen=True):
    """A name under which the engine is played: a box with its component sets."""

    key: str
    name: str
    sets: tuple[str, ...]
    seats: tuple[int, ...]


class GameInfo(msgspec.Struct, frozen=True):
    key: str
    titles: tuple[Title, ...]
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    components: str
    """Content hash of the component data this rules object plays with."""
    minutes: int
    """Playing time of a whole match at a table, for the lobby."""
    absent_turns: int
    """How many absent turns a seat may have before it leaves, by default."""
    move_bound: int
    """No match has more moves than this, whatever is played."""
    listed: bool = True
    """False hides a game from players (the template game): it is found by key only."""


class Shape(msgspec.Struct, frozen=True):
    """A move as a board sees it: a verb and the things it points at, in the order of pointing."""

    verb: str
    refs: tuple[Ref, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """The end of a match. `places[seat]` is 1 for the best; equal places are shared."""

    places: tuple[int, ...]
    points: tuple[Points, ...]
    reason: str
    """`finished` (played to the end) or `left` (fewer than two seats remained)."""
    parts: tuple[Mapping[str, int], ...] = ()
    """Per seat: how the points came about, by text key."""


View = msgspec.Struct
"""Each engine declares its own struct; it must encode to JSON. Only what the observer may know."""


class State(Protocol):
    """One position. Mutable; `fork` before trying something out."""

    chance: Chance

    def actors(self) -> Sequence[Seat]:
        """Whom the game waits for; several in simultaneous phases; empty when over."""

    def moves(self, seat: Seat) -> Sequence[Move]:
        """Every legal move of that seat now, in a fixed order; may be non-empty out of turn."""

    def pick(self, seat: Seat, source: Source) -> Move:
        """One of `moves(seat)`, each equally likely, without listing them where that is faster."""

    def play(self, seat: Seat, move: Move, told: list[Told] | None = None) -> None:
        """Apply in place, forced moves that reveal nothing included; what happened is appended to `told`.

        Raises IllegalMove and leaves the state untouched if the move is not in `moves(seat)`.
        """

    def reveals(self, seat: Seat, move: Move) -> bool:
        """Point of no return: after this move the seat knows something it could not know before.

        Preview stops before playing on; the client must commit up to and including this move.
        """

    def sealed(self) -> bool:
        """The open decision is secret and simultaneous: the referee keeps the moves of each actor aside
        and plays them in seat order once all actors have answered. Order must not matter to the result."""

    def prompt(self, seat: Seat) -> Told:
        """What is asked of an actor now, as an imperative sentence."""

    def explain(self, seat: Seat, move: Move) -> Sequence[Told]:
        """A legal move in words: first the move as an imperative, then its visible consequences."""

    def describe(self, observer: Seat | None) -> Sequence[Told]:
        """The whole position in words, as that observer may know it: text mode, mail, screen reader."""

    def fork(self) -> State:
        """An independent copy; the fast path of every search."""

    def view(self, observer: Seat | None) -> View:
        """All that observer may know and nothing else; None = spectator."""

    def guess(self, seat: Seat, source: Source) -> State:
        """A full state drawn from those the seat cannot tell from this one; its chance is `source`."""

    def absent(self, seat: Seat, told: list[Told] | None = None) -> None:
        """The ruling's turn of an actor that let its time run out: plays on until the seat's turn is over."""

    def leave(self, seat: Seat, told: list[Told] | None = None) -> None:
        """The seat departs: placed below all who stay, in reverse order of leaving. If fewer than two
        seats stay the match ends. Otherwise the seat goes on acting (a bot plays it) for the others' sake."""

    def points(self) -> Sequence[Points]:
        """Scores now, as far as they are public."""

    def result(self) -> Result | None:
        """None while the match runs."""


class Judge(Protocol):
    """What a game lends to the generic search: stage, static value, rollout policy."""

    def stage(self, state: Any) -> int:
        """A number that grows at natural boundaries (end of a round); rollouts are cut there."""

    def value(self, state: Any) -> Sequence[float]:
        """Expected share of the win per seat, each 0..1, sum 1."""

    def score(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        """One-ply heuristic worth of each move, higher is better, from what the seat may know."""

    def rollout(self, state: Any, seat: Seat, source: Source) -> Move:
        """A plausible move, cheap."""


class Rules(Protocol):
    """One per game and rules version, stateless."""

    info: GameInfo
    texts: Mapping[str, str]
    """English templates by `Told.key`, in `str.format` syntax; they are message ids for translation."""
    judge: Judge

    def start(self, seats: int, options: Options, chance: Chance) -> State:
        """A fresh match. Raises BadOptions for a seat count or option that is not offered."""

    def check(self, seats: int, options: Options) -> Options:
        """Options completed with defaults; raises BadOptions with what is wrong and what is offered."""

    def write(self, move: Move) -> str:
        """The move as text; exact inverse of `read`."""

    def read(self, text: str) -> Move:
        """Raises UnknownNotation."""

    def shape(self, move: Move) -> Shape:
        """The move as verb and refs, for a board."""

    def catalog(self) -> Mapping[str, Any]:
        """Public component data (faces, boards, missions) a board needs to draw; JSON, the same for all."""

    def noun(self, ref: Ref) -> str:
        """English name of a thing; a message id. Proper names come back as they are."""

    def save(self, state: State) -> bytes:
        """Equal states give equal bytes on every supported Python."""

    def load(self, data: bytes) -> State:
        """Inverse of `save`."""


Actor = Literal["seat", "bot", "referee"]
