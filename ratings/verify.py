"""`python -m ratings.verify dump.zst`: recompute a public dump and say whether every number is right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

import msgspec

from ratings import compressed
from ratings.dump import (
    FORMAT,
    Chain,
    Head,
    Line,
    PoolEnd,
    PoolHead,
    RatingDump,
    ResultDump,
    SeatDump,
    decode,
    encode,
    result_line,
)
from ratings.replay import Rated, Replay, checksum

SAME, DIFFERENT, UNREADABLE = 0, 1, 2
"""Exit codes."""

SHOWN = 20
"""Differences of one pool that are printed; the others are counted."""

_NUMBERS = ("before", "change", "games_before", "deviation_before", "deviation")


class PoolCheck:
    """One pool of a dump, line after line.

    After a wrong change the recomputed value is carried on, so one forged row shows as one row and its
    consequences; after a wrong digest the listed one is.
    """

    def __init__(self, pool: str) -> None:
        self.pool = pool
        self.results = 0
        self._replay: Replay[str] = Replay()
        self._chain = Chain(pool)
        self._seq = 0
        self._listed: dict[str, RatingDump] = {}
        self._ratings = 0

    @property
    def players(self) -> int:
        return len(self._replay.players)

    def result(self, result: ResultDump) -> Iterator[str]:
        """What is wrong with it, first things first, one sentence each."""
        self.results += 1
        where = f"result {result.seq} ({result.match})"
        if result.seq <= self._seq:
            yield f"{where} comes after result {self._seq}: seq must grow"
        self._seq = max(self._seq, result.seq)
        digest = self._chain.digest(result)
        if result.digest != digest:
            yield f"{where}: digest is {result.digest}, recomputed {digest}: the row or its order was changed"
        self._chain.last = result.digest
        yield from self._void(result, where) if result.void else self._rated(result, where)

    def _void(self, result: ResultDump, where: str) -> Iterator[str]:
        for seat, row in enumerate(result.seats):
            for field in _NUMBERS:
                if (listed := getattr(row, field)) is not None:
                    yield f"{where}, seat {seat} ({row.player}): void, yet it lists {field} {listed}"

    def _rated(self, result: ResultDump, where: str) -> Iterator[str]:
        try:
            computed = self._replay.apply(
                [row.player for row in result.seats],
                [row.place for row in result.seats],
                date.fromisoformat(result.day).toordinal(),
                half=result.half,
                version=result.formula,
            )
        except ValueError as error:
            yield f"{where}: {error}"
            return
        for seat, (row, right) in enumerate(zip(result.seats, computed, strict=True)):
            for field in _NUMBERS:
                listed, recomputed = getattr(row, field), getattr(right, field)
                if listed != recomputed:
                    yield f"{where}, seat {seat} ({row.player}): {field} is {listed}, recomputed {recomputed}"

    def rating(self, row: RatingDump) -> Iterator[str]:
        self._ratings += 1
        if row.player in self._listed:
            yield f"rating of {row.player}: listed twice"
        self._listed[row.player] = row
        right = self._replay.players.get(row.player)
        if right is None:
            yield f"rating of {row.player}: no result leads to it"
            return
        for field in ("rating", "games", "deviation", "peak"):
            if getattr(row, field) != getattr(right, field):
                yield (
                    f"rating of {row.player}: {field} is {getattr(row, field)}, "
                    f"recomputed {getattr(right, field)}"
                )

    def end(self, end: PoolEnd) -> Iterator[str]:
        if end.pool != self.pool:
            yield f"its end names another pool: {end.pool}"
        for player in sorted(self._replay.players.keys() - self._listed.keys()):
            yield f"rating of {player}: missing, recomputed {self._replay.players[player].rating}"
        for what, listed, counted in (
            ("results", end.results, self.results),
            ("ratings", end.ratings, self._ratings),
        ):
            if listed != counted:
                yield f"its end counts {listed} {what}, there are {counted}"
        total = checksum((row.player, row.rating, row.games) for row in self._listed.values())
        if total != end.checksum:
            yield f"checksum is {end.checksum}, recomputed {total}"


class OutOfPlace(ValueError):
    """A line where none of its kind may stand; the file is cut, or was put together wrongly."""


def checked(lines: Iterable[Line]) -> Iterator[tuple[PoolCheck, str | None]]:
    """Every difference with its pool, and each pool once more with None when it is done.

    Raises OutOfPlace.
    """
    head: Head | None = None
    check: PoolCheck | None = None
    done = 0
    for line in lines:
        found: Iterator[str] = iter(())
        match line, check:
            case Head(), None if head is None:
                head = line
            case PoolHead(), None if head is not None:
                check = PoolCheck(line.pool)
            case ResultDump(), PoolCheck():
                found = check.result(line)
            case RatingDump(), PoolCheck():
                found = check.rating(line)
            case PoolEnd(), PoolCheck():
                found = check.end(line)
            case _:
                raise OutOfPlace(f"a line of kind {type(line).__name__} may not stand here")
        if check is not None:
            for sentence in found:
                yield check, sentence
            if isinstance(line, PoolEnd):
                yield check, None
                done, check = done + 1, None
    if head is None or check is not None or done != head.pools:
        wanted = "a dump" if head is None else f"{head.pools} pools"
        raise OutOfPlace(f"the file ends after {done} whole pools; {wanted} should be in it")


def built(pool: str, results: Sequence[tuple[str, str, Sequence[str], Sequence[int]]]) -> list[Line]:
    """The lines of a right pool made from (match, day, players, places) in order: the example, and tests."""
    replay: Replay[str] = Replay()
    chain = Chain(pool)
    lines: list[Line] = [PoolHead(pool)]
    for seq, (match, day, players, places) in enumerate(results, 1):
        applied = replay.apply(players, places, date.fromisoformat(day).toordinal())
        seats = [
            SeatDump(row.player, place, *(getattr(row, field) for field in _NUMBERS))
            for row, place in zip(applied, places, strict=True)
        ]
        lines.append(chain.sealed(result_line(seq, match, day, seats, half=False, void=False)))
    lines += [rating_row(player, row) for player, row in sorted(replay.players.items())]
    total = checksum((player, row.rating, row.games) for player, row in replay.players.items())
    lines.append(PoolEnd(pool, len(results), len(replay.players), total))
    return lines


def rating_row(player: str, row: Rated) -> RatingDump:
    return RatingDump(player, row.rating, row.games, row.deviation, row.peak)


def example() -> list[Line]:
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
    return [Head(FORMAT, 1), *pool]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m ratings.verify",
        description="Recompute a public dump of ratings: exit 0 if every number is right, 1 if one differs "
        "(each is named), 2 if the file cannot be read.",
    )
    parser.add_argument("dump", nargs="?", type=Path, help="the dump, compressed (.zst) or not")
    parser.add_argument("--example", action="store_true", help="print a small right dump and stop")
    options = parser.parse_args(arguments)
    if options.example:
        sys.stdout.write(b"".join(encode(line) for line in example()).decode())
        return SAME
    if options.dump is None:
        parser.print_help()
        return SAME
    return verify(options.dump)


class _Reader:
    """Decodes a file line by line and knows where it is, for whoever has to say what is wrong."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.number = 0

    def __iter__(self) -> Iterator[Line]:
        for data in compressed.lines(self._path):
            self.number += 1
            line = decode(data)
            if encode(line) != data:
                raise OutOfPlace("it is not written the way dumps are: something was added or retyped")
            yield line


def verify(path: Path) -> int:
    reader = _Reader(path)
    outcome = SAME
    wrong = 0
    try:
        for check, sentence in checked(reader):
            if sentence is None:
                print(_verdict(check, wrong))
                wrong = 0
                continue
            outcome = DIFFERENT
            wrong += 1
            if wrong <= SHOWN:
                print(f"{check.pool}: line {reader.number}: {sentence}")
    except OSError as error:
        print(f"{path}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except compressed.Damaged as error:
        print(
            f"{path}: damaged after line {reader.number}: {error}. "
            "Compare its SHA-256 with the one beside the download and fetch it again.",
            file=sys.stderr,
        )
        return UNREADABLE
    except (msgspec.DecodeError, OutOfPlace) as error:
        print(f"{path}: line {reader.number}: not a dump of ratings: {error}", file=sys.stderr)
        return UNREADABLE
    return outcome


def _verdict(check: PoolCheck, wrong: int) -> str:
    if not wrong:
        return f"{check.pool}: ok, {check.results} results, {check.players} players"
    unseen = f", {wrong - SHOWN} of them not shown" if wrong > SHOWN else ""
    return f"{check.pool}: {wrong} differences{unseen}"


if __name__ == "__main__":
    sys.exit(main())
