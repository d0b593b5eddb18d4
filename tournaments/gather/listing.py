"""The list of tournaments: what it may be narrowed to, and its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone

from correio.accounts.models import User
from correio.matches.clocks import DAY, HOUR
from engines import registry
from ratings.models import Pool, Rating
from ratings.pools import sets, speed
from tournaments.acts import conditions
from tournaments.acts.conditions import UNRATED, Door, Record
from tournaments.acts.waiting import places
from tournaments.gather.wording import in_words
from tournaments.models import Entry, Invitation, Role, Round, Tournament

FOR_EVER: Final = 2**62
SPEEDS: Final = {
    Pool.Speed.LIVE: (0, 2 * HOUR + 1),
    Pool.Speed.HOURS: (2 * HOUR + 1, DAY),
    Pool.Speed.DAYS: (DAY, FOR_EVER),
}
"""By the first bank, as pools are told apart."""
MOST_LOOKED_AT: Final = 300
"""Of those that one might enter."""


@dataclass(frozen=True)
class Row:
    """One line of the list of tournaments."""

    tournament: Tournament
    words: str
    entered: int
    round_number: int
    mine: bool
    waiting: bool = False
    """The reader is on the waiting list."""
    directs: bool = False


def listed() -> QuerySet[Tournament]:
    """Newest first, with the number of those who are in."""
    return Tournament.objects.annotate(
        entered=Count("entries", filter=Q(entries__withdrawn_at=None, entries__place=Entry.Place.FIELD))
    ).order_by("-created_at", "-pk")


def by_start(found: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Next start first; those that start when their director says so come after."""
    return found.order_by(F("starts_at").asc(nulls_last=True), "-created_at", "-pk")


def narrowed(found: QuerySet[Tournament], wanted: Mapping[str, Any], reader: Any) -> QuerySet[Tournament]:
    """`wanted` is cleaned data of the filters' form."""
    if wanted.get("game"):
        found = found.filter(title=wanted["game"])
    if wanted.get("system"):
        found = found.filter(system=wanted["system"])
    if wanted.get("speed"):
        low, high = SPEEDS[wanted["speed"]]
        found = found.filter(clock_base_ms__gte=low, clock_base_ms__lt=high)
    if wanted.get("whose") == "mine" and reader.is_authenticated:
        entered = Entry.objects.filter(user=reader, withdrawn_at=None).values("tournament")
        directed = Role.objects.filter(user=reader).values("tournament")
        found = found.filter(Q(pk__in=entered) | Q(pk__in=directed))
    return found


def open_to(found: QuerySet[Tournament], reader: Any) -> list[Tournament]:
    """Those the reader could enter now, by the same function that decides it at the door; the same number
    of queries however many there are."""
    status = Tournament.Status
    late = Q(status=status.RUNNING, late_until__gt=0)
    chosen = list(found.filter(Q(status=status.REGISTRATION) | late)[:MOST_LOOKED_AT])
    keys = [tournament.pk for tournament in chosen]
    inside = set(
        Entry.objects.filter(tournament__in=keys, user=reader).values_list("tournament_id", flat=True)
    )
    paired = _rounds_paired(keys)
    records = _records(chosen, reader)
    now = timezone.now()
    return [
        each
        for each in chosen
        if each.pk not in inside
        and not conditions.reasons(
            Door(each, paired.get(each.pk, 0), max(0, places(each) - _entered(each)), now),
            reader,
            records[each.pk],
            by_director=False,
        )
    ]


def _ratings(reader: User) -> QuerySet[Rating]:
    return Rating.objects.filter(user=reader).select_related("pool")


def _pool(tournament: Tournament) -> tuple[str, str, str] | None:
    """None for a game that is not offered any more."""
    try:
        return tournament.title, sets(tournament.title), speed(tournament.clock_base_ms)
    except registry.UnknownGame:
        return None


def _records(chosen: Sequence[Tournament], reader: Any) -> dict[int, Record]:
    ratings = {(row.pool.title, row.pool.sets, row.pool.speed): row for row in _ratings(reader)}
    invited = set(
        Invitation.objects.filter(user=reader, tournament__in=chosen).values_list("tournament_id", flat=True)
    )
    reliable = conditions.reliability([reader.pk]).get(reader.pk, 100)
    found = {}
    for each in chosen:
        rating = ratings.get(_pool(each) or ("", "", ""))
        found[each.pk] = Record(
            rating=UNRATED if rating is None else rating.points,
            matches=0 if rating is None else rating.games,
            reliability=reliable,
            invited=each.pk in invited,
        )
    return found


def rows(found: QuerySet[Tournament] | Sequence[Tournament], reader: Any) -> list[Row]:
    """`found` comes from `listed`."""
    chosen = list(found)
    keys = [tournament.pk for tournament in chosen]
    paired = _rounds_paired(keys)
    mine: dict[int, str] = {}
    directed: set[int] = set()
    if reader.is_authenticated:
        own = Entry.objects.filter(tournament__in=keys, user=reader, withdrawn_at=None)
        mine = dict(own.values_list("tournament_id", "place"))
        roles = Role.objects.filter(tournament__in=keys, user=reader)
        directed = set(roles.values_list("tournament_id", flat=True))
    return [
        Row(
            each,
            in_words(each, _entered(each)),
            _entered(each),
            paired.get(each.pk, 0),
            mine=mine.get(each.pk) == Entry.Place.FIELD,
            waiting=mine.get(each.pk) == Entry.Place.WAITING,
            directs=each.pk in directed,
        )
        for each in chosen
    ]


def _rounds_paired(keys: Sequence[int]) -> dict[int, int]:
    counted = Round.objects.filter(tournament__in=keys).order_by().values_list("tournament")
    return dict(counted.annotate(last=Max("number")))


def _entered(tournament: Tournament) -> int:
    entered: int = tournament.entered  # type: ignore[attr-defined]
    return entered
