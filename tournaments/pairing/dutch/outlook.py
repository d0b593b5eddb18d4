"""The pairing of a round, bracket by bracket from the top (C.04.3, 1.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from tournaments.pairing.dutch import exact
from tournaments.pairing.dutch.colours import INITIAL_COLOURS, allocate
from tournaments.pairing.dutch.completion import Completion, bits
from tournaments.pairing.dutch.contestants import EVERYTHING, Field, field_of
from tournaments.pairing.dutch.exact import Paired, Task, pair_exactly
from tournaments.pairing.dutch.natural import floaters_of, pair_naturally
from tournaments.pairing.dutch.report import BracketReport, How, NoLegalPairing, Pair, Relax, RoundPairing
from tournaments.trf.model import Tournament

Progress = Callable[[int, int], None]
"""Told how many of how many players are placed."""


def pair(
    tournament: Tournament, round_number: int | None = None, progress: Progress | None = None
) -> RoundPairing:
    """The next round, or the one asked for from what was played before it. Raises `NoLegalPairing`."""
    number = round_number if round_number is not None else tournament.rounds_played + 1
    field = field_of(tournament, number)
    pab = candidates_for_the_bye(field)
    if pab is None:
        raise NoLegalPairing(_relaxed(tournament, number))
    return pair_field(field, pab, INITIAL_COLOURS[tournament.initial_colour or "w"], progress)


def why_down(tournament: Tournament, round_number: int | None = None) -> dict[int, list[str]]:
    """For each player who floated down, by which criterion, bracket after bracket; see `exact.why_down`.
    Slower than the pairing itself. Raises `NoLegalPairing`."""
    number = round_number if round_number is not None else tournament.rounds_played + 1
    field = field_of(tournament, number)
    pab = candidates_for_the_bye(field)
    if pab is None:
        raise NoLegalPairing(_relaxed(tournament, number))
    completion = Completion(field, sum(1 << i for i in pab))
    found: dict[int, list[str]] = {}
    for task, paired in _brackets(field, pab, INITIAL_COLOURS[tournament.initial_colour or "w"], completion):
        if task.following:
            for i in paired.downfloaters:
                found.setdefault(field.players[i].number, []).append(exact.why_down(task, completion, i))
    return found


def pair_field(
    field: Field, pab: frozenset[int], initial: int, progress: Progress | None = None
) -> RoundPairing:
    completion = Completion(field, sum(1 << i for i in pab))
    pairs: list[tuple[tuple[int, int, int], Pair]] = []
    reports: list[BracketReport] = []
    left: list[int] = []
    for task, paired in _brackets(field, pab, initial, completion):
        moved = frozenset(task.moved_down)
        pairs += [_coloured(field, i, j, initial, len(reports), moved) for i, j in paired.pairs]
        reports.append(_reported(field, task, paired))
        left = paired.downfloaters
        if progress is not None:
            progress(2 * len(pairs), len(field.players))
    bye = field.players[left[0]].number if left else None
    pairs.sort(key=lambda each: each[0])
    return RoundPairing(field.round, tuple(pair for _, pair in pairs), bye, tuple(reports))


def _brackets(
    field: Field, pab: frozenset[int], initial: int, completion: Completion
) -> Iterator[tuple[Task, Paired]]:
    """Each bracket as it was and as it was paired, from the top."""
    groups = [[p.index for p in group] for _, group in groupby(field.players, key=lambda p: p.score)]
    moved_down: list[int] = []
    for number, residents in enumerate(groups):
        following = groups[number + 1] if number + 1 < len(groups) else []
        rest = [i for group in groups[number + 2 :] for i in group]
        task = Task(field, moved_down, residents, following, rest, pab, initial)
        paired = pair_bracket(task, completion)
        yield task, paired
        moved_down = paired.downfloaters
        pab = pab.difference(i for both in paired.pairs for i in both)


def pair_bracket(task: Task, completion: Completion) -> Paired:
    floaters = floaters_of(task, completion)
    if floaters is not None:
        found = pair_naturally(task, floaters)
        if found is not None:
            return found
    return pair_exactly(task, completion, frozenset(bits(floaters or 0)))


def candidates_for_the_bye(field: Field) -> frozenset[int] | None:
    """[C4], [C5]: those on the lowest score with whom left over the others can all be paired; nobody when
    the number is even; None when the round cannot be paired."""
    players = field.players
    everybody = (1 << len(players)) - 1
    completion = Completion(field, 0)
    if len(players) % 2 == 0:
        return frozenset() if completion.perfect(everybody) else None
    for _, group in groupby(reversed(players), key=lambda p: p.score):
        candidates = [p.index for p in group if p.pab]
        if any(completion.perfect(everybody & ~(1 << i)) for i in candidates):
            return frozenset(candidates)
    return None


def _relaxed(tournament: Tournament, number: int) -> tuple[Relax, ...]:
    """The rules each of which alone stands in the way."""
    return tuple(
        rule
        for rule in Relax
        if candidates_for_the_bye(field_of(tournament, number, EVERYTHING - {rule})) is not None
    )


def _coloured(
    field: Field, i: int, j: int, initial: int, bracket: int, moved: frozenset[int]
) -> tuple[tuple[int, int, int], Pair]:
    """With its place in the order of boards (C.04.2): higher score, sum of scores, rank."""
    high, low = field.players[i], field.players[j]
    colour, article = allocate(high, low, initial)
    white, black = (high, low) if colour == 1 else (low, high)
    how = How.MOVED_DOWN if i in moved else How.RESIDENTS
    pair = Pair(white.number, black.number, white.score, black.score, bracket, how, article)
    return (-high.score, -high.score - low.score, high.index), pair


def _reported(field: Field, task: Task, paired: Paired) -> BracketReport:
    def numbers(indices: Sequence[int]) -> tuple[int, ...]:
        return tuple(field.players[i].number for i in indices)

    return BracketReport(
        field.players[task.residents[0]].score,
        numbers(task.moved_down),
        numbers(task.residents),
        numbers(paired.downfloaters),
        paired.exchanges,
        paired.missed,
    )
