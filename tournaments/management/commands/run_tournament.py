"""`manage.py run_tournament`: a Swiss tournament of house bots, played to its end by the site's workers."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError, connection
from django.db.models import Sum
from tqdm import tqdm

from correio.accounts.house import LEVELS
from correio.due.models import Parked
from correio.due.sweep import sweep
from correio.matches.clocks import DAY, PER_TURN, Control
from correio.matches.models import Match
from engines import registry
from ratings.models import RatedResult
from tournaments import director
from tournaments.acts.tables import script_key
from tournaments.models import Table, Tournament
from tournaments.printed import crosstable, rating_changes, standings_table

LOOK_EVERY = 0.5
"""Seconds between two looks at the database."""

SILENCE = 30
"""Seconds without a move after which it says where to look."""


class Command(BaseCommand):
    help = (
        "Play a Swiss tournament of house bots to its end and print crosstable, standings and rating "
        "changes. The workers of the site do the work (`make play` runs some). Run again after an "
        "interruption, it goes on where it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="estoril")
        parser.add_argument("--title", help="one of the game's titles; its first by default")
        parser.add_argument("--entrants", type=int, default=12)
        parser.add_argument("--seats", type=int, default=4, help="seats at a table")
        parser.add_argument("--min-seats", type=int, help="allow shorter tables down to this")
        parser.add_argument("--rounds", type=int, default=4)
        parser.add_argument("--level", default="steady", help=f"{', '.join(LEVELS)}, or several with commas")
        parser.add_argument("--seed", help="repeat a run: the same seed gives the same records")
        parser.add_argument("--name", help="name of the tournament")
        parser.add_argument("--here", action="store_true", help="do the workers' work in this process")
        parser.add_argument("--patience", type=int, default=300, help="seconds to wait for a lost database")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tournament = _unfinished(options) or _created(options)
            _filled(tournament, options)
            director.start(tournament_id=tournament.pk, by=None)
        except director.DirectorError as error:
            raise CommandError(error.message) from error
        self._wait(tournament, here=options["here"], patience=options["patience"])
        tournament.refresh_from_db()
        self.stdout.write(crosstable(tournament))
        self.stdout.write(standings_table(tournament))
        self.stdout.write(rating_changes(tournament))

    def _wait(self, tournament: Tournament, *, here: bool, patience: int) -> None:
        """Until the last match is recorded and rated, through any loss of the database."""
        progress = tqdm(unit="table", desc=tournament.name, file=sys.stderr, disable=None)
        lost_since: float | None = None
        seen, seen_at, told = -1, time.monotonic(), False
        with progress:
            while True:
                try:
                    over, total, moves, done = _standing(tournament)
                    lost_since = None
                except (OperationalError, InterfaceError) as error:
                    connection.close()
                    lost_since = lost_since or time.monotonic()
                    if time.monotonic() - lost_since > patience:
                        raise CommandError(f"the database was away for {patience} s: {error}") from error
                    time.sleep(1)
                    continue
                progress.total, progress.n = total, over
                progress.set_postfix_str(f"{moves} moves")
                if done:
                    return
                if moves != seen:
                    seen, seen_at, told = moves, time.monotonic(), False
                elif time.monotonic() - seen_at > SILENCE and not told:
                    told = True
                    progress.write(_where_to_look(), file=sys.stderr)
                if not here or not _work_here():
                    time.sleep(LOOK_EVERY)


def _title(options: dict[str, Any]) -> str:
    try:
        rules = registry.rules(options["game"])
    except registry.UnknownGame as error:
        raise CommandError(str(error)) from error
    return options["title"] or rules.info.titles[0].key


def _levels(options: dict[str, Any]) -> list[str]:
    return [level.strip() for level in options["level"].split(",") if level.strip()]


def _scripted(seed: str) -> Any:
    return Tournament.objects.filter(seed=seed).exclude(script="")


def _unfinished(options: dict[str, Any]) -> Tournament | None:
    """The same run, interrupted: only a run with a seed can be told from others."""
    if options["seed"] is None:
        return None
    running = [Tournament.Status.REGISTRATION, Tournament.Status.RUNNING]
    found: Tournament | None = (
        _scripted(options["seed"])
        .filter(
            status__in=running,
            title=_title(options),
            seats=options["seats"],
            min_seats=options["min_seats"] or options["seats"],
            round_count=options["rounds"],
            capacity=options["entrants"],
        )
        .first()
    )
    return found


def _created(options: dict[str, Any]) -> Tournament:
    seed = options["seed"]
    name = options["name"] or (f"Bots' Swiss, seed {seed}" if seed is not None else "Bots' Swiss")
    return director.create(
        by=None,
        plan=director.Plan(
            name=name,
            title=_title(options),
            seats=options["seats"],
            min_seats=options["min_seats"],
            round_count=options["rounds"],
            clock=Control(PER_TURN, DAY),
            capacity=options["entrants"],
            rank_by=Tournament.RankBy.LOT if seed is not None else Tournament.RankBy.RATING,
            seed=seed,
            script="" if seed is None else script_key(seed, _scripted(seed).count()),
        ),
    )


def _filled(tournament: Tournament, options: dict[str, Any]) -> None:
    """House bots up to the number wanted, of each level in turn."""
    if tournament.status != Tournament.Status.REGISTRATION:
        return
    levels = _levels(options)
    for place, level in enumerate(levels):
        wanted = len(range(place, options["entrants"], len(levels)))
        there = tournament.entries.filter(user__bot_level=level).count()
        if wanted > there:
            director.enter_bots(tournament_id=tournament.pk, level=level, count=wanted - there, by=None)


def _standing(tournament: Tournament) -> tuple[int, int, int, bool]:
    """(tables over, tables in all, moves, whether all is over and rated)."""
    tournament.refresh_from_db(fields=["status"])
    tables = Table.objects.filter(round__tournament=tournament)
    over = tables.exclude(over_at=None).count()
    per_round = tables.filter(round__number=1).count()
    matches = Match.objects.filter(tournament_table__round__tournament=tournament)
    moves = matches.aggregate(total=Sum("version"))["total"] or 0
    rated = RatedResult.objects.filter(match__in=matches).count()
    done = tournament.status == Tournament.Status.FINISHED and rated == tables.count()
    return over, per_round * (tournament.round_count or 0), moves, done


def _work_here() -> int:
    return sweep("bots", limit=20) + sweep("default", limit=200)


def _where_to_look() -> str:
    parked = Parked.objects.filter(released_at=None).count()
    if parked:
        return f"{parked} rows of due work failed and are parked: see /admin/ for their tracebacks."
    return "Nothing has moved for a while. Workers play the matches: is `make play` running? Or use --here."
