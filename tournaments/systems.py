"""From the database to the next round as it would be paired: one function for each system. Nothing is
written here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _

from tournaments import document, trf
from tournaments.models import Entry, Pairing, Tournament
from tournaments.pairing import baku, dutch, tables
from tournaments.pairing.dutch.report import NoLegalPairing as NoDutchPairing
from tournaments.pairing.dutch.report import Pair, Relax, RoundPairing
from tournaments.pairing.event import Bye, Event, NoLegalPairing
from tournaments.pairing.history import Past, past
from tournaments.pairing.report import TableReason

REASONS_UP_TO: Final = 200
"""Players up to which the criterion of every downfloater is worked out with the pairing."""


class CannotPair(Exception):
    """The round has no pairing that the rules allow."""

    def __init__(self, why: str, *, relax: Sequence[str] = (), over: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.relax = tuple(relax)
        """Rules (`Relax`) each of which alone, when lifted, would allow a pairing."""
        self.over = over
        """Too few are left: no later round can be paired either."""


@dataclass(frozen=True)
class Laid:
    """A table to be; entries by primary key."""

    seats: tuple[int, ...]
    """In the order of play."""
    reason: dict[str, Any]
    fixed: bool = False
    """By a director's hand."""
    slot: int | None = None


@dataclass(frozen=True)
class Left:
    """An entry without a table."""

    entry: int
    kind: str
    by_hand: bool = False


@dataclass(frozen=True)
class Kept:
    """What a director has laid by hand: the rest is paired around it."""

    tables: Sequence[tuple[int, ...]] = ()
    byes: Mapping[int, str] = field(default_factory=dict)

    @property
    def entries(self) -> set[int]:
        return {entry for table in self.tables for entry in table} | set(self.byes)


NOTHING: Final = Kept()


@dataclass(frozen=True)
class Proposal:
    tables: list[Laid]
    """In the order of their numbers."""
    byes: list[Left]
    criteria: dict[str, Any]


def propose(tournament: Tournament, number: int, kept: Kept = NOTHING) -> Proposal:
    """That round by the rules of the tournament's system. Raises `CannotPair`."""
    entries = document.field(tournament)
    away = document.away(tournament, entries, number)
    here = len(entries) - len(away)
    if here < tournament.min_seats:
        why = _("%(here)d players are there, and a table needs at least %(least)d")
        raise CannotPair(why % {"here": here, "least": tournament.min_seats}, over=True)
    match tournament.system:
        case Tournament.System.DUTCH:
            laid, byes, criteria = _dutch(tournament, number, entries, away, kept)
        case _:
            laid, byes, criteria = _tables(tournament, number, entries, away, kept)
    byes += [Left(entry, kind, by_hand=True) for entry, kind in kept.byes.items()]
    byes += [Left(entry, kind) for entry, kind in away.items() if entry not in kept.byes]
    return Proposal(in_order(tournament, number, laid), byes, criteria)


def in_order(tournament: Tournament, number: int, laid: Sequence[Laid]) -> list[Laid]:
    """Tables are numbered by their highest score, the sum of scores, the best rank (T11); with two seats
    by FIDE's rules it is the rank of who is higher (C.04.2). The tables of a bracket stay as they are."""
    if any(table.slot is not None for table in laid):
        return list(laid)
    scores = scores_before(tournament, number)
    ranks = {entry.pk: entry.rank or 0 for entry in document.field(tournament)}
    higher = document.by_fide(tournament)

    def key(table: Laid) -> tuple[int, int, int]:
        points = [scores[entry] for entry in table.seats]
        best = min((-scores[entry] if higher else 0, ranks[entry]) for entry in table.seats)
        return -max(points), -sum(points), best[1]

    return sorted(laid, key=key)


def scores_before(tournament: Tournament, number: int) -> dict[int, int]:
    """By entry: tenths with fictitious points for two by FIDE's rules, units of 1/24 point at tables."""
    if not document.by_fide(tournament):
        return {pk: row.score for pk, row in history(tournament, number).items()}
    report = document.trf_of(tournament, before=number)
    virtual = baku.virtual_points(report)
    by_number = {entry.rank or 0: entry.pk for entry in document.field(tournament)}
    return {
        by_number[player.number]: report.points(player, number - 1) + virtual(player.number, number)
        for player in report.players
    }


def history(tournament: Tournament, number: int) -> dict[int, Past]:
    """What the rounds before that one say about every entry; scores as at tables."""
    names = {entry.user.username: entry.pk for entry in document.field(tournament)}
    return {names[name]: row for name, row in past(document.event_of(tournament, before=number)).items()}


def by_hand(tournament: Tournament, number: int, seats: Iterable[Sequence[int]]) -> list[Laid]:
    """Tables as a director laid them, with what there is to say about them."""
    rows = history(tournament, number)
    scores = scores_before(tournament, number)
    names = {entry.pk: entry.user.username for entry in document.field(tournament)}
    return [
        Laid(
            tuple(table),
            {
                "hand": True,
                "system": tournament.system,
                "spread": sum((scores[a] - scores[b]) ** 2 for a, b in combinations(table, 2)),
                "off_size": len(table) != tournament.seats,
                "repeats": [
                    {"entries": [a, b], "met": rows[a].met[names[b]]}
                    for a, b in combinations(table, 2)
                    if rows[a].met[names[b]]
                ],
                "floats": [],
                "seats": [
                    {"entry": entry, "score": scores[entry], "earlier": rows[entry].seats} for entry in table
                ],
            },
            fixed=True,
        )
        for table in seats
    ]


# Swiss for tables


def _tables(
    tournament: Tournament, number: int, entries: Sequence[Entry], away: Mapping[int, str], kept: Kept
) -> tuple[list[Laid], list[Left], dict[str, Any]]:
    by_name = {entry.user.username: entry for entry in entries}
    event = document.event_of(tournament, before=number)
    laid = by_hand(tournament, number, kept.tables)
    rest = {entry.pk for entry in entries} - set(away) - kept.entries
    if kept.entries:
        event = _without(event, entries, kept)
    if kept.entries and len(rest) < tournament.min_seats:
        return laid, [Left(entry, Pairing.Bye.PAIRING) for entry in sorted(rest)], {}
    try:
        paired = tables.pair(event)
    except NoLegalPairing as error:
        why = _("wherever they are put, two who must not share a table do")
        raise CannotPair(why, relax=[Relax.PROHIBITED]) from error
    laid += [
        Laid(tuple(by_name[name].pk for name in table.seats), _reason_of_table(table.reason, by_name))
        for table in paired.tables
    ]
    over = [Left(by_name[bye.player].pk, bye.kind) for bye in paired.byes if bye.kind == "pairing"]
    return laid, over, msgspec.to_builtins(paired.criteria)


def _without(event: Event, entries: Sequence[Entry], kept: Kept) -> Event:
    """The same with those away whom a director has placed."""
    placed = {entry.user.username for entry in entries if entry.pk in kept.entries}
    others = [bye for bye in event.away if bye.player not in placed]
    return msgspec.structs.replace(event, away=[*others, *(Bye(name, "zero") for name in sorted(placed))])


def _reason_of_table(reason: TableReason, entries: Mapping[str, Entry]) -> dict[str, Any]:
    """As stored: by entry, because user names may change."""
    return {
        "spread": reason.spread,
        "off_size": reason.off_size,
        "repeats": [
            {"entries": [entries[name].pk for name in repeat.players], "met": repeat.met}
            for repeat in reason.repeats
        ],
        "floats": [
            {"entry": entries[each.player].pk, "direction": each.direction, "again": each.again}
            for each in reason.floats
        ],
        "seats": [
            {"entry": entries[row.player].pk, "score": row.score, "earlier": row.earlier}
            for row in reason.seats
        ],
    }


# Swiss for two, FIDE's Dutch


def _dutch(
    tournament: Tournament, number: int, entries: Sequence[Entry], away: Mapping[int, str], kept: Kept
) -> tuple[list[Laid], list[Left], dict[str, Any]]:
    by_number = {entry.rank or 0: entry for entry in entries}
    report = document.trf_of(tournament, before=number)
    placed = kept.entries
    if placed:
        report = msgspec.structs.replace(
            report,
            byes=(
                *report.byes,
                trf.Byes("Z", number, tuple(n for n, entry in by_number.items() if entry.pk in placed)),
            ),
        )
    laid = by_hand(tournament, number, kept.tables)
    if not {entry.pk for entry in entries} - set(away) - placed:
        return laid, [], {}
    try:
        found = dutch.pair(report, number)
        down = dutch.why_down(report, number) if len(entries) <= REASONS_UP_TO else {}
    except NoDutchPairing as error:
        raise CannotPair(_why_not(error), relax=error.relaxed) from error
    laid += [_laid_by_dutch(found, pair, by_number, down) for pair in found.pairs]
    byes = [] if found.bye is None else [Left(by_number[found.bye].pk, Pairing.Bye.PAIRING)]
    criteria = {
        "system": "dutch",
        "byes": len(byes),
        "brackets": [
            {
                "score": bracket.score,
                "moved_down": [by_number[n].pk for n in bracket.moved_down],
                "residents": len(bracket.residents),
                "downfloaters": [by_number[n].pk for n in bracket.downfloaters],
                "exchanges": bracket.exchanges,
                "missed": bracket.missed,
            }
            for bracket in found.brackets
        ],
    }
    return laid, byes, criteria


def _laid_by_dutch(
    found: RoundPairing, pair: Pair, by_number: Mapping[int, Entry], down: Mapping[int, Sequence[str]]
) -> Laid:
    bracket = found.brackets[pair.bracket]
    both = ((pair.white, pair.white_score), (pair.black, pair.black_score))
    reason = {
        "system": "dutch",
        "bracket": bracket.score,
        "how": pair.how.value,
        "colours_by": pair.colours_by,
        "missed": bracket.missed,
        "down": [
            {"entry": by_number[number].pk, "by": list(down[number])}
            for number, _score in both
            if number in down
        ],
        "seats": [{"entry": by_number[number].pk, "score": score} for number, score in both],
    }
    return Laid((by_number[pair.white].pk, by_number[pair.black].pk), reason)


def _why_not(error: NoDutchPairing) -> str:
    if not error.relaxed:
        return _("no pairing keeps to the rules, and lifting any one of them does not help")
    words = {
        Relax.PROHIBITED: _("the forbidden pairs"),
        Relax.BYE: _("that nobody is left over twice"),
        Relax.COLOURS: _("that nobody has a colour too often"),
        Relax.REMATCH: _("that nobody meets the same opponent twice"),
    }
    rules = "; ".join(words[rule] for rule in error.relaxed)
    return _("no pairing keeps to all rules; giving up one of these would do: %(rules)s") % {"rules": rules}
