"""Conformance cases on whose answers independent programs agree; all of it synthetic data.

`cases.zip` holds the files, `pairing.jsonl` the next round of each, `tiebreak.jsonl` values and final tiers,
`variants.jsonl` one tournament in thirteen spellings, `invalid.jsonl` broken files; `index.csv` describes
each case.
"""

from __future__ import annotations

import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent


@cache
def _archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(HERE / "cases.zip")


def case(name: str) -> bytes:
    """A file by its place, like `pairing/P0001.trf`."""
    return _archive().read(name)


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """Lines of `name.jsonl`."""
    return [msgspec.json.decode(line) for line in (HERE / f"{name}.jsonl").read_bytes().splitlines()]
