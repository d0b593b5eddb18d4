"""Direct encounter among those tied (article 6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.tiebreaks.rounds import Event, Kind


def split(event: Event, tied: Sequence[int], *, as_played: bool = False) -> list[list[int]]:
    """Tiers of the tied, best first; each again by the games among its own, until nothing changes."""
    tiers = _once(event, tied, as_played=as_played)
    if len(tiers) == 1:
        return tiers
    return [
        part
        for tier in tiers
        for part in (split(event, tier, as_played=as_played) if len(tier) > 1 else [tier])
    ]


def _once(event: Event, tied: Sequence[int], *, as_played: bool) -> list[list[int]]:
    scores, missing = _among(event, tied, as_played=as_played)
    if not any(missing.values()):
        order = sorted({scores[i] for i in tied}, reverse=True)
        return [[i for i in tied if scores[i] == score] for score in order]
    return _certain(event, tied, scores, missing)


def _certain(
    event: Event, tied: Sequence[int], scores: dict[int, Fraction], missing: dict[int, int]
) -> list[list[int]]:
    """6.3: whoever is alone at the top whatever the missing games would bring, then the next."""
    win, loss = event.tournament.scoring.win, event.tournament.scoring.loss
    left = list(tied)
    tiers: list[list[int]] = []
    while left:
        worst = {i: scores[i] + missing[i] * loss for i in left}
        best = {i: scores[i] + missing[i] * win for i in left}
        top = [i for i in left if all(worst[i] > best[j] for j in left if j != i)]
        if not top:
            tiers.append(left)
            break
        tiers.append(top)
        left = [i for i in left if i not in top]
    return tiers


def _among(
    event: Event, tied: Sequence[int], *, as_played: bool
) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Points in the games among the tied, several against the same averaged, and opponents not met."""
    group = set(tied)
    scores: dict[int, Fraction] = {}
    missing: dict[int, int] = {}
    for i in tied:
        points: dict[int, list[int]] = {}
        for each in event.records[i].rounds:
            forfeit = as_played and each.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
            if each.opponent in group and (each.kind is Kind.PLAYED or forfeit):
                points.setdefault(each.opponent, []).append(each.points)
        scores[i] = sum((Fraction(sum(games), len(games)) for games in points.values()), Fraction())
        missing[i] = len(group) - 1 - len(points)
    return scores, missing
