"""`python -m engines.conformance`: the whole suite at length, with a report to keep."""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engines import registry
from engines.conformance import Broken, Tally, check_game, check_rules, table
from engines.protocol import Rules


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engines.conformance", description=__doc__)
    parser.add_argument("--game", action="append", help="key of a game; all if not given")
    parser.add_argument("--games", type=int, default=1000, help="matches per game and number of seats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deep", type=float, default=2.0, help="fully checked positions per match")
    parser.add_argument("--report", type=Path, help="write the figures as a Markdown page")
    asked = parser.parse_args(argv)
    try:
        chosen = [registry.rules(key) for key in asked.game or registry.games()]
    except registry.UnknownGame as error:
        print(error, file=sys.stderr)
        return 2
    rows = []
    for rules in chosen:
        try:
            rows += _check(rules, asked.games, asked.seed, asked.deep)
        except Broken as error:
            print(f"broken: {error}", file=sys.stderr)
            return 1
    if asked.report:
        asked.report.write_text(_page(rows, asked.games, asked.seed), encoding="utf-8")
    return 0


Row = tuple[Rules, int, Tally, float]


def _check(rules: Rules, games: int, seed: int, deep: float) -> list[Row]:
    check_rules(rules)
    hidden = table(rules)
    rows = []
    for seats in rules.info.seats:
        begun = time.perf_counter()
        tally = Tally()
        while tally.games < games:
            batch = min(100, games - tally.games)
            check_game(
                rules,
                seats,
                None,
                hidden.secrets,
                batch,
                seed + tally.games,
                deep=deep,
                pieces=hidden.pieces,
                quiet=hidden.quiet,
                tally=tally,
            )
            print(f"\r{rules.info.key} {seats} seats: {tally.games} matches", end="", flush=True)
        seconds = time.perf_counter() - begun
        print(f", {tally.acts} acts, {tally.compared} comparisons, {seconds:.0f} s: ok")
        rows.append((rules, seats, tally, seconds))
    return rows


def _page(rows: Sequence[Row], games: int, seed: int) -> str:
    lines = [
        "# Conformance",
        "",
        f"Last full run of `make conformance`: {games} random matches per game and number of seats, from",
        f"seed {seed}, sampled options, CPython {platform.python_version()}. Every match passed; what is",
        "checked is described in `engines/conformance`.",
        "",
        "| game | seats | matches | acts | longest | refusals | forks | deep positions | twins compared "
        "| after a move | sealed answers | absent | left | s |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for rules, seats, tally, seconds in rows:
        cells = [
            rules.info.key, seats, tally.games, tally.acts, tally.longest, tally.refusals, tally.forks,
            tally.deep, tally.compared, tally.successors, tally.sealed, tally.absent, tally.left,
            round(seconds),
        ]  # fmt: skip
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    lines += ["", "How often each secret could be swapped:", ""]
    for rules, seats, tally, _ in rows:
        swaps = ", ".join(f"{name} {count}" for name, count in sorted(tally.secrets.items()))
        lines.append(f"- {rules.info.key}, {seats} seats: {swaps}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
