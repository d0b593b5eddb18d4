"""A process of the site whose Redis does not answer: plays a turn, lets the next one run out, and says
how long anybody waited.

`python -m tests.due.without_redis CODE PATIENCE`; with patience failures are waited for and counted.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import django


def main(code: str, patience: float) -> None:
    django.setup()

    from correio.due.nudge import publisher
    from correio.matches.broadcast import broadcaster
    from correio.matches.models import Match
    from tests.matches.driving import at, legal, move, run_clocks

    match = Match.objects.get(code=code)
    first = match.seats.get(seat=0).user
    played = [legal(match, 0)[0], "surface"]
    slowest = max(
        _seconds(lambda: move(match, first, *played, now=at(hours=1))),
        _seconds(lambda: run_clocks(at(days=2, hours=1))),
    )
    flush = max(_seconds(publisher.flush), _seconds(broadcaster.flush))
    if patience:
        publisher.flush(patience)
        broadcaster.flush(patience)
    print(json.dumps({"slowest": slowest, "flush": flush, "played": played}))


def _seconds(what: Callable[[], Any]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
