"""Positions on a ladder are a permutation of 1..n; what a result, a forfeit or a drop does to it.

1 is the top. A move takes one member from one position to another, and who stands between shifts by one;
joining has no `before`, leaving no `after`. Moves in order are the whole history: `rebuild` has the ladder.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K")


class BadHistory(ValueError):
    """Moves that do not follow from each other; the text names the first that does not fit."""


@dataclass(frozen=True)
class Move(Generic[K]):
    who: K
    before: int | None
    after: int | None


def shifted(position: int, move: Move[K]) -> int:
    """Where somebody else who stood there stands after the move."""
    if move.before is not None and position > move.before:
        position -= 1
    if move.after is not None and position >= move.after:
        position += 1
    return position


def unshifted(position: int, move: Move[K]) -> int:
    """Where somebody else who stands there stood before the move."""
    if move.after is not None and position > move.after:
        position -= 1
    if move.before is not None and position >= move.before:
        position += 1
    return position


def of_result(
    positions: Mapping[K, int], places: Mapping[K, int], dropped: Collection[K] = ()
) -> list[Move[K]]:
    """What a match does, one move after another.

    From last place to first, each goes just above the highest-standing participant whom it beat, if that
    one stands above it; shared places move nobody past each other. Then who is in `dropped` goes below
    all other participants, the worst place last. Only participants need to be in `positions`.
    """
    live = dict(positions)
    moves: list[Move[K]] = []
    for who in sorted(live, key=lambda each: (-places[each], positions[each])):
        beaten = [live[other] for other in live if places[other] > places[who]]
        if beaten and min(beaten) < live[who]:
            moves.append(_move(live, who, min(beaten)))
    for who in sorted(dropped, key=lambda each: (places[each], positions[each])):
        others = [live[other] for other in live if other != who]
        if others and max(others) > live[who]:
            moves.append(_move(live, who, max(others)))
    return moves


def of_forfeit(positions: Mapping[K, int], challenger: K, challenged: K) -> list[Move[K]]:
    """The challenger takes the place, as if it had won."""
    two = {challenger: positions[challenger], challenged: positions[challenged]}
    return of_result(two, {challenger: 1, challenged: 2})


def _move(live: dict[K, int], who: K, after: int) -> Move[K]:
    move = Move(who, live[who], after)
    for other in live:
        live[other] = after if other == who else shifted(live[other], move)
    return move


def rebuild(history: Iterable[Move[K]]) -> list[K]:
    """The ladder from the top, from nothing but its history."""
    ladder: list[K] = []
    for number, move in enumerate(history, 1):
        _check(ladder, move, number)
        if move.before is not None:
            del ladder[move.before - 1]
        if move.after is not None:
            ladder.insert(move.after - 1, move.who)
    return ladder


def _check(ladder: list[K], move: Move[K], number: int) -> None:
    last = len(ladder) + (1 if move.before is None else 0)
    if move.before is None:
        fits = move.after is not None and move.who not in ladder
    else:
        fits = 1 <= move.before <= len(ladder) and ladder[move.before - 1] == move.who
    if not fits or not 1 <= (move.after or 1) <= last:
        raise BadHistory(f"move {number} does not fit: {move}, with {len(ladder)} on the ladder")
