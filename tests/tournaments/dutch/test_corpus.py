"""Rounds on whose pairing independent programs agree."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.corpus import case, rows
from tournaments.pairing.dutch import NoLegalPairing, pair
from tournaments.trf import read


@pytest.mark.parametrize("row", rows("pairing"), ids=lambda row: row["id"])
def test_the_next_round(row: dict[str, Any]) -> None:
    tournament = read(case(f"pairing/{row['id']}.trf"))
    if row["pairs"] is None:
        with pytest.raises(NoLegalPairing):
            pair(tournament)
        return
    found = pair(tournament)
    assert found.round == row["round"]
    boards = found.boards()
    assert {tuple(board) for board in row["pairs"]} == set(boards)
    if row["board_order_agreed"]:
        assert [tuple(board) for board in row["pairs"]] == boards


@pytest.mark.parametrize("row", rows("variants"), ids=lambda row: row["id"])
def test_every_spelling_is_paired_alike(row: dict[str, Any]) -> None:
    wanted = {tuple(board) for board in row["pairs"]}
    for variant in row["variants"]:
        assert set(pair(read(case(f"trf/{row['id']}_{variant}.trf"))).boards()) == wanted, variant
