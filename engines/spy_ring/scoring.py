"""Points: a card is worth 1, words bring their bonuses; the best set of words is found by itself (S42)."""

from __future__ import annotations

from typing import NamedTuple

from engines.protocol import Result, Seat, Told
from engines.spy_ring.board import SPY_REF, WORD_REF, refs
from engines.spy_ring.position import OVER, Position
from engines.spy_ring.words import best


class Score(NamedTuple):
    cards: int
    bonus: int
    words: int
    """Embassies whose words count."""

    def total(self) -> int:
        return self.cards + self.bonus


def score(p: Position, spy: int) -> Score:
    hand = p.hands[spy]
    found = best(hand, p.shared)
    return Score(hand.bit_count(), found.bonus, found.words)


def total(p: Position, spy: int) -> int:
    """`score(p, spy).total()`, asked by bots far more often than the parts."""
    hand = p.hands[spy]
    return hand.bit_count() + best(hand, p.shared).bonus


def points(p: Position) -> list[int]:
    """By seat; in teams each spy scores alone and the sums count (S43)."""
    totals = [0] * p.seats
    for spy in range(p.spies):
        totals[spy % p.seats] += total(p, spy)
    return totals


def parts(p: Position) -> list[dict[str, int]]:
    found = [{"part.cards": 0, "part.words": 0} for _ in range(p.seats)]
    for spy in range(p.spies):
        scored = score(p, spy)
        found[spy % p.seats]["part.cards"] += scored.cards
        found[spy % p.seats]["part.words"] += scored.bonus
    return found


def result(p: Position) -> Result | None:
    """Ties are shared (S45); who left is below all who stayed, the first to leave last."""
    if p.phase != OVER:
        return None
    totals = points(p)
    rank = [(_departed(p, seat), -totals[seat]) for seat in range(p.seats)]
    places = tuple(1 + sum(other < own for other in rank) for own in rank)
    reason = "left" if p.seats - len(p.left) < 2 else "finished"
    return Result(places, tuple(totals), reason, tuple(parts(p)))


def _departed(p: Position, seat: Seat) -> int:
    """0 for who stayed, more the earlier the seat left."""
    return p.seats - p.left.index(seat) if seat in p.left else 0


def tell_scores(p: Position, told: list[Told]) -> None:
    for spy in range(p.spies):
        scored = score(p, spy)
        args: dict[str, int | str | bool] = {"seat": f"seat:{p.seat_of(spy)}", "spy": SPY_REF[spy]}
        told.append(
            Told("score", {**args, "points": scored.total(), "cards": scored.cards, "bonus": scored.bonus})
        )
        told += [Told("score.word", {**args, "word": word}) for word in refs(WORD_REF, scored.words)]
    ended = result(p)
    assert ended is not None
    told += [
        Told("winner", {"seat": f"seat:{seat}"}) for seat, place in enumerate(ended.places) if place == 1
    ]
