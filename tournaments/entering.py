"""Before the first round: a tournament is created, players enter and withdraw, bots are entered."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from correio.accounts.house import LEVELS, house_bots
from correio.accounts.models import User
from correio.matches import clocks, fairness
from correio.matches.models import Match
from engines import registry
from engines.protocol import BadOptions
from tournaments.errors import DirectorError
from tournaments.models import Act, Entry, Role, Tournament
from tournaments.office import locked, must_be, must_direct, note

MOST_ROUNDS = 30
MOST_ENTRIES = 400


@dataclass(frozen=True)
class Plan:
    """What a tournament is to be."""

    name: str
    title: str
    seats: int
    round_count: int
    clock: clocks.Control
    min_seats: int | None = None
    """None: all tables have `seats` seats; the same for `max_seats`."""
    max_seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    on_time_out: str = Match.OnTimeOut.ABSENT
    rated: bool = True
    window_days: int | None = None
    rule: str = Tournament.Rule.POINTS
    auto_pair: bool = True
    capacity: int | None = None
    rank_by: str = Tournament.RankBy.RATING
    starts_at: datetime | None = None
    seed: str | None = None
    """None: drawn by the site."""
    script: str = ""


@transaction.atomic
def create(*, plan: Plan, by: User | None, now: datetime | None = None) -> Tournament:
    """Opens registration. Everything that cannot work is refused now, with what is offered."""
    now = now or timezone.now()
    smallest, largest = plan.min_seats or plan.seats, plan.max_seats or plan.seats
    game, options = _check_game(plan, smallest, largest)
    _check_frame(plan, now)
    tournament = Tournament.objects.create(
        slug=_free_slug(plan.name),
        name=plan.name.strip(),
        about=plan.about.strip(),
        created_by=by,
        game=game,
        title=plan.title,
        options=options,
        seats=plan.seats,
        min_seats=smallest,
        max_seats=largest,
        clock_kind=plan.clock.kind,
        clock_base_ms=plan.clock.base_ms,
        clock_increment_ms=plan.clock.increment_ms,
        clock_cap_ms=plan.clock.cap_ms,
        on_time_out=plan.on_time_out,
        rated=plan.rated,
        round_count=plan.round_count,
        window_days=plan.window_days,
        rule=plan.rule,
        auto_pair=plan.auto_pair,
        capacity=plan.capacity,
        rank_by=plan.rank_by,
        seed=plan.seed or secrets.token_hex(16),
        script=plan.script,
        created_at=now,
        starts_at=plan.starts_at,
        due_at=plan.starts_at,
    )
    if by is not None:
        Role.objects.create(tournament=tournament, user=by, kind=Role.Kind.DIRECTOR, by=by, at=now)
    note(tournament, Act.Kind.CREATED, by, now)
    return tournament


def _check_game(plan: Plan, smallest: int, largest: int) -> tuple[str, dict[str, Any]]:
    """The game's key and its completed options."""
    try:
        rules, title = registry.title(plan.title)
    except registry.UnknownGame as error:
        raise DirectorError("unknown_title", str(error), 422) from error
    sizes = range(smallest, largest + 1)
    if plan.seats not in sizes or any(size not in title.seats for size in sizes):
        offered = ", ".join(map(str, title.seats))
        message = _(
            "%(title)s has tables of %(offered)s: choose sizes among them, the preferred one included."
        )
        raise DirectorError("wrong_seats", message % {"title": title.name, "offered": offered}, 422)
    try:
        plan.clock.check()
        options = {size: dict(rules.check(size, plan.options)) for size in sizes}
    except clocks.BadClock as error:
        raise DirectorError("bad_clock", str(error), 422) from error
    except BadOptions as error:
        raise DirectorError("bad_options", str(error), 422) from error
    return rules.info.key, options[plan.seats]


def _check_frame(plan: Plan, now: datetime) -> None:
    if not plan.name.strip() or len(plan.name.strip()) > 60:
        raise DirectorError("bad_name", _("Give the tournament a name of at most 60 characters."), 422)
    if not 1 <= plan.round_count <= MOST_ROUNDS:
        message = _("A tournament has between 1 and %(most)d rounds.") % {"most": MOST_ROUNDS}
        raise DirectorError("bad_rounds", message, 422)
    if plan.capacity is not None and not plan.seats <= plan.capacity <= MOST_ENTRIES:
        message = _("There is room for between %(least)d and %(most)d players.")
        raise DirectorError("bad_capacity", message % {"least": plan.seats, "most": MOST_ENTRIES}, 422)
    if plan.window_days is not None and not 1 <= plan.window_days <= 365:
        raise DirectorError("bad_window", _("The play window of a round is between 1 and 365 days."), 422)
    if plan.starts_at is not None and plan.starts_at <= now:
        raise DirectorError("bad_start", _("The start lies in the past: choose a later time."), 422)
    if plan.rule not in Tournament.Rule.values or plan.on_time_out not in Match.OnTimeOut.values:
        raise DirectorError("bad_rule", _("Choose one of the rules offered."), 422)


def _free_slug(name: str) -> str:
    base = slugify(name)[:48] or "tournament"
    if base in {"new", "create"} or Tournament.objects.filter(slug=base).exists():
        return f"{base}-{secrets.token_hex(3)}"
    return base


@transaction.atomic
def register(
    *,
    tournament_id: int,
    user: User,
    nonce: bytes | str | None = None,
    by: User | None = None,
    now: datetime | None = None,
) -> Entry:
    """Enters a player; entering twice is entering once. `by` is the director for somebody else."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    entry = tournament.entries.filter(user=user).first()
    if entry is not None:
        return entry
    if by is not None and by.pk != user.pk:
        must_direct(by, tournament)
    why_not = reason_not_to_enter(tournament, user)
    if why_not is not None:
        raise why_not
    entry = Entry.objects.create(
        tournament=tournament, user=user, nonce=fairness.normal_nonce(nonce), joined_at=now
    )
    note(tournament, Act.Kind.ENTERED, by or user, now, user=user.pk)
    return entry


def reason_not_to_enter(tournament: Tournament, user: User) -> DirectorError | None:
    """The page shows the same reason that `register` enforces."""
    try:
        must_be(tournament, Tournament.Status.REGISTRATION)
    except DirectorError as error:
        return error
    if user.is_guest:
        message = _("Guests do not enter tournaments. Keep your account first: it takes a minute.")
        return DirectorError("guest", message, 403)
    if tournament.script and not user.is_bot:
        return DirectorError(
            "bots_only", _("This tournament is for bots: its chance is known beforehand."), 403
        )
    if tournament.capacity is not None and tournament.entries.count() >= tournament.capacity:
        return DirectorError("full", _("All places are taken. One is free again if somebody withdraws."))
    return None


@transaction.atomic
def enter_bots(
    *, tournament_id: int, level: str, count: int, by: User | None, now: datetime | None = None
) -> Sequence[Entry]:
    """The director enters that many more house bots of a level."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.REGISTRATION)
    if level not in LEVELS:
        message = _("There is no bot level “%(level)s”; there are %(levels)s.")
        raise DirectorError("unknown_level", message % {"level": level, "levels": ", ".join(LEVELS)}, 422)
    inside = set(tournament.entries.filter(user__bot_level=level).values_list("user_id", flat=True))
    if not 1 <= count <= MOST_ENTRIES - len(inside):
        raise DirectorError(
            "bad_count", _("How many bots? At least one, at most as many as there is room."), 422
        )
    fresh = [bot for bot in house_bots(level, len(inside) + count) if bot.pk not in inside]
    return [register(tournament_id=tournament.pk, user=bot, by=by, now=now) for bot in fresh[:count]]


@transaction.atomic
def withdraw(
    *, tournament_id: int, user: User, by: User | None = None, now: datetime | None = None
) -> Tournament:
    """Before the start the entry goes. After it the player is not paired any more; a match under way goes
    on, and is the player's to finish or to resign."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    if by is not None and by.pk != user.pk:
        must_direct(by, tournament)
    must_be(tournament, Tournament.Status.REGISTRATION, Tournament.Status.RUNNING)
    entry = tournament.entries.filter(user=user).first()
    if entry is None:
        raise DirectorError("not_entered", _("You are not entered in this tournament."), 404)
    if tournament.status == Tournament.Status.REGISTRATION:
        entry.delete()
    elif entry.withdrawn_at is None:
        entry.withdrawn_at, entry.withdrawn_why = now, "withdrew"
        entry.save(update_fields=["withdrawn_at", "withdrawn_why"])
    else:
        return tournament
    note(tournament, Act.Kind.WITHDREW, by or user, now, user=user.pk)
    return tournament
