"""T2 and T5 to T8 as one whole number per arrangement: a digit per criterion, the first the highest.

Radices are the true maxima of each digit, so comparing numbers compares criteria in their order, exactly.
All but T8 are sums over pairs at a table or over players at tables of a size, which is what makes a
swap of two players cheap to judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.event import Event
from tournaments.pairing.history import Float, Past, floats

REPEAT_COST: Final = (0, 1, 4, 10, 20)
"""Cost of a pair that met so many times more than once; beyond the list it grows by 10 each."""


def repeat_cost(repeats: int) -> int:
    last = len(REPEAT_COST) - 1
    return REPEAT_COST[repeats] if repeats <= last else REPEAT_COST[last] + 10 * (repeats - last)


def meeting_cost(met: int) -> int:
    """What one more meeting adds for a pair that met so many times (T6)."""
    return repeat_cost(met) - repeat_cost(met - 1) if met else 0


def forbidden_pairs(event: Event) -> set[frozenset[str]]:
    """T2 in the round to be paired."""
    number = event.next_round
    return {
        frozenset(rule.players)
        for rule in event.prohibited
        if rule.first <= number and (rule.last is None or number <= rule.last)
    }


class Weights:
    """The price list of one round. Players go by their index in `players`.

    `cap` is the largest number of meetings a pair may have after the round without being counted in
    the digit `over` (T6, first half).
    """

    def __init__(
        self,
        players: Sequence[Past],
        sizes: Sequence[int],
        preferred: int,
        forbidden: set[frozenset[str]],
        cap: int,
        *,
        score_first: bool = False,
    ) -> None:
        self.score_first = score_first
        """T7 takes the place of T6 and T6 that of T7; names of units and digits stay with the places."""
        self.players = players
        self.preferred = preferred
        self.scores = [player.score for player in players]
        self.floated = [player.floated for player in players]
        self.watch_floats = any(self.floated)
        count = len(players)
        pairs = sum(k * (k - 1) // 2 for k in sizes)
        most_met = max((max(p.met.values(), default=0) for p in players), default=0)
        spread = max(self.scores, default=0) - min(self.scores, default=0)
        most_off = max((p.off_size for p in players), default=0)
        squares, repeats = pairs * spread * spread + 1, pairs * meeting_cost(most_met) + 1
        if score_first:
            squares, repeats = repeats, squares
        self.radices = (
            count + 1,  # T8 repeated floats
            squares,  # T7 squared score differences
            repeats,  # T6 cost of repeats
            pairs + 1,  # T6 pairs over the cap
            count * count + 1,  # T5 places from the bottom
            count * meeting_cost(most_off + 1) + 1,  # T5 tables of another size before
            pairs + 1,  # T2
        )
        self.float_unit = 1
        self.spread_unit = self.radices[0]
        self.repeat_unit = self.spread_unit * self.radices[1]
        self.over_unit = self.repeat_unit * self.radices[2]
        self.bottom_unit = self.over_unit * self.radices[3]
        self.again_unit = self.bottom_unit * self.radices[4]
        self.forbidden_unit = self.again_unit * self.radices[5]
        self.pair = [[0] * count for _ in range(count)]
        for i, j in combinations(range(count), 2):
            self.pair[i][j] = self.pair[j][i] = self._pair(players[i], players[j], forbidden, cap)
        self.off_size = self._off_size_prices()

    def _pair(self, a: Past, b: Past, forbidden: set[frozenset[str]], cap: int) -> int:
        met = a.met[b.id]
        repeats, squares = meeting_cost(met), (a.score - b.score) ** 2
        if self.score_first:
            repeats, squares = squares, repeats
        return (
            (frozenset((a.id, b.id)) in forbidden) * self.forbidden_unit
            + (met >= cap) * self.over_unit
            + repeats * self.repeat_unit
            + squares * self.spread_unit
        )

    def _off_size_prices(self) -> list[int]:
        """T5: convex in the tables of another size before, then cheapest at the bottom of the standings."""
        standing = sorted(range(len(self.players)), key=lambda i: (self.scores[i], -self.players[i].rank))
        prices = [0] * len(self.players)
        for from_bottom, i in enumerate(standing):
            again = meeting_cost(self.players[i].off_size)
            prices[i] = again * self.again_unit + from_bottom * self.bottom_unit
        return prices

    def seat_price(self, player: int, size: int) -> int:
        return 0 if size == self.preferred else self.off_size[player]

    def floats_again(self, table: Sequence[int]) -> int:
        """T8: how many at this table float the way they floated in the last round."""
        if not self.watch_floats:
            return 0
        now = floats([self.scores[i] for i in table])
        return sum(f is not Float.NONE and f is self.floated[i] for i, f in zip(table, now, strict=True))

    def table_price(self, table: Sequence[int]) -> int:
        return (
            sum(self.pair[i][j] for i, j in combinations(table, 2))
            + sum(self.seat_price(i, len(table)) for i in table)
            + self.floats_again(table)
        )

    def price(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self.table_price(table) for table in tables)

    def digits(self, price: int) -> tuple[int, ...]:
        """(T2, T5 again, T5 bottom, T6 over, T6 cost, T7, T8) of a price."""
        found = []
        for radix in self.radices[:-1]:
            price, digit = divmod(price, radix)
            found.append(digit)
        found.append(price)
        return tuple(reversed(found))
