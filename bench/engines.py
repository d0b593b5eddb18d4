"""Random games on one core: moves, games, forks and guesses per second, beside other Python programs.

Every program plays the same way: whole games of uniformly random legal moves from its own public API.
Seconds are those of the processor, so that other work on the machine does not count.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version

from bench import Row
from engines import registry, sampling

SECONDS = 3.0
"""Per case: long enough for a steady figure, short enough for everybody to run it."""


def rows(seconds: float = SECONDS) -> list[Row]:
    found: list[Row] = []
    for rules in registry.listed().values():
        for seats in rules.info.seats:
            speed = sampling.speed(rules, seats, seconds)
            case = f"{rules.info.key}/{seats}"
            found += [
                Row("engines", case, "moves_per_s", speed.moves, "1/s"),
                Row("engines", case, "games_per_s", speed.games, "1/s"),
                Row("engines", case, "forks_per_s", speed.forks, "1/s"),
                Row("engines", case, "guesses_per_s", speed.guesses, "1/s"),
            ]
    for peer in (_catanatron, _open_spiel):
        try:
            found += peer(seconds)
        except ImportError as error:
            print(f"{error.name} is not installed (extra `bench`): left out", file=sys.stderr)
    return found


def _catanatron(seconds: float) -> list[Row]:
    """Catan for four random players, its own loop and its own copy."""
    from catanatron import Color, Game, RandomPlayer

    peer = f"catanatron {version('catanatron')}"
    colors = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)
    random.seed(1)
    moves = games = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        game = Game([RandomPlayer(color) for color in colors])
        game.play()
        moves += len(game.state.actions)
        games += 1
    forks = _rate(game.copy, seconds / 4)
    return [
        Row("engines", "catan/4", "moves_per_s", moves / spent, "1/s", peer),
        Row("engines", "catan/4", "games_per_s", games / spent, "1/s", peer),
        Row("engines", "catan/4", "forks_per_s", forks, "1/s", peer),
    ]


def _open_spiel(seconds: float) -> list[Row]:
    """The games of OpenSpiel that are written in Python, as far as the installed version has them."""
    import pyspiel

    found: list[Row] = []
    for module in ("team_dominoes", "block_dominoes"):
        name = f"python_{module}"
        try:
            import_module(f"open_spiel.python.games.{module}")
            game = pyspiel.load_game(name)
        except (ImportError, pyspiel.SpielError):
            continue
        found += _spiel_rows(game, name, seconds)
    for name in ("gin_rummy", "hearts"):
        found += _spiel_rows(pyspiel.load_game(name), f"{name} (C++)", seconds)
    return found


def _spiel_rows(game: object, name: str, seconds: float) -> list[Row]:
    peer = f"OpenSpiel {version('open_spiel')}"
    source = random.Random(1)
    moves = games = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        state = game.new_initial_state()  # type: ignore[attr-defined]
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(outcomes, weights)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
                moves += 1
        games += 1
    middle = game.new_initial_state()  # type: ignore[attr-defined]
    return [
        Row("engines", name, "moves_per_s", moves / spent, "1/s", peer),
        Row("engines", name, "games_per_s", games / spent, "1/s", peer),
        Row("engines", name, "forks_per_s", _rate(middle.clone, seconds / 4), "1/s", peer),
    ]


def _rate(do: Callable[[], object], seconds: float) -> float:
    times = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        do()
        times += 1
    return times / spent
