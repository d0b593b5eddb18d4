"""What a game is: one protocol for play, bots, referee, replay, preview, tests and outside authors.

`Rules` is stateless and found by key in `engines.registry`; `State` is one position of one match.
Moves are small ints inside an engine and one-line texts at its edge (`Rules.write`, `Rules.read`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, cast

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


class BadOrder(ValueError):
    """A line of an order is not in the language of its form, or names what is not there; the text says
    what is expected."""

    def __init__(self, text: str, gone: str = "") -> None:
        super().__init__(text)
        self.gone = gone
        """One of `OrderForm.gone`, if the line applied once and no longer does."""


class Condition(msgspec.Struct, frozen=True):
    """One thing a line of an order may ask for, written `key` or `key:value`."""

    key: str
    label: str
    takes: Literal["nothing", "seat", "number", "choice"] = "nothing"
    choices: tuple[str, ...] = ()
    """Refs, where one of several things is meant; the value is the ref without its kind."""


class OrderForm(msgspec.Struct, frozen=True):
    """A question that may be answered before it is asked; the same form for every seat, whatever it holds.

    An order is a list of lines `answer condition condition ...`; the first line whose conditions all hold
    decides, after the last one `default` does.
    """

    key: str
    label: str
    help: str
    answers: tuple[str, ...]
    """What a line may begin with. `ask` means: I want to be asked."""
    conditions: tuple[Condition, ...]
    most: int
    """Lines of one order."""
    default: tuple[str, ...]
    """Lines in force after the seat's own."""
    bot: tuple[str, ...]
    """Lines in force for a seat that a bot plays, so that nobody waits for it. The same in every match:
    they tell nothing of its hand."""
    gone: tuple[str, ...] = ()
    """Sentences for players: why a line that was right may cease to apply."""


class Question(msgspec.Struct, frozen=True):
    """The open decision, if it is one that orders may answer. Public, as its actors are."""

    form: str
    """`OrderForm.key`."""
    waits: bool
    """False: nobody is ever waited for; `ask` then means the mildest answer."""


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
    orders: tuple[OrderForm, ...] = ()
    """Questions that may be answered in advance; if there are any, the rules are `OrderedRules`."""


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

    def shares(self) -> list[float]:
        """Per seat: its part of the win, which those who share the first place share."""
        winners = self.places.count(1)
        return [1.0 / winners if place == 1 else 0.0 for place in self.places]


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


class OrderedRules(Rules, Protocol):
    """Rules of a game with questions that may be answered in advance (`GameInfo.orders`).

    A question is a decision like any other: `question` names it, `actors` are those who are asked. Where
    several are asked it is a sealed one and offers all of them the same `moves`. A game asks everybody who on
    public grounds could have something to answer, and leaves the question out on public grounds only. So
    whom the match waits for, and for how long, never depends on a hidden card.

    An order is no act of the match and no part of its state: it belongs to its seat, is kept by whoever runs
    the match, may be changed at any time, and is shown to nobody else. Only the answer that it gives becomes
    an act, written in the record as the seat's own move; so a record is replayed without knowing any order.
    Whoever runs the match

    1. looks after each act whether `question` is not None and asks `by_order` for each actor; a move is
       that seat's answer (sealed if the decision is), given at this instant; None: the seat has to be asked;
    2. where the question does not wait, has all answers by that and opens them at once, at the same
       instant for every hand;
    3. where it waits, opens them when the last one asked has answered, or when time runs out: then who has
       said nothing answers by `by_order(..., asking=False)` instead of `absent`;
    4. tells nobody who had to be asked, and hides when the answers came behind a delay of its own choice;
    5. repeats, because an answer may lead to the next question.
    """

    def question(self, state: Any) -> Question | None:
        """The question that is open now; None if there is none that orders may answer."""

    def check_order(self, state: Any, seat: Seat, form: str, lines: Sequence[str]) -> tuple[str, ...]:
        """The lines in their one spelling. Raises BadOrder; nothing in it depends on hidden things."""

    def by_order(self, state: Any, seat: Seat, lines: Sequence[str], asking: bool = True) -> Move | None:
        """The answer of an actor to the open question by these lines and the default; None: it wants to
        be asked. Always a move if `asking` is False. Lines that no longer apply are passed over.
        Raises IllegalMove for a seat that is not asked."""

    def later(self, state: Any, seat: Seat) -> Sequence[Move] | None:
        """Moves out of turn that are not taken now and may be made right after, if they are still legal then;
        empty where the seat has none. None where moves out of turn are taken now, or the game has none."""

    def then(self, state: Any, seat: Seat) -> State | None:
        """The position in which the seat will go on with its turn after the open question, if no answer to it
        can tell the seat anything that bears on its moves; a state of its own. None otherwise."""

    def turn(self, state: Any) -> tuple[Seat, int] | None:
        """Whose turn it is and its number, as everybody sees; None outside turns. The same while a question
        or a move out of turn interrupts it: that seat's clock stands still and then goes on."""


def ordered(rules: Rules) -> OrderedRules | None:
    """The rules with their orders; None for a game without."""
    return cast(OrderedRules, rules) if rules.info.orders else None


Actor = Literal["seat", "bot", "referee"]
