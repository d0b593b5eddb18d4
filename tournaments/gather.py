"""What the tournament's pages show, gathered in a number of queries that does not grow with the field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from correio.matches import clocks
from correio.matches.models import Match, Seat
from engines import registry
from tournaments import director
from tournaments.explain import Reason, why_table
from tournaments.models import Entry, Pairing, Round, Table, Tournament
from tournaments.ranking import Line, lines
from tournaments.tables import clock


def title_name(tournament: Tournament) -> str:
    try:
        return registry.title(tournament.title)[1].name
    except registry.UnknownGame:
        return tournament.title


def clock_words(tournament: Tournament) -> str:
    return clocks.words(clock(tournament))


def listed() -> QuerySet[Tournament]:
    """Newest first, with the number of those who are in."""
    return Tournament.objects.annotate(
        entered=Count("entries", filter=Q(entries__withdrawn_at=None, entries__place=Entry.Place.FIELD))
    ).order_by("-created_at", "-pk")


def in_words(tournament: Tournament, players: int) -> str:
    """One line: game, field, rounds, window."""
    sizes = (
        _("tables of %(most)d") % {"most": tournament.max_seats}
        if tournament.min_seats == tournament.max_seats
        else _("tables of %(least)d to %(most)d")
        % {"least": tournament.min_seats, "most": tournament.max_seats}
    )
    rounds = _("as many rounds as the field needs")
    if tournament.round_count is not None:
        rounds = ngettext("%d round", "%d rounds", tournament.round_count) % tournament.round_count
    window = ""
    if tournament.window_days:
        window = ngettext(", %d day each", ", %d days each", tournament.window_days) % tournament.window_days
    field = ngettext("%d player", "%d players", players) % players
    return _("%(game)s. %(field)s at %(sizes)s, %(rounds)s%(window)s.") % {
        "game": title_name(tournament), "field": field, "sizes": sizes, "rounds": rounds, "window": window,
    }  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One line of the list of tournaments."""

    tournament: Tournament
    words: str
    entered: int
    round_number: int
    mine: bool


def rows(found: QuerySet[Tournament] | Sequence[Tournament], reader: Any) -> list[Row]:
    """`found` comes from `listed`."""
    chosen = list(found)
    keys = [tournament.pk for tournament in chosen]
    rounds = dict(
        Round.objects.filter(tournament__in=keys).values_list("tournament").annotate(last=Max("number"))
    )
    mine: set[int] = set()
    if getattr(reader, "is_authenticated", False):
        own = Entry.objects.filter(tournament__in=keys, user=reader, withdrawn_at=None)
        mine = set(own.values_list("tournament_id", flat=True))
    return [
        Row(each, in_words(each, entered), entered, rounds.get(each.pk, 0), each.pk in mine)
        for each in chosen
        for entered in [each.entered]  # type: ignore[attr-defined]
    ]


@dataclass(frozen=True)
class Chair:
    """A seat at a table, with where its player stands."""

    seat: Seat
    entry: Entry
    line: Line | None
    me: bool


@dataclass(frozen=True)
class TableView:
    table: Table
    match: Match
    chairs: Sequence[Chair]

    @property
    def mine(self) -> Chair | None:
        return next((chair for chair in self.chairs if chair.me), None)

    @property
    def my_turn(self) -> bool:
        mine = self.mine
        return mine is not None and mine.seat.acting and not mine.seat.bot_level

    @property
    def over(self) -> bool:
        return self.table.over_at is not None

    @property
    def by_place(self) -> list[tuple[int, Chair]]:
        places = self.table.places or []
        return sorted(((places[chair.seat.seat], chair) for chair in self.chairs), key=lambda row: row[0])


def tables_of(round_: Round, reader: Any, board: Sequence[Line]) -> list[TableView]:
    seats = Prefetch("match__seats", Seat.objects.select_related("user").order_by("seat"))
    found = round_.tables.select_related("match", "decided_by").prefetch_related(
        seats, Prefetch("pairings", Pairing.objects.select_related("entry__user").order_by("seat"))
    )
    places = {line.entry.pk: line for line in board}
    views = []
    for table in found.order_by("number"):
        chairs = [
            Chair(seat, row.entry, places.get(row.entry_id), row.entry.user_id == getattr(reader, "pk", None))
            for seat, row in zip(table.match.seats.all(), table.pairings.all(), strict=True)
        ]
        views.append(TableView(table, table.match, chairs))
    return views


@dataclass(frozen=True)
class RoundTab:
    number: int
    paired: bool
    selected: bool


def page(tournament: Tournament, reader: Any, wanted: int | None, table_number: int | None) -> dict[str, Any]:
    """Context of the tournament's page; `wanted` is the round looked at, None the last one paired."""
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    last = max(rounds, default=0)
    number = wanted if wanted in rounds else last
    round_ = rounds.get(number)
    entries = {entry.pk: entry for entry in tournament.entries.select_related("user")}
    own = next((e for e in entries.values() if e.user_id == getattr(reader, "pk", None)), None)
    board = lines(tournament, through=None if number in (0, last) else number)
    tables = tables_of(round_, reader, board) if round_ else []
    mine = next((view for view in tables if view.mine), None)
    chosen = next((view for view in tables if view.table.number == table_number), mine) or (
        tables[0] if tables else None
    )
    return {
        "tournament": tournament,
        "words": in_words(tournament, len(entries)),
        "clock": clock_words(tournament),
        "tabs": [RoundTab(n, n in rounds, n == number) for n in range(1, (tournament.round_count or 0) + 1)],
        "round": round_,
        "is_last_round": number == last,
        "results": results(tournament),
        "complete": round_ is not None and all(view.over for view in tables),
        "board": board,
        "own": own,
        "own_line": next((line for line in board if own is not None and line.entry.pk == own.pk), None),
        "tables": tables,
        "mine": mine,
        "own_bye": _own_bye(round_, own),
        "byes": _byes(round_),
        "chosen": chosen,
        "reasons": _reasons(chosen, round_, entries, own),
        "directs": director.may_direct(reader, tournament),
        "why_not": _why_not(tournament, reader, own),
        "window_end": round_.window_end if round_ else None,
        "entries": sorted(entries.values(), key=lambda entry: (entry.joined_at, entry.pk)),
    }


def results(tournament: Tournament) -> int:
    """How many tables are over: as long as it stays, so do the standings."""
    return Table.objects.filter(round__tournament=tournament, over_at__isnull=False).count()


def _reasons(
    chosen: TableView | None, round_: Round | None, entries: dict[int, Entry], own: Entry | None
) -> list[Reason]:
    if chosen is None or round_ is None:
        return []
    return why_table(chosen.table, round_, entries, own.pk if own is not None else None)


def _byes(round_: Round | None) -> list[Pairing]:
    if round_ is None:
        return []
    return list(round_.pairings.exclude(bye="").select_related("entry__user").order_by("entry__rank"))


def _own_bye(round_: Round | None, own: Entry | None) -> Pairing | None:
    if round_ is None or own is None:
        return None
    return round_.pairings.filter(entry=own).exclude(bye="").first()


def _why_not(tournament: Tournament, reader: Any, own: Entry | None) -> str:
    """Why the reader cannot enter, in words; empty if they can, or are in."""
    if own is not None or not getattr(reader, "is_authenticated", False):
        return ""
    refused = director.reason_not_to_enter(tournament, reader)
    return "" if refused is None else refused.message
