"""A tournament of the database as the pairing and the standings know it.

Tables: players go by their user names, so that the same field with the same seed gives the same tables on
every site. Two seats by FIDE's rules: a tournament report file, where they go by their initial rank.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Max

from tournaments import trf
from tournaments.models import Act, Entry, ForbiddenPair, Pairing, RequestedBye, Table, Tournament
from tournaments.pairing import baku
from tournaments.pairing import event as pure

CODE: Final = {
    Pairing.Bye.PAIRING: "U",
    Pairing.Bye.FULL: "F",
    Pairing.Bye.HALF: "H",
    Pairing.Bye.ZERO: "Z",
}
"""Result codes of byes in report files."""


def by_fide(tournament: Tournament) -> bool:
    """Whether points and tie-breaks are FIDE's: two seats, but for the Swiss for tables and the knockout."""
    if tournament.system == Tournament.System.ROUND_ROBIN:
        return tournament.max_seats == 2
    return tournament.system == Tournament.System.DUTCH


def field(tournament: Tournament) -> list[Entry]:
    """Who plays, the strongest first; who waits for a place does not."""
    chosen = tournament.entries.filter(place=Entry.Place.FIELD).select_related("user")
    return list(chosen.order_by("rank", "pk"))


def against_everybody(table: Table) -> bool:
    """No points for anybody: adjudicated so, or annulled."""
    return table.nobody or table.annulled_at is not None


def away(tournament: Tournament, entries: Iterable[Entry], number: int) -> dict[int, str]:
    """Who has no table in that round and what bye that is, by entry: left, not yet there, or asked out."""
    asked = dict(
        RequestedBye.objects.filter(entry__tournament=tournament, round_number=number).values_list(
            "entry_id", "kind"
        )
    )
    found: dict[int, str] = {}
    for entry in entries:
        if entry.withdrawn_at is not None or entry.first_round > number:
            found[entry.pk] = Pairing.Bye.ZERO
        elif entry.pk in asked:
            found[entry.pk] = asked[entry.pk]
    return found


def forbidden(tournament: Tournament) -> list[ForbiddenPair]:
    return list(tournament.forbidden_pairs.all())


Version = tuple[int, int | None]


def version(tournament: Tournament) -> Version:
    """Changes with everything that a pairing or the standings depend on: a table that ends, or an act with
    its audit line."""
    over = Table.objects.filter(round__tournament=tournament, over_at__isnull=False).count()
    return over, Act.objects.filter(tournament=tournament).aggregate(last=Max("pk"))["last"]


class Row(NamedTuple):
    """What an entry did in a round: a `Pairing` without the cost of one."""

    round: int
    entry_id: int
    table: Table | None
    seat: int | None
    bye: str


Rounds = dict[int, list[Row]]
"""By number; seats of a table in their order, one table after the other."""


@dataclass(frozen=True)
class Course:
    """A tournament up to now, or up to a round, read once for all that is worked out from it."""

    tournament: Tournament
    entries: list[Entry]
    """The strongest first."""
    rounds: Rounds

    @property
    def last(self) -> int:
        return max(self.rounds, default=0)


def read(tournament: Tournament, *, before: int | None = None, codes: bool = False) -> Course:
    """Rounds before that number, or all; with `codes` each table knows that of its match. The same number
    of queries whatever the size."""
    return Course(tournament, field(tournament), _rounds(tournament, before, codes))


def _rounds(tournament: Tournament, before: int | None, codes: bool) -> Rounds:
    rows = Pairing.objects.filter(round__tournament=tournament)
    tables = Table.objects.filter(round__tournament=tournament)
    if before is not None:
        rows = rows.filter(round__number__lt=before)
        tables = tables.filter(round__number__lt=before)
    if codes:
        tables = tables.select_related("match").only(*_SHORT, "match__code")
    else:
        tables = tables.only(*_SHORT)
    columns = ("round__number", "entry_id", "table_id", "seat", "bye")
    found = list(rows.order_by("round__number", "table_id", "seat").values_list(*columns))
    # Read after the rows, so that none is missing, unless its round is taken back this very moment.
    by_key = tables.in_bulk()
    rounds: Rounds = {}
    for number, entry, table, seat, bye in found:
        if table is None or table in by_key:
            rounds.setdefault(number, []).append(Row(number, entry, by_key.get(table), seat, bye))
    return rounds


_SHORT: Final = tuple(column.name for column in Table._meta.concrete_fields if column.name != "reason")
"""Everything of a table but why it was made: thousands of them would be read for nothing."""


# Tables


def event_of(tournament: Tournament, *, before: int | None = None) -> pure.Event:
    """Rounds before that number, or all; of a round under way the tables that are over.

    The same number of queries whatever the size.
    """
    return event_from(read(tournament, before=before), before)


def event_from(course: Course, before: int | None) -> pure.Event:
    """The same of what was read."""
    tournament, entries, rounds = course.tournament, course.entries, course.rounds
    names = {entry.pk: entry.user.username for entry in entries}
    number = before or course.last + 1
    byes = away(tournament, entries, number)
    points = _game_points(tournament)
    return pure.Event(
        format="correio-tables-1",
        seed=tournament.seed,
        sizes=pure.Sizes(tournament.seats, tournament.min_seats, tournament.max_seats),
        players=[
            pure.Player(entry.user.username, entry.rank or place, entry.user.shown_name)
            for place, entry in enumerate(entries, 1)
        ],
        rounds=[_round(rows, names, points) for rows in rounds.values()],
        away=[
            pure.Bye(entry.user.username, byes[entry.pk])  # type: ignore[arg-type]
            for entry in entries
            if entry.pk in byes
        ],
        prohibited=[
            pure.Prohibited((names[pair.one_id], names[pair.other_id]), pair.first_round, pair.last_round)
            for pair in forbidden(tournament)
            if pair.one_id in names and pair.other_id in names
        ],
        score_first=tournament.score_first and number == tournament.round_count,
    )


def _game_points(tournament: Tournament) -> dict[int, list[int]]:
    rows = Table.objects.filter(round__tournament=tournament, over_at__isnull=False)
    return {
        pk: list(result["points"])
        for pk, result in rows.values_list("pk", "match__result")
        if result and result.get("points")
    }


def _round(rows: Iterable[Row], names: Mapping[int, str], points: Mapping[int, list[int]]) -> pure.Round:
    seated: dict[int, list[str]] = defaultdict(list)
    tables: dict[int, Table] = {}
    byes = []
    for row in rows:
        if row.table is None:
            byes.append(pure.Bye(names[row.entry_id], row.bye))  # type: ignore[arg-type]
        else:
            tables[row.table.number] = row.table
            seated[row.table.number].append(names[row.entry_id])
    return pure.Round(
        tables=[
            pure.Table(seated[number], table.places, against_everybody(table), points.get(table.pk, []))
            for number, table in sorted(tables.items())
            if table.places is not None
        ],
        byes=byes,
    )


# Two seats by FIDE's rules


def trf_of(tournament: Tournament, *, before: int | None = None, live: bool = False) -> trf.Tournament:
    """Rounds before that number, or all that are complete; with `live` also the one under way, in which a
    game that is not over counts as one with no points so far.

    The same number of queries whatever the size.
    """
    return trf_from(read(tournament, before=before), live=live)


def trf_from(course: Course, *, live: bool = False) -> trf.Tournament:
    """The same of what was read."""
    tournament, entries, rounds = course.tournament, course.entries, course.rounds
    numbers = {entry.pk: entry.rank or place for place, entry in enumerate(entries, 1)}
    if not live:
        rounds = {number: rows for number, rows in rounds.items() if _complete(rows)}
    last = max(rounds, default=0)
    games: dict[int, list[trf.Game]] = {entry.pk: [trf.Game(0, None, "Z")] * last for entry in entries}
    for number, rows in rounds.items():
        for pk, game in _games(rows, numbers):
            games[pk][number - 1] = game
    absent = away(tournament, entries, last + 1)
    return trf.Tournament(
        players=tuple(
            trf.Player(
                number=numbers[entry.pk],
                name=entry.user.shown_name,
                rating=entry.rating or 0,
                games=tuple(games[entry.pk]),
            )
            for entry in entries
        ),
        name=tournament.name,
        rounds_total=tournament.round_count,
        initial_colour=initial_colour(tournament.seed),
        # A bye that everybody has once in a round robin is worth nothing.
        scoring=trf.Scoring(allocated=None if tournament.system == Tournament.System.DUTCH else 0),
        system="FIDE_DUTCH" if tournament.system == Tournament.System.DUTCH else "FIDE_ROUND_ROBIN",
        tie_breaks=tuple(tournament.tie_breaks),
        byes=tuple(
            trf.Byes(kind, last + 1, players)
            for kind in ("H", "Z")
            if (players := tuple(sorted(numbers[pk] for pk, bye in absent.items() if CODE[bye] == kind)))  # type: ignore[index]
            and last < (tournament.round_count or 0)
        ),
        accelerations=_accelerations(tournament, entries),
        prohibited=tuple(
            trf.Prohibited(
                pair.first_round,
                pair.last_round or max(tournament.round_count or 1, pair.first_round),
                (numbers[pair.one_id], numbers[pair.other_id]),
            )
            for pair in forbidden(tournament)
            if pair.one_id in numbers and pair.other_id in numbers
        ),
    )


def initial_colour(seed: str) -> trf.Colour:
    """Of number 1 in round 1, by lot (C.04.3, 5.1)."""
    return "b" if hashlib.sha256(f"{seed}:colour".encode()).digest()[0] & 1 else "w"


def _accelerations(tournament: Tournament, entries: Iterable[Entry]) -> tuple[trf.Acceleration, ...]:
    """Written out, because late entries come after the halves were made (C.04.5.1)."""
    if not tournament.accelerated or tournament.system != Tournament.System.DUTCH:
        return ()
    at_the_start = sum(entry.first_round == 1 for entry in entries)
    return baku.accelerations(at_the_start, tournament.round_count or 1)


def _complete(rows: Iterable[Row]) -> bool:
    return all(row.table is None or row.table.places is not None for row in rows)


def _games(rows: Iterable[Row], numbers: Mapping[int, int]) -> Iterable[tuple[int, trf.Game]]:
    tables: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        if row.table is None:
            yield row.entry_id, trf.Game(0, None, CODE[row.bye])  # type: ignore[index]
        else:
            tables[row.table.pk].append(row)
    for white, black in tables.values():
        assert white.table is not None
        ours, theirs = _codes(white.table)
        yield white.entry_id, trf.Game(numbers[black.entry_id], "w", ours)
        yield black.entry_id, trf.Game(numbers[white.entry_id], "b", theirs)


def _codes(table: Table) -> tuple[str, str]:
    """White's and Black's. A table that counts for nobody is a game to which neither came."""
    if table.places is None:
        return "0", "0"
    if against_everybody(table):
        return "-", "-"
    first, second = table.places
    if table.unplayed:
        return ("-", "-") if first == second else ("+", "-") if first < second else ("-", "+")
    return ("=", "=") if first == second else ("1", "0") if first < second else ("0", "1")
