"""What is to be known about a draft: who is not where it has them any more, what the rules would avoid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from django.utils.translation import gettext as _

from tournaments import document
from tournaments.acts.arrangement import history
from tournaments.models import Draft, Pairing, Tournament


def what_changed(tournament: Tournament, found: Draft) -> list[str]:
    """In words, one for each entry that is not where the draft has it."""
    entries = {entry.pk: entry for entry in document.field(tournament)}
    away = document.away(tournament, entries.values(), found.number)
    seated = {entry for row in found.tables for entry in row["seats"]}
    byes = {row["entry"]: row for row in found.byes}
    words = []
    for pk, entry in entries.items():
        name = {"name": entry.user.shown_name}
        if pk not in seated and pk not in byes:
            words.append(_("%(name)s has entered") % name)
        elif entry.withdrawn_at is not None and (pk in seated or byes[pk]["kind"] != Pairing.Bye.ZERO):
            words.append(_("%(name)s has left") % name)
        elif pk in away and (pk in seated or byes[pk]["kind"] == Pairing.Bye.PAIRING):
            words.append(_("%(name)s has asked for a bye") % name)
        elif pk in byes and _no_longer_away(byes[pk], away.get(pk)):
            words.append(_("%(name)s is there again") % name)
    gone = len((seated | set(byes)) - set(entries))
    if gone:
        words.append(_("%(count)d are not entered any more") % {"count": gone})
    return words


def _no_longer_away(row: Mapping[str, Any], kind: str | None) -> bool:
    if row.get("by_hand") or row["kind"] == Pairing.Bye.PAIRING:
        return False
    # A round robin gives full byes to who would meet somebody that left.
    return row["kind"] in (Pairing.Bye.HALF, Pairing.Bye.ZERO) and kind != row["kind"]


@dataclass(frozen=True)
class Doubt:
    """Something a director may do, but should know."""

    kind: Literal["met", "forbidden", "bye_again", "colour"]
    """They met before; they are kept apart; was left over before; White or Black for the third time
    running, or three times more often than the other."""
    entries: tuple[int, ...]
    table: int | None = None
    """Its number in the draft."""


def doubts_about(found: Draft) -> list[Doubt]:
    """What the rules would avoid, or forbid; the same number of queries whatever the size."""
    tournament = found.tournament
    rows = history(tournament, found.number)
    names = {entry.pk: entry.user.username for entry in document.field(tournament)}
    never = {
        frozenset((pair.one_id, pair.other_id))
        for pair in document.forbidden(tournament)
        if pair.first_round <= found.number and (pair.last_round is None or found.number <= pair.last_round)
    }
    doubts = []
    for number, row in enumerate(found.tables, 1):
        for one, other in combinations(row["seats"], 2):
            if frozenset((one, other)) in never:
                doubts.append(Doubt("forbidden", (one, other), number))
            if rows[one].met[names[other]]:
                doubts.append(Doubt("met", (one, other), number))
    doubts += [
        Doubt("bye_again", (row["entry"],))
        for row in found.byes
        if row["kind"] == Pairing.Bye.PAIRING and rows[row["entry"]].byes
    ]
    if document.by_fide(tournament):
        doubts += _colours(tournament, found)
    return doubts


def _colours(tournament: Tournament, found: Draft) -> list[Doubt]:
    """Two seats: what C.04.3 never does except to topscorers in the last round."""
    report = document.trf_of(tournament, before=found.number)
    by_number = {entry.rank or 0: entry.pk for entry in document.field(tournament)}
    before = {
        by_number[player.number]: [1 if game.colour == "w" else -1 for game in player.games if game.played]
        for player in report.players
    }
    doubts = []
    for number, row in enumerate(found.tables, 1):
        for entry, colour in zip(row["seats"], (1, -1), strict=True):
            colours = [*before[entry], colour]
            if abs(sum(colours)) > 2 or colours[-3:] == [colour] * 3:
                doubts.append(Doubt("colour", (entry,), number))
    return doubts
