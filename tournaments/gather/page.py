"""The page of one tournament."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Sum
from django.utils import timezone

from correio.matches.models import Match
from tournaments import director
from tournaments.acts import jobs, schedule
from tournaments.explain import Reason, why_bye, why_table
from tournaments.gather import brackets, conditions, forecast, orders
from tournaments.gather.boards import board_of
from tournaments.gather.tables import TableView, tables_of
from tournaments.gather.wording import clock_words, in_words, system_words
from tournaments.models import Entry, Pairing, Role, Round, Table, Tournament
from tournaments.ranking import Line, order_of

LINES: Final = 100
TABLES: Final = 40
"""On one page; the rest is a page further."""
MOST_IN_A_SQUARE: Final = 26


@dataclass(frozen=True)
class RoundTab:
    number: int
    paired: bool
    selected: bool


@dataclass(frozen=True)
class Wanted:
    """What of the tournament is looked at; None: the last round, the reader's table, the first page."""

    round: int | None = None
    table: int | None = None
    page: int | None = None
    tables: int | None = None


@dataclass(frozen=True)
class Board:
    """The standings as they are shown."""

    lines: Page[Line]
    order: Sequence[tuple[str, str]]
    """Codes and names of the tie-breaks."""
    pinned: Line | None
    """The reader's line where it is on another page."""
    spans: Mapping[int, forecast.Span]
    players: int


def head(tournament: Tournament, reader: Any) -> dict[str, Any]:
    """What every page of a tournament says at its top."""
    job = jobs.pending(tournament) if tournament.status == Tournament.Status.RUNNING else None
    return {
        "tournament": tournament,
        "job": job,
        "job_failed": job is not None and jobs.has_failed(job),
        "clock": clock_words(tournament),
        "system": system_words(tournament),
        "directs": director.may_direct(reader, tournament),
        "observes": director.may_observe(reader, tournament),
    }


def before_the_start(tournament: Tournament, reader: Any) -> dict[str, Any]:
    now = timezone.now()
    entries = list(tournament.entries.select_related("user").order_by("joined_at", "pk"))
    own = _own(entries, reader)
    inside = [entry for entry in entries if entry.place == Entry.Place.FIELD]
    queue = [entry for entry in entries if entry.place == Entry.Place.WAITING]
    context = head(tournament, reader) | {
        "words": in_words(tournament, len(inside)),
        "entries": inside,
        "waiting_list": queue,
        "own": own,
        "my_place_in_queue": queue.index(own) + 1 if own in queue else None,
        "directors": _directors(tournament),
        "check_in": schedule.demands_check_in(tournament, now) and not _has_passed(tournament, now),
        "check_in_opens": schedule.check_in_opens(tournament),
        "is_open": schedule.is_open(tournament, now),
        "conditions": conditions.of(tournament, reader, own, now),
        "order": [(code, orders.name_of(code)) for code in order_of(tournament)],
        "rounds_ahead": range(1, (tournament.round_count or 0) + 1),
    }
    return context | _my_byes(tournament, own, 0)


def page(tournament: Tournament, reader: Any, wanted: Wanted) -> dict[str, Any]:
    """Of a tournament that has started."""
    now = timezone.now()
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    last = max(rounds, default=0)
    number = wanted.round if wanted.round in rounds else last
    round_ = rounds.get(number)
    is_last = number == last
    board = board_of(tournament, through=None if number in (0, last) else number)
    entries = {line.entry.pk: line.entry for line in board}
    own = _own(entries.values(), reader)
    field = forecast.field_of(tournament, board, open_tables(round_), last) if is_last else None
    spans = forecast.spans(field, board) if field is not None else {}
    shown = shown_tables(round_, own, wanted)
    tables = tables_of(round_, reader, board, shown.numbers) if round_ else []
    mine = next((view for view in tables if view.mine), None)
    chosen = next((view for view in tables if view.table.number == wanted.table), mine) or (
        tables[0] if tables else None
    )
    context = head(tournament, reader) | {
        "words": in_words(tournament, len(board)),
        "tabs": [RoundTab(n, n in rounds, n == number) for n in range(1, (tournament.round_count or 0) + 1)],
        "round": round_,
        "is_last_round": is_last,
        "results": results(tournament),
        "moves": moves(round_),
        "complete": round_ is not None and not round_.tables.filter(over_at=None).exists(),
        "board": board_page(tournament, board, own, wanted.page, spans),
        "own": own,
        "own_line": next((line for line in board if own is not None and line.entry.pk == own.pk), None),
        "outlook": None if own is None or field is None else forecast.outlook_of(field, spans, board, own),
        "tables": [view for view in tables if view.table.number in shown.listed],
        "more_tables": shown.page,
        "mine": mine,
        "own_bye": _own_bye(round_, own),
        "byes": _byes(round_, tournament) if shown.page.number == shown.page.paginator.num_pages else [],
        "chosen": chosen,
        "reasons": _reasons(chosen, round_, entries, own),
        "window_end": round_.window_end if round_ else None,
        "columns": brackets.drawing(tournament, list(entries.values()), own),
        "conditions": conditions.of(tournament, reader, own, now),
        "directors": _directors(tournament),
        "rounds_ahead": range(last + 1, (tournament.round_count or 0) + 1),
    }
    return context | _my_byes(tournament, own, last)


def board_page(
    tournament: Tournament,
    board: Sequence[Line],
    own: Entry | None,
    number: int | None,
    spans: Mapping[int, forecast.Span],
) -> Board:
    chosen = Paginator(board, LINES).get_page(number or 1)
    pinned = None
    if own is not None and all(line.entry.pk != own.pk for line in chosen):
        pinned = next((line for line in board if line.entry.pk == own.pk), None)
    order = [(code, orders.name_of(code)) for code in order_of(tournament)]
    return Board(chosen, order, pinned, spans, len(board))


def open_tables(round_: Round | None) -> list[tuple[int, ...]]:
    """Entries of the tables of a round that are not over."""
    if round_ is None:
        return []
    found: dict[int, list[int]] = defaultdict(list)
    rows = Pairing.objects.filter(round=round_, table__isnull=False, table__over_at=None)
    for table, entry in rows.order_by("table_id", "seat").values_list("table_id", "entry_id"):
        found[table or 0].append(entry)
    return [tuple(entries) for entries in found.values()]


@dataclass(frozen=True)
class ShownTables:
    page: Page[int]
    listed: frozenset[int]
    numbers: frozenset[int]
    """Listed, or the reader's, or the one that is explained."""


def shown_tables(round_: Round | None, own: Entry | None, wanted: Wanted) -> ShownTables:
    numbers = (
        [] if round_ is None else list(round_.tables.order_by("number").values_list("number", flat=True))
    )
    found = Paginator(numbers, TABLES).get_page(wanted.tables or 1)
    listed = frozenset(found.object_list)
    more: set[int] = set()
    if round_ is not None and own is not None:
        more.update(round_.tables.filter(pairings__entry=own).values_list("number", flat=True))
    if wanted.table in numbers:
        more.add(wanted.table)
    return ShownTables(found, listed, listed | more)


def results(tournament: Tournament) -> int:
    """How many tables are over: as long as it stays, so do the standings."""
    return Table.objects.filter(round__tournament=tournament, over_at__isnull=False).count()


def moves(round_: Round | None) -> int:
    """Moves of all matches of a round: as long as it stays, nobody has moved."""
    if round_ is None:
        return 0
    found = Match.objects.filter(tournament_table__round=round_).aggregate(moves=Sum("version"))
    return found["moves"] or 0


def crosstable(tournament: Tournament, reader: Any, number: int | None) -> dict[str, Any]:
    """Everybody in every round, or everybody against everybody where they all meet once."""
    board = board_of(tournament)
    entries = [line.entry for line in board]
    own = _own(entries, reader)
    square = (
        tournament.system == Tournament.System.ROUND_ROBIN
        and tournament.max_seats == 2
        and len(board) <= MOST_IN_A_SQUARE
    )
    last = max((len(line.cells) for line in board), default=0)
    return head(tournament, reader) | {
        "words": in_words(tournament, len(board)),
        "board": board_page(tournament, board, own, number, {}),
        "own": own,
        "numbers": range(1, last + 1),
        "square": _square(board) if square else None,
    }


def _square(board: Sequence[Line]) -> list[tuple[Line, list[list[Any] | None]]]:
    """For each line what happened against each other, in the order of the standings; None is oneself."""
    rows = []
    for line in board:
        met: dict[int, list[Any]] = defaultdict(list)
        for cell in line.cells:
            for other in cell.met:
                met[other.entry.pk].append(cell)
        rows.append((line, [None if other is line else met[other.entry.pk] for other in board]))
    return rows


def player(tournament: Tournament, reader: Any, name: str, number: int | None) -> dict[str, Any] | None:
    """One player's rounds and tie-breaks, each down to its games; None if nobody of that name plays."""
    last = tournament.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    board = board_of(tournament, through=None if number is None or number >= last else number)
    line = next((each for each in board if each.entry.user.username == name), None)
    if line is None:
        return None
    round_ = tournament.rounds.filter(number=last).first()
    field = forecast.field_of(tournament, board, open_tables(round_), last) if number is None else None
    spans = forecast.spans(field, board) if field is not None else {}
    return head(tournament, reader) | {
        "words": in_words(tournament, len(board)),
        "line": line,
        "through": number if number is not None and number < last else None,
        "values": orders.opened(line),
        "outlook": None if field is None else forecast.outlook_of(field, spans, board, line.entry),
        "level_with": [
            each for each in board if each.points == line.points and each.entry.pk != line.entry.pk
        ][:12],
        "players": len(board),
    }


def _own(entries: Any, reader: Any) -> Entry | None:
    return next((entry for entry in entries if entry.user_id == getattr(reader, "pk", None)), None)


def _directors(tournament: Tournament) -> list[Any]:
    roles = tournament.roles.filter(kind=Role.Kind.DIRECTOR).select_related("user")
    return [role.user for role in roles]


def _has_passed(tournament: Tournament, now: datetime) -> bool:
    return tournament.starts_at is not None and tournament.starts_at <= now


def _my_byes(tournament: Tournament, own: Entry | None, last: int) -> dict[str, Any]:
    """What the reader asked for, and what can still be asked."""
    if own is None or tournament.system not in (Tournament.System.TABLES, Tournament.System.DUTCH):
        return {"asked_byes": [], "may_ask": []}
    asked = list(own.requested_byes.filter(round_number__gt=last))
    taken = {row.round_number for row in asked}
    rounds = range(last + 1, (tournament.round_count or 0) + 1)
    ask = [number for number in rounds if number not in taken] if own.withdrawn_at is None else []
    halves = own.requested_byes.filter(kind="half").count()
    return {"asked_byes": asked, "may_ask": ask, "half_byes_left": max(0, tournament.half_byes - halves)}


def _reasons(
    chosen: TableView | None, round_: Round | None, entries: dict[int, Entry], own: Entry | None
) -> list[Reason]:
    if chosen is None or round_ is None:
        return []
    return why_table(chosen.table, round_, entries, own.pk if own is not None else None)


@dataclass(frozen=True)
class ByeView:
    entry: Entry
    bye: str
    why: str


def _byes(round_: Round | None, tournament: Tournament) -> list[ByeView]:
    if round_ is None:
        return []
    rows = round_.pairings.exclude(bye="").select_related("entry__user").order_by("entry__rank")
    if tournament.system == Tournament.System.KNOCKOUT:
        rows = rows.exclude(bye=Pairing.Bye.ZERO)
    return [
        ByeView(row.entry, row.get_bye_display(), why_bye(row, round_, tournament.system)) for row in rows
    ]


def _own_bye(round_: Round | None, own: Entry | None) -> ByeView | None:
    if round_ is None or own is None:
        return None
    row = round_.pairings.filter(entry=own).exclude(bye="").first()
    if row is None:
        return None
    return ByeView(own, row.get_bye_display(), why_bye(row, round_, round_.tournament.system))
