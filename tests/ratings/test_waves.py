"""Arrays and one-after-the-other give the same numbers, to the last digit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import waves
from ratings.formulas import UnknownFormula
from ratings.replay import Replay

PLAYERS = 7


@st.composite
def results(draw: st.DrawFn) -> waves.Result:
    seats = draw(st.integers(2, 5))
    players = draw(st.permutations(range(PLAYERS)))[:seats]
    places = draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    return waves.Result(players, places, draw(st.integers(730_000, 731_000)), draw(st.booleans()))


@given(st.lists(results(), max_size=40), st.integers(1, 15))
def test_a_rebuild_in_waves_is_the_replay(history: list[waves.Result], span: int) -> None:
    replay: Replay[int] = Replay()
    one_by_one = [
        (row.before, row.change, row.games_before, row.deviation_before, row.deviation)
        for result in history
        for row in replay.apply(result.players, result.places, result.day, half=result.half)
    ]
    standings = waves.Standings.of(0)
    standings.grow(PLAYERS)
    at_once = [
        row
        for start in range(0, len(history), span)
        for row in waves.apply(standings, history[start : start + span]).rows()
    ]
    assert at_once == one_by_one
    for player, row in replay.players.items():
        column = [
            getattr(standings, name)[player] for name in ("rating", "games", "deviation", "peak", "day")
        ]
        assert column == [row.rating, row.games, row.deviation, row.peak, row.day]


@pytest.mark.parametrize("players", [[1], [1, 1], []])
def test_it_refuses_tables_that_cannot_be(players: list[int]) -> None:
    with pytest.raises(ValueError, match=r"seats|himself"):
        waves.apply(waves.Standings.of(3), [waves.Result(players, [1] * len(players), 730_000)])


def test_it_refuses_a_formula_it_does_not_know() -> None:
    with pytest.raises(UnknownFormula, match="version 2"):
        waves.apply(waves.Standings.of(3), [waves.Result([0, 1], [1, 2], 730_000, version=2)])
