"""Swiss rounds: for tables, and for two by FIDE's Dutch system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _

from tournaments import document, trf
from tournaments.acts.arrangement import by_hand
from tournaments.acts.proposals import CannotPair, Kept, Laid, Left
from tournaments.models import Entry, Pairing, Tournament
from tournaments.pairing import dutch, tables
from tournaments.pairing.dutch.report import NoLegalPairing as NoDutchPairing
from tournaments.pairing.dutch.report import Pair, Relax, RoundPairing
from tournaments.pairing.event import Bye, Event, NoLegalPairing
from tournaments.pairing.report import TableReason

REASONS_UP_TO: Final = 200
"""Players up to which the criterion of every downfloater is worked out with the pairing."""

Found = tuple[list[Laid], list[Left], dict[str, Any]]
"""Tables, who is left over, the round as measured."""


def by_tables(
    tournament: Tournament, number: int, entries: Sequence[Entry], away: Mapping[int, str], kept: Kept
) -> Found:
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


def by_dutch(
    tournament: Tournament, number: int, entries: Sequence[Entry], away: Mapping[int, str], kept: Kept
) -> Found:
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
