"""To which tournament or ladder a match belongs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from correio.matches.models import Match
from tournaments.ladders import wording
from tournaments.ladders.models import Challenge
from tournaments.models import Table


@dataclass(frozen=True)
class Event:
    name: str
    url: str
    round: int | None = None
    table: int | None = None
    """Round and table: of a tournament."""


def events_of(matches: Iterable[Match]) -> dict[int, Event]:
    """By the key of the match, at most two queries; a match from the lobby has none."""
    kinds: dict[str, list[int]] = {}
    for match in matches:
        kinds.setdefault(match.origin, []).append(match.pk)
    found: dict[int, Event] = {}
    if keys := kinds.get(Match.Origin.TOURNAMENT):
        for table in Table.objects.filter(match__in=keys).select_related("round__tournament"):
            event = table.round.tournament
            found[table.match_id] = Event(
                event.name, event.get_absolute_url(), table.round.number, table.number
            )
    if keys := kinds.get(Match.Origin.LADDER):
        for challenge in Challenge.objects.filter(match__in=keys).select_related("ladder"):
            assert challenge.match_id is not None
            ladder = challenge.ladder
            found[challenge.match_id] = Event(wording.name(ladder), ladder.get_absolute_url())
    return found
