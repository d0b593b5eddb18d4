"""Possible final ranks, and what a player needs, for the rows of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from django.utils.translation import gettext as _

from tournaments.acts import scheduled
from tournaments.acts.proposals import CannotPair
from tournaments.document import by_fide
from tournaments.explain import short_ordinal
from tournaments.models import Entry, Pairing, Tournament
from tournaments.outlook.field import Bounds, Field
from tournaments.outlook.field import Line as FieldLine
from tournaments.outlook.needs import Need, Prospect, need, prospects
from tournaments.outlook.ranks import final_ranks
from tournaments.outlook.scoring import Duels, Scoring, Tables
from tournaments.pairing.event import Sizes
from tournaments.pairing.points import POINT
from tournaments.ranking import Line

System = Tournament.System


@dataclass(frozen=True)
class Span:
    """Possible final ranks as a bar over the width of the field, in per cent."""

    best: int
    worst: int
    left: float
    width: float
    here: float

    @property
    def certain(self) -> bool:
        return self.best == self.worst


def field_of(
    tournament: Tournament, board: Sequence[Line], under_way: Iterable[tuple[int, ...]], last: int
) -> Field | None:
    """What can still come. `under_way` are the open tables of the last round, by entry; None for a knockout
    and for one that is over."""
    if tournament.status != Tournament.Status.RUNNING or tournament.system == System.KNOCKOUT:
        return None
    scoring, unit = _scoring(tournament)
    paired = [list(under_way)]
    open_rounds = max(0, (tournament.round_count or 0) - last)
    if tournament.system == System.ROUND_ROBIN:
        paired += _scheduled(tournament, [line.entry for line in board], last)
        open_rounds = 0
    return Field(
        scoring=scoring,
        lines=[
            FieldLine(line.entry.pk, int(line.points * unit), playing=line.entry.withdrawn_at is None)
            for line in board
        ],
        paired=paired,
        open_rounds=open_rounds,
    )


def _scoring(tournament: Tournament) -> tuple[Scoring, int]:
    """How rounds are counted, and how many units a point has there."""
    if by_fide(tournament):
        if tournament.system == System.ROUND_ROBIN:
            # A bye everybody has once is worth nothing; who should have met somebody that left has a point.
            return Duels(bye=0, away=(10, 5, 0)), 10
        return Duels(), 10
    return Tables(Sizes(tournament.seats, tournament.min_seats, tournament.max_seats)), POINT


def _scheduled(tournament: Tournament, entries: list[Entry], last: int) -> list[list[tuple[int, ...]]]:
    """The rounds to come of a round robin."""
    entries = sorted(entries, key=lambda entry: entry.rank or 0)
    gone = {entry.pk: str(Pairing.Bye.ZERO) for entry in entries if entry.withdrawn_at is not None}
    found = []
    for number in range(last + 1, (tournament.round_count or 0) + 1):
        try:
            laid, _byes, _criteria = scheduled.by_round_robin(tournament, number, entries, gone)
        except CannotPair:
            break
        found.append([table.seats for table in laid])
    return found


def spans(field: Field, board: Sequence[Line]) -> dict[int, Span]:
    """By entry; empty while everybody may still finish anywhere."""
    ranks = final_ranks(field)
    width = max(1, len(board))
    if all((bounds.best, bounds.worst) == (1, width) for bounds in ranks.values()):
        return {}
    return {
        line.entry.pk: _span(ranks[line.entry.pk], line.position, width)
        for line in board
        if line.entry.pk in ranks
    }


def _span(bounds: Bounds, position: int, players: int) -> Span:
    step = 100 / players
    return Span(
        bounds.best,
        bounds.worst,
        left=round((bounds.best - 1) * step, 1),
        width=round((bounds.worst - bounds.best + 1) * step, 1),
        here=round((position - 0.5) * step, 1),
    )


@dataclass(frozen=True)
class Outlook:
    """For one player, in sentences."""

    span: Span
    needs: list[str]
    prospects: list[str]
    steady: Span | None
    """The same if everybody plays on and every match is decided by play."""


def outlook_of(
    field: Field, spans_of: dict[int, Span], board: Sequence[Line], entry: Entry
) -> Outlook | None:
    line = next((line for line in board if line.entry.pk == entry.pk), None)
    if line is None:
        return None
    anywhere = _span(Bounds(1, len(board)), line.position, len(board))
    span = spans_of.get(entry.pk, anywhere)
    return Outlook(
        span=span,
        needs=[_need(need(field, entry.pk, rank), field) for rank in _wanted(len(board))],
        prospects=[_prospect(each, field) for each in prospects(field, entry.pk)],
        steady=_steady(field, line, len(board), span),
    )


def _steady(field: Field, line: Line, players: int, span: Span) -> Span | None:
    """None where it says the same, and where somebody has left already."""
    if not all(each.playing for each in field.lines):
        return None
    bounds = final_ranks(msgspec.structs.replace(field, irregular=False))[line.entry.pk]
    found = _span(bounds, line.position, players)
    return None if (found.best, found.worst) == (span.best, span.worst) else found


def _wanted(players: int) -> list[int]:
    return [rank for rank in (1, 3, 10) if rank == 1 or rank < players]


def _points(units: int, field: Field) -> str:
    unit = 10 if isinstance(field.scoring, Duels) else POINT
    return f"{units / unit:.2f}".rstrip("0").rstrip(".")


def _need(found: Need, field: Field) -> str:
    goal = _("First place") if found.rank == 1 else _("Among the first %(rank)d") % {"rank": found.rank}
    if found.status == "certain":
        return _("%(goal)s: certain, whatever happens.") % {"goal": goal}
    if found.status == "impossible":
        return _("%(goal)s: out of reach.") % {"goal": goal}
    words = {"goal": goal, "least": _points(found.least or 0, field), "most": _points(found.most, field)}
    if found.enough is not None:
        words["enough"] = _points(found.enough, field)
        if not found.least:
            return _("%(goal)s: %(enough)s more points make it certain.") % words
        if found.least == found.enough:
            return _("%(goal)s: takes %(enough)s more points, and is certain with them.") % words
        return (
            _(
                "%(goal)s: %(enough)s more points make it certain, with fewer than %(least)s it is out of "
                "reach."
            )
            % words
        )
    if not found.least:
        return _("%(goal)s: possible; it depends on the others too.") % words
    return (
        _(
            "%(goal)s: takes at least %(least)s of the %(most)s points left; then it depends on the others "
            "too."
        )
        % words
    )


def _prospect(each: Prospect, field: Field) -> str:
    duel = isinstance(field.scoring, Duels)
    if each.place is None:
        result = _("A draw")
    elif each.place == 1:
        result = _("A win")
    elif duel:
        result = _("A loss")
    else:
        result = _("%(place)s at your table") % {"place": short_ordinal(each.place)}
    after = each.after
    if after.best == after.worst:
        return _("%(result)s: %(rank)s after the round.") % {
            "result": result, "rank": short_ordinal(after.best)
        }  # fmt: skip
    return _("%(result)s: between %(best)s and %(worst)s after the round.") % {
        "result": result, "best": short_ordinal(after.best), "worst": short_ordinal(after.worst)
    }  # fmt: skip
