"""A knockout as the pairing knows it: who plays, in which order of strength, and what was played so far."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tournaments.pairing.event import LARGEST_TABLE, BadEvent, Sizes
from tournaments.pairing.plan import table_sizes


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that was played."""

    slot: int
    seats: list[str]
    places: list[int]
    """Per seat; 1 is the best, equal places are shared."""


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    matches: list[Match]
    through: list[str] = []
    """Who went on without a match."""


class Bracket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the next round depends on."""

    seed: str
    """Any text; decides who starts where nothing else does."""
    sizes: Sizes
    players: list[str]
    """By seeding, the strongest first."""
    advance: int = 1
    """How many of each table go on; in the final it is always one who wins."""
    third_place: bool = False
    """Two seats: those who lose in the last round but one play for the third place."""
    rounds: list[Round] = []
    withdrawn: list[str] = []

    @property
    def duels(self) -> bool:
        return self.sizes.max == 2


def check(bracket: Bracket) -> None:
    """Raises BadEvent with the first contradiction."""
    for field, problem in _contradictions(bracket):
        raise BadEvent(f"{field}: {problem}")


def _contradictions(bracket: Bracket) -> Iterator[tuple[str, str]]:
    sizes, players = bracket.sizes, bracket.players
    if not 2 <= sizes.min <= sizes.preferred <= sizes.max <= LARGEST_TABLE:
        yield "sizes", f"need 2 <= min <= preferred <= max <= {LARGEST_TABLE}"
    if not 1 <= bracket.advance < sizes.min:
        yield "advance", f"at least 1 and fewer than the {sizes.min} of the smallest table"
    if bracket.third_place and not bracket.duels:
        yield "third_place", "is for two seats: at a larger table the final has a third place"
    for i, player in enumerate(players):
        if player in players[:i]:
            yield f"players[{i}]", f"{player!r} is listed twice"
    if len(players) < sizes.min:
        yield "players", f"{len(players)}, and a table needs at least {sizes.min}"
    for i, player in enumerate(bracket.withdrawn):
        if player not in players:
            yield f"withdrawn[{i}]", f"{player!r} is not among the players"
    if not bracket.duels:
        for left in field_sizes(len(players), sizes, bracket.advance):
            if left < sizes.min:
                yield "advance", f"a round with {left} players would come, too few for a table"
    for number, played in enumerate(bracket.rounds):
        yield from _round_contradictions(f"rounds[{number}]", played, players)


def _round_contradictions(where: str, played: Round, players: list[str]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    slots: set[int] = set()
    for m, match in enumerate(played.matches):
        if match.slot in slots:
            yield f"{where}.matches[{m}].slot", f"{match.slot} is there twice"
        slots.add(match.slot)
        if len(match.places) != len(match.seats) or len(match.seats) < 2:
            yield f"{where}.matches[{m}].places", f"{len(match.places)} places for {len(match.seats)} seats"
        if any(not 1 <= place <= len(match.seats) for place in match.places):
            yield f"{where}.matches[{m}].places", f"places go from 1 to {len(match.seats)}"
    for player in [player for match in played.matches for player in match.seats] + played.through:
        if player not in players:
            yield where, f"{player!r} is not among the players"
        elif player in seen:
            yield where, f"{player!r} is there twice"
        seen.add(player)


def field_sizes(count: int, sizes: Sizes, advance: int) -> list[int]:
    """How many are in each round at tables, the last one being the final, if nobody withdraws."""
    found = [count]
    while found[-1] > sizes.max:
        tables = table_sizes(found[-1], sizes)
        found.append(len(tables) * advance + found[-1] - sum(tables))
    return found


def order_of_finish(bracket: Bracket, match: Match) -> list[str]:
    """Best first. Level at the place that decides, the better seed goes on."""
    seeds = {player: seed for seed, player in enumerate(bracket.players)}
    places = dict(zip(match.seats, match.places, strict=True))
    return sorted(match.seats, key=lambda player: (places[player], seeds[player]))
