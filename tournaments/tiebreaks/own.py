"""What one's own games alone tell (article 7): wins, colours, progress, rounds one elected to play."""

from __future__ import annotations

from fractions import Fraction

from tournaments.tiebreaks.derived import Derived, Part, plain
from tournaments.tiebreaks.rounds import Event, Kind, Record, Round


def wins(event: Event, me: Record) -> Derived:
    """7.1: rounds that brought as much as a win, played or not."""
    return _counted([r for r in me.rounds if r.points >= event.tournament.scoring.win])


def games_won(event: Event, me: Record) -> Derived:
    """7.2."""
    return _counted([r for r in me.rounds if r.code in ("1", "W")])


def games_with_black(event: Event, me: Record) -> Derived:
    """7.3."""
    return _counted([r for r in me.rounds if r.kind is Kind.PLAYED and r.white is False])


def games_won_with_black(event: Event, me: Record) -> Derived:
    """7.4."""
    return _counted([r for r in me.rounds if r.code in ("1", "W") and r.white is False])


def progress(event: Event, me: Record, cut: int = 0) -> Derived:
    """7.5: the sum of the scores after each round; a cut leaves out those after the first rounds."""
    total = 0
    parts: list[Part] = []
    for each in me.rounds:
        total += each.points
        score = total + event.tournament.bonus(me.player.number, each.number)
        parts.append(
            Part(each.number, each.opponent, Fraction(score, 10), each.kind.value, each.number <= cut)
        )
    return Derived(sum((p.value for p in parts if not p.cut), Fraction()), tuple(parts))


def rounds_elected(event: Event, me: Record) -> Derived:
    """7.6: all but the voluntarily unplayed."""
    return _counted([r for r in me.rounds if not r.voluntary])


def standard_points(event: Event, me: Record) -> Derived:
    """7.7: one for more than the opponent gets, a half for as much, in a round that was paired; elsewhere
    by what it is worth beside a win and a draw."""
    scoring = event.tournament.scoring
    parts = tuple(
        Part(
            r.number,
            r.opponent,
            Fraction(2 if r.points >= scoring.win else int(r.points >= scoring.draw), 2),
            r.kind.value,
        )
        for r in me.rounds
    )
    return Derived(sum((part.value for part in parts), Fraction()), parts)


def pairing_number(event: Event, me: Record) -> Derived:
    """7.8."""
    return plain(me.player.number)


def _counted(rounds: list[Round]) -> Derived:
    return plain(len(rounds), tuple(Part(r.number, r.opponent, Fraction(1), r.kind.value) for r in rounds))
