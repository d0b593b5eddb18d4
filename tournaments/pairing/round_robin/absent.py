"""A planned round when it comes up: those who withdrew are taken out of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from tournaments.pairing.round_robin.schedule import PlannedRound

FreeKind = Literal["planned", "walkover"]
"""`planned`: over in this round of the schedule. `walkover`: too few came to the table; with two seats it
counts as a win, at larger tables as any bye, half a point."""


class Free(msgspec.Struct, frozen=True):
    player: str
    kind: FreeKind


class PresentRound(msgspec.Struct, frozen=True):
    tables: tuple[tuple[str, ...], ...]
    """In seat order; a table that lost somebody is smaller, its seats close up."""
    free: tuple[Free, ...]


def present(planned: PlannedRound, withdrawn: Collection[str], least: int) -> PresentRound:
    """Without those withdrawn. Tables with fewer than `least` players are not played; nobody changes
    tables, so that meetings stay as even as they were planned."""
    remaining = [tuple(player for player in table if player not in withdrawn) for table in planned.tables]
    free = [Free(player, "planned") for player in planned.byes if player not in withdrawn]
    free += [Free(player, "walkover") for table in remaining if len(table) < least for player in table]
    return PresentRound(tuple(table for table in remaining if len(table) >= least), tuple(free))
