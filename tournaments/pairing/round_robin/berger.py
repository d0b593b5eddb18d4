"""Two seats: the Berger tables (FIDE Handbook C.05, Annex 1, Details of Berger Table)."""

from __future__ import annotations

from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""White and Black, by number from 1."""


def berger(count: int) -> list[list[Pair]]:
    """Rounds of one cycle for an even number of players; with an odd one ask for one more: who meets
    the highest number then has a bye.

    The first round folds the numbers; from each round to the next everybody but the last number moves on by
    half the field and keeps the colour, and the last number changes colour every round.
    """
    if count % 2 or count < 2:
        raise ValueError(f"Berger tables are for an even number of players, not {count}")
    turning = count - 1
    rounds = []
    for number in range(turning):
        shift = number * (count // 2)
        moved = [(i + shift) % turning + 1 for i in range(turning)]
        with_last = (moved[0], count) if number % 2 == 0 else (count, moved[0])
        others = [(moved[i], moved[turning - i]) for i in range(1, count // 2)]
        rounds.append([with_last, *others])
    return rounds


def cycles_of(count: int, cycles: int) -> list[list[Pair]]:
    """Colours turn from cycle to cycle. Before another cycle the last two rounds change places, as the
    annex advises for two, so that nobody has the same colour three times running at the seam."""
    rounds: list[list[Pair]] = []
    for cycle in range(cycles):
        one = berger(count)
        if cycle + 1 < cycles and len(one) > 1:
            one[-2:] = one[:-3:-1]
        rounds += [[(b, a) for a, b in pairs] for pairs in one] if cycle % 2 else one
    return rounds
