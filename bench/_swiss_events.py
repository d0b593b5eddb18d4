"""Random events of every kind, and how often another program pairs a round of them otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from bench import _swiss_peers as peers
from tournaments.pairing.dutch import NoLegalPairing, pair
from tournaments.pairing.simulation import Plan, rounds_of
from tournaments.trf import Scoring, Tournament

SCORINGS = (
    Scoring(),
    Scoring(),
    Scoring(),
    Scoring(30, 10),
    Scoring(20, 10),
    Scoring(30, 20, 10),
    Scoring(allocated=5),
)


class Compared(NamedTuple):
    events: int
    rounds: int
    impossible: int
    """Rounds without a legal pairing, as both say."""
    differing: list[tuple[int, int]]
    """Seed and round."""


def ours(tournament: Tournament) -> list[tuple[int, int]] | None:
    try:
        return pair(tournament).boards()
    except NoLegalPairing:
        return None


def plans(seeds: Iterable[int], most: int) -> Iterator[Plan]:
    """Events of 3 to `most` players with absences, forfeits, late entries and the rest, some short of
    opponents."""
    for seed in seeds:
        random = Random(seed)
        players = random.randint(3, most)

        def sometimes(chance: float, rate: int, random: Random = random) -> int:
            return random.randint(1, rate) if random.random() < chance else 0

        yield Plan(
            players,
            min(random.randint(3, 11), max(2, players - (random.random() < 0.3))),
            seed,
            draws=random.choice([0, 200, 400, 600]),
            forfeits=sometimes(0.5, 120),
            half_byes=sometimes(0.4, 80),
            zero_byes=sometimes(0.4, 80),
            full_byes=sometimes(0.2, 60),
            withdrawals=sometimes(0.3, 60),
            late=sometimes(0.3, 200),
            prohibited=sometimes(0.3, 4),
            scoring=random.choice(SCORINGS),
            accelerated=random.random() < 0.15,
            black_first=random.random() < 0.3,
        )


def compare_with_gacrux(seeds: Iterable[int], most: int) -> Compared:
    events = rounds = impossible = 0
    differing: list[tuple[int, int]] = []
    for plan in plans(seeds, most):
        events += 1
        for number, tournament in enumerate(rounds_of(plan, ours), 1):
            if number > plan.rounds:
                break
            rounds += 1
            found, theirs = ours(tournament), peers.gacrux(tournament, number)
            if found is None and theirs is None:
                impossible += 1
            elif found is None or theirs is None or set(found) != set(theirs):
                differing.append((plan.seed, number))
    return Compared(events, rounds, impossible, differing)
