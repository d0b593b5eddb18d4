"""Worked examples of a game: a position, moves that the engine plays, and what is said at each step.

A game declares them in a module `examples` beside its rules, as `EXAMPLES`; its `rules.md` says where they
stand. Nothing is drawn by hand: each step is a view of a state that legal moves have led to, so an example
that no longer agrees with the rules fails to play.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from engines.protocol import IllegalMove, Move, Ref, Rules, Seat, State, Told, View


class Step(msgspec.Struct, frozen=True):
    """What is looked at next."""

    said: tuple[Told, ...]
    """Sentences of `Rules.texts`, without a seat among their arguments: nobody in particular plays."""
    begins: Callable[[], State] | None = None
    """A fresh position: of the first step, and of each variation."""
    played: tuple[str, ...] = ()
    """Moves that lead here from the step before, by whoever is asked."""
    shown: str = ""
    """A legal move that is drawn on the board and not yet played."""
    marked: tuple[Ref, ...] = ()
    """What the sentences point at."""
    ringed: bool = False
    """Whether everything that could be pointed at now is ringed."""
    lit: Ref = ""
    """What shows its sight lines, where the board of the game has any."""


class Example(msgspec.Struct, frozen=True):
    key: str
    title: str
    """Key of a text without arguments."""
    observer: Seat
    """Whose view is shown: the reader's."""
    steps: tuple[Step, ...]
    near: tuple[Ref, ...] = ()
    """What has to be seen of a board that is larger than the screen; nothing: all of it."""


class Frame(msgspec.Struct, frozen=True):
    """One step, played."""

    view: View
    actors: tuple[Seat, ...]
    said: tuple[Told, ...]
    ringed: tuple[Ref, ...]
    drawn: tuple[Ref, ...]
    """What the shown move or the sentences point at."""
    lit: Ref


class Written:
    """A chance whose draws are written down beforehand; what is shuffled stays as it is. Raises ValueError
    where another draw is asked for than was written."""

    def __init__(self, *draws: int) -> None:
        self.draws = list(draws)

    def below(self, n: int) -> int:
        if not self.draws or self.draws[0] >= n:
            raise ValueError(f"a draw below {n} is asked for, written are {self.draws}")
        return self.draws.pop(0)

    def shuffle(self, items: MutableSequence[Any]) -> None:
        pass

    def copy(self) -> Written:
        return Written(*self.draws)


def examples_of(rules: Rules) -> tuple[Example, ...]:
    """Those that the package of the rules declares."""
    name = f"{type(rules).__module__.rpartition('.')[0]}.examples"
    if find_spec(name) is None:
        return ()
    found: tuple[Example, ...] = import_module(name).EXAMPLES
    return found


def frames(rules: Rules, example: Example) -> list[Frame]:
    """Raises IllegalMove for a move that is not legal where the example plays or shows it."""
    played: list[Frame] = []
    state: State | None = None
    for step in example.steps:
        state = step.begins() if step.begins else state
        if state is None:
            raise ValueError(f"{example.key}: the first step has no position")
        for text in step.played:
            state.play(state.actors()[0], _legal(rules, state, text))
        played.append(_frame(rules, state, example.observer, step))
    return played


def _frame(rules: Rules, state: State, observer: Seat, step: Step) -> Frame:
    shown = _legal(rules, state, step.shown) if step.shown else None
    legal = [move for seat in state.actors() for move in state.moves(seat)] if step.ringed else []
    return Frame(
        view=state.view(observer),
        actors=tuple(state.actors()),
        said=step.said,
        ringed=tuple(sorted({ref for move in legal for ref in rules.shape(move).refs})),
        drawn=step.marked if shown is None else (*rules.shape(shown).refs, *step.marked),
        lit=step.lit,
    )


def _legal(rules: Rules, state: State, text: str) -> Move:
    move = rules.read(text)
    if move not in state.moves(state.actors()[0]):
        raise IllegalMove(f"{text!r} is not legal there")
    return move
