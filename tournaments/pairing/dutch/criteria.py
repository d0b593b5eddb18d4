"""[C6] to [C21] of one bracket as a whole number per edge: digits of a mixed radix, the first the highest.

Radices are the true maxima of each digit, and a digit nobody can contribute to is left out, so that
comparing sums of edges compares candidates criterion by criterion (3.8.1), exactly.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from tournaments.pairing.dutch.colours import ABSOLUTE, STRONG, allocate, breaks
from tournaments.pairing.dutch.contestants import DOWN, UP, Field
from tournaments.pairing.dutch.graph import Edge


class Digit(NamedTuple):
    """`name` like C12; `most` the largest sum there can be, in size."""

    name: str
    most: int


class Weights:
    """Prices of pairs for one bracket: those made here, and those that matter only because a downfloater
    should be paired in the next bracket ([C8])."""

    def __init__(
        self,
        field: Field,
        moved_down: Sequence[int],
        residents: Sequence[int],
        following: Sequence[int],
        *,
        initial: int,
        count_unplayed: bool,
        only: Collection[str] | None = None,
    ) -> None:
        """`only`: of the digits, those of these names."""
        self.players = field.players
        self.may_meet = field.may_meet
        self.initial = initial
        players = field.players
        self.moved = frozenset(moved_down)
        self.following = frozenset(following)
        self.bracket = self.moved.union(residents)
        mdps = [players[i] for i in moved_down]
        home = [players[i] for i in residents]
        moved_scores = sorted({p.score for p in mdps}, reverse=True)
        pairs = len(self.bracket) // 2
        digits: list[Digit] = [Digit("C6", pairs)]
        digits += [Digit(f"C7/{s}", sum(p.score == s for p in mdps)) for s in moved_scores]
        digits.append(Digit("C8", len(following)))
        floor = {players[i].score for i in residents}
        for s in sorted(floor.union(moved_scores), reverse=True):
            digits.append(
                Digit(f"C8/{s}", min(len(following), sum(players[i].score == s for i in self.bracket)))
            )
        self.most_unplayed = max((players[i].unplayed for i in self.bracket), default=0)
        digits.append(Digit("C9", self.most_unplayed if count_unplayed else 0))
        top = sum(players[i].topscorer for i in self.bracket)
        digits += [Digit("C10", 2 * top), Digit("C11", 2 * top), Digit("C12", pairs), Digit("C13", pairs)]
        down = [sum(p.floats[ago] == DOWN for p in home) for ago in (0, 1)]
        up = [sum(p.floats[ago] == UP for p in home) for ago in (0, 1)]
        digits += [
            Digit("C14", down[0]),
            Digit("C15", min(len(mdps), up[0])),
            Digit("C16", down[1]),
            Digit("C17", min(len(mdps), up[1])),
        ]
        for ago in (0, 1):
            again = {s: sum(p.score == s and p.floats[ago] == DOWN for p in mdps) for s in moved_scores}
            digits += [Digit(f"C{18 + 2 * ago}/{s}", again[s]) for s in moved_scores]
            digits += [
                Digit(f"C{19 + 2 * ago}/{s}", min(sum(p.score == s for p in mdps), up[ago]))
                for s in moved_scores
            ]
        self.digits = [d for d in digits if d.most and (only is None or d.name in only)]
        self.unit: dict[str, int] = {}
        unit = 1
        for digit in reversed(self.digits):
            self.unit[digit.name] = unit
            unit *= digit.most + 1
        self.range = unit
        """Sums of a matching are smaller than this in size."""
        self._prepare()

    def _prepare(self) -> None:
        u = self.unit.get
        self.c6, self.c8, self.c9 = u("C6", 0), u("C8", 0), u("C9", 0)
        self.c10, self.c11, self.c12, self.c13 = u("C10", 0), u("C11", 0), u("C12", 0), u("C13", 0)
        self.paired: dict[int, int] = {}
        """What a player adds to a pair made in this bracket, whoever the opponent is."""
        self.floated: dict[int, int] = {}
        """What a player of this bracket adds to a pair in the next."""
        for i in self.bracket:
            p = self.players[i]
            self.floated[i] = self.c8 + u(f"C8/{p.score}", 0)
            value = 0
            for ago in (0, 1):
                if p.floats[ago] == DOWN:
                    name = f"C{18 + 2 * ago}/{p.score}" if i in self.moved else f"C{14 + 2 * ago}"
                    value += u(name, 0)
            if i in self.moved:
                value += u(f"C7/{p.score}", 0)
            self.paired[i] = value

    def edges_inside(self) -> list[Edge]:
        """All pairs that can be made in this bracket. What a pair misses follows from the kinds of its two
        players, of which there are few."""
        order = sorted(self.bracket)
        kinds: dict[tuple[int, int, tuple[int, int], bool, int], int] = {}
        kind: dict[int, int] = {}
        example: list[int] = []
        for i in order:
            p = self.players[i]
            moved = i in self.moved
            key = (p.preference.colour, p.preference.strength, p.floats, moved, p.score if moved else 0)
            if p.topscorer and p.preference.absolute:
                key = (0, ABSOLUTE + 1 + i, p.floats, moved, p.score)  # [C10], [C11] are of this one
            if key not in kinds:
                kinds[key] = len(example)
                example.append(i)
            kind[i] = kinds[key]
        known: dict[tuple[int, int], int] = {}
        edges: list[Edge] = []
        field = self.may_meet
        for position, i in enumerate(order):
            mask = field[i]
            mine, own = self.paired[i] + self.c6, kind[i]
            for j in order[position + 1 :]:
                if mask >> j & 1 and j not in self.moved:
                    if (own, kind[j]) not in known:
                        known[own, kind[j]] = self._missed(i, j)
                    edges.append((i, j, mine + self.paired[j] + known[own, kind[j]]))
        return edges

    def _missed(self, i: int, j: int) -> int:
        a, b = self.players[i], self.players[j]
        value = 0
        mine, theirs = a.preference, b.preference
        if mine.colour == theirs.colour and mine.colour:
            value -= self.c12
            if mine.strength >= STRONG and theirs.strength >= STRONG:
                value -= self.c13
            if mine.absolute and theirs.absolute:
                # Only with a topscorer, or [C3] would forbid it.
                colour, _ = allocate(a, b, self.initial)
                first, second = breaks(a, colour), breaks(b, -colour)
                value -= self.c10 * (first[0] + second[0]) + self.c11 * (first[1] + second[1])
        if i in self.moved:
            for ago in (0, 1):
                if b.floats[ago] == UP:
                    value -= self.unit.get(f"C{15 + 2 * ago}", 0)
                    value -= self.unit.get(f"C{19 + 2 * ago}/{a.score}", 0)
        return value

    def after(self, i: int) -> int:
        """A pair of this player with one of the next bracket."""
        return self.floated[i] if i in self.bracket else self.c8

    def bye(self, i: int) -> int:
        if self.c9 and i in self.bracket:
            return self.c9 * (self.most_unplayed - self.players[i].unplayed)
        return 0

    def sums(self, total: int) -> dict[str, int]:
        """The digits of a sum over a matching. Those of penalties are negative, so they are taken off from
        the lowest up: each is the remainder nearest to zero on its own side."""
        found: dict[str, int] = {}
        for digit in reversed(self.digits):
            radix = digit.most + 1
            rest = total % radix
            if rest and digit.name.split("/")[0] in PENALTIES:
                rest -= radix
            found[digit.name] = rest
            total = (total - rest) // radix
        return found


PENALTIES: Final = frozenset({"C10", "C11", "C12", "C13", "C15", "C17", "C19", "C21"})
