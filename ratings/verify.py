"""`python -m ratings.verify dump.json`: recompute a public dump and say whether every number is right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import msgspec

from ratings.dump import Dump, PoolDump, RatingDump, ResultDump, SeatDump, decode, encode
from ratings.elo import FORMULA_VERSION
from ratings.replay import Rated, Replay, checksum

SAME, DIFFERENT, UNREADABLE = 0, 1, 2
"""Exit codes."""


def differences(pool: PoolDump) -> Iterator[str]:
    """What is wrong with a pool, first things first, one sentence each; nothing if all is right.

    After a wrong change the recomputed value is carried on, so one forged row shows as one row and
    its consequences.
    """
    if pool.formula_version != FORMULA_VERSION:
        yield f"formula version {pool.formula_version} is not known; this program knows {FORMULA_VERSION}"
        return
    replay: Replay[str] = Replay()
    last = 0
    for result in pool.results:
        if result.seq <= last:
            yield f"result {result.seq} ({result.match}) comes after result {last}: seq must grow"
        last = max(last, result.seq)
        yield from _result_differences(replay, result)
    yield from _rating_differences(replay, pool)


def _result_differences(replay: Replay[str], result: ResultDump) -> Iterator[str]:
    where = f"result {result.seq} ({result.match})"
    if result.void:
        for seat, row in enumerate(result.seats):
            if row.change is not None:
                yield f"{where}, seat {seat}: void, yet it lists a change of {row.change}"
        return
    try:
        day = date.fromisoformat(result.day).toordinal()
        computed = replay.apply(
            [row.player for row in result.seats], [row.place for row in result.seats], day, half=result.half
        )
    except ValueError as error:
        yield f"{where}: {error}"
        return
    for seat, (row, right) in enumerate(zip(result.seats, computed, strict=True)):
        for field, listed, recomputed in (
            ("before", row.before, right.before),
            ("change", row.change, right.change),
            ("games_before", row.games_before, right.games_before),
        ):
            if listed != recomputed:
                yield f"{where}, seat {seat} ({row.player}): {field} is {listed}, recomputed {recomputed}"


def _rating_differences(replay: Replay[str], pool: PoolDump) -> Iterator[str]:
    listed = {row.player: row for row in pool.ratings}
    if len(listed) != len(pool.ratings):
        yield "a player is listed twice among the ratings"
    for player, right in sorted(replay.players.items()):
        row = listed.get(player)
        if row is None:
            yield f"rating of {player}: missing, recomputed {right.rating}"
            continue
        for field in ("rating", "games", "deviation", "peak"):
            if getattr(row, field) != getattr(right, field):
                yield (
                    f"rating of {player}: {field} is {getattr(row, field)}, "
                    f"recomputed {getattr(right, field)}"
                )
    for player in sorted(listed.keys() - replay.players.keys()):
        yield f"rating of {player}: no result leads to it"
    total = checksum((row.player, row.rating, row.games) for row in pool.ratings)
    if total != pool.checksum:
        yield f"checksum is {pool.checksum}, recomputed {total}"


def built(pool: str, results: Sequence[tuple[str, str, Sequence[str], Sequence[int]]]) -> PoolDump:
    """A right dump made from (match, day, players, places) in order: the example, and tests."""
    replay: Replay[str] = Replay()
    rows = []
    for seq, (match, day, players, places) in enumerate(results, 1):
        applied = replay.apply(players, places, date.fromisoformat(day).toordinal())
        seats = [
            SeatDump(row.player, place, row.before, row.change, row.games_before)
            for row, place in zip(applied, places, strict=True)
        ]
        rows.append(ResultDump(seq, match, day, seats))
    return PoolDump(
        pool,
        rows,
        [rating_row(player, row) for player, row in sorted(replay.players.items())],
        checksum((player, row.rating, row.games) for player, row in replay.players.items()),
    )


def rating_row(player: str, row: Rated) -> RatingDump:
    return RatingDump(player, row.rating, row.games, row.deviation, row.peak)


def example() -> Dump:
    """A small dump to try the command with: four people, three matches."""
    table = ["ana", "bento", "clara", "duarte"]
    pool = built(
        "estoril-1942/base/days",
        [
            ("m1", "2026-01-05", table, [1, 2, 3, 4]),
            ("m2", "2026-01-19", ["clara", "ana"], [1, 2]),
            ("m3", "2026-02-02", table[::-1], [1, 1, 3, 4]),
        ],
    )
    return Dump("correio-ratings-1", [pool])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m ratings.verify",
        description="Recompute a public dump of ratings: exit 0 if every number is right, 1 if one differs "
        "(each is named), 2 if the file cannot be read.",
    )
    parser.add_argument("dump", nargs="?", type=Path, help="the dump, a JSON file")
    parser.add_argument("--example", action="store_true", help="print a small right dump and stop")
    options = parser.parse_args(arguments)
    if options.example:
        sys.stdout.write(encode(example()).decode())
        return SAME
    if options.dump is None:
        parser.print_help()
        return SAME
    return verify(options.dump)


def verify(path: Path) -> int:
    try:
        dump = decode(path.read_bytes())
    except OSError as error:
        print(f"{path}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except msgspec.DecodeError as error:
        print(f"{path}: not a dump of ratings: {error}", file=sys.stderr)
        return UNREADABLE
    outcome = SAME
    for pool in dump.pools:
        found = list(differences(pool))
        if found:
            outcome = DIFFERENT
            print(f"{pool.pool}: {len(found)} differences")
            for sentence in found:
                print(f"  {sentence}")
        else:
            print(f"{pool.pool}: ok, {len(pool.results)} results, {len(pool.ratings)} players")
    return outcome


if __name__ == "__main__":
    sys.exit(main())
