"""Tables of secrets: what could be otherwise without an observer noticing.

A table is written from the game's "who may see what" alone and calls neither `view` nor `guess`, so that
it can convict them. By convention it is `SECRETS` in `tests/engines/<package>/secrets.py`, together with
`pieces`, a function that lists every component of a state for the check that none is lost or doubled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from engines.chance import KeyedChance
from engines.protocol import Rules, Seat, State

Pieces = Callable[[Any], Iterable[Any]]
"""Every component of a state, each as something hashable, in any order."""


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


def table(rules: Rules) -> tuple[list[Secret], Pieces | None]:
    """The secrets (with CHANCE) and pieces of a game, found where the convention puts them."""
    package = type(rules).__module__.rpartition(".")[0].rpartition(".")[2]
    name = f"tests.engines.{package}.secrets"
    try:
        found = find_spec(name) is not None
    except ModuleNotFoundError:
        found = False
    if not found:
        return [CHANCE], None
    module = import_module(name)
    return [*module.SECRETS, CHANCE], getattr(module, "pieces", None)
