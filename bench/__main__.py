"""Finds the benches, runs what was asked for, prints rows."""

from __future__ import annotations

import argparse
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

import msgspec

import bench
from bench import Row, Unavailable


def main(argv: Sequence[str] | None = None) -> int:
    names = sorted(each.name for each in pkgutil.iter_modules(bench.__path__) if each.name[0] != "_")
    parser = argparse.ArgumentParser(prog="python -m bench", description=bench.__doc__)
    parser.add_argument("name", nargs="?", metavar="NAME", help=f"one of {', '.join(names)}; all if none")
    parser.add_argument("--json", action="store_true", help="a list of rows for machines")
    asked = parser.parse_args(argv)
    if asked.name is not None and asked.name not in names:
        known = ", ".join(names)
        print(f"python -m bench: there is no bench {asked.name!r}; there are {known}", file=sys.stderr)
        return 2
    rows, missing = _run([asked.name] if asked.name else names, named=asked.name is not None)
    if asked.json:
        print(msgspec.json.encode(rows).decode())
    else:
        print("\n".join(table(rows)))
    for line in missing:
        print(line, file=sys.stderr)
    return 2 if missing and asked.name else 0


def _run(names: Sequence[str], *, named: bool) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    missing: list[str] = []
    for name in names:
        module = import_module(f"bench.{name}")
        if not hasattr(module, "rows") or (not named and getattr(module, "SLOW", False)):
            continue
        print(f"bench {name} ...", file=sys.stderr, flush=True)
        try:
            rows += _rows(module)
        except Unavailable as error:
            missing.append(f"bench {name}: {error}")
    return rows, missing


def _rows(module: ModuleType) -> list[Row]:
    return list(module.rows())


def table(rows: Sequence[Row]) -> list[str]:
    """Columns in plain text, ours and peers side by side by case."""
    cells = [("bench", "case", "metric", "value", "unit", "peer")]
    for row in rows:
        value = f"{row.value:,.0f}" if abs(row.value) >= 100 else f"{row.value:.3g}"
        cells.append((row.bench, row.case, row.metric, value, row.unit, row.peer or ""))
    widths = [max(len(line[column]) for line in cells) for column in range(6)]
    lines = []
    for line in cells:
        shown = [
            text.rjust(width) if column == 3 else text.ljust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ]
        lines.append("  ".join(shown).rstrip())
    return lines


if __name__ == "__main__":
    sys.exit(main())
