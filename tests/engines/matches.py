"""Short recorded matches for the tests of records, commands and bots."""

from __future__ import annotations

import random

from engines.bots import BOT_VERSION, choose
from engines.chance import bot_seed
from engines.protocol import Seat, State
from engines.records import Table
from engines.registry import rules

SECRET = bytes(range(32))


def random_match(seats: int = 3, seed: int = 1, game: str = "postcards") -> Table:
    source = random.Random(seed)
    table = Table(rules(game), seats, {}, SECRET, match="m1")
    while actors := table.state.actors():
        seat = min(actors)
        table.play(seat, table.state.pick(seat, source))
    return table


def bot_match(levels: list[str], leaver: Seat | None = None) -> Table:
    """Bots at every seat, asked as the referee asks them; a leaver departs while answers are sealed."""
    table = Table(rules("postcards"), len(levels), {}, SECRET, match="m2")
    while actors := table.state.actors():
        version = len(table.acts)
        if table.state.sealed():
            opening = table.state.fork()
            chosen = {seat: _think(table, opening, seat, version, levels[seat]) for seat in sorted(actors)}
            if leaver is not None:
                table.leave(leaver)
            for seat, move in chosen.items():
                table.play(seat, move, level=levels[seat], bot=BOT_VERSION)
        else:
            seat = actors[0]
            move = _think(table, table.state, seat, version, levels[seat])
            table.play(seat, move, level=levels[seat], bot=BOT_VERSION)
    return table


def _think(table: Table, state: State, seat: Seat, version: int, level: str) -> int:
    seed = bot_seed(SECRET, seat, version + 1, BOT_VERSION, level)
    return choose(table.game, state, seat, level, seed)
