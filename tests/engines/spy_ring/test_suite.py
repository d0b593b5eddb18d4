"""The suite of all games on matches played well, not blindly: these reach declarations and both endings."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines import records
from engines.chance import KeyedChance
from engines.conformance import Broken, Table, Tally, check_game, sample_options, table
from engines.conformance.driving import CheckedMatch
from engines.protocol import Told
from engines.spy_ring import guessing, viewing
from engines.spy_ring.position import PHASES
from engines.spy_ring.rules import RULES
from tests.engines.spy_ring.tables import Rolls, lay


class PlayedWell(CheckedMatch):
    """Moves come from the policy of the playouts."""

    met: Counter[str]

    def _act(self) -> None:
        self.met[PHASES[self.state.phase]] += 1  # type: ignore[attr-defined]
        seat = self.state.actors()[0]
        told: list[Told] = []
        if self.source.random() < 0.02:
            self.table.absent(seat, told)
        else:
            self.table.play(seat, RULES.judge.rollout(self.state, seat, self.source), told)
        self._listen(told)
        self.met.update(each.key for each in told if each.key.startswith(("over", "lapsed", "declared")))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_played_well_keep_every_promise(seats: int) -> None:
    secrets, pieces, quiet = table(RULES)
    met: Counter[str] = Counter()
    tally = Tally()
    for number in range(24):
        source = random.Random(f"well:{seats}:{number}")
        options = sample_options(RULES, seats, source) | {"rounds": 100}
        played = records.Table(RULES, seats, options, source.randbytes(32), match=f"well-{number}")
        match = PlayedWell(played, Table(secrets, pieces, quiet), source, 4.0, set(), tally)
        match.met = met
        match.run()
    assert met["over.words"] > 0
    assert set(PHASES) - {"over"} <= met.keys()
    assert met["declared"] > met["lapsed"] > 0


def test_a_leak_of_colours_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    knows = viewing.knows
    monkeypatch.setattr(
        viewing,
        "knows",
        lambda state, token, observer: observer is None or knows(state, token, observer),
    )
    secrets, pieces, quiet = table(RULES)
    with pytest.raises(Broken, match="colours of tokens"):
        check_game(RULES, 3, {"rounds": 30}, secrets, 3, seed=1, deep=20.0, pieces=pieces, quiet=quiet)


def test_a_guess_that_knows_the_truth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "colour_unknown", lambda state, seat, source: None)
    secrets, pieces, quiet = table(RULES)
    with pytest.raises(Broken, match="guess"):
        check_game(RULES, 3, {"rounds": 30}, secrets, 3, seed=1, deep=20.0, pieces=pieces, quiet=quiet)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_stored_state_is_small(seats: int) -> None:
    source = random.Random(seats)
    state = RULES.start(seats, {}, Rolls())
    sizes = []
    while state.actors():
        seat = state.actors()[0]
        state.play(seat, RULES.judge.rollout(state, seat, source))
        sizes.append(len(RULES.save(state)) + 32)
    assert max(sizes) <= 300


def test_three_play_on_when_the_fourth_misses_two_turns_and_is_taken_off() -> None:
    source = random.Random(46)
    state = RULES.start(4, {}, KeyedChance(bytes(32)))
    missed = 0
    while state.actors():
        seat = state.actors()[0]
        assert seat != 2 or missed < 2
        if seat == 2:
            state.absent(2)
            missed += 1
            if missed == 2:
                state.leave(2)
        else:
            state.play(seat, RULES.judge.rollout(state, seat, source))
    result = state.result()
    assert result is not None
    assert (result.reason, result.places[2]) == ("finished", 4)
    assert max(result.points) >= 10


def test_moving_the_only_way_there_is_needs_no_answer() -> None:
    state = lay(2, at={"blue": "C1"})
    assert state.actors() == (1,)
