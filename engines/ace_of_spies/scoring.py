"""Points and places (A24, A27-A29)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.ace_of_spies.components import BONUS, POINTS, VALUE
from engines.ace_of_spies.moves import SEAT_REF
from engines.ace_of_spies.position import Position
from engines.protocol import Result, Told


def parts(p: Position, seat: int) -> dict[str, int]:
    """Where the seat's points come from; missions it still holds count against it."""
    missions = cards = 0
    for mission in p.done[seat]:
        missions += VALUE[mission[0]]
        cards += sum(POINTS[card] + BONUS[card] for card in mission[1:])
    return {
        "part.missions": missions,
        "part.cards": cards,
        "part.agents": sum(POINTS[card] for card in p.rows[seat]),
        "part.unfinished": -sum(VALUE[mission] for mission in p.held[seat]) if p.over() else 0,
    }


def places(p: Position, points: list[int]) -> tuple[int, ...]:
    """1 for the best, ties shared (A29); who left comes after all who stayed, the last leaver first."""
    rank = [
        (0, p.left.index(seat)) if seat in p.left else (1, points[seat])
        for seat in range(p.seats)
    ]  # fmt: skip
    return tuple(1 + sum(other > own for other in rank) for own in rank)


def final_points(p: Position) -> list[int]:
    return [sum(parts(p, seat).values()) for seat in range(p.seats)]


def result(p: Position) -> Result | None:
    """None while the match runs."""
    if not p.over():
        return None
    made: tuple[Mapping[str, int], ...] = tuple(parts(p, seat) for seat in range(p.seats))
    points = [sum(each.values()) for each in made]
    reason = "left" if p.seats - len(p.left) < 2 else "finished"
    return Result(places(p, points), tuple(points), reason, made)


def tell_scores(p: Position, told: list[Told]) -> None:
    """The final account, seat by seat."""
    told.append(Told("over"))
    points = final_points(p)
    for seat, total in enumerate(points):
        made = parts(p, seat)
        told.append(
            Told(
                "score",
                {
                    "seat": SEAT_REF[seat],
                    "points": total,
                    "missions": made["part.missions"] + made["part.cards"],
                    "agents": made["part.agents"],
                    "unfinished": -made["part.unfinished"],
                },
            )
        )
    for seat, place in enumerate(places(p, points)):
        if place == 1:
            told.append(Told("winner", {"seat": SEAT_REF[seat]}))
