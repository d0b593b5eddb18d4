"""`python -m engines`: which games there are, random games with figures, proof of a record, benchmarks."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engines import records, registry, sampling
from engines.bots import BOT_VERSION, choose
from engines.protocol import BadOptions, OptionValue, Rules


class Complaint(Exception):
    """Something the user can mend; the text says what, why and what to do."""


def main(argv: Sequence[str] | None = None) -> int:
    """0 = well, 1 = a record does not prove its match, 2 = asked for something that cannot be done."""
    parser = _parser()
    asked = parser.parse_args(argv)
    if asked.command is None:
        parser.print_help()
        return 0
    try:
        return int(asked.run(asked))
    except (Complaint, registry.UnknownGame, BadOptions) as error:
        print(f"python -m engines {asked.command}: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engines", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    known = commands.add_parser("list", help="the games")
    known.add_argument("--json", action="store_true", help="for machines")
    known.add_argument("--all", action="store_true", help="games that players are not offered, too")
    known.set_defaults(run=_list)

    play = commands.add_parser("play", help="random games with statistics")
    play.add_argument("game", help="key of a game, see `list`")
    play.add_argument("--seats", type=int, help="all numbers of seats if not given")
    play.add_argument("--games", type=int, default=100)
    play.add_argument("--seed", type=int, default=0)
    play.add_argument("--options", default="{}", help="JSON object, e.g. '{\"turns\": 2}'")
    play.add_argument("--record", type=Path, help="write the record of the last game to this file")
    play.set_defaults(run=_play)

    verify = commands.add_parser("verify", help="prove a downloaded record")
    verify.add_argument("record", type=Path)
    verify.add_argument("--no-bots", action="store_true", help="skip the search of the bots' moves (fast)")
    verify.set_defaults(run=_verify)

    bench = commands.add_parser("bench", help="speed of every game on this machine")
    bench.add_argument("--seconds", type=float, default=1.0, help="per game and number of seats")
    bench.set_defaults(run=_bench)
    return parser


def _list(asked: argparse.Namespace) -> int:
    games = registry.games() if asked.all else registry.listed()
    if asked.json:
        rows = [
            {
                "key": rules.info.key,
                "titles": [title.key for title in rules.info.titles],
                "seats": list(rules.info.seats),
                "rules_version": rules.info.rules_version,
            }
            for rules in games.values()
        ]
        print(json.dumps(rows))
        return 0
    for rules in games.values():
        titles = ", ".join(title.name for title in rules.info.titles)
        seats = "-".join(str(seats) for seats in (min(rules.info.seats), max(rules.info.seats)))
        print(f"{rules.info.key:<12} {titles} ({seats} seats, rules version {rules.info.rules_version})")
    return 0


def _play(asked: argparse.Namespace) -> int:
    rules = registry.rules(asked.game)
    options = _options(asked.options)
    if asked.games < 1:
        raise Complaint("--games has to be 1 or more")
    for seats in [asked.seats] if asked.seats is not None else rules.info.seats:
        rules.check(seats, options)
        sample = sampling.sample(rules, seats, options, asked.games, asked.seed)
        print("\n".join(sampling.lines(rules, seats, sample)))
    if asked.record:
        _write(asked.record, records.encode(sample.last))
        print(f"record of the last game: {asked.record}")
    return 0


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Complaint(f"cannot write {path}: {error.strerror}") from error


def _options(text: str) -> dict[str, OptionValue]:
    try:
        options = json.loads(text)
    except json.JSONDecodeError as error:
        raise Complaint(f"--options is not JSON: {error}") from error
    if not isinstance(options, dict):
        raise Complaint("--options has to be a JSON object like '{\"turns\": 2}'")
    return options


def _verify(asked: argparse.Namespace) -> int:
    try:
        record = records.decode(asked.record.read_bytes())
    except OSError as error:
        raise Complaint(f"cannot read {asked.record}: {error.strerror}") from error
    except records.BadRecord as error:
        raise Complaint(str(error)) from error
    brain = None if asked.no_bots else choose
    faults = records.verify(record, brain, BOT_VERSION)
    print(f"match {record.match}: {record.title}, {record.seats} seats, {len(record.acts)} acts")
    if faults:
        print("\n".join(f"- {fault}" for fault in faults))
        print(f"not proved: {len(faults)} faults")
        return 1
    print(_proved(record, bots=brain is not None))
    return 0


def _proved(record: records.Record, *, bots: bool) -> str:
    silent = records.silent_seats(record)
    own = [str(seat) for seat in range(record.seats) if seat not in silent]
    searched = sum(act.actor == "bot" for act in record.acts)
    said = ["proved: commitment, shuffles and dice, legality of every act, result."]
    if searched:
        said.append(f"Moves of bots searched again: {searched if bots else 'none (--no-bots)'}.")
    said.append(
        f"Seats with a nonce of their own: {', '.join(own)}."
        if own
        else "No seat put in a nonce of its own, so the proof cannot exclude that the secret was picked."
    )
    return " ".join(said)


def _bench(asked: argparse.Namespace) -> int:
    print(f"{'game':<14}{'moves/s':>12}{'games/s':>12}{'forks/s':>12}{'guesses/s':>12}")
    for rules in registry.games().values():
        for seats in rules.info.seats:
            print(_bench_line(rules, seats, asked.seconds))
    return 0


def _bench_line(rules: Rules, seats: int, seconds: float) -> str:
    speed = sampling.speed(rules, seats, seconds)
    figures = (speed.moves, speed.games, speed.forks, speed.guesses)
    return f"{rules.info.key + '/' + str(seats):<14}" + "".join(f"{figure:>12,.0f}" for figure in figures)


if __name__ == "__main__":
    sys.exit(main())
