"""Swiss for two seats: events of nine rounds, whole and the worst round, in seconds of the processor,
beside other programs on the same rounds. Those take and give files, which is in their times."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib.metadata import version

from bench import Row
from bench import _swiss_peers as peers
from tournaments.pairing.dutch import pair
from tournaments.pairing.simulation import Plan, rounds_of
from tournaments.trf import Tournament

SIZES = (64, 256, 1024)
ROUNDS = 9
PEERS: dict[str, tuple[Callable[[Tournament, int], object], int]] = {
    "gacrux": (peers.gacrux, 1024),
    "py4swiss": (lambda tournament, number: peers.py4swiss(tournament), 256),
}
"""Each with the largest size it is measured at here; `swiss_large` has the rest."""


def rows() -> list[Row]:
    found: list[Row] = []
    for size in SIZES:
        rounds = event(size)
        found += measured(size, rounds, lambda tournament, number: pair(tournament, number), None)
        for name, (peer, most) in PEERS.items():
            if size <= most:
                found += _peer(size, rounds, name, peer)
    return found


def _peer(
    size: int, rounds: list[Tournament], name: str, peer: Callable[[Tournament, int], object]
) -> list[Row]:
    try:
        return measured(size, rounds, peer, f"{name} {version(name)}")
    except ImportError as error:
        print(f"{error.name} is not installed (extra `bench`): left out", file=sys.stderr)
        return []


def event(size: int) -> list[Tournament]:
    """Before each of its rounds."""
    return list(rounds_of(Plan(size, ROUNDS, 1), lambda tournament: pair(tournament).boards()))[:ROUNDS]


def measured(
    size: int, rounds: list[Tournament], pairs: Callable[[Tournament, int], object], peer: str | None
) -> list[Row]:
    seconds: list[float] = []
    for number, tournament in enumerate(rounds, 1):
        begun = time.process_time()
        pairs(tournament, number)
        seconds.append(time.process_time() - begun)
    case = f"{size} players"
    return [
        Row("swiss", case, "event_s", sum(seconds), "s", peer),
        Row("swiss", case, "worst_round_s", max(seconds), "s", peer),
    ]
