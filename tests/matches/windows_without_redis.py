"""A process of the site that orders, announces, answers and sweeps, and says what everybody was shown after
each step and how long the slowest one took. Its Redis is that of the environment: any, or none.

`python -m tests.matches.windows_without_redis CODE`
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import django


def main(code: str) -> None:
    django.setup()

    from correio.matches.models import Match

    match = Match.objects.get(code=code)
    shown: list[Any] = []
    slowest, began = 0.0, time.perf_counter()
    for step in steps(match):
        slowest = max(slowest, time.perf_counter() - began)
        shown.append([step, *(_bytes(match, observer) for observer in (None, 0, 1, 2))])
        began = time.perf_counter()
    print(json.dumps({"shown": shown, "slowest": slowest}))


def steps(match: Any) -> Iterator[str]:
    """A stop by order, an answer by hand, the rest of the turn prepared; then the next turn runs out."""
    from correio.due.sweep import sweep
    from correio.matches import referee
    from tests.matches.driving import at, move
    from tests.matches.reacting import open_window, window

    alice, bob, carol = (seat.user for seat in match.seats.select_related("user").order_by("seat"))

    def order(user: Any, form: str, *lines: str) -> None:
        referee.set_order(match_id=match.pk, user=user, form=form, lines=lines, now=at(minutes=1))

    order(carol, "react", "stop by:0")
    yield "ordered"
    move(match, alice, "agent L05", now=at(minutes=2))
    move(match, alice, "target L09", now=at(minutes=2))
    yield "announced"
    order(alice, "then", "end")
    yield "prepared"
    move(match, bob, "pass", now=at(minutes=3))
    yield "answered"
    due: datetime = open_window(match).due_at
    sweep("default", clock=lambda: due)
    assert window(match) is None
    yield "closed"
    sweep("default", clock=lambda: at(days=9))
    yield "went on"


def _bytes(match: Any, observer: int | None) -> str:
    from correio.matches.models import Match
    from correio.matches.shown import match_json

    return json.dumps(match_json(Match.objects.get(pk=match.pk), observer), sort_keys=True)


if __name__ == "__main__":
    main(sys.argv[1])
