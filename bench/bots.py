"""Share of wins of every bot level against the one below, with 95 % margins. Takes a while.

`BENCH_MATCHES` sets the matches per pairing and number of seats (default 200), `BENCH_WORKERS` the processes.
"""

from __future__ import annotations

import os

from bench import Row
from engines import registry
from engines.bots.arena import ladder

SLOW = True


def rows() -> list[Row]:
    matches = int(os.environ.get("BENCH_MATCHES", "200"))
    workers = int(os.environ.get("BENCH_WORKERS", str(os.cpu_count() or 1)))
    found: list[Row] = []
    for key in registry.listed():
        for seats, hero, others, share in ladder(key, matches, workers):
            case = f"{key}/{seats} {hero} against {others}"
            found.append(Row("bots", case, "win_share", share.mean, "share"))
            found.append(Row("bots", case, "win_share_margin", share.margin, "share"))
            found.append(Row("bots", case, "deals", share.deals, "deals"))
    return found
