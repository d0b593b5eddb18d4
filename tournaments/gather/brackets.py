"""The drawing of a knockout: every box, rounds to come included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.acts.bracket import bracket_of
from tournaments.models import Entry, Table, Tournament
from tournaments.pairing.event import BadEvent, NoLegalPairing
from tournaments.pairing.knockout.draw import Box, Spot, draw


@dataclass(frozen=True)
class SpotView:
    entry: Entry | None
    won: bool
    lost: bool
    vacant: bool
    place: int | None = None


@dataclass(frozen=True)
class BoxView:
    spots: Sequence[SpotView]
    third_place: bool
    code: str = ""
    """Of the match, once it is paired."""
    table: int | None = None
    mine: bool = False


@dataclass(frozen=True)
class Column:
    number: int
    name: str
    boxes: Sequence[BoxView]
    third_place: BoxView | None


def drawing(tournament: Tournament, entries: Sequence[Entry], own: Entry | None) -> list[Column]:
    """Two queries more than the entries; empty where there is nothing to draw."""
    if tournament.system != Tournament.System.KNOCKOUT or tournament.started_at is None:
        return []
    try:
        rounds = draw(bracket_of(tournament))
    except (BadEvent, NoLegalPairing):
        return []
    by_name = {entry.user.username: entry for entry in entries}
    tables = {
        (table.round.number, table.slot): table
        for table in Table.objects.filter(round__tournament=tournament).select_related("round", "match")
    }
    columns = []
    for number, boxes in enumerate(rounds, 1):
        views = [_box(box, tables.get((number, box.slot)), by_name, own) for box in boxes]
        columns.append(
            Column(
                number,
                _name(len(rounds) - number, tournament.max_seats == 2, number),
                [view for view in views if not view.third_place],
                next((view for view in views if view.third_place), None),
            )
        )
    return columns


def _name(before_the_final: int, duels: bool, number: int) -> str:
    if before_the_final == 0:
        return _("Final")
    if before_the_final == 1 and duels:
        return _("Semi-finals")
    if duels:
        return ngettext("Last %d", "Last %d", 2 ** (before_the_final + 1)) % 2 ** (before_the_final + 1)
    return _("Round %(n)d") % {"n": number}


def _box(box: Box, table: Table | None, by_name: dict[str, Entry], own: Entry | None) -> BoxView:
    spots = [_spot(spot, box, by_name) for spot in box.spots]
    return BoxView(
        spots,
        third_place=box.stage == "third_place",
        code=table.match.code if table is not None else "",
        table=table.number if table is not None else None,
        mine=own is not None and any(spot.entry is not None and spot.entry.pk == own.pk for spot in spots),
    )


def _spot(spot: Spot, box: Box, by_name: dict[str, Entry]) -> SpotView:
    if spot.player is None:
        return SpotView(None, won=False, lost=False, vacant=spot.vacant)
    decided = box.went_on is not None
    won = decided and spot.player in (box.went_on or ())
    place = box.order.index(spot.player) + 1 if spot.player in box.order else None
    return SpotView(by_name.get(spot.player), won, lost=decided and not won, vacant=False, place=place)
