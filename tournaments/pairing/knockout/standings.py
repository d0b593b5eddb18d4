"""Who came where: by the round one went out in, then the match for the third place, the place at the last
table, the seeding."""

from __future__ import annotations

from typing import Final

import msgspec

from tournaments.pairing.event import LARGEST_TABLE
from tournaments.pairing.knockout.bracket import Bracket, check
from tournaments.pairing.knockout.draw import Box, draw

NOT_PLAYED: Final = LARGEST_TABLE + 1
"""Who did not come to the last match ranks behind those who played theirs."""


class Standing(msgspec.Struct, frozen=True):
    rank: int
    player: str
    seed: int
    """1 is the strongest."""
    out_in: int | None
    """The round; None: still in, or the winner."""
    won: bool = False
    third_place: bool | None = None
    """Whether the match for it was won; None: not in it, or not played yet."""
    place: int | None = None
    """At the last table, 1 is the best; None without a match there."""


def standings(bracket: Bracket) -> list[Standing]:
    """Those still in come first, by seeding. Raises BadEvent for a bracket that contradicts itself."""
    check(bracket)
    rounds = draw(bracket)
    rows = [_row(bracket, rounds, player, seed) for seed, player in enumerate(bracket.players, 1)]
    rows.sort(key=_key)
    return [msgspec.structs.replace(row, rank=rank) for rank, row in enumerate(rows, 1)]


def _key(row: Standing) -> tuple[bool, bool, int, int, int, int]:
    third = {True: 0, False: 1, None: 2}[row.third_place]
    return not row.won, row.out_in is not None, -(row.out_in or 0), third, row.place or NOT_PLAYED, row.seed


def _row(bracket: Bracket, rounds: list[list[Box]], player: str, seed: int) -> Standing:
    boxes = [box for boxes in rounds for box in boxes if any(spot.player == player for spot in box.spots)]
    last = next((box for box in reversed(boxes) if box.stage != "third_place"), None)
    if last is None:
        # Withdrew before the first round at tables was dealt.
        return Standing(0, player, seed, 1)
    third = next((player in box.went_on for box in boxes if box.stage == "third_place" and box.went_on), None)
    place = last.order.index(player) + 1 if player in last.order else None
    if last.went_on is None:
        gone = player in bracket.withdrawn
        return Standing(0, player, seed, last.round if gone else None, False, third, place)
    if player not in last.went_on:
        return Standing(0, player, seed, last.round, False, third, place)
    alone = last.round == len(rounds) and player not in bracket.withdrawn
    if last.stage == "final" or alone:
        return Standing(0, player, seed, None, True, third, place)
    # Went on and withdrew: out in the round that would have been next.
    return Standing(0, player, seed, last.round + 1, False, third, place)
