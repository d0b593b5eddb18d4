"""Swiss for two seats at length: 4,096 players, the slow peer at 1,024, and 5,000 random events compared
with gacrux round by round. About half an hour."""

from __future__ import annotations

from importlib.metadata import version

from bench import Row, Unavailable
from bench import _swiss_peers as peers
from bench._swiss_events import compare_with_gacrux
from bench.swiss import event, measured
from tournaments.pairing.dutch import pair

SLOW = True
EVENTS = 5000
MOST_PLAYERS = 40


def rows() -> list[Row]:
    found = measured(4096, event(4096), lambda tournament, number: pair(tournament, number), None)
    try:
        slow = f"py4swiss {version('py4swiss')}"
        found += measured(1024, event(1024), lambda tournament, number: peers.py4swiss(tournament), slow)
        compared = compare_with_gacrux(range(EVENTS), MOST_PLAYERS)
    except ImportError as error:
        raise Unavailable(f"{error.name} is not installed (extra `bench`)") from error
    peer = f"gacrux {version('gacrux')}"
    return [
        *found,
        Row("swiss", f"{compared.events} events", "rounds_compared", compared.rounds, "", peer),
        Row("swiss", f"{compared.events} events", "rounds_impossible", compared.impossible, "", peer),
        Row("swiss", f"{compared.events} events", "rounds_differing", len(compared.differing), "", peer),
    ]
