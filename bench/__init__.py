"""Benchmarks: `python -m bench` prints one table, `python -m bench NAME [--json]` the rows of one.

A bench is a module of this package with a function `rows()`; its name is the module's. A module with
`SLOW = True` runs only when it is named.
"""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct):
    """One figure."""

    bench: str
    case: str
    """What was measured, like `estoril/4`."""
    metric: str
    """Like `moves_per_s`."""
    value: float
    unit: str
    peer: str | None = None
    """Name and version of another program measured in the same run; None for ours."""


class Unavailable(Exception):
    """The bench cannot run here; the text says what is missing and how to get it."""
