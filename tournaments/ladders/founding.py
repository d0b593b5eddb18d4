"""Ladders come into being by themselves: one for each listed title, two seats or more, people or bots."""

from __future__ import annotations

from engines import registry
from engines.protocol import Rules, Title
from tournaments.ladders.models import Ladder


def found() -> int:
    """Creates those that are missing; returns how many. A title that is listed no more keeps its ladders."""
    wanted = [
        ladder
        for rules in registry.listed().values()
        for title in rules.info.titles
        for ladder in ladders_of(rules, title)
    ]
    there = set(Ladder.objects.values_list("slug", flat=True))
    missing = [ladder for ladder in wanted if ladder.slug not in there]
    Ladder.objects.bulk_create(missing, ignore_conflicts=True)
    return len(missing)


def ladders_of(rules: Rules, title: Title) -> list[Ladder]:
    kinds = [tables for tables in (False, True) if sizes(title, tables=tables)]
    return [
        Ladder(
            slug=title.key + ("-tables" if tables else "") + ("-bots" if bots else ""),
            game=rules.info.key,
            title=title.key,
            tables=tables,
            bots=bots,
        )
        for bots in (False, True)
        for tables in kinds
    ]


def sizes(title: Title, *, tables: bool) -> list[int]:
    """Numbers of seats that matches of such a ladder have."""
    return [seats for seats in title.seats if (seats > 2) == tables]
