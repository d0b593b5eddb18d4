"""What earlier rounds say about entries, and how tables are numbered and described, whoever laid them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from tournaments import document
from tournaments.acts.proposals import Laid
from tournaments.models import Tournament
from tournaments.pairing import baku
from tournaments.pairing.history import Past, past


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
