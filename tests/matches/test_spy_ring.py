"""Spy Ring on the site: three bots finish a match although the fourth seat never answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from correio.accounts.models import User
from correio.matches import playback
from correio.matches.models import Match
from correio.matches.records import record
from correio.matches.shown import match_json
from engines import records
from engines.bots import BOT_VERSION, choose
from tests.matches.driving import NOON, again, run_bots, run_clocks, seats, start

pytestmark = pytest.mark.django_db


def test_three_bots_finish_although_the_clock_of_the_fourth_seat_runs_out_twice(
    alice: User, bot: Callable[..., User]
) -> None:
    """The first time alice's contact man is set up by chance, the second time she leaves: S46, and what
    rulings on asynchronous play say of silent seats."""
    bots = [bot(name) for name in ("one", "two", "three")]
    match = start(
        *bots, alice, game="spy-ring", title="spy-ring", options={"rounds": 30}, absent_turns=1, rated=False
    )
    now = run_out(match, NOON)
    shown = match_json(again(match), None)
    assert shown["view"]["spies"][3]["man"] is not None
    assert seats(match)[3].left_at is None
    assert "alice ran out of time." in said(match)

    now = run_out(match, now)
    left = seats(match)[3]
    assert (left.left_reason, left.missed, left.bot_level) == ("timed_out", 2, "steady")
    shown = match_json(again(match), None)
    assert shown["view"]["spies"][3]["at"] is shown["view"]["spies"][3]["man"] is None
    assert shown["view"]["free"] == ["yellow"]

    run_bots(now)
    match = again(match)
    assert match.status == Match.Status.FINISHED
    assert match.result["places"][3] == 4
    assert sorted(match.result["places"])[0] == 1
    assert match.moves.filter(notation="absent").count() == 1
    playback.check(match)
    assert records.verify(record(match), choose, BOT_VERSION) == []


def run_out(match: Match, now: datetime) -> datetime:
    """Bots play until the match waits for alice alone, then her time passes: the instant when it is over."""
    run_bots(now)
    deadline = again(match).deadline
    assert [seat.seat for seat in seats(match) if seat.acting] == [3]
    assert deadline is not None
    assert run_clocks(deadline) == 1
    return deadline


def said(match: Match) -> list[str]:
    return [line for entry in match_json(again(match), None)["log"] for line in entry["lines"]]
