"""Guesses are fair: each position a seat cannot tell from the real one is as likely as any other.

Brute force: all positions that swaps of secrets reach from a small position are listed, and guesses that
fall among them are counted (Pearson's chi-square).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

from engines.conformance.observing import bare
from engines.conformance.secrets import CHANCE, Secret
from engines.conformance.tally import broken_unless
from engines.protocol import Rules, Seat, State

_SURPRISE = 5.0
"""Standard deviations of chi-square that are one too many: once in millions of fair runs."""


class OrbitTooLarge(ValueError):
    """Too many positions to count; give a smaller one."""


def orbit(rules: Rules, state: State, seat: Seat, secrets: Sequence[Secret], limit: int) -> set[bytes]:
    """Every position reached by swaps the seat may not know, chance left out."""
    found = {bare(rules, state)}
    edge = [state]
    while edge:
        each = edge.pop()
        for secret in secrets:
            twin = secret.swap(each)
            if twin is None or secret is CHANCE or secret.may_know(each, seat):
                continue
            data = bare(rules, twin)
            if data not in found:
                found.add(data)
                edge.append(twin)
                if len(found) > limit:
                    raise OrbitTooLarge(f"more than {limit} positions look alike to seat {seat}")
    return found


def check_guess_frequency(
    rules: Rules,
    state: State,
    seat: Seat,
    secrets: Sequence[Secret],
    draws: int,
    source: random.Random,
    *,
    limit: int = 500,
    whole: bool = True,
) -> int:
    """Draws guesses and compares; returns the number of positions among which they were counted.

    `whole`: the swaps reach all positions that look alike, so no guess may fall outside of them.
    """
    alike = orbit(rules, state, seat, secrets, limit)
    counts = Counter(bare(rules, state.guess(seat, source)) for _ in range(draws))
    outside = counts.keys() - alike
    broken_unless(not (whole and outside), f"guesses of seat {seat} that swaps cannot reach")
    hits = sum(counts[each] for each in alike)
    expected = hits / len(alike)
    broken_unless(expected >= 5, f"only {hits} of {draws} guesses fall on {len(alike)} positions")
    chi = sum((counts[each] - expected) ** 2 / expected for each in alike)
    free = len(alike) - 1
    surprise = (chi - free) / math.sqrt(2 * free) if free else 0.0
    broken_unless(surprise < _SURPRISE, f"guesses of seat {seat} are biased: chi-square {chi:.0f} at {free}")
    return len(alike)
