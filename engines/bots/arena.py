"""Which level is stronger, and by how much: matches with seats rotated and deals paired.

One deal is played once per seat that the hero can take, with the same secret, so that luck of the deal
and of the seat falls on both sides alike. The unit of the statistics is the deal, not the match.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, stdev

import msgspec

from engines import registry
from engines.bots.levels import BOT_VERSION, LEVELS, Level, level
from engines.bots.thinking import choose_as
from engines.chance import KeyedChance, bot_seed, match_key, silent_nonce
from engines.protocol import Rules, State


class Share(msgspec.Struct, frozen=True):
    """Share of the wins of one hero against equal others."""

    deals: int
    mean: float
    margin: float
    """Half of the 95 % interval (normal, over deals)."""

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.margin:.3f}"


def play_deal(rules: Rules, seats: int, hero: Level, others: Level, secret: bytes) -> float:
    """Mean share of the win of the hero over all seats it can take in this deal."""
    return fmean(_play(rules, seats, hero, others, seat, secret) for seat in range(seats))


def _play(rules: Rules, seats: int, hero: Level, others: Level, hero_seat: int, secret: bytes) -> float:
    nonces = [silent_nonce("arena", seat) for seat in range(seats)]
    state = rules.start(seats, {}, KeyedChance(match_key(secret, nonces)))
    seq = 0
    while actors := state.actors():
        if state.sealed():
            opening = state.fork()
            for seat in sorted(actors):
                alone = opening.fork()
                while alone.sealed() and seat in alone.actors():
                    seq += 1
                    move = _choose(rules, alone, seat, hero if seat == hero_seat else others, secret, seq)
                    alone.play(seat, move)
                    state.play(seat, move)
            continue
        seat = actors[0]
        seq += 1
        state.play(seat, _choose(rules, state, seat, hero if seat == hero_seat else others, secret, seq))
    result = state.result()
    assert result is not None
    return result.shares()[hero_seat]


def _choose(rules: Rules, state: State, seat: int, how: Level, secret: bytes, seq: int) -> int:
    seed = bot_seed(secret, seat, seq, BOT_VERSION, how.name)
    return choose_as(rules, state, seat, how, seed)


def share(
    game: str, seats: int, hero: Level, others: Level, deals: int, seed: int = 0, workers: int = 1
) -> Share:
    """Over that many deals; with workers, in as many processes."""
    secrets = [hashlib.sha256(f"arena:{seed}:{number}".encode()).digest() for number in range(deals)]
    one = partial(_one_deal, game, seats, hero, others)
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            wins = list(pool.map(one, secrets, chunksize=4))
    else:
        wins = [one(secret) for secret in secrets]
    margin = 1.96 * stdev(wins) / math.sqrt(len(wins)) if len(wins) > 1 else 1.0
    return Share(deals, fmean(wins), margin)


def _one_deal(game: str, seats: int, hero: Level, others: Level, secret: bytes) -> float:
    return play_deal(registry.rules(game), seats, hero, others, secret)


LADDER = (("novice", "random"), ("steady", "novice"), ("keen", "steady"))


def ladder(game: str, deals: int, workers: int = 1) -> Iterator[tuple[int, str, str, Share]]:
    """Every level against the one below, on every number of seats."""
    for hero, others in LADDER:
        for seats in registry.rules(game).info.seats:
            found = share(game, seats, level(hero), level(others), deals // seats, workers=workers)
            yield seats, hero, others, found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engines.bots.arena", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--hero", choices=LEVELS, help="one pairing only")
    parser.add_argument("--others", choices=LEVELS)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--matches", type=int, default=200, help="per pairing and number of seats")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args(argv)
    if asked.hero and asked.others and asked.seats:
        hero, others = level(asked.hero), level(asked.others)
        deals = max(2, asked.matches // asked.seats)
        found = share(asked.game, asked.seats, hero, others, deals, workers=asked.workers)
        print(f"{asked.game}/{asked.seats} {asked.hero} against {asked.others}: {found}, {found.deals} deals")
        return 0
    for seats, name, below, found in ladder(asked.game, asked.matches, asked.workers):
        print(f"{asked.game}/{seats} {name} against {below}: {found}, {found.deals} deals", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
