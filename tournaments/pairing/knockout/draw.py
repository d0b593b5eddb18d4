"""The whole drawing: every box of every round, with who sits in it as far as that is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from tournaments.pairing.event import BadEvent, NoLegalPairing
from tournaments.pairing.knockout.bracket import Bracket, Round, field_sizes, order_of_finish
from tournaments.pairing.plan import table_sizes

Stage = Literal["round", "final", "third_place"]


class Spot(msgspec.Struct, frozen=True):
    """One place in a box."""

    player: str | None = None
    source: tuple[int, int] | None = None
    """Round and slot this player comes from; None in the first round and where tables are dealt anew."""
    vacant: bool = False
    """Nobody will ever come: a bye, or all before withdrew. Else without a player: not known yet."""


class Box(msgspec.Struct, frozen=True):
    round: int
    """From 1."""
    slot: int
    """From 0; with two seats the winners of slots 2s and 2s + 1 meet in slot s."""
    stage: Stage
    spots: tuple[Spot, ...]
    went_on: tuple[str, ...] | None = None
    """Best first, of a final or the match for the third place its winner; None: not decided."""
    order: tuple[str, ...] = ()
    """Of a match that was played: best first."""


def draw(bracket: Bracket) -> list[list[Box]]:
    """Round by round, of a bracket that was checked.

    Raises BadEvent for a match of players who were not due there, NoLegalPairing if too few are left for a
    table.
    """
    return _duels(bracket) if bracket.duels else _tables(bracket)


def positions(count: int) -> list[int]:
    """Seeds from top to bottom of the bracket, from 1: the first two can meet in the final only, the first
    four before the semi-finals never, and so on. Numbers above `count` are byes of the top seeds."""
    found = [1]
    while len(found) < count:
        found = [seed for upper in found for seed in (upper, 2 * len(found) + 1 - upper)]
    return found


def _duels(bracket: Bracket) -> list[list[Box]]:
    players = bracket.players
    seeds = positions(len(players))
    spots = [Spot(players[seed - 1]) if seed <= len(players) else Spot(vacant=True) for seed in seeds]
    rounds: list[list[Box]] = []
    while len(spots) > 1:
        number = len(rounds) + 1
        last = len(spots) == 2
        boxes = [
            Box(number, slot, "final" if last else "round", (spots[2 * slot], spots[2 * slot + 1]))
            for slot in range(len(spots) // 2)
        ]
        if last and bracket.third_place and rounds:
            boxes.append(Box(number, 1, "third_place", tuple(_loser(box) for box in rounds[-1])))
        if number <= len(bracket.rounds):
            boxes = _recorded_duels(bracket, boxes, bracket.rounds[number - 1])
        rounds.append(boxes)
        spots = [_winner(box) for box in boxes if box.stage != "third_place"]
    if len(bracket.rounds) > len(rounds):
        raise BadEvent(f"rounds[{len(rounds)}]: the final was the round before")
    return rounds


def _winner(box: Box) -> Spot:
    source = (box.round, box.slot)
    if box.went_on is None:
        return Spot(source=source)
    return Spot(box.went_on[0], source) if box.went_on else Spot(source=source, vacant=True)


def _loser(box: Box) -> Spot:
    source = (box.round, box.slot)
    if box.went_on is None:
        return Spot(source=source)
    return Spot(box.order[1], source) if box.order else Spot(source=source, vacant=True)


def _recorded_duels(bracket: Bracket, boxes: Sequence[Box], played: Round) -> list[Box]:
    for match in played.matches:
        if not 0 <= match.slot < len(boxes):
            raise BadEvent(f"rounds[{boxes[0].round - 1}]: there is no slot {match.slot}")
    return [_settled(bracket, box, played) for box in boxes]


def _settled(bracket: Bracket, box: Box, played: Round) -> Box:
    """Who is neither in a match nor through did not come."""
    match = next((match for match in played.matches if match.slot == box.slot), None)
    here = [spot.player for spot in box.spots if spot.player is not None]
    if match is None:
        went_on = tuple(player for player in here if player in played.through)
        return msgspec.structs.replace(box, went_on=went_on)
    if sorted(match.seats) != sorted(here):
        raise BadEvent(
            f"rounds[{box.round - 1}]: slot {box.slot} is for {' and '.join(here) or 'nobody'}, "
            f"not for {' and '.join(match.seats)}"
        )
    order = tuple(order_of_finish(bracket, match))
    return msgspec.structs.replace(box, went_on=order[:1], order=order)


def _tables(bracket: Bracket) -> list[list[Box]]:
    """Dealt anew every round from those who are left, by seeding."""
    rounds: list[list[Box]] = []
    left = list(bracket.players)
    for number, played in enumerate(bracket.rounds, 1):
        here = [player for match in played.matches for player in match.seats] + played.through
        strangers = sorted(set(here) - set(left))
        if strangers:
            raise BadEvent(f"rounds[{number - 1}]: {', '.join(strangers)} did not go on before")
        final = len(here) <= bracket.sizes.max
        rounds.append(_recorded_tables(bracket, number, played, final))
        went_on = {player for box in rounds[-1] for player in box.went_on or ()}
        left = [player for player in left if player in went_on]
        if final:
            break
    if len(bracket.rounds) > len(rounds):
        raise BadEvent(f"rounds[{len(rounds)}]: the final was the round before")
    if rounds and rounds[-1][0].stage == "final":
        return rounds
    present = [player for player in left if player not in bracket.withdrawn]
    return rounds + _to_come(bracket, len(rounds) + 1, present)


def _recorded_tables(bracket: Bracket, number: int, played: Round, final: bool) -> list[Box]:
    boxes = []
    for match in played.matches:
        order = tuple(order_of_finish(bracket, match))
        went_on = order[: 1 if final else bracket.advance]
        spots = tuple(Spot(player) for player in match.seats)
        boxes.append(Box(number, match.slot, "final" if final else "round", spots, went_on, order))
    boxes += [
        Box(number, slot, "round", (Spot(player),), (player,))
        for slot, player in enumerate(played.through, len(boxes))
    ]
    return boxes


def _to_come(bracket: Bracket, number: int, present: Sequence[str]) -> list[list[Box]]:
    sizes = bracket.sizes
    if len(present) < 2:
        return []
    if len(present) < sizes.min:
        raise NoLegalPairing(
            f"round {number}: {len(present)} players are left and a table needs at least {sizes.min}"
        )
    rounds = [_dealt(bracket, number, [Spot(player) for player in present])]
    for later, count in enumerate(field_sizes(len(present), sizes, bracket.advance)[1:], number + 1):
        rounds.append(_dealt(bracket, later, [Spot()] * count))
    return rounds


def _dealt(bracket: Bracket, number: int, spots: Sequence[Spot]) -> list[Box]:
    """Byes to the top, then to and fro over the tables, so that the best are kept apart and every table has
    one of each part of the field. Smaller tables come first: the top seeds meet fewer."""
    if len(spots) <= bracket.sizes.max:
        return [Box(number, 0, "final", tuple(spots))]
    sizes = sorted(table_sizes(len(spots), bracket.sizes))
    byes = len(spots) - sum(sizes)
    tables: list[list[Spot]] = [[] for _ in sizes]
    seats = iter(spots[byes:])
    for row in range(max(sizes)):
        order = range(len(sizes)) if row % 2 == 0 else range(len(sizes) - 1, -1, -1)
        for t in order:
            if row < sizes[t]:
                tables[t].append(next(seats))
    boxes = [Box(number, slot, "round", tuple(table)) for slot, table in enumerate(tables)]
    return boxes + [Box(number, slot, "round", (spot,)) for slot, spot in enumerate(spots[:byes], len(boxes))]
