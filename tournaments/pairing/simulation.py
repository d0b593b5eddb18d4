"""Random tournaments from a seed, to try pairings and tie-breaks on: round by round as an arbiter would see
them, with absences, forfeits, late entries and withdrawals as often as asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from tournaments.pairing import baku
from tournaments.trf.model import Byes, Game, Player, Prohibited, Scoring, Tournament

SPREAD: Final = 250
"""Standard deviation of ratings."""
Pairer = Callable[[Tournament], Sequence[tuple[int, int]] | None]
"""White and Black of each board, Black 0 for the bye; None if there is no legal pairing."""


class Plan(NamedTuple):
    """Rates are of a thousand, per player and round."""

    players: int
    rounds: int
    seed: int
    draws: int = 300
    forfeits: int = 0
    half_byes: int = 0
    zero_byes: int = 0
    full_byes: int = 0
    withdrawals: int = 0
    late: int = 0
    """Of a thousand players, who come after the first round."""
    prohibited: int = 0
    """Groups of players who are kept apart."""
    scoring: Scoring = Scoring()
    accelerated: bool = False
    black_first: bool = False


def tournament_of(plan: Plan) -> Tournament:
    """Before its first round."""
    random = _random(plan)
    ratings = sorted(
        (max(1000, round(random.gauss(1800, SPREAD))) for _ in range(plan.players)), reverse=True
    )
    players = tuple(Player(number, f"Player {number:04}", rating) for number, rating in enumerate(ratings, 1))
    groups = [
        Prohibited(
            1, random.randint(1, plan.rounds), tuple(sorted(random.sample(range(1, plan.players + 1), size)))
        )
        for size in (min(plan.players, random.randint(2, 5)) for _ in range(plan.prohibited))
    ]
    virtual = baku.accelerations(plan.players, plan.rounds, plan.scoring.win) if plan.accelerated else ()
    return Tournament(
        players,
        f"Simulated {plan.seed}",
        rounds_total=plan.rounds,
        initial_colour="b" if plan.black_first else "w",
        scoring=plan.scoring,
        accelerations=virtual,
        prohibited=tuple(groups),
    )


def rounds_of(plan: Plan, pairer: Pairer) -> Iterator[Tournament]:
    """The tournament before each round is paired, with the byes asked for in it, and at last as it ended.
    Ends early when a round cannot be paired."""
    tournament = tournament_of(plan)
    random = _random(plan, "play")
    arrival = {p.number: _arrival(plan, random) for p in tournament.players}
    gone: set[int] = set()
    for number in range(1, plan.rounds + 1):
        tournament = _with_byes(plan, tournament, number, arrival, gone, random)
        yield tournament
        boards = pairer(tournament)
        if boards is None:
            return
        tournament = played(plan, tournament, boards, random)
    yield tournament


def _random(plan: Plan, purpose: str = "") -> Random:
    return Random(f"{plan.seed}:{plan.players}:{plan.rounds}:{purpose}")


def _arrival(plan: Plan, random: Random) -> int:
    return random.randint(2, max(2, plan.rounds // 3)) if random.randrange(1000) < plan.late else 1


def _with_byes(
    plan: Plan, tournament: Tournament, number: int, arrival: dict[int, int], gone: set[int], random: Random
) -> Tournament:
    asked: dict[str, list[int]] = {"F": [], "H": [], "Z": []}
    for player in tournament.players:
        if number > 1 and random.randrange(1000) < plan.withdrawals:
            gone.add(player.number)
        chance = random.randrange(1000)
        if player.number in gone or arrival[player.number] > number:
            asked["Z"].append(player.number)
        elif chance < plan.half_byes:
            asked["H"].append(player.number)
        elif chance < plan.half_byes + plan.zero_byes:
            asked["Z"].append(player.number)
        elif chance < plan.half_byes + plan.zero_byes + plan.full_byes:
            asked["F"].append(player.number)
    byes = [
        *(Byes("F", number, tuple(asked["F"])) for _ in asked["F"][:1]),
        *(Byes("H", number, tuple(asked["H"])) for _ in asked["H"][:1]),
        *(Byes("Z", number, tuple(asked["Z"])) for _ in asked["Z"][:1]),
    ]
    return msgspec.structs.replace(tournament, byes=tuple(byes))


def played(
    plan: Plan, tournament: Tournament, boards: Sequence[tuple[int, int]], random: Random
) -> Tournament:
    """With one round more, its results drawn by the Elo expectation."""
    rating = {player.number: player.rating for player in tournament.players}
    kinds = {
        number: kind for record in tournament.byes for number in record.players for kind in [record.kind]
    }
    games: dict[int, Game] = {number: Game(0, None, kind) for number, kind in kinds.items()}
    for white, black in boards:
        if not black:
            games[white] = Game(0, None, "U")
            continue
        ours, theirs = _result(plan, rating[white] - rating[black], random)
        games[white], games[black] = Game(black, "w", ours), Game(white, "b", theirs)
    players = tuple(
        msgspec.structs.replace(p, games=(*p.games, games.get(p.number, Game(0, None, "Z"))))
        for p in tournament.players
    )
    return msgspec.structs.replace(tournament, players=players, byes=())


def _result(plan: Plan, difference: int, random: Random) -> tuple[str, str]:
    if random.randrange(1000) < plan.forfeits:
        return random.choice([("+", "-"), ("-", "+"), ("+", "-"), ("-", "+"), ("-", "-")])
    if random.randrange(1000) < plan.draws:
        return "=", "="
    return ("1", "0") if random.random() < 1 / (1 + 10 ** (-difference / 400)) else ("0", "1")
