"""The Dutch system the long way, for a few players: every candidate of every bracket generated in the order
of article 4 and judged by article 2. Shares nothing with the engine but the players' state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from tournaments.pairing.dutch.colours import allocate
from tournaments.pairing.dutch.contestants import DOWN, UP, Contestant, Field

Pairs = frozenset[tuple[int, int]]


class Candidate(NamedTuple):
    pairs: Pairs
    down: tuple[int, ...]


def pairings(field: Field, initial: int) -> tuple[Pairs, int | None] | None:
    """Pairs by index, the higher first, and who has the bye; None if there is no legal pairing."""
    return _Round(field, initial).paired()


class _Round:
    def __init__(self, field: Field, initial: int) -> None:
        self.players = field.players
        self.may_meet = field.may_meet
        self.initial = initial
        self.complete = cache(self._complete)

    def paired(self) -> tuple[Pairs, int | None] | None:
        everybody = tuple(range(len(self.players)))
        ends = self.complete(everybody)
        if not ends:
            return None
        self.bye_score = min((self.players[b].score for _, b in ends if b is not None), default=None)
        made: set[tuple[int, int]] = set()
        moved: tuple[int, ...] = ()
        left = list(everybody)
        while left:
            score = max(self.players[i].score for i in left if i not in moved)
            home = tuple(i for i in left if i not in moved and self.players[i].score == score)
            below = tuple(i for i in left if i not in moved and i not in home)
            best = self._best(moved, home, below)
            made |= best.pairs
            moved = best.down
            left = [i for i in left if i in moved or i in below]
            if not below:
                break
        return frozenset(made), (moved[0] if moved else None)

    def _best(self, moved: tuple[int, ...], home: tuple[int, ...], below: tuple[int, ...]) -> Candidate:
        """[C6] first: with as many pairs as there can be; then the best judged, then the first."""
        for count in range((len(moved) + len(home)) // 2, -1, -1):
            found = [c for c in self._candidates(moved, home, count) if self._ends(c.down + below)]
            if found:
                return min(found, key=lambda candidate: self._judge(candidate, moved, home, below))
        raise AssertionError("a round that can be completed has a candidate")

    def _complete(self, players: tuple[int, ...]) -> tuple[tuple[Pairs, int | None], ...]:
        """All ways to pair these, with who is left over."""
        if not players:
            return ((frozenset(), None),)
        found: list[tuple[Pairs, int | None]] = []
        first, *others = players
        for j in others:
            if self.may_meet[first] >> j & 1:
                rest = tuple(k for k in others if k != j)
                found += [(pairs | {(first, j)}, bye) for pairs, bye in self.complete(rest)]
        if len(players) % 2 and self.players[first].pab:
            found += [(pairs, first) for pairs, bye in self.complete(tuple(others)) if bye is None]
        return tuple(found)

    def _ends(self, players: Sequence[int]) -> list[tuple[Pairs, int | None]]:
        """[C4] and [C5] for those a candidate leaves."""
        ends = self.complete(tuple(sorted(players)))
        return [(p, b) for p, b in ends if b is None or self.players[b].score == self.bye_score]

    def _candidates(self, moved: tuple[int, ...], home: tuple[int, ...], count: int) -> Iterator[Candidate]:
        """3.3 to 3.7 with the order of article 4, for one number of pairs."""
        for m1 in range(min(len(moved), len(home), count), -1, -1):
            if 2 * (count - m1) > len(home) - m1:
                continue
            for chosen in combinations(moved, m1):
                limbo = tuple(i for i in moved if i not in chosen)
                for row in permutations(home, m1):
                    pairs = frozenset(zip(chosen, row, strict=True))
                    if all(self.may_meet[i] >> j & 1 for i, j in pairs):
                        remainder = tuple(i for i in home if i not in row)
                        yield from self._homogeneous(remainder, count - m1, limbo, pairs)

    def _homogeneous(
        self, home: tuple[int, ...], count: int, limbo: tuple[int, ...], made: Pairs
    ) -> Iterator[Candidate]:
        for s1, s2 in self._exchanges(home[:count], home[count:]):
            for row in permutations(s2, count):
                if all(self.may_meet[i] >> j & 1 for i, j in zip(s1, row, strict=True)):
                    pairs = made | {(min(p), max(p)) for p in zip(s1, row, strict=True)}
                    down = tuple(sorted((*limbo, *(j for j in s2 if j not in row))))
                    yield Candidate(pairs, down)

    def _exchanges(
        self, s1: tuple[int, ...], s2: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """4.3: by number, by difference of sums, by highest numbers out of S1, by lowest out of S2."""
        bsn = {i: place for place, i in enumerate((*s1, *s2), 1)}
        for size in range(len(s1) + 1):
            swaps = [(out, into) for out in combinations(s1, size) for into in combinations(s2, size)]
            swaps.sort(
                key=lambda swap: (
                    sum(bsn[i] for i in swap[1]) - sum(bsn[i] for i in swap[0]),
                    sorted(-bsn[i] for i in swap[0]),
                    sorted(bsn[i] for i in swap[1]),
                )
            )
            for out, into in swaps:
                yield (
                    tuple(sorted({*s1, *into} - {*out})),
                    tuple(sorted({*s2, *out} - {*into})),
                )

    def _judge(
        self, candidate: Candidate, moved: tuple[int, ...], home: tuple[int, ...], below: tuple[int, ...]
    ) -> tuple[object, ...]:
        """[C7] to [C21], each the smaller the better."""
        players = self.players
        down = [players[i] for i in candidate.down]
        judged = [self._colours(players[i], players[j]) for i, j in candidate.pairs]
        met = [(players[i], players[j]) for i, j in candidate.pairs if i in moved]
        floated = [players[i] for i in candidate.down if i in home]
        return (
            sorted((p.score for p in down), reverse=True),
            self._next(candidate.down, below),
            self._unplayed(candidate.down, below),
            *(sum(each[n] for each in judged) for n in range(4)),
            *(
                value
                for ago in (0, 1)
                for value in (
                    sum(p.floats[ago] == DOWN for p in floated),
                    sum(b.floats[ago] == UP for _, b in met),
                )
            ),
            *(
                value
                for ago in (0, 1)
                for value in (
                    self._differences(moved, candidate, ago),
                    sorted((a.score - b.score for a, b in met if b.floats[ago] == UP), reverse=True),
                )
            ),
        )

    def _differences(self, moved: tuple[int, ...], candidate: Candidate, ago: int) -> list[int]:
        """[C18], [C20]: who floats on has a difference above all others."""
        opponent = dict(candidate.pairs)
        found = []
        for i in moved:
            p = self.players[i]
            if p.floats[ago] == DOWN:
                found.append(p.score - self.players[opponent[i]].score if i in opponent else 10**6 + p.score)
        return sorted(found, reverse=True)

    def _next(self, down: tuple[int, ...], below: tuple[int, ...]) -> tuple[object, ...]:
        """[C8]: as many pairs as possible in the next bracket, then the lowest scores floating from it."""
        if not below:
            return ()
        score = max(self.players[i].score for i in below)
        bracket = {*down, *(i for i in below if self.players[i].score == score)}
        outcomes = []
        for pairs, _ in self._ends((*down, *below)):
            inside = [p for p in pairs if p[0] in bracket and p[1] in bracket and not {*p} <= {*down}]
            paired = {i for p in inside for i in p}
            floating = sorted((self.players[i].score for i in bracket - paired), reverse=True)
            outcomes.append((-len(inside), floating))
        return min(outcomes)

    def _unplayed(self, down: tuple[int, ...], below: tuple[int, ...]) -> int:
        """[C9], when the only downfloater is the one who has the bye in the end."""
        if len(down) != 1 or self.bye_score is None:
            return 0
        ends = {bye for _, bye in self._ends((*down, *below))}
        return self.players[down[0]].unplayed if ends == {down[0]} else 0

    def _colours(self, a: Contestant, b: Contestant) -> tuple[int, int, int, int]:
        colour, _ = allocate(a, b, self.initial)
        got = ((a, colour), (b, -colour))
        top = a.topscorer or b.topscorer
        third = [p.colours[-2:] == [c, c] for p, c in got]
        missed = [p.preference.colour == -c for p, c in got]
        return (
            sum(top and abs(p.difference + c) > 2 for p, c in got),
            sum(top and each for each in third),
            sum(missed),
            sum(m and p.preference.strength >= 2 for m, (p, _) in zip(missed, got, strict=True)),
        )
