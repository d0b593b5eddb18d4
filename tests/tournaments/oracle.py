"""The criteria T2 and T5 to T8 once more, by brute force and straight from their wording.

Written for clearness, without a look at the engine's numbers: up to twelve players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.event import Event

Floats = dict[str, str]


def partitions(people: list[str], sizes: list[int]) -> Iterator[list[list[str]]]:
    """Every way to split people over tables of these sizes, each once."""
    if not sizes:
        yield []
        return
    first, rest = people[0], people[1:]
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            remaining = [p for p in rest if p not in others]
            for more in partitions(remaining, left):
                yield [[first, *others], *more]


def scores_after(event: Event, rounds: int) -> dict[str, Fraction]:
    total = {player.id: Fraction(0) for player in event.players}
    for played in event.rounds[:rounds]:
        for table in played.tables:
            for i, player in enumerate(table.seats):
                for j in range(len(table.seats)):
                    if i != j and table.places[i] <= table.places[j]:
                        share = 1 if table.places[i] < table.places[j] else Fraction(1, 2)
                        total[player] += Fraction(share, len(table.seats) - 1)
        for bye in played.byes:
            total[bye.player] += 0 if bye.kind == "zero" else Fraction(1, 2)
    return total


def floats(table: list[str], scores: dict[str, Fraction]) -> Floats:
    found = {}
    for player in table:
        others = [scores[other] for other in table if other != player]
        if all(scores[player] > other for other in others):
            found[player] = "down"
        if all(scores[player] < other for other in others):
            found[player] = "up"
    return found


def convex(times: int) -> int:
    return [0, 1, 4, 10, 20][times]


class Judge:
    """Measures arrangements of the next round of an event."""

    def __init__(self, event: Event, available: list[str]) -> None:
        self.event = event
        self.available = available
        self.scores = scores_after(event, len(event.rounds))
        self.met: Counter[frozenset[str]] = Counter()
        self.off: Counter[str] = Counter()
        self.floated: Floats = {}
        for number, played in enumerate(event.rounds):
            self.floated = {}
            before = scores_after(event, number)
            for table in played.tables:
                self.met.update(frozenset(couple) for couple in combinations(table.seats, 2))
                if len(table.seats) != event.sizes.preferred:
                    self.off.update(table.seats)
                self.floated |= floats(table.seats, before)
        self.most_met = max(self.met.values(), default=0)
        self.repeats_so_far = sum(convex(times - 1) for times in self.met.values())
        self.banned = self._banned()
        self.squares = {
            frozenset((a, b)): (self.scores[a] - self.scores[b]) ** 2 for a, b in combinations(available, 2)
        }
        ranks = {player.id: player.rank for player in event.players}
        standing = sorted(available, key=lambda p: (self.scores[p], -ranks[p]))
        self.from_bottom = {player: i for i, player in enumerate(standing)}

    def _banned(self) -> set[frozenset[str]]:
        number = len(self.event.rounds) + 1
        return {
            frozenset(rule.players)
            for rule in self.event.prohibited
            if rule.first <= number <= (rule.last or number)
        }

    def measure(self, tables: list[list[str]]) -> tuple[object, ...]:
        together = [frozenset(couple) for table in tables for couple in combinations(table, 2)]
        off = [p for table in tables if len(table) != self.event.sizes.preferred for p in table]
        after = [self.met[couple] + 1 for couple in together]
        return (
            sum(couple in self.banned for couple in together),
            sum(convex(self.off[p]) - convex(max(0, self.off[p] - 1)) for p in off),
            sum(self.from_bottom[p] for p in off),
            max(*after, self.most_met),
            self.repeats_so_far + sum(convex(times - 1) - convex(max(0, times - 2)) for times in after),
            sum(
                (self.scores[a] - self.scores[b]) ** 2 for table in tables for a, b in combinations(table, 2)
            ),
            sum(
                self.floated.get(player) == way
                for table in tables
                for player, way in floats(table, self.scores).items()
            ),
        )

    def best(self, sizes: list[int]) -> tuple[object, ...]:
        return min(map(self.measure, partitions(sorted(self.available), sizes)))
