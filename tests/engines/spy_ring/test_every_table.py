"""The suite on every table there can be: seats, use of cards, claims with the aerial up, length."""

from __future__ import annotations

from itertools import product

import pytest

from engines.conformance import check_game, table
from engines.spy_ring.rules import RULES

TABLES = [*product(RULES.info.seats, *(option.choices for option in RULES.info.options))]


@pytest.mark.parametrize(("seats", "card_use", "aerial_claims", "rounds"), TABLES)
def test_every_table_keeps_every_promise(seats: int, card_use: str, aerial_claims: bool, rounds: int) -> None:
    secrets, pieces, quiet = table(RULES)
    options = {"card_use": card_use, "aerial_claims": aerial_claims, "rounds": rounds}
    tally = check_game(RULES, seats, options, secrets, 1, seed=7, deep=60.0, pieces=pieces, quiet=quiet)
    assert tally.games == 1
    assert tally.compared > 0
