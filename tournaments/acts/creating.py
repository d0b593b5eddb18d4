"""A tournament is created, changed as long as that is fair to who has entered, copied, repeated."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches.clocks import Control
from tournaments.acts import schedule, waiting
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_direct, note
from tournaments.acts.plans import Plan, checked
from tournaments.models import Act, Entry, Invitation, Role, Tournament

TEXTS = frozenset({"name", "about", "prizes"})
"""May change for ever."""
CONDITIONS = frozenset(
    {
        "by_invitation", "bots", "min_rating", "max_rating", "min_matches", "min_reliability", "late_until",
        "half_byes", "capacity",
    }
)  # fmt: skip
SCHEDULE = frozenset({"opens_at", "starts_at", "check_in_minutes", "auto_pair", "repeat_every_days"})
"""These and the conditions may change until the start; all else only until the first entry."""
TIMES = ("opens_at", "starts_at", "check_in_minutes")
SAME_CLICK = timedelta(seconds=10)
"""A copy asked for again that soon by the same person is the first one."""


@transaction.atomic
def create(*, plan: Plan, by: User | None, now: datetime | None = None) -> Tournament:
    """Opens registration, or says when it will be. Everything that cannot work is refused now, with what is
    offered."""
    now = now or timezone.now()
    tournament = _created(plan, by, now)
    if by is not None:
        _appoint(tournament, by, Role.Kind.DIRECTOR, by, now)
    note(tournament, Act.Kind.CREATED, by, now)
    return tournament


def _created(plan: Plan, by: User | None, now: datetime, repeats: Tournament | None = None) -> Tournament:
    tournament = Tournament(
        slug=_free_slug(plan.name),
        created_by=by,
        created_at=now,
        seed=plan.seed or secrets.token_hex(16),
        script=plan.script,
        repeats=repeats,
        **checked(plan, now),
    )
    tournament.due_at = schedule.next_due(tournament, now)
    tournament.save(force_insert=True)
    return tournament


def _appoint(tournament: Tournament, user: User, kind: str, by: User | None, now: datetime) -> None:
    Role.objects.create(tournament=tournament, user=user, kind=kind, by=by, at=now)


def _free_slug(name: str) -> str:
    base = slugify(name)[:48] or "tournament"
    if base in {"new", "create", "pairing"} or Tournament.objects.filter(slug=base).exists():
        return f"{base}-{secrets.token_hex(3)}"
    return base


def plan_of(tournament: Tournament) -> Plan:
    """What it was to be, for a form that changes it or for a copy; without seed and script, which are never
    used twice."""
    plain = {
        field.name: getattr(tournament, field.name)
        for field in fields(Plan)
        if field.name not in {"clock", "seed", "script"}
    }
    control = Control(
        tournament.clock_kind,
        tournament.clock_base_ms,
        tournament.clock_increment_ms,
        tournament.clock_cap_ms,
    )
    if tournament.system in (Tournament.System.ROUND_ROBIN, Tournament.System.KNOCKOUT):
        plain["round_count"] = None
    return Plan(**plain, clock=control)


def changeable(tournament: Tournament) -> frozenset[str] | None:
    """Names of the fields that may change now; None: all of them."""
    if tournament.status != Tournament.Status.REGISTRATION:
        return TEXTS
    return TEXTS | CONDITIONS | SCHEDULE if tournament.entries.exists() else None


@transaction.atomic
def edit(
    *, tournament_id: int, changes: Mapping[str, Any], by: User | None, now: datetime | None = None
) -> Tournament:
    """Changes fields of the plan, by name. Who has entered keeps what they entered for: nothing that they
    could have gone by changes any more, and nobody is put out by a condition that came later."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    changed = _changed(tournament, changes, now)
    if not changed:
        return tournament
    allowed = changeable(tournament)
    fixed = [] if allowed is None else sorted(set(changed) - allowed)
    if fixed:
        message = _("It is too late to change: %(fields)s. Make a copy of the tournament for that.")
        raise DirectorError("fixed", message % {"fields": ", ".join(fixed)}, detail=fixed)
    _check_capacity(tournament, changed)
    detail = {name: [_plain(getattr(tournament, name)), _plain(value)] for name, value in changed.items()}
    for name, value in changed.items():
        setattr(tournament, name, value)
    if tournament.status == Tournament.Status.REGISTRATION:
        tournament.due_at = schedule.next_due(tournament, now)
    tournament.save()
    note(tournament, Act.Kind.EDITED, by, now, changes=detail)
    if changed.keys() & {"starts_at", "check_in_minutes"}:
        tournament.entries.update(checked_in_at=None)
    if "capacity" in changed:
        waiting.move_up(tournament, now, by=by)
    return tournament


def _changed(tournament: Tournament, changes: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Fields of the model that would be other than they are. Another number of seats is that of all tables,
    another game has options of its own; times are held against now only if they change."""
    before = plan_of(tournament)
    if changes.get("seats", before.seats) != before.seats:
        before = replace(before, min_seats=None, max_seats=None)
    if changes.get("title", before.title) != before.title:
        before = replace(before, options={})
    moved = any(name in changes and changes[name] != getattr(before, name) for name in TIMES)
    new = checked(replace(before, **changes), now if moved else None)
    if tournament.started_at is not None:
        del new["round_count"]
    return {name: value for name, value in new.items() if getattr(tournament, name) != value}


def _check_capacity(tournament: Tournament, changed: Mapping[str, Any]) -> None:
    inside = tournament.entries.filter(place=Entry.Place.FIELD).count()
    if changed.get("capacity") is not None and changed["capacity"] < inside:
        message = _("%(inside)d players are in: there cannot be fewer places than that.")
        raise DirectorError("bad_capacity", message % {"inside": inside}, 422)


def _plain(value: Any) -> Any:
    """As the audit line keeps it; long texts are not kept twice."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value if not isinstance(value, str) or len(value) <= 100 else f"{value[:99]}…"


@transaction.atomic
def clone(
    *,
    tournament_id: int,
    by: User | None,
    name: str | None = None,
    starts_at: datetime | None = None,
    now: datetime | None = None,
) -> Tournament:
    """Everything but who plays: roles and invitations too. With a new time of start the opening moves
    along; without one both are left open."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    again = _same_click(tournament, by, now)
    if again is not None:
        return again
    fresh = _created(_moved(tournament, starts_at, name), by, now)
    _copy_people(tournament, fresh, by, now)
    note(fresh, Act.Kind.CREATED, by, now, copy_of=tournament.slug)
    note(tournament, Act.Kind.CLONED, by, now, slug=fresh.slug)
    return fresh


def _same_click(tournament: Tournament, by: User | None, now: datetime) -> Tournament | None:
    last = tournament.acts.filter(kind=Act.Kind.CLONED, by=by, at__gt=now - SAME_CLICK).last()
    return None if last is None else Tournament.objects.filter(slug=last.detail["slug"]).first()


def _moved(tournament: Tournament, starts_at: datetime | None, name: str | None = None) -> Plan:
    opens_at = None
    if starts_at is not None and tournament.starts_at is not None and tournament.opens_at is not None:
        opens_at = tournament.opens_at + (starts_at - tournament.starts_at)
    plan = replace(plan_of(tournament), starts_at=starts_at, opens_at=opens_at)
    if starts_at is None:
        plan = replace(plan, check_in_minutes=None)
    return plan if name is None else replace(plan, name=name)


def _copy_people(old: Tournament, fresh: Tournament, by: User | None, now: datetime) -> None:
    """Those who direct and observe, those who are invited; whoever asked for the copy directs it."""
    kinds = {role.user_id: role.kind for role in old.roles.all()}
    if by is not None:
        kinds[by.pk] = Role.Kind.DIRECTOR
    Role.objects.bulk_create(
        Role(tournament=fresh, user_id=user, kind=kind, by=by, at=now) for user, kind in kinds.items()
    )
    Invitation.objects.bulk_create(
        Invitation(tournament=fresh, user_id=user, by=by, at=now)
        for user in old.invitations.values_list("user_id", flat=True)
    )
    if schedule.is_open(fresh, now):
        schedule.tell_who_is_invited(fresh, now)


@transaction.atomic
def repeat(tournament: Tournament, started: datetime, now: datetime) -> Tournament:
    """The next of a series, so many days after the start of this one; days that have passed already are
    left out. `repeats` is unique, so there is never a second. The caller holds the lock."""
    assert tournament.repeat_every_days is not None
    rhythm = timedelta(days=tournament.repeat_every_days)
    starts_at = started + rhythm
    while starts_at <= now:
        starts_at += rhythm
    fresh = _created(_moved(tournament, starts_at), tournament.created_by, now, repeats=tournament)
    _copy_people(tournament, fresh, None, now)
    note(fresh, Act.Kind.CREATED, None, now, repeats=tournament.slug)
    return fresh
