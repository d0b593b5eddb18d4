"""The next round of a knockout, with its reasons."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from tournaments.pairing.history import Past
from tournaments.pairing.knockout.bracket import Bracket, check
from tournaments.pairing.knockout.draw import Box, Stage, draw
from tournaments.pairing.seating import seat_order

Drawn = Literal["seeding", "winners", "losers", "dealt"]
"""Why these meet: by their places in the bracket (first round), as winners or losers of two boxes, or dealt
to the tables by seeding."""


class SeatReason(msgspec.Struct, frozen=True):
    player: str
    seed: int
    """1 is the strongest."""
    source: tuple[int, int] | None
    """Round and slot this player comes from, where the bracket says so."""
    earlier: list[tuple[int, int]]
    """(seat, seats at the table) so far; the first seat is 0."""


class MatchReason(msgspec.Struct, frozen=True):
    drawn: Drawn
    seats: list[SeatReason]
    """In seat order."""


class PairedMatch(msgspec.Struct, frozen=True):
    slot: int
    stage: Stage
    seats: list[str]
    """In seat order: the first starts."""
    reason: MatchReason


class Through(msgspec.Struct, frozen=True):
    """Goes on without a match; out of a match for the third place: is third."""

    player: str
    slot: int
    stage: Stage
    why: Literal["bye", "walkover"]
    """`walkover`: who was to come withdrew."""
    withdrew: str | None = None


class KnockoutRound(msgspec.Struct, frozen=True):
    number: int
    matches: list[PairedMatch]
    through: list[Through]


def next_round(bracket: Bracket) -> KnockoutRound | None:
    """None when it is over. A round may have nobody left to play it: record it all the same, empty.

    Raises BadEvent for a bracket that contradicts itself, NoLegalPairing if too few are left for a table.
    """
    check(bracket)
    rounds = draw(bracket)
    number = len(bracket.rounds) + 1
    if number > len(rounds):
        return None
    people = _past(bracket, number)
    matches: list[PairedMatch] = []
    through: list[Through] = []
    for box in rounds[number - 1]:
        here = [spot.player for spot in box.spots if spot.player is not None]
        present = [player for player in here if player not in bracket.withdrawn]
        if len(present) > 1:
            matches.append(_paired(bracket, box, seat_order([people[player] for player in present])))
        elif present:
            withdrew = next((player for player in here if player not in present), None)
            why: Literal["bye", "walkover"] = "walkover" if withdrew is not None else "bye"
            through.append(Through(present[0], box.slot, box.stage, why, withdrew))
    return KnockoutRound(number, matches, through)


def _paired(bracket: Bracket, box: Box, seated: Sequence[Past]) -> PairedMatch:
    sources = {spot.player: spot.source for spot in box.spots}
    seats = [SeatReason(p.id, p.rank, sources[p.id], list(p.seats)) for p in seated]
    return PairedMatch(box.slot, box.stage, [p.id for p in seated], MatchReason(_drawn(bracket, box), seats))


def _drawn(bracket: Bracket, box: Box) -> Drawn:
    if not bracket.duels:
        return "dealt"
    if box.stage == "third_place":
        return "losers"
    return "seeding" if box.round == 1 else "winners"


def _past(bracket: Bracket, number: int) -> dict[str, Past]:
    """As far as seats (T10) depend on it."""
    people = {
        player: Past(player, seed, hashlib.sha256(f"{bracket.seed}:{number}:{player}".encode()).digest())
        for seed, player in enumerate(bracket.players, 1)
    }
    for played in bracket.rounds:
        for match in played.matches:
            for seat, player in enumerate(match.seats):
                people[player].seats.append((seat, len(match.seats)))
    return people
