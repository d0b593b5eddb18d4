"""How the change of a seat came about, down to each duel: the same formula, taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from correio.matches.models import Seat
from ratings.elo import k_factor
from ratings.figures import signed_points
from ratings.formulas import formula
from ratings.models import RatedResult, RatingChange


@dataclass(frozen=True)
class Duel:
    """One seat against one other."""

    seat: Seat
    """The opponent."""
    rating: str
    """The opponent's, just before."""
    k: str
    expected: str
    score: str
    exact: str
    """Before it is cut off at a thousandth."""
    moved: str
    moved_milli: int


@dataclass(frozen=True)
class Explained:
    """One seat of a rated match."""

    seat: Seat
    change: RatingChange
    k: int
    duels: list[Duel]
    deviation_before: str
    deviation: str

    @property
    def before(self) -> str:
        return points(self.change.before)

    @property
    def after(self) -> str:
        return points(self.change.after)


def explain(result: RatedResult, changes: dict[int, RatingChange], seats: Sequence[Seat]) -> list[Explained]:
    """In the order of `seats`; empty for what is not rated."""
    if not changes:
        return []
    order = sorted(changes)
    terms = formula(result.formula_version).terms(
        [changes[seat].before for seat in order],
        [changes[seat].games_before for seat in order],
        result.places,
        half=result.half,
    )
    by_seat = {seat.seat: seat for seat in seats}
    return [
        Explained(
            seat=seat,
            change=changes[seat.seat],
            k=k_factor(changes[seat.seat].games_before),
            duels=[
                Duel(
                    seat=by_seat[term.other],
                    rating=points(changes[term.other].before),
                    k=_half_numbers(term.k_twice, halved=result.half),
                    expected=f"{term.expected / 1_000_000_000:.6f}",
                    score=("0", "½", "1")[term.score_twice],
                    exact=signed_points(term.millionths, 6),
                    moved=signed_points(term.moved),
                    moved_milli=term.moved,
                )
                for term in terms[seat.seat]
            ],
            deviation_before=points(changes[seat.seat].deviation_before),
            deviation=points(changes[seat.seat].deviation),
        )
        for seat in seats
    ]


def points(milli: int) -> str:
    """Three places, as the ledger has it."""
    whole, part = divmod(milli, 1000)
    return f"{whole}.{part:03}"


def _half_numbers(k_twice: int, *, halved: bool) -> str:
    """K of a duel: a whole number, or one with a half or a quarter."""
    return f"{k_twice / (4 if halved else 2):g}"
