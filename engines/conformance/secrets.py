"""Tables of secrets: what could be otherwise without an observer noticing.

A table is written from the game's "who may see what" alone and calls neither `view` nor `guess`, so that
it can convict them. By convention it is `SECRETS` in `tests/engines/<package>/secrets.py`, together with
`pieces`, which lists every component of a state (none may be lost or doubled), and `quiet`, which says of
two moves of one seat that an observer may not learn which of them was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from engines.chance import KeyedChance
from engines.protocol import Move, Rules, Seat, State

Pieces = Callable[[Any], Iterable[Any]]
"""Every component of a state, each as something hashable, in any order."""

Quiet = Callable[[Any, Seat, Move, Move, Seat | None], bool]
"""State, mover, two of its moves (the second may be legal on a swapped state only), observer: whether the
observer may not learn which was made. Sealed decisions need no entry."""


class Secret(NamedTuple):
    """One kind of hidden thing."""

    name: str
    swap: Callable[[Any], Any | None]
    """An altered copy, as likely as the state itself; None where there is nothing to swap. Must be
    deterministic and leave its argument alone."""
    may_know: Callable[[Any, Seat | None], bool]
    """Whether that observer may tell the state from its swap."""


def _other_key(state: State) -> State | None:
    if not isinstance(state.chance, KeyedChance):
        return None
    other = state.fork()
    key = bytes(byte ^ 0xA5 for byte in state.chance.key)
    other.chance = KeyedChance(key, state.chance.counter)
    return other


CHANCE = Secret("chance key", _other_key, lambda state, observer: False)
"""No observer may know what the dice will be; holds for every game."""


class Table(NamedTuple):
    """What a game's tests know about hidden things."""

    secrets: list[Secret]
    pieces: Pieces | None = None
    quiet: Quiet | None = None


def table(rules: Rules) -> Table:
    """The table of a game (CHANCE included), found where the convention puts it."""
    package = type(rules).__module__.rpartition(".")[0].rpartition(".")[2]
    name = f"tests.engines.{package}.secrets"
    try:
        found = find_spec(name) is not None
    except ModuleNotFoundError:
        found = False
    if not found:
        return Table([CHANCE])
    module = import_module(name)
    secrets = [*module.SECRETS, CHANCE]
    return Table(secrets, getattr(module, "pieces", None), getattr(module, "quiet", None))
