"""`python -m tournaments.pairing tables event.json`: pair the next round of a tournament by hand."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tournaments.pairing.event import BadEvent, Event, NoLegalPairing, Player, Sizes, decode
from tournaments.pairing.points import POINT
from tournaments.pairing.report import Pairing
from tournaments.pairing.tables import pair

PAIRED, IMPOSSIBLE, UNREADABLE = 0, 1, 2
"""Exit codes."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.pairing",
        description="Pair the next round of a Swiss tournament for tables of two to five. Exit 0 if paired, "
        "1 if no legal pairing exists, 2 if the file cannot be read.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    tables = commands.add_parser("tables", help="pair the next round of a JSON event")
    tables.add_argument("event", type=Path, help="the event, a JSON file; see docs/swiss.md")
    tables.add_argument("--json", action="store_true", help="print tables and reasons as JSON")
    commands.add_parser("example", help="print a small event to start from")
    options = parser.parse_args(arguments)
    if options.command == "tables":
        return _tables(options.event, as_json=options.json)
    if options.command == "example":
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(example()), indent=1).decode() + "\n")
        return PAIRED
    parser.print_help()
    return PAIRED


def example() -> Event:
    """Nine players, tables of four: one has a bye in round 1."""
    names = ["Ana", "Bento", "Clara", "Duarte", "Elsa", "Filipe", "Graça", "Henrique", "Ivo"]
    players = [Player(name.lower(), rank, name) for rank, name in enumerate(names, 1)]
    return Event("correio-tables-1", "seed of your choice", Sizes(4, 4, 4), players)


def _tables(path: Path, *, as_json: bool) -> int:
    try:
        event = decode(path.read_bytes())
    except OSError as error:
        print(f"{path}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except BadEvent as error:
        print(f"{path}: not an event: {error}", file=sys.stderr)
        return UNREADABLE
    try:
        pairing = pair(event)
    except NoLegalPairing as error:
        print(f"no legal pairing: {error}", file=sys.stderr)
        return IMPOSSIBLE
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(pairing), indent=1).decode() + "\n")
    else:
        print(written(event, pairing))
    return PAIRED


def written(event: Event, pairing: Pairing) -> str:
    """The pairing as an arbiter pins it to the wall."""
    names = {player.id: player.name or player.id for player in event.players}
    lines = [f"Round {pairing.round}"]
    for table in pairing.tables:
        seats = ", ".join(f"{names[row.player]} ({points(row.score)})" for row in table.reason.seats)
        lines.append(f"{table.number:3}  {seats}")
    lines += [f"     {names[bye.player]}: {bye.kind} bye" for bye in pairing.byes]
    measured = msgspec.to_builtins(pairing.criteria)
    lines.append("     " + ", ".join(f"{name} {value}" for name, value in measured.items()))
    return "\n".join(lines)


def points(units: int) -> str:
    """Units of 1/24 point with two decimals."""
    return f"{units / POINT:.2f}"


if __name__ == "__main__":
    sys.exit(main())
