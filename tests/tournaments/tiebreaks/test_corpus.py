"""Tie-breaks of whole events on which independent programs agree."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.corpus import case, rows
from tournaments.tiebreaks import Edition, derive, event_of, parse, standings
from tournaments.trf import read


@pytest.mark.parametrize("edition", [2026, 2024])
@pytest.mark.parametrize("row", rows("tiebreak"), ids=lambda row: row["id"])
def test_values_of_every_player(row: dict[str, Any], edition: Edition) -> None:
    event = event_of(read(case(f"tiebreak/{row['id']}.trf")), edition=edition)
    wrong = []
    for number, values in row["players"].items():
        differing = row.get("players_2024_diff", {}).get(number, {}) if edition == 2024 else {}
        for name, wanted in (values | differing).items():
            if name == "FB" and edition == 2024:
                continue  # Stored for the current edition only.
            value = derive(event, event.records[int(number)], parse(name)).value
            if (None if value is None else float(value)) != wanted:
                wrong.append((number, name, wanted, value))
    assert not wrong


@pytest.mark.parametrize("sequence", ["rank_seq1", "rank_seq2"])
@pytest.mark.parametrize("row", rows("tiebreak"), ids=lambda row: row["id"])
def test_final_tiers(row: dict[str, Any], sequence: str) -> None:
    order = [name for name in row[sequence]["order"] if name != "PTS"]
    tiers: dict[int, list[int]] = {}
    for found in standings(read(case(f"tiebreak/{row['id']}.trf")), order):
        tiers.setdefault(found.rank, []).append(found.number)
    assert [sorted(tier) for _, tier in sorted(tiers.items())] == [sorted(t) for t in row[sequence]["tiers"]]
