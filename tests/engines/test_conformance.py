"""Every registered game passes the suite, on every number of seats and with sampled options."""

from __future__ import annotations

import pytest

from engines import registry
from engines.conformance import CHANCE, check_game, check_rules, table
from engines.protocol import Rules

GAMES = {"ace-of-spies": 100, "postcards": 60}
"""Matches per number of seats where the usual 200 would say nothing new, or take too long."""

TABLES = [(rules, seats) for rules in registry.games().values() for seats in rules.info.seats]


def _name(value: object) -> str:
    return value.info.key if hasattr(value, "info") else str(value)


@pytest.mark.parametrize("rules", registry.games().values(), ids=_name)
def test_metadata_texts_and_notation_are_sound(rules: Rules) -> None:
    check_rules(rules)


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=_name)
def test_random_matches_keep_every_promise(rules: Rules, seats: int) -> None:
    secrets, pieces, quiet = table(rules)
    assert len(secrets) > 1, f"write tests/engines/<package>/secrets.py for {rules.info.key}"
    assert pieces is not None, "the table lists no pieces: conservation cannot be checked"
    games = GAMES.get(rules.info.key, 200)
    tally = check_game(rules, seats, None, secrets, games, seed=1942, pieces=pieces, quiet=quiet)
    assert tally.games == games
    assert tally.deep >= games
    assert tally.successors > 0
    assert {secret.name for secret in secrets} <= tally.secrets.keys() | {CHANCE.name}
