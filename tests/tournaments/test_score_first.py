"""A last round that prefers equal scores to new opponents."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest

from tests.tournaments.events import played
from tournaments.pairing.event import Event, Prohibited, Sizes
from tournaments.pairing.history import past
from tournaments.pairing.tables import pair


def score_first(event: Event) -> Event:
    return msgspec.structs.replace(event, score_first=True)


def spread_of_blocks(event: Event, size: int) -> int:
    """Of the standings cut into tables from the top: nothing puts equal scores closer together."""
    scores = sorted((player.score for player in past(event).values()), reverse=True)
    blocks = [scores[i : i + size] for i in range(0, len(scores), size)]
    return sum((a - b) ** 2 for block in blocks for a, b in combinations(block, 2))


@pytest.mark.parametrize("count", [12, 16, 24])
@pytest.mark.parametrize("seed", range(3))
def test_scores_are_as_close_as_they_can_be(count: int, seed: int) -> None:
    event = played(count, Sizes(4, 4, 4), 4, seed)
    usual, last = pair(event).criteria, pair(score_first(event)).criteria
    assert last.spread == spread_of_blocks(event, 4) < usual.spread
    assert usual.repeat_cost < last.repeat_cost


@pytest.mark.parametrize("seed", range(3))
def test_two_seats_as_well(seed: int) -> None:
    event = played(12, Sizes(2, 2, 2), 5, seed)
    last = pair(score_first(event)).criteria
    assert last.spread == spread_of_blocks(event, 2) <= pair(event).criteria.spread


def test_what_is_prohibited_stays_so() -> None:
    event = score_first(played(12, Sizes(4, 4, 4), 3, 1))
    together = pair(event).tables[0].seats[:2]
    kept = msgspec.structs.replace(event, prohibited=[Prohibited((together[0], together[1]))])
    assert all(not set(together) <= set(table.seats) for table in pair(kept).tables)


def test_the_reason_still_counts_repeats_and_scores_by_their_names() -> None:
    event = score_first(played(12, Sizes(4, 4, 4), 4, 0))
    found = pair(event)
    assert found.criteria.repeats == sum(len(table.reason.repeats) for table in found.tables)
    assert found.criteria.spread == sum(table.reason.spread for table in found.tables)
