"""Golden matches of rules version 1: the same key and the same choices give the same bytes for ever.

Whoever changes one of these changes the rules for stored matches: raise `rules_version` instead.
"""

from __future__ import annotations

import hashlib

import pytest

from engines.estoril.rules import RULES
from tests.engines.estoril.tables import start

GOLDEN = {
    2: (121, (34, 32), "344799af5c57a32e"),
    3: (132, (33, 31, 22), "e9fc41f7f544fd7c"),
    4: (120, (17, 20, 22, 22), "ce75b8b9c76099fe"),
}
"""By seats: moves, points, digest of all moves and states."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_golden_match(seats: int) -> None:
    digest = hashlib.sha256()
    state = start(seats, 1942)
    count = 0
    while state.actors():
        seat = state.actors()[-1]
        moves = state.moves(seat)
        move = moves[(7 * count + 3) % len(moves)]
        digest.update(RULES.write(move).encode())
        state.play(seat, move)
        digest.update(RULES.save(state))
        count += 1
    result = state.result()
    assert result is not None
    assert (count, result.points, digest.hexdigest()[:16]) == GOLDEN[seats]
