"""Hidden things stay hidden: positions that differ by a secret look the same to whoever may not know it.

Now: at the position itself. And after a move: where the outcomes of a move on both positions (or of two
different moves on one) differ by a secret again, what was told about the moves must not differ either.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engines.conformance.observing import Observation, difference, observe
from engines.conformance.secrets import CHANCE, Secret
from engines.conformance.tally import Broken, Tally
from engines.protocol import Move, Rules, Seat, State, Told
from engines.telling import heard

_TRIES = 4
"""Moves tried on the swapped position for one move on the real one."""


def check_secrets(
    rules: Rules, state: State, seats: int, secrets: Sequence[Secret], source: random.Random, tally: Tally
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
        _check_successors(rules, state, mover, twins, secrets, observers, source, tally)


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


def _check_successors(
    rules: Rules,
    state: State,
    mover: Seat,
    twins: Sequence[tuple[Secret | None, State]],
    secrets: Sequence[Secret],
    observers: Sequence[Seat | None],
    source: random.Random,
    tally: Tally,
) -> None:
    moves = state.moves(mover)
    move = moves[int(source.random() * len(moves))]
    told: list[Told] = []
    after = state.fork()
    after.play(mover, move, told)
    eyes = Eyes(rules, after, source.getrandbits(32))
    apart = _apart(rules, after, secrets)
    for secret, twin in twins:
        for other_move in _similar(rules, twin, mover, move, source):
            if secret is None and other_move == move:
                continue
            other_told: list[Told] = []
            other_after = twin.fork()
            other_after.play(mover, other_move, other_told)
            differing = apart.get(rules.save(other_after))
            if differing is None:
                continue
            other_eyes = Eyes(rules, other_after, eyes.seed)
            for observer in observers:
                # A seat knows its own move; and who could tell the positions apart before is no witness.
                if observer == mover and other_move != move:
                    continue
                if secret is not None and secret.may_know(state, observer):
                    continue
                if any(each.may_know(after, observer) for each in differing):
                    continue
                tally.successors += 1
                what = f"{rules.write(move)!r} of seat {mover} from {rules.write(other_move)!r}"
                if heard(told, observer) != heard(other_told, observer):
                    pair = f"{heard(told, observer)}\n{heard(other_told, observer)}"
                    raise Broken(f"observer {observer} can tell {what} by what is told:\n{pair}")
                _same(eyes, other_eyes, observer, f"{what}, afterwards,")


def _apart(rules: Rules, after: State, secrets: Sequence[Secret]) -> dict[bytes, list[Secret]]:
    """Bytes of every position that differs from this one by one secret, or by none."""
    apart: dict[bytes, list[Secret]] = {rules.save(after): []}
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
