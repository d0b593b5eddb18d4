"""Points and places. Sources: rulebook, "End of Game and Victory Points"; rulings M1-M5, T2."""

from __future__ import annotations

from collections.abc import Mapping

from engines.estoril.components import DATA, VP
from engines.estoril.missions import counts, shares
from engines.estoril.position import Position
from engines.protocol import Result, Told


class Score:
    """One seat's points with what decides a tie (M5)."""

    __slots__ = ("accomplished", "discards", "missions", "tiles")

    def __init__(self, discards: int, tiles: int, missions: dict[str, int]) -> None:
        self.discards = discards
        self.tiles = tiles
        self.missions = missions
        """Points by mission id."""
        self.accomplished = sum(1 for points in missions.values() if points)

    def total(self) -> int:
        return self.discards + self.tiles + sum(self.missions.values())

    def rank(self) -> tuple[int, int, int]:
        """Greater is better; equal ranks share a place."""
        return self.total(), self.accomplished, self.tiles

    def parts(self) -> dict[str, int]:
        return {"discards": self.discards, "tiles": self.tiles, **self.missions}


def scores(p: Position) -> list[Score]:
    """By seat, as if the match ended now; networks are public knowledge, so are these."""
    networks = [p.network(seat) for seat in range(p.seats)]
    missions: list[dict[str, int]] = [{} for _ in networks]
    for mission in p.missions:
        for seat, points in enumerate(shares(mission, counts(mission, networks))):
            missions[seat][DATA.missions[mission].id] = points
    return [
        Score(len(p.discards[seat]), sum(VP[tile] for tile in tiles), missions[seat])
        for seat, tiles in enumerate(networks)
    ]


def places(p: Position, table: list[Score]) -> tuple[int, ...]:
    """1 for the best, equal ranks share; who left comes after all who stayed, the last leaver first (T2)."""
    full: list[tuple[int, ...]] = [
        (0, p.left.index(seat)) if seat in p.left else (1, *table[seat].rank()) for seat in range(p.seats)
    ]
    return tuple(1 + sum(other > mine for other in full) for mine in full)


def result(p: Position) -> Result | None:
    """None while the match runs."""
    if not p.over():
        return None
    table = scores(p)
    parts: tuple[Mapping[str, int], ...] = tuple(score.parts() for score in table)
    return Result(
        places=places(p, table),
        points=tuple(score.total() for score in table),
        reason="left" if p.seats - len(p.left) < 2 else "finished",
        parts=parts,
    )


def tell_scores(p: Position, told: list[Told]) -> None:
    """The final account, seat by seat."""
    told.append(Told("over"))
    table = scores(p)
    for seat, score in enumerate(table):
        who = f"seat:{seat}"
        told.append(
            Told(
                "score",
                {
                    "seat": who,
                    "points": score.total(),
                    "tiles": score.tiles,
                    "discards": score.discards,
                    "missions": sum(score.missions.values()),
                },
            )
        )
        for key, points in score.missions.items():
            if points:
                told.append(
                    Told("score.mission", {"seat": who, "mission": f"mission:{key}", "points": points})
                )
    for seat, place in enumerate(places(p, table)):
        if place == 1:
            told.append(Told("winner", {"seat": f"seat:{seat}"}))
