"""Crosstable, standings and rating changes as plain text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ratings.elo import shown
from ratings.models import RatedResult, RatingChange
from tournaments.crosstable import Cell
from tournaments.models import Tournament
from tournaments.ranking import lines, order_of

SIGN = {"ahead": "+", "level": "=", "behind": "-", "playing": "*"}


def crosstable(tournament: Tournament) -> str:
    """Each cell: place, then everybody met by position: + finished behind, - ahead, = level."""
    found = lines(tournament)
    rounds = max((len(line.cells) for line in found), default=0)
    head = ["#", "player", "pts", *(f"round {number}" for number in range(1, rounds + 1))]
    rows = [
        [
            str(line.standing.position),
            line.entry.user.shown_name,
            f"{float(line.points):.2f}",
            *(_cell(cell) for cell in line.cells),
        ]
        for line in found
    ]
    return _table("Crosstable", head, rows, right={0, 2})


def _cell(cell: Cell) -> str:
    if cell.table is None:
        return f"{cell.bye} bye"
    met = " ".join(f"{SIGN[other.relation]}{other.position}" for other in cell.met)
    return f"{cell.place or '*'}{'=' if cell.shared else ''} ({met})"


TIE_BREAKS = {
    "AOS": "opponents",
    "AOS/C1": "opponents but one",
    "DE": "head-to-head",
    "WIN": "wins",
    "SEC": "seconds",
    "SHARE": "share",
}


def standings_table(tournament: Tournament) -> str:
    order = order_of(tournament)
    head = ["#", "player", "points", *(TIE_BREAKS.get(code, code) for code in order), "rank"]
    rows = [
        [
            str(line.position),
            line.entry.user.shown_name,
            f"{float(line.points):.3f}",
            *(value.text for value in line.values),
            str(line.entry.rank),
        ]
        for line in lines(tournament)
    ]
    return _table("Standings", head, rows, right={0, *range(2, len(head))})


def rating_changes(tournament: Tournament) -> str:
    """Before the first and after the last match of the tournament."""
    changes: dict[int, list[RatingChange]] = defaultdict(list)
    inside = RatingChange.objects.filter(result__match__tournament_table__round__tournament=tournament)
    for change in inside.select_related("user").order_by("result__seq"):
        changes[change.user_id].append(change)
    rows = sorted(
        (
            [
                chain[0].user.shown_name,
                str(shown(chain[0].before)),
                str(shown(chain[-1].after)),
                f"{shown(chain[-1].after) - shown(chain[0].before):+}",
                str(len(chain)),
            ]
            for chain in changes.values()
        ),
        key=lambda row: (-int(row[2]), row[0]),
    )
    text = _table("Ratings", ["player", "before", "after", "change", "matches"], rows, right={1, 2, 3, 4})
    unrated = RatedResult.objects.filter(match__tournament_table__round__tournament=tournament, seq=None)
    notes = [f"Table not rated: {result.get_reason_display()}." for result in unrated]
    return "\n".join([text, *notes])


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], *, right: set[int]) -> str:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]

    def written(row: Sequence[str]) -> str:
        cells = (
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    return "\n".join(["", caption, written(head), *(written(row) for row in rows)])
