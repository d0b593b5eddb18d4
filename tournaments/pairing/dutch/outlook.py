"""The pairing of a round, bracket by bracket from the top (C.04.3, 1.9)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tournaments.pairing.dutch.colours import INITIAL_COLOURS, allocate
from tournaments.pairing.dutch.contestants import Contestant, Field, field_of
from tournaments.pairing.dutch.exact import NoCompletePairing, Task, match, pair_exactly
from tournaments.pairing.dutch.report import BracketReport, NoLegalPairing, Pair, RoundPairing
from tournaments.trf.model import Tournament


def pair(tournament: Tournament, round_number: int | None = None) -> RoundPairing:
    """The next round, or the one asked for from what was played before it. Raises `NoLegalPairing`."""
    number = round_number if round_number is not None else tournament.rounds_played + 1
    field = field_of(tournament, number)
    initial = INITIAL_COLOURS[tournament.initial_colour or "w"]
    return pair_field(field, initial)


def pair_field(field: Field, initial: int) -> RoundPairing:
    if not field.players:
        return RoundPairing(field.round, (), None, ())
    pab = _candidates_for_the_bye(field)
    groups = [[p.index for p in group] for _, group in groupby(field.players, key=lambda p: p.score)]
    pairs: list[Pair] = []
    reports: list[BracketReport] = []
    moved_down: list[int] = []
    for number, residents in enumerate(groups):
        following = groups[number + 1] if number + 1 < len(groups) else []
        rest = [i for group in groups[number + 2 :] for i in group]
        task = Task(field, moved_down, residents, following, rest, pab, initial)
        paired = pair_exactly(task)
        report = _reported(field, moved_down, residents, paired.pairs, paired.downfloaters)
        reports.append(report)
        for i, j in paired.pairs:
            pairs.append(_coloured(field, i, j, initial, number, i in moved_down))
        moved_down = paired.downfloaters
    bye = field.players[moved_down[0]].number if moved_down else None
    pairs.sort(key=lambda p: p.board)
    return RoundPairing(field.round, tuple(pairs), bye, tuple(reports))


def _candidates_for_the_bye(field: Field) -> frozenset[int]:
    """[C4] and [C5]: those on the lowest score with which the others can all be paired."""
    players = field.players
    edges = {
        (i, j): 0
        for i, mask in enumerate(field.may_meet)
        for j in range(i + 1, len(players))
        if mask >> j & 1
    }
    odd = len(players) % 2 == 1
    lowest = sorted({p.score for p in players})
    if odd:
        value = {score: len(lowest) - place for place, score in enumerate(lowest)}
        edges |= {(-1, p.index): value[p.score] for p in players if p.pab}
    partner = match(edges, perfect=True)
    if len(partner) != len(players) + odd:
        raise NoLegalPairing(field)
    if not odd:
        return frozenset()
    score = players[partner[-1]].score
    return frozenset(p.index for p in players if p.pab and p.score == score)


def _coloured(field: Field, i: int, j: int, initial: int, bracket: int, moved: bool) -> Pair:
    high, low = field.players[i], field.players[j]
    colour, article = allocate(high, low, initial)
    white, black = (high, low) if colour == 1 else (low, high)
    return Pair(white.number, black.number, bracket, article, moved, _board(high, low))


def _board(high: Contestant, low: Contestant) -> tuple[int, int, int]:
    """Order of boards (C.04.2): the higher score, the sum of scores, the rank."""
    return (-max(high.score, low.score), -(high.score + low.score), high.index)


def _reported(
    field: Field, moved: Sequence[int], residents: Sequence[int], pairs: Sequence[tuple[int, int]], down: Sequence[int]
) -> BracketReport:
    def numbers(indices: Sequence[int]) -> tuple[int, ...]:
        return tuple(field.players[i].number for i in indices)

    return BracketReport(field.players[residents[0]].score, numbers(moved), numbers(residents), numbers(down))
