"""The suite on every table there can be: seats, how reactions are asked for, what may be stopped."""

from __future__ import annotations

from itertools import product

import pytest

from engines.ace_of_spies.position import MODES
from engines.ace_of_spies.rules import RULES
from engines.conformance import check_game, table

TABLES = [*product(RULES.info.seats, MODES, ("agents", "all"))]


@pytest.mark.parametrize(("seats", "reactions", "stops"), TABLES)
def test_every_table_keeps_every_promise(seats: int, reactions: str, stops: str) -> None:
    secrets, pieces, quiet = table(RULES)
    options = {"reactions": reactions, "stops": stops}
    tally = check_game(RULES, seats, options, secrets, 2, seed=7, deep=20.0, pieces=pieces, quiet=quiet)
    assert tally.games == 2
    assert tally.compared > 0
    assert tally.sealed > 0, "questions were answered in secret"
