"""Made-up tournaments: played by strengths and luck from a seed."""

from __future__ import annotations

from random import Random

from tournaments.pairing.criteria import Weights, forbidden_pairs
from tournaments.pairing.event import Bye, Event, Player, Prohibited, Round, Sizes, Table
from tournaments.pairing.history import past
from tournaments.pairing.plan import table_sizes
from tournaments.pairing.report import Pairing
from tournaments.pairing.tables import pair


def fresh(count: int, sizes: Sizes, seed: str = "7", **more: object) -> Event:
    players = [Player(f"p{i:02}", i + 1) for i in range(count)]
    return Event("correio-tables-1", seed, sizes, players, **more)


def with_round(event: Event, pairing: Pairing, source: Random) -> Event:
    """The event after the paired round, the higher ranked usually ahead, now and then level."""
    ranks = {player.id: player.rank for player in event.players}
    tables = []
    for table in pairing.tables:
        form = [round(source.gauss(0, 4) + ranks[player] / 2) for player in table.seats]
        tables.append(Table(list(table.seats), [1 + sum(f < mine for f in form) for mine in form]))
    done = Round(tables, [Bye(bye.player, bye.kind) for bye in pairing.byes])
    return Event(
        event.format,
        event.seed,
        event.sizes,
        event.players,
        [*event.rounds, done],
        [],
        list(event.prohibited),
    )


def played(count: int, sizes: Sizes, rounds: int, seed: int, prohibited: list[Prohibited] = []) -> Event:  # noqa: B006
    """An event after so many rounds."""
    source = Random(seed)
    event = fresh(count, sizes, str(seed), prohibited=prohibited)
    for _ in range(rounds):
        event = with_round(event, pair(event), source)
    return event


def weights_of(event: Event) -> tuple[Weights, list[int]]:
    """The price list of the next round and the sizes of its tables; whoever they leave over is the last by
    lot."""
    sizes = table_sizes(len(event.players), event.sizes)
    players = sorted(past(event).values(), key=lambda p: p.lot)[: sum(sizes)]
    most = max(max(player.met.values(), default=0) for player in players)
    return Weights(players, sizes, event.sizes.preferred, forbidden_pairs(event), max(1, most)), sizes
