"""The rules of a ladder, as functions of plain facts: what the page shows is what the steward enforces.

Whoever asks gathers the facts (`facts`); nothing here knows a database.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

LEAST_REACH, MOST_REACH = 3, 25
NEWCOMER_FOR = timedelta(days=14)
"""One challenge of any range so long after joining for the first time."""
OUTGOING = 2
INCOMING, INCOMING_AT_THE_TOP, TOP = 2, 3, 10
MOST_OPEN_SEATS = 2
COOLDOWN = timedelta(days=14)
"""Before the same set of players meets again."""
ANSWER_WITHIN = timedelta(hours=72)
WARN_BEFORE = timedelta(hours=12)
FREE_DECLINE_EVERY = timedelta(days=14)
TIME_OUTS, TIME_OUTS_WITHIN = 2, timedelta(days=30)
IDLE_AFTER = timedelta(days=21)
IDLE_STEP = timedelta(days=7)
REMOVED_AFTER = timedelta(days=60)
CROWN_AFTER = timedelta(days=30)
VACATION_DAYS = 30
"""A calendar year."""


class Code(StrEnum):
    """Why a challenge is not possible; for programs, never changes."""

    NOT_MEMBER = "not_member"
    SELF = "self"
    OWN_VACATION = "own_vacation"
    GONE = "gone"
    VACATION = "vacation"
    LINKED = "linked"
    BELOW = "own_rank"
    WAITING = "waiting"
    RUNNING = "running"
    COOLDOWN = "cooldown"
    RANGE = "range"
    HOST_RANGE = "host_range"
    OUTGOING = "outgoing_cap"
    INCOMING = "incoming_cap"


@dataclass(frozen=True)
class Reason:
    code: Code
    number: int | None = None
    """Places within reach, or how many challenges a cap allows."""
    until: datetime | None = None
    """When it will have passed, if that is known."""


@dataclass(frozen=True)
class Standing:
    """What matters of a member. `incoming` and `outgoing` are counted from live challenges."""

    key: int
    position: int | None
    incoming: int = 0
    outgoing: int = 0
    away: bool = False
    """On vacation."""
    owner: int | None = None
    """Who owns this bot; house bots belong to nobody."""
    user: int = 0
    newcomer_until: datetime | None = None
    """Until then one challenge of any range; None if that is used up or over."""


@dataclass(frozen=True)
class Between:
    """What there is already between the members of one set."""

    waiting: bool = False
    playing: bool = False
    cooldown_until: datetime | None = None


NOTHING = Between()


def reach(position: int) -> int:
    """Places up: a fifth of the own position, at least 3 and at most 25."""
    return min(MOST_REACH, max(LEAST_REACH, math.ceil(position / 5)))


def incoming_cap(position: int) -> int:
    return INCOMING_AT_THE_TOP if position <= TOP else INCOMING


def why_not(me: Standing | None, other: Standing, now: datetime, between: Between = NOTHING) -> Reason | None:
    """Why `me` cannot challenge `other`; None if it can. `between` is what is between exactly these two;
    at a table of more the set is known later and is looked at then."""
    if me is None or me.position is None:
        return Reason(Code.NOT_MEMBER)
    if me.key == other.key:
        return Reason(Code.SELF)
    if me.away:
        return Reason(Code.OWN_VACATION)
    if other.position is None:
        return Reason(Code.GONE)
    if other.position > me.position:
        return Reason(Code.BELOW)
    if other.away:
        return Reason(Code.VACATION)
    if linked(me, other):
        return Reason(Code.LINKED)
    if (met := why_not_again(between, now)) is not None:
        return met
    if is_out_of_reach(me, other) and not is_newcomer(me, now):
        return Reason(Code.RANGE, reach(me.position))
    if me.outgoing >= OUTGOING:
        return Reason(Code.OUTGOING, OUTGOING)
    if other.incoming >= incoming_cap(other.position):
        return Reason(Code.INCOMING, incoming_cap(other.position))
    return None


def why_not_sit(me: Standing | None, host: Standing, now: datetime) -> Reason | None:
    """Why `me` cannot take an open seat at the table of `host`: the host's reach, up and down."""
    if me is None or me.position is None:
        return Reason(Code.NOT_MEMBER)
    if me.away:
        return Reason(Code.OWN_VACATION)
    if host.position is None:
        return Reason(Code.GONE)
    if linked(me, host):
        return Reason(Code.LINKED)
    if abs(me.position - host.position) > reach(host.position):
        return Reason(Code.HOST_RANGE, reach(host.position))
    if me.outgoing >= OUTGOING:
        return Reason(Code.OUTGOING, OUTGOING)
    return None


def why_not_again(between: Between, now: datetime) -> Reason | None:
    """Why this set of players cannot meet now."""
    if between.playing:
        return Reason(Code.RUNNING)
    if between.waiting:
        return Reason(Code.WAITING)
    if between.cooldown_until is not None and between.cooldown_until > now:
        return Reason(Code.COOLDOWN, until=between.cooldown_until)
    return None


def is_out_of_reach(me: Standing, other: Standing) -> bool:
    assert me.position is not None
    assert other.position is not None
    return me.position - other.position > reach(me.position)


def is_newcomer(me: Standing, now: datetime) -> bool:
    return me.newcomer_until is not None and now < me.newcomer_until


def linked(one: Standing, other: Standing) -> bool:
    """A bot and its owner, or two bots of one owner: their match could not be rated."""
    same_owner = one.owner is not None and one.owner == other.owner
    return same_owner or one.owner == other.user or other.owner == one.user


def declines_free(last_free: datetime | None, now: datetime) -> bool:
    return last_free is None or now - last_free >= FREE_DECLINE_EVERY


@dataclass(frozen=True)
class Idle:
    """What inactivity leads to next."""

    at: datetime
    removes: bool


def next_idle(active_at: datetime, drops: int) -> Idle:
    """After 21 days one place down, then one each week; after 60 days removed."""
    drop = active_at + IDLE_AFTER + drops * IDLE_STEP
    removal = active_at + REMOVED_AFTER
    return Idle(removal, True) if removal <= drop else Idle(drop, False)


def next_month(now: datetime) -> datetime:
    """Midnight, in the zone of `now`, at the start of the month after."""
    first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return (first + timedelta(days=32)).replace(day=1)
