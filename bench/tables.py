"""Swiss at tables of four: eight rounds, seconds of the processor a round, repeats and what they cost,
beside two ways that sites use: sorted blocks and greedy. Each way pairs a whole event of its own, its
results drawn from the same strengths and the same luck of each player and round."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import TypeAlias

from bench import Row
from tournaments.pairing.criteria import meeting_cost
from tournaments.pairing.event import Event, Player, Round, Sizes, Table
from tournaments.pairing.history import Past, past
from tournaments.pairing.tables import pair

FIELDS = (40, 200, 1000)
ROUNDS = 8
SEATS = 4
Pairer: TypeAlias = Callable[[Event], list[list[str]]]


def rows() -> list[Row]:
    found: list[Row] = []
    for players in FIELDS:
        for name, pairer in PAIRERS.items():
            found += measured(players, pairer, name)
    return found


def ours(event: Event) -> list[list[str]]:
    return [table.seats for table in pair(event).tables]


def sorted_blocks(event: Event) -> list[list[str]]:
    """Down the standings, four by four."""
    order = [player.id for player in _standing(event)]
    return [order[start : start + SEATS] for start in range(0, len(order), SEATS)]


def greedy(event: Event) -> list[list[str]]:
    """Down the standings: the first without a table and the next three who met fewest of it."""
    left = _standing(event)
    tables = []
    while left:
        table = [left.pop(0)]
        while len(table) < SEATS:
            nearest = min(left, key=lambda player: sum(player.met[other.id] for other in table))
            left.remove(nearest)
            table.append(nearest)
        tables.append([player.id for player in table])
    return tables


PAIRERS: dict[str | None, Pairer] = {None: ours, "sorted blocks": sorted_blocks, "greedy": greedy}


def _standing(event: Event) -> list[Past]:
    return sorted(past(event).values(), key=lambda player: (-player.score, player.lot))


def measured(players: int, pairer: Pairer, peer: str | None) -> list[Row]:
    event = Event("correio-tables-1", "bench", Sizes(SEATS, SEATS, SEATS), _players(players))
    seconds: list[float] = []
    repeats = cost = spread = 0
    for number in range(1, ROUNDS + 1):
        begun = time.process_time()
        tables = pairer(event)
        seconds.append(time.process_time() - begun)
        before = past(event)
        for a, b in (couple for table in tables for couple in combinations(table, 2)):
            repeats += before[a].met[b] > 0
            cost += meeting_cost(before[a].met[b])
            spread += (before[a].score - before[b].score) ** 2
        event = _played(event, tables, number)
    case = f"{players} players"
    return [
        Row("tables", case, "mean_round_s", sum(seconds) / ROUNDS, "s", peer),
        Row("tables", case, "worst_round_s", max(seconds), "s", peer),
        Row("tables", case, "repeats", repeats, "pairs", peer),
        Row("tables", case, "repeat_cost", cost, "", peer),
        Row("tables", case, "spread", spread / 24**2, "points squared", peer),
    ]


def _players(count: int) -> list[Player]:
    return [Player(f"p{number:04}", number) for number in range(1, count + 1)]


def _played(event: Event, tables: list[list[str]], number: int) -> Event:
    ranks = {player.id: player.rank for player in event.players}
    done = []
    for table in tables:
        form = [_form(player, ranks[player] / len(ranks), number) for player in table]
        done.append(Table(table, [1 + sum(other < mine for other in form) for mine in form]))
    return Event(event.format, event.seed, event.sizes, event.players, [*event.rounds, Round(done)])


def _form(player: str, weakness: float, number: int) -> float:
    """Lower is better; luck is about half of it."""
    return weakness + Random(f"{player}:{number}").gauss(0, 0.3)
