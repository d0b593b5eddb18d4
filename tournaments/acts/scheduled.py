"""Rounds that follow from the field alone (round robin) or from who went on (knockout)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from django.utils.translation import gettext as _

from tournaments import document
from tournaments.acts.bracket import bracket_of
from tournaments.acts.proposals import CannotPair, Laid, Left
from tournaments.acts.swiss import Found
from tournaments.models import Entry, Pairing, Tournament
from tournaments.pairing.event import BadEvent, NoLegalPairing, Sizes
from tournaments.pairing.knockout.draw import draw
from tournaments.pairing.knockout.rounds import PairedMatch, Through, next_round
from tournaments.pairing.round_robin.absent import present
from tournaments.pairing.round_robin.schedule import PlannedRound, schedule


def rounds_of(tournament: Tournament) -> int | None:
    """How many rounds the field makes, once its ranks are given; None where it was said beforehand. Raises
    `CannotPair`."""
    match tournament.system:
        case Tournament.System.ROUND_ROBIN:
            return len(_schedule(tournament, document.field(tournament)))
        case Tournament.System.KNOCKOUT:
            return len(draw(bracket_of(tournament)))
        case _:
            return None


def _schedule(tournament: Tournament, entries: Sequence[Entry]) -> tuple[PlannedRound, ...]:
    """Numbers are drawn by lot (C.05), from the seed."""
    names = [entry.user.username for entry in entries]
    lots = {name: hashlib.sha256(f"{tournament.seed}:number:{name}".encode()).digest() for name in names}
    drawn = tuple(sorted(names, key=lots.__getitem__))
    sizes = (tournament.seats, tournament.min_seats, tournament.max_seats)
    try:
        return _planned(drawn, sizes, tournament.cycles, tournament.seed)
    except (BadEvent, NoLegalPairing) as error:
        raise CannotPair(str(error), over=True) from error


@lru_cache(maxsize=64)
def _planned(
    names: tuple[str, ...], sizes: tuple[int, int, int], cycles: int, seed: str
) -> tuple[PlannedRound, ...]:
    """A search at larger tables, always with the same outcome."""
    return tuple(schedule(names, Sizes(*sizes), cycles, seed))


def by_round_robin(
    tournament: Tournament, number: int, entries: Sequence[Entry], away: Mapping[int, str]
) -> Found:
    by_name = {entry.user.username: entry for entry in entries}
    withdrawn = {entry.user.username for entry in entries if entry.pk in away}
    planned = _schedule(tournament, entries)[number - 1]
    there = present(planned, withdrawn, tournament.min_seats)
    laid = [
        Laid(
            tuple(by_name[name].pk for name in seats),
            {
                "system": Tournament.System.ROUND_ROBIN,
                "cycle": planned.cycle,
                "repeats": [],
                "off_size": len(seats) != tournament.seats,
                "seats": [{"entry": by_name[name].pk} for name in seats],
            },
            slot=place,
        )
        for place, seats in enumerate(there.tables)
    ]
    byes = [
        Left(
            by_name[free.player].pk,
            Pairing.Bye.PAIRING if free.kind == "planned" else _walkover(tournament),
        )
        for free in there.free
    ]
    return laid, byes, {"system": Tournament.System.ROUND_ROBIN, "cycle": planned.cycle}


def _walkover(tournament: Tournament) -> str:
    """Whoever would meet somebody that left: a win with two seats, as any bye at tables."""
    return Pairing.Bye.FULL if tournament.max_seats == 2 else Pairing.Bye.PAIRING


def by_knockout(
    tournament: Tournament, number: int, entries: Sequence[Entry], away: Mapping[int, str]
) -> Found:
    by_name = {entry.user.username: entry for entry in entries}
    try:
        found = next_round(bracket_of(tournament, before=number))
    except (BadEvent, NoLegalPairing) as error:
        raise CannotPair(str(error), over=True) from error
    if found is None:
        raise CannotPair(_("the knockout is decided"), over=True)
    laid = [
        Laid(tuple(by_name[name].pk for name in each.seats), _reason(each, by_name), slot=each.slot)
        for each in found.matches
    ]
    byes = [Left(by_name[each.player].pk, _through(each)) for each in found.through]
    placed = {entry for table in laid for entry in table.seats} | {left.entry for left in byes}
    out = [entry.pk for entry in entries if entry.pk not in placed and entry.pk not in away]
    return laid, byes + [Left(entry, Pairing.Bye.ZERO) for entry in out], {"system": "knockout"}


def _through(each: Through) -> str:
    return Pairing.Bye.PAIRING if each.why == "bye" else Pairing.Bye.FULL


def _reason(each: PairedMatch, by_name: Mapping[str, Entry]) -> dict[str, object]:
    return {
        "system": Tournament.System.KNOCKOUT,
        "stage": each.stage,
        "drawn": each.reason.drawn,
        "repeats": [],
        "seats": [
            {
                "entry": by_name[row.player].pk,
                "seed": row.seed,
                "source": msgspec.to_builtins(row.source),
            }
            for row in each.reason.seats
        ],
    }
