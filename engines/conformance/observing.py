"""Everything one observer is told about one position, as values that can be compared."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from engines.chance import KeyedChance
from engines.protocol import Rules, Seat, State
from engines.telling import heard

Observation = Mapping[str, object]

_EXPLAINED = 6
"""So many legal moves are explained; the others are only listed."""


def bare(rules: Rules, state: State) -> bytes:
    """The state without its chance, as bytes."""
    chance = state.chance
    state.chance = KeyedChance(b"", 0)
    data = rules.save(state)
    state.chance = chance
    return data


def observe(rules: Rules, state: State, observer: Seat | None, seed: int) -> Observation:
    """`seed` drives the guess that a preview would play on and the sample of explained moves."""
    actors = list(state.actors())
    seen: dict[str, object] = {
        "view": msgspec.json.encode(state.view(observer)),
        "describe": heard(state.describe(observer), observer),
        "sealed": state.sealed(),
        "points": list(state.points()),
        "result": state.result(),
    }
    # While a decision is sealed, the referee tells nobody who has already answered.
    if not state.sealed():
        seen["actors"] = actors
    if observer is None:
        return seen
    moves = list(state.moves(observer))
    seen["moves"] = moves
    seen["guess"] = bare(rules, state.guess(observer, random.Random(seed)))
    if observer in actors:
        seen["prompt"] = state.prompt(observer)
        sample = moves if len(moves) <= _EXPLAINED else random.Random(seed).sample(moves, _EXPLAINED)
        seen["reveals"] = [state.reveals(observer, move) for move in sample]
        seen["explain"] = [heard(state.explain(observer, move), observer) for move in sample]
    return seen


def difference(one: Observation, other: Observation) -> str:
    """Names of the parts that differ, or an empty string."""
    return ", ".join(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))
