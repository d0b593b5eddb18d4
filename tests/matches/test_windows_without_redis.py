"""Scenario 37 where reactions are concerned: without Redis an order is taken, a window opens and closes, and
every reader is sent the very same bytes as with it."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

from correio.accounts.models import User
from correio.matches.models import Match
from engines.ace_of_spies.components import CARD_NUMBER, MISSION_NUMBER
from tests.another_process import redis_that_nobody_answers, told_by
from tests.matches.driving import again
from tests.matches.reacting import ace, dealt, state_of, store


@pytest.mark.django_db(transaction=True)
def test_a_window_is_the_same_without_redis(alice: User, bob: User, carol: User) -> None:
    with_redis = _play(alice, bob, carol, settings.REDIS_URL)
    without = _play(alice, bob, carol, redis_that_nobody_answers())
    assert [step for step, *_ in without["shown"]][-2:] == ["closed", "went on"]
    assert without["shown"] == with_redis["shown"]
    # Generous to a busy machine: whoever waits for Redis waits 8 seconds if it refuses, or for ever.
    assert without["slowest"] < 6, "no step waits for Redis"


def _play(alice: User, bob: User, carol: User, redis_url: str) -> dict[str, Any]:
    """The same match from its beginning, in a process of its own; afterwards it is gone."""
    match = dealt(ace(alice, bob, carol), 2, agents=("L05",))
    state = state_of(match)
    state.done[1] = (bytes((MISSION_NUMBER["M01"], *(CARD_NUMBER[card] for card in ("L01", "L09", "L18")))),)
    state.score[1] = 6
    store(match, state)
    said = told_by("tests.matches.windows_without_redis", match.code, redis_url=redis_url, timeout=120)
    notations = list(again(match).moves.order_by("seq").values_list("seat", "notation"))
    assert notations[-5:-1] == [(0, "target L09"), (1, "pass"), (2, "stop"), (0, "end")]
    assert notations[-1][1] == "absent"
    Match.objects.filter(pk=match.pk).delete()
    return said
