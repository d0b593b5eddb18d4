"""Golden matches of rules version 1: the same key and the same choices give the same bytes for ever.

Whoever changes one of these changes the rules for stored matches: raise `rules_version` instead.
"""

from __future__ import annotations

import hashlib

import pytest

from engines.ace_of_spies.rules import RULES
from tests.engines.ace_of_spies.tables import start

GOLDEN = {
    2: (195, (5, 2), "9cc071f3b140f260"),
    3: (291, (7, -5, 7), "4f8bcb444133b314"),
    4: (279, (-32, -21, -3, -18), "7571b99478b8d850"),
    5: (280, (-26, 4, -26, 10, -8), "48aa08357deac479"),
}
"""By seats: moves, points, digest of all moves and states."""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_golden_match(seats: int) -> None:
    digest = hashlib.sha256()
    state = start(seats, 1944)
    count = 0
    while state.actors():
        seat = state.actors()[-1]
        moves = [move for move in state.moves(seat) if RULES.write(move) != "back"]
        move = moves[(7 * count + 3) % len(moves)]
        digest.update(RULES.write(move).encode())
        state.play(seat, move)
        digest.update(RULES.save(state))
        count += 1
    result = state.result()
    assert result is not None
    assert (count, result.points, digest.hexdigest()[:16]) == GOLDEN[seats]
