"""Every pairing and every result, one by one: what the bounds are held against.

Written from the description of the systems alone; nothing here uses the code under test beyond its input.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from tournaments.outlook.field import Bounds, Field
from tournaments.outlook.scoring import Duels, Tables

Gains = tuple[int, ...]
"""By position of the player in the field."""


def true_bounds(field: Field) -> dict[int, Bounds]:
    ends = final_points(field)
    found = {}
    for i, line in enumerate(field.lines):
        best = min(1 + sum(other > end[i] for other in end) for end in ends)
        worst = max(sum(other >= end[i] for other in end) for end in ends)
        found[line.player] = Bounds(best, worst)
    return found


def final_points(field: Field) -> set[Gains]:
    ends = {tuple(line.points for line in field.lines)}
    for matches in field.paired:
        place = {line.player: i for i, line in enumerate(field.lines)}
        parts = [[place[player] for player in match] for match in matches]
        ends = _added(ends, set(_results(field, parts, len(field.lines), [])))
    once = set(_open_round(field)) if field.open_rounds else set()
    for _ in range(field.open_rounds):
        ends = _added(ends, once)
    return ends


def _added(ends: set[Gains], gains: set[Gains]) -> set[Gains]:
    return {tuple(a + b for a, b in zip(end, gain, strict=True)) for end in ends for gain in gains}


def _open_round(field: Field) -> Iterator[Gains]:
    playing = [i for i, line in enumerate(field.lines) if line.playing]
    least = 0 if field.irregular else len(playing)
    for size in range(least, len(playing) + 1):
        for there in combinations(playing, size):
            away = [i for i in playing if i not in there]
            for worth in product(field.scoring.away, repeat=len(away)):
                for parts, over in _pairings(field, list(there)):
                    fixed = [*zip(away, worth, strict=True), *((i, field.scoring.bye) for i in over)]
                    yield from _results(field, parts, len(field.lines), fixed)


def _pairings(field: Field, there: list[int]) -> Iterator[tuple[list[list[int]], list[int]]]:
    match field.scoring:
        case Duels():
            for over in combinations(there, len(there) % 2):
                yield from ((parts, list(over)) for parts in _split(_without(there, over), [2]))
        case Tables(sizes=sizes):
            yield from _planned(there, list(range(sizes.min, sizes.max + 1)), sizes.preferred)


def _planned(
    there: list[int], sizes: list[int], preferred: int
) -> Iterator[tuple[list[list[int]], list[int]]]:
    """Fewest left over, then fewest seats at tables of another size."""
    for byes in range(len(there) + 1):
        found = [
            (parts, list(over))
            for over in combinations(there, byes)
            for parts in _split(_without(there, over), sizes)
        ]
        if found:
            odd = [sum(len(part) for part in parts if len(part) != preferred) for parts, _ in found]
            yield from (each for each, seats in zip(found, odd, strict=True) if seats == min(odd))
            return


def _split(there: list[int], sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    if not there:
        yield []
        return
    first, *rest = there
    for size in sizes:
        for others in combinations(rest, size - 1):
            for parts in _split(_without(rest, others), sizes):
                yield [[first, *others], *parts]


def _without(there: Iterable[int], gone: Iterable[int]) -> list[int]:
    return [i for i in there if i not in set(gone)]


def _results(
    field: Field, parts: list[list[int]], players: int, fixed: Iterable[tuple[int, int]]
) -> Iterator[Gains]:
    for shared in product(*(_shares(field, len(part)) for part in parts)):
        gains = [0] * players
        for i, points in fixed:
            gains[i] = points
        for part, values in zip(parts, shared, strict=True):
            for i, value in zip(part, values, strict=True):
                gains[i] = value
        yield tuple(gains)


def _shares(field: Field, seats: int) -> set[Gains]:
    scoring = field.scoring
    if isinstance(scoring, Duels):
        win, draw, loss = scoring.win, scoring.draw, scoring.loss
        found = {(win, loss), (draw, draw), (loss, win)}
        if field.irregular:
            least = min(scoring.away)
            found |= {(win, least), (least, win), (least, least)}
        return found
    found = {_fractions(places) for places in product(range(seats), repeat=seats)}
    return found | ({(0,) * seats} if field.irregular else set())


def _fractions(places: Sequence[int]) -> Gains:
    """24 times (finished ahead of + half of those level) / (seats - 1)."""
    found = []
    for mine in places:
        ahead = sum(place > mine for place in places)
        level = sum(place == mine for place in places) - 1
        found.append(int(24 * (ahead + Fraction(level, 2)) / (len(places) - 1)))
    return tuple(found)
