"""Standings of large fields, kept for a moment: a thousand players take seconds to work out, and everybody
who plays looks at the same ones.

What is kept is known by everything it depends on, asked of the database each time, and no longer than half a
minute, because players may change their names without the tournament hearing of it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple

from tournaments.document import Version, version
from tournaments.models import Tournament
from tournaments.ranking import Line, lines

LARGE: Final = 100
"""From so many lines on it is worth keeping them."""
MOST_LINES: Final = 4_000
"""Of all that are kept in a process."""
SECONDS: Final = 30


class Kept(NamedTuple):
    version: Version
    until: float
    """On the monotonic clock."""
    board: list[Line]


_kept: OrderedDict[tuple[int, int | None], Kept] = OrderedDict()
_lock = Lock()


def board_of(tournament: Tournament, *, through: int | None = None) -> list[Line]:
    """As `ranking.lines`. What it gives is shared: nobody changes it."""
    key = (tournament.pk, through)
    current = version(tournament)
    now = time.monotonic()
    with _lock:
        found = _kept.get(key)
    if found is not None and found.version == current and now < found.until:
        return found.board
    board = lines(tournament, through=through)
    if len(board) >= LARGE:
        with _lock:
            _kept[key] = Kept(current, now + SECONDS, board)
            _kept.move_to_end(key)
            while sum(len(each.board) for each in _kept.values()) > MOST_LINES:
                _kept.popitem(last=False)
    return board
