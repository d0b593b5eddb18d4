"""`python -m tournaments.pairing`: pair rounds, rank and check tournaments by hand. Two seats: `next`,
`standings` and `check` of a tournament report file; tables: `tables` of a JSON event."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tournaments.pairing import arbiter
from tournaments.pairing.event import BadEvent, Event, NoLegalPairing, Player, Sizes, decode
from tournaments.pairing.points import POINT
from tournaments.pairing.report import Pairing
from tournaments.pairing.tables import pair
from tournaments.tiebreaks import UnknownTieBreak
from tournaments.trf import BadFile, Tournament, read

PAIRED, IMPOSSIBLE, UNREADABLE = 0, 1, 2
DIFFERS = 1
"""Exit codes."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.pairing",
        description="Pair the next round of a Swiss tournament, for two seats by FIDE's Dutch rules from a "
        "report file (TRF) or for tables of two to five from a JSON event; rank it; check its pairings. "
        "Exit 0 if done, 1 if tables have no legal pairing or a check finds differences, 2 if the file "
        "cannot be read.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    tables = commands.add_parser("tables", help="pair the next round of a JSON event")
    tables.add_argument("event", type=Path, help="the event, a JSON file; see docs/swiss.md")
    tables.add_argument("--json", action="store_true", help="print tables and reasons as JSON")
    commands.add_parser("example", help="print a small event to start from")
    _two_seats(commands)
    options = parser.parse_args(arguments)
    if options.command in ("next", "standings", "check"):
        return _report(options)
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


def _two_seats(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    coming = commands.add_parser("next", help="pair the next round of a report file (TRF)")
    ranking = commands.add_parser("standings", help="rank the players of a report file by its tie-breaks")
    checking = commands.add_parser("check", help="pair every round of a report file again and compare")
    for parser in (coming, ranking, checking):
        parser.add_argument("file", type=Path, help="TRF26, TRF16 or with the extensions of JaVaFo")
    for parser in (coming, ranking):
        parser.add_argument("--json", action="store_true", help="print JSON")
    ranking.add_argument("--tie-breaks", default="", help="like BH/C1,SB,DE instead of the file's")
    ranking.add_argument("--edition", type=int, choices=(2024, 2026), default=2026, help="of C.07")


def _report(options: argparse.Namespace) -> int:
    try:
        tournament = read(options.file.read_bytes())
    except OSError as error:
        print(f"{options.file}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except BadFile as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return UNREADABLE
    if options.command == "next":
        found = arbiter.next_round(tournament)
        if options.json:
            _print_json(arbiter.next_round_json(found))
        else:
            print(arbiter.next_round_text(tournament, found))
        return PAIRED
    if options.command == "check":
        right, text = arbiter.check_text(tournament)
        print(text)
        return PAIRED if right else DIFFERS
    return _standings(tournament, options)


def _standings(tournament: Tournament, options: argparse.Namespace) -> int:
    wanted = [code for code in options.tie_breaks.split(",") if code.strip()]
    try:
        order, rows = arbiter.standings_of(tournament, wanted, options.edition)
    except UnknownTieBreak as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return UNREADABLE
    if options.json:
        _print_json(arbiter.standings_json(order, rows))
    else:
        print(arbiter.standings_text(tournament, order, rows))
    return PAIRED


def _print_json(value: object) -> None:
    print(msgspec.json.encode(value).decode())


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
