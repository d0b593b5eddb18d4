"""Clients that click anything: legal, illegal, out of turn, stale. The game never bends and never breaks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engines import registry
from engines.chance import KeyedChance
from engines.protocol import IllegalMove, Rules, State, Told, UnknownNotation


class Clients(RuleBasedStateMachine):
    game: Rules
    state: State
    seats: int

    @initialize(key=st.binary(min_size=32, max_size=32), data=st.data())
    def sit_down(self, key: bytes, data: Any) -> None:
        self.seats = data.draw(st.sampled_from(self.game.info.seats))
        self.state = self.game.start(self.seats, {}, KeyedChance(key))
        self.stale: list[tuple[int, str]] = []
        self.played = 0
        self.left: set[int] = set()

    def running(self) -> bool:
        return bool(self.state.actors())

    @precondition(running)
    @rule(data=st.data())
    def play_on(self, data: Any) -> None:
        seat = data.draw(st.sampled_from(sorted(self.state.actors())))
        move = data.draw(st.sampled_from(list(self.state.moves(seat))))
        told: list[Told] = []
        self.state.play(seat, move, told)
        self.played += 1
        assert told, "something happened and nobody was told"
        self.stale.append((seat, self.game.write(move)))

    @precondition(lambda self: bool(self.stale))
    @rule(data=st.data())
    def send_an_old_move_again(self, data: Any) -> None:
        seat, text = data.draw(st.sampled_from(self.stale))
        self.try_text(seat, text)

    @rule(seat=st.integers(-2, 6), text=st.text(max_size=12))
    def send_nonsense(self, seat: int, text: str) -> None:
        self.try_text(seat, text)

    @rule(seat=st.integers(-2, 6), move=st.one_of(st.integers(0, 60), st.integers(-(1 << 40), 1 << 40)))
    def send_any_number(self, seat: int, move: int) -> None:
        self.try_move(seat, move)

    @precondition(running)
    @rule(data=st.data())
    def send_the_move_of_another_seat(self, data: Any) -> None:
        actor = data.draw(st.sampled_from(sorted(self.state.actors())))
        move = data.draw(st.sampled_from(list(self.state.moves(actor))))
        self.try_move((actor + 1) % self.seats, move)

    @precondition(running)
    @rule(data=st.data())
    def run_out_of_time(self, data: Any) -> None:
        self.state.absent(data.draw(st.sampled_from(sorted(self.state.actors()))))
        self.stale.clear()

    @precondition(lambda self: self.running() and len(self.left) < self.seats - 2)
    @rule(data=st.data())
    def leave(self, data: Any) -> None:
        seat = data.draw(st.sampled_from([seat for seat in range(self.seats) if seat not in self.left]))
        self.state.leave(seat)
        self.left.add(seat)

    def try_text(self, seat: int, text: str) -> None:
        try:
            move = self.game.read(text)
        except UnknownNotation:
            return
        assert self.game.write(move) == text
        self.try_move(seat, move)

    def try_move(self, seat: int, move: int) -> None:
        """Legal by chance or refused without a trace."""
        if 0 <= seat < self.seats and move in self.state.moves(seat):
            return
        before = self.game.save(self.state)
        with pytest.raises(IllegalMove):
            self.state.play(seat, move)
        assert self.game.save(self.state) == before

    @invariant()
    def the_match_is_sane(self) -> None:
        if not hasattr(self, "state"):
            return
        assert bool(self.state.actors()) == (self.state.result() is None)
        assert self.played <= self.game.info.move_bound


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_random_clients(key: str) -> None:
    machine = type(f"Clients_{key}", (Clients,), {"game": registry.rules(key)})
    slow = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    machine.TestCase.settings = settings(
        max_examples=15, stateful_step_count=60, deadline=None, derandomize=True, suppress_health_check=slow
    )
    machine.TestCase().runTest()
