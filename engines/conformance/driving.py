"""Random matches through the referee's door: moves, sealed answers, missed turns, departures, the record."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines import records
from engines.chance import KeyedChance
from engines.conformance import positions
from engines.conformance.observing import Observation, difference, observe
from engines.conformance.secrets import CHANCE, Pieces, Quiet, Secret, Table
from engines.conformance.tally import Broken, Tally, broken_unless
from engines.conformance.telltale import check_secrets
from engines.protocol import IllegalMove, Move, Options, OptionValue, Rules, Seat, State, Told
from engines.telling import heard

ABSENT_SHARE = 0.02
LEAVE_SHARE = 0.15
"""Departures per match; the other share is per act."""

NAMES = ("Ana", "Bruno", "Clara", "Duarte", "Elsa", "Filipe", "Graça", "Hugo")


def sample_options(rules: Rules, seats: int, source: random.Random) -> dict[str, OptionValue]:
    """One value of each option that is offered for that number of seats."""
    return {
        option.key: source.choice(option.choices)
        for option in rules.info.options
        if not option.seats or seats in option.seats
    }


def check_game(
    rules: Rules,
    seats: int,
    options: Options | None = None,
    secrets: Sequence[Secret] = (CHANCE,),
    games: int = 200,
    seed: int = 0,
    *,
    deep: float = 2.0,
    pieces: Pieces | None = None,
    quiet: Quiet | None = None,
    tally: Tally | None = None,
) -> Tally:
    """So many random matches, each act checked, `deep` positions of each match checked in everything.

    Options are sampled where none are given. Raises Broken with the seed of the match and its acts.
    """
    tally = Tally() if tally is None else tally
    known: set[Move] = set()
    for number in range(games):
        source = random.Random(f"{rules.info.key}:{seats}:{seed + number}")
        chosen = dict(options) if options is not None else sample_options(rules, seats, source)
        secret = source.randbytes(32)
        table = records.Table(rules, seats, chosen, secret, match=f"check-{number}")
        match = CheckedMatch(table, Table(list(secrets), pieces, quiet), source, deep, known, tally)
        try:
            match.run()
        except (Broken, IllegalMove, AssertionError, ArithmeticError, LookupError, ValueError) as error:
            acts = ", ".join(f"{act.seat}: {act.notation}" for act in table.acts)
            where = f"{rules.info.key}, {seats} seats, options {chosen}, seed {seed + number}"
            raise Broken(f"{error!r}\n[{where}; after: {acts}]") from error
    if games >= 50:
        for each in secrets:
            broken_unless(tally.secrets[each.name], f"the secret {each.name!r} could never be swapped")
    return tally


class Witness(NamedTuple):
    """What somebody saw before a sealed answer."""

    seen: Observation
    actors: list[Seat]

    def awaits(self, seat: Seat) -> bool:
        """Whether others than that seat had to answer as well."""
        return any(other != seat for other in self.actors)


class CheckedMatch:
    """One match under watch."""

    def __init__(
        self,
        table: records.Table,
        hidden: Table,
        source: random.Random,
        deep: float,
        known: set[Move],
        tally: Tally,
    ) -> None:
        self.table = table
        self.rules = table.game
        self.state = table.state
        self.seats = table.seats
        self.hidden = hidden
        self.source = source
        """Drives the match: what is watched, and how often, changes nothing in it."""
        self.watch = random.Random(source.getrandbits(64))
        self.known = known
        self.tally = tally
        length = max(1.0, tally.acts / tally.games if tally.games else table.game.info.move_bound / 2)
        self.deep_share = deep / length
        self.leave_share = LEAVE_SHARE * 2 / table.game.info.move_bound
        self.names = NAMES[: table.seats]
        self.leavers: list[Seat] = []
        self.moves = 0
        self.all_pieces = self._sorted_pieces()

    def run(self) -> None:
        while self.state.actors():
            positions.check_turn(self.rules, self.state, self.seats, self.known, self.tally)
            self._sometimes()
            if self.source.random() < self.leave_share:
                self._leave()
            elif self.state.sealed():
                self._sealed()
            else:
                self._act()
            self.moves = sum(act.actor != "referee" for act in self.table.acts)
            broken_unless(self.moves <= self.rules.info.move_bound, "more moves than the stated bound")
        self._finish()

    def _sometimes(self) -> None:
        chance = self.watch.random()
        if chance < 0.15:
            positions.check_storage(self.rules, self.state)
            positions.check_fork(self.rules, self.state, self.watch, self.tally)
            self._check_pieces()
        elif chance < 0.3:
            known = sorted(self.known)
            positions.check_refusals(self.rules, self.state, self.seats, known, self.watch, self.tally)
        if self.watch.random() < self.deep_share:
            self._deep()

    def _deep(self) -> None:
        self.tally.deep += 1
        positions.check_shown(self.rules, self.state, self.names, self.watch)
        secrets, _, quiet = self.hidden
        check_secrets(self.rules, self.state, self.seats, secrets, self.watch, self.tally, quiet)

    def _act(self) -> None:
        actors = self.state.actors()
        seat = actors[int(self.source.random() * len(actors))]
        told: list[Told] = []
        if self.source.random() < ABSENT_SHARE:
            self.tally.absent += 1
            self.table.absent(seat, told)
        else:
            move = self.state.pick(seat, self.source)
            broken_unless(move in self.state.moves(seat), f"pick gives move {move}, which is not listed")
            self.table.play(seat, move, told)
        self._listen(told)

    def _leave(self) -> None:
        stayers = [seat for seat in range(self.seats) if seat not in self.leavers]
        seat = self.source.choice(stayers)
        told: list[Told] = []
        self.table.leave(seat, told)
        self.tally.left += 1
        self.leavers.append(seat)
        self._listen(told)
        broken_unless(len(stayers) > 2 or not self.state.actors(), "alone at the table, but it goes on")

    def _sealed(self) -> None:
        """Each actor answers on its own, as with the referee; then all answers are played in seat order."""
        opening = self.state.fork()
        answers = {seat: self._answer(opening, seat) for seat in sorted(opening.actors())}
        backwards = opening.fork()
        for seat in reversed(answers):
            for move in answers[seat] or ():
                backwards.play(seat, move)
            if not answers[seat]:
                backwards.absent(seat)
        for seat, moves in answers.items():
            for move in moves:
                self._answer_quietly(seat, move)
            if not moves:
                self.tally.absent += 1
                self._answer_quietly(seat, None)
        same = self.rules.save(backwards) == self.rules.save(self.state)
        broken_unless(same, "the order of sealed answers matters to the outcome")
        self.tally.reordered += len(answers) > 1

    def _answer(self, opening: State, seat: Seat) -> list[Move]:
        """All moves of that seat until its answer is complete; none if its time runs out."""
        alone = opening.fork()
        moves: list[Move] = []
        if self.source.random() < ABSENT_SHARE:
            return moves
        while alone.sealed() and seat in alone.actors():
            moves.append(alone.pick(seat, self.source))
            alone.play(seat, moves[-1])
            broken_unless(len(moves) <= self.rules.info.move_bound, f"seat {seat} answers for ever")
        return moves

    def _answer_quietly(self, seat: Seat, move: Move | None) -> None:
        """Nobody else notices the answer while others are awaited; that a seat's time ran out (None) may be
        told, for clocks are public, but nothing of the answer that this makes."""
        others: list[Seat | None] = [None, *(other for other in range(self.seats) if other != seat)]
        witness = self.watch.choice(others)
        before = self._seen_by(witness)
        told: list[Told] = []
        if move is None:
            self.table.absent(seat, told)
            broken_unless(seat not in self.state.actors() or not self.state.sealed(), f"{seat} still asked")
        else:
            self.table.play(seat, move, told)
        self._listen(told)
        if not before.awaits(seat):
            return
        self.tally.sealed += 1
        broken_unless(self.state.sealed(), "a sealed decision was closed before its last answer")
        for other in others if move is not None else ():
            said = heard(told, other)
            broken_unless(not said, f"{other} hears of a sealed answer of seat {seat}: {said}")
        differs = difference(before.seen, self._seen_by(witness).seen)
        broken_unless(not differs, f"{witness} can see by {differs} that seat {seat} has answered")
        if self.watch.random() < 3 * self.deep_share:
            self._deep()

    def _seen_by(self, witness: Seat | None) -> Witness:
        seen = dict(observe(self.rules, self.state, witness, 0))
        # A guess may follow who has answered: bots are asked with the position at the opening.
        seen.pop("guess", None)
        return Witness(seen, list(self.state.actors()))

    def _listen(self, told: Sequence[Told]) -> None:
        positions.check_words(self.rules, told, self.names)

    def _finish(self) -> None:
        self.tally.games += 1
        self.tally.acts += len(self.table.acts)
        self.tally.longest = max(self.tally.longest, self.moves)
        positions.check_turn(self.rules, self.state, self.seats, self.known, self.tally)
        positions.check_result(self.state, self.seats, self.leavers)
        positions.check_storage(self.rules, self.state)
        positions.check_shown(self.rules, self.state, self.names, self.watch)
        self._check_pieces()
        record = records.decode(records.encode(self.table.record()))
        faults = records.verify(record)
        broken_unless(not faults, f"the record does not prove the match: {faults}")
        again = records.replay(record)
        broken_unless(self._bytes(again) == self._bytes(self.state), "the replayed match ends in other bytes")

    def _bytes(self, state: State) -> bytes:
        assert isinstance(state.chance, KeyedChance)
        state.chance.drawn = None
        return self.rules.save(state)

    def _sorted_pieces(self) -> Sequence[str]:
        return sorted(map(repr, self.hidden.pieces(self.state))) if self.hidden.pieces else ()

    def _check_pieces(self) -> None:
        now = self._sorted_pieces()
        if now != self.all_pieces:
            lost = sorted(set(self.all_pieces) - set(now))
            raise Broken(f"components are not conserved: lost {lost}, {len(now)} of {len(self.all_pieces)}")


def check_options(rules: Rules, seats: int) -> Mapping[str, OptionValue]:
    """Defaults are complete and accepted again."""
    complete = rules.check(seats, {})
    broken_unless(rules.check(seats, complete) == complete, "completed options are completed otherwise again")
    return complete
