"""What must hold at any single position."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from engines.conformance.observing import bare
from engines.conformance.tally import Tally, broken_unless
from engines.protocol import IllegalMove, Move, Rules, Seat, State, Told
from engines.telling import heard, sentence


def check_turn(rules: Rules, state: State, seats: int, known: set[Move], tally: Tally) -> None:
    """Actors and their moves are sane; each move not met before survives a trip through its notation."""
    actors = list(state.actors())
    result = state.result()
    broken_unless(bool(actors) == (result is None), "actors and result disagree whether the match runs")
    broken_unless(len(set(actors)) == len(actors), f"actors {actors} name a seat twice")
    for seat in range(seats):
        moves = list(state.moves(seat))
        broken_unless(moves or seat not in actors, f"seat {seat} is an actor without a move")
        broken_unless(len(set(moves)) == len(moves), f"moves of seat {seat} name one twice")
        broken_unless(not state.sealed() or seat in actors or not moves, "a move beside a sealed decision")
        for move in moves:
            if move not in known:
                known.add(move)
                tally.notations += 1
                check_notation(rules, move)
    if len(actors) == 1 and not state.sealed():
        moves = list(state.moves(actors[0]))
        forced = len(moves) == 1 and not state.reveals(actors[0], moves[0])
        broken_unless(not forced, "a forced move that reveals nothing was left to the player")


def check_notation(rules: Rules, move: Move) -> None:
    text = rules.write(move)
    broken_unless(rules.read(text) == move, f"{text!r} is read as another move than it was written for")
    plain = text and text.isprintable() and text == text.strip() and len(text) <= 80
    broken_unless(plain, f"{text!r} is not a plain line of up to 80 characters")
    broken_unless(text not in ("absent", "leave"), f"{text!r} is a word of the referee")
    shape = rules.shape(move)
    broken_unless(shape.verb, f"{text!r} has a shape without verb")
    for ref in shape.refs:
        broken_unless(ref.startswith("seat:") or rules.noun(ref), f"{ref!r} has no name")


def check_refusals(
    rules: Rules, state: State, seats: int, known: Iterable[Move], source: random.Random, tally: Tally
) -> None:
    """Moves that are not listed are refused and change nothing."""
    before = rules.save(state)
    listed = [set(state.moves(seat)) for seat in range(seats)]
    pool = [*known, -1, 1 << 40, source.getrandbits(20)]
    for _ in range(3):
        move = pool[int(source.random() * len(pool))]
        for seat in (int(source.random() * seats), -1, seats):
            if 0 <= seat < seats and move in listed[seat]:
                continue
            told: list[Told] = []
            try:
                state.play(seat, move, told)
            except IllegalMove as error:
                broken_unless(str(error), "a refusal without a reason")
            else:
                broken_unless(False, f"move {move} of seat {seat} is not listed, but was played")
            broken_unless(not told, f"the refused move {move} of seat {seat} was told")
            tally.refusals += 1
    broken_unless(rules.save(state) == before, "a refused move changed the state")


def check_fork(rules: Rules, state: State, source: random.Random, tally: Tally) -> None:
    """A fork is equal, draws the same, and neither can be noticed in the other."""
    before = rules.save(state)
    seat = state.actors()[0]
    move = state.pick(seat, source)
    broken_unless(move in state.moves(seat), f"pick gives move {move}, which is not listed")
    fork, twin = state.fork(), state.fork()
    fork.play(seat, move)
    broken_unless(rules.save(state) == before, "a move on a fork changed its parent")
    broken_unless(rules.save(twin) == before, "a move on a fork changed another fork")
    twin.play(seat, move)
    broken_unless(rules.save(twin) == rules.save(fork), "two forks and one move gave two positions")
    tally.forks += 1


def check_storage(rules: Rules, state: State) -> None:
    data = rules.save(state)
    loaded = rules.load(data)
    broken_unless(rules.save(loaded) == data, "a loaded state is stored as other bytes")
    for seat in state.actors():
        same = list(loaded.moves(seat)) == list(state.moves(seat))
        broken_unless(same, f"a loaded state lists other moves for seat {seat}")


def check_words(rules: Rules, entries: Iterable[Told], names: Sequence[str]) -> None:
    """Every entry has a text that can be filled."""
    for told in entries:
        try:
            text = sentence(rules, told, names)
        except (KeyError, IndexError, ValueError) as error:
            broken_unless(False, f"{told} cannot be put into words: {error!r}")
        else:
            broken_unless(text and "{" not in text, f"{told} gives {text!r}")


def check_shown(rules: Rules, state: State, names: Sequence[str], source: random.Random) -> None:
    """Views are JSON, texts are complete, guesses are what the seat sees, for every observer."""
    observers: list[Seat | None] = [None, *range(len(names))]
    for observer in observers:
        view = state.view(observer)
        data = msgspec.json.encode(view)
        again = msgspec.json.decode(data, type=type(view))
        broken_unless(again == view, f"the view of {observer} is another one after JSON")
        said = list(state.describe(observer))
        broken_unless(heard(said, observer) == said, f"{observer} is told what is not for its ears")
        check_words(rules, said, names)
        if observer is not None:
            _check_guess(rules, state, observer, data, source)
    for seat in state.actors():
        check_words(rules, [state.prompt(seat)], names)
        moves = list(state.moves(seat))
        for move in source.sample(moves, min(5, len(moves))):
            said = list(state.explain(seat, move))
            broken_unless(said, f"{rules.write(move)!r} is explained by nothing")
            check_words(rules, said, names)


def _check_guess(rules: Rules, state: State, seat: Seat, view: bytes, source: random.Random) -> None:
    before = rules.save(state)
    guess = state.guess(seat, source)
    broken_unless(msgspec.json.encode(guess.view(seat)) == view, f"a guess of seat {seat} has another view")
    same = list(guess.moves(seat)) == list(state.moves(seat))
    broken_unless(same, f"a guess of seat {seat} lists other moves")
    start = bare(rules, guess)
    fork = guess.fork()
    for _ in range(8):
        actors = fork.actors()
        if not actors:
            break
        fork.play(actors[0], fork.pick(actors[0], source))
    broken_unless(bare(rules, guess) == start, "playing on a guess's fork changed the guess")
    broken_unless(rules.save(state) == before, "guessing changed the state")


def check_result(state: State, seats: int, leavers: Sequence[Seat]) -> None:
    """Places for all seats, ties shared, leavers behind all who stay, the first to leave last."""
    result = state.result()
    if result is None:
        return
    places = list(result.places)
    broken_unless(len(places) == seats and len(result.points) == seats, "a result without all seats")
    counted = [1 + sum(other < place for other in places) for place in places]
    broken_unless(places == counted, f"places {places} are not counted like 1, 2, 2, 4")
    broken_unless(not result.parts or len(result.parts) == seats, "parts of the points without all seats")
    for points, parts in zip(result.points, result.parts, strict=False):
        broken_unless(sum(parts.values()) == points, f"{points} points are explained by {dict(parts)}")
    stayers = [seat for seat in range(seats) if seat not in leavers]
    broken_unless((len(stayers) < 2) == (result.reason == "left"), f"{leavers} left, reason {result.reason}")
    order = [max((places[seat] for seat in stayers), default=0)]
    order += [places[seat] for seat in reversed(leavers)]
    strictly = all(one < other for one, other in pairwise(order))
    broken_unless(strictly, f"seats {list(leavers)} left in that order, places are {places}")
    broken_unless(list(state.points()) == list(result.points), "final points are not the public points")
