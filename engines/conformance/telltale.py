"""Hidden things stay hidden: positions that differ by a secret look the same to whoever may not know it.

Now: at the position itself. And after a move: where the outcomes of a move on both positions (or of two
different moves on one) differ by a secret again, what was told about the moves must not differ either.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.conformance.observing import Observation, difference, observe
from engines.conformance.secrets import CHANCE, Quiet, Secret
from engines.conformance.tally import Broken, Tally
from engines.protocol import Move, Rules, Seat, State, Told
from engines.telling import heard

_TRIES = 4
"""Moves tried on the swapped position for one move on the real one."""


def check_secrets(
    rules: Rules,
    state: State,
    seats: int,
    secrets: Sequence[Secret],
    source: random.Random,
    tally: Tally,
    quiet: Quiet | None = None,
) -> None:
    """Over all secrets that apply here and all observers who may not know them. Raises Broken."""
    eyes = Eyes(rules, state, source.getrandbits(32))
    observers: list[Seat | None] = [None, *range(seats)]
    twins: list[tuple[Secret | None, State]] = [(None, state)]
    for secret in secrets:
        before = rules.save(state)
        twin = secret.swap(state)
        if twin is None:
            continue
        if rules.save(state) != before:
            raise Broken(f"the table's own swap {secret.name!r} changes its argument")
        tally.secrets[secret.name] += 1
        twins.append((secret, twin))
        other = Eyes(rules, twin, eyes.seed)
        for observer in observers:
            if not secret.may_know(state, observer):
                tally.compared += 1
                _same(eyes, other, observer, f"the secret {secret.name!r}")
    actors = state.actors()
    if actors:
        mover = actors[int(source.random() * len(actors))]
        _check_successors(rules, state, mover, twins, secrets, observers, source, tally, quiet)


class Eyes:
    """What observers see of one position, each looked up once."""

    def __init__(self, rules: Rules, state: State, seed: int) -> None:
        self.rules = rules
        self.state = state
        self.seed = seed
        self._seen: dict[Seat | None, Observation] = {}

    def see(self, observer: Seat | None) -> Observation:
        if observer not in self._seen:
            self._seen[observer] = observe(self.rules, self.state, observer, self.seed)
        return self._seen[observer]


def _same(one: Eyes, other: Eyes, observer: Seat | None, what: str) -> None:
    differs = difference(one.see(observer), other.see(observer))
    if differs:
        parts = differs.split(", ")
        shown = f"{one.see(observer).get(parts[0])!r} / {other.see(observer).get(parts[0])!r}"
        raise Broken(f"observer {observer} can see {what} by: {differs}\n{shown[:3000]}")


class After(NamedTuple):
    """What a move led to and what was told about it."""

    move: Move
    eyes: Eyes
    told: list[Told]


def _check_successors(
    rules: Rules,
    state: State,
    mover: Seat,
    twins: Sequence[tuple[Secret | None, State]],
    secrets: Sequence[Secret],
    observers: Sequence[Seat | None],
    source: random.Random,
    tally: Tally,
    quiet: Quiet | None,
) -> None:
    moves = state.moves(mover)
    one = _after(rules, state, mover, moves[int(source.random() * len(moves))], source.getrandbits(32))
    apart = _apart(rules, one.eyes.state, secrets)
    for secret, twin in twins:
        for move in _similar(rules, twin, mover, one.move, source):
            if secret is None and move == one.move:
                continue
            other = _after(rules, twin, mover, move, one.eyes.seed)
            differing = apart.get(rules.save(other.eyes.state))
            eligible = []
            for observer in observers:
                # A seat knows its own move; and who could tell the positions apart before is no witness.
                knew = observer == mover and move != one.move
                if knew or (secret is not None and secret.may_know(state, observer)):
                    continue
                if move != one.move:
                    # Two choices: only the table (or the seal) says whether the choice is hidden.
                    hidden = secret is not CHANCE and _quiet(state, mover, one, other, observer, quiet)
                else:
                    hidden = differing is not None and not any(
                        each.may_know(one.eyes.state, observer) for each in differing
                    )
                if hidden:
                    _same_told(rules, mover, one, other, observer)
                    eligible.append(observer)
            if eligible:
                # One witness looks at everything: looking is what costs.
                tally.successors += 1
                witness = eligible[int(source.random() * len(eligible))]
                _same(one.eyes, other.eyes, witness, f"{_moves(rules, mover, one, other)}, afterwards,")


def _quiet(
    state: State, mover: Seat, one: After, other: After, observer: Seat | None, quiet: Quiet | None
) -> bool:
    """Whether the observer may not learn which of two moves was made."""
    if state.sealed() and one.eyes.state.sealed() and other.eyes.state.sealed():
        return len(state.actors()) > 1
    return quiet is not None and quiet(state, mover, one.move, other.move, observer)


def _after(rules: Rules, state: State, mover: Seat, move: Move, seed: int) -> After:
    after = state.fork()
    told: list[Told] = []
    after.play(mover, move, told)
    return After(move, Eyes(rules, after, seed), told)


def _moves(rules: Rules, mover: Seat, one: After, other: After) -> str:
    return f"{rules.write(one.move)!r} of seat {mover} from {rules.write(other.move)!r}"


def _same_told(rules: Rules, mover: Seat, one: After, other: After, observer: Seat | None) -> None:
    told, other_told = heard(one.told, observer), heard(other.told, observer)
    if told != other_told:
        what = _moves(rules, mover, one, other)
        raise Broken(f"observer {observer} can tell {what} by what is told:\n{told}\n{other_told}")


def _apart(rules: Rules, after: State, secrets: Sequence[Secret]) -> dict[bytes, list[Secret]]:
    """Bytes of every position that differs from this one by one secret.

    Not of the position itself: if two twins became equal, the secret may have been shown on the way.
    """
    apart: dict[bytes, list[Secret]] = {}
    for secret in secrets:
        twin = secret.swap(after)
        if twin is not None and secret is not CHANCE:
            apart.setdefault(rules.save(twin), []).append(secret)
    return apart


def _similar(rules: Rules, state: State, mover: Seat, move: Move, source: random.Random) -> Iterator[Move]:
    """The move itself where it is legal, and a few of the same verb."""
    moves = list(state.moves(mover))
    if move in moves:
        yield move
    verb = rules.shape(move).verb
    others = [other for other in moves if other != move and rules.shape(other).verb == verb]
    refs = set(rules.shape(move).refs)
    # Most alike first: the same place with another tile, the same tile on another place.
    source.shuffle(others)
    others.sort(key=lambda other: -len(refs.intersection(rules.shape(other).refs)))
    yield from others[:_TRIES]
