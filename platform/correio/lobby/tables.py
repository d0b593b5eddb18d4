"""What people do in the lobby. Every act is one or more calls of the referee, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from correio.accounts.house import LEVELS, house_bots
from correio.accounts.models import User
from correio.api import Refusal
from correio.matches import referee
from correio.matches.clocks import Control
from correio.matches.models import Match, Seat
from engines import registry


def control_of(match: Match) -> Control:
    return Control(match.clock_kind, match.clock_base_ms, match.clock_increment_ms, match.clock_cap_ms)


def title_of(match: Match) -> str:
    """Name of the box it is played from; the key, if this site no longer has that game."""
    try:
        return registry.title(match.title)[1].name
    except registry.UnknownGame:
        return match.title


@dataclass(frozen=True)
class Wish:
    """The table somebody wants to open."""

    title: str
    seats: int
    control: Control
    options: Mapping[str, Any] = field(default_factory=dict)
    on_time_out: str = Match.OnTimeOut.ABSENT
    rated: bool = True
    private: bool = False
    bots: Sequence[str] = ()
    """Levels of house bots that sit down at once."""


@transaction.atomic
def open_table(user: User, wish: Wish, nonce: bytes | None = None) -> Match:
    """Opens a match, seats its creator and the bots; a full table starts at once."""
    rules = registry.title(wish.title)[0]
    match = referee.open_match(
        game=rules.info.key,
        title=wish.title,
        seats=wish.seats,
        options=dict(wish.options),
        clock=wish.control,
        on_time_out=wish.on_time_out,
        absent_turns=rules.info.absent_turns,
        rated=wish.rated and not user.is_guest,
        private=wish.private,
        created_by=user,
        origin=Match.Origin.LOBBY,
    )
    if len(wish.bots) >= wish.seats:
        raise Refusal(
            "too_many_bots",
            _("You sit at the table too: %(seats)d seats have room for %(room)d bots at most.")
            % {"seats": wish.seats, "room": wish.seats - 1},
            status=422,
        )
    referee.sit(match_id=match.pk, user=user, nonce=nonce)
    for bot in choose_bots(match, wish.bots):
        referee.sit(match_id=match.pk, user=bot)
    match.refresh_from_db()
    return match


def join(user: User, match: Match, nonce: bytes | None = None) -> None:
    """Sitting down twice is the same as once: a double click finds its seat taken by the same person."""
    if Seat.objects.filter(match=match, user=user).exists():
        return
    if match.rated and user.is_guest:
        raise Refusal(
            "guests_unrated",
            _("This match is rated, and a guest has no rating. Keep your account first: it takes a minute."),
            status=403,
        )
    referee.sit(match_id=match.pk, user=user, seat=_seat_of_rematch(user, match), nonce=nonce)


def _seat_of_rematch(user: User, match: Match) -> int | None:
    """Where this player sits in a rematch: one further than before. None where any seat will do."""
    if match.rematch_of_id is None:
        return None
    before = Seat.objects.filter(match=match.rematch_of_id, user=user).first()
    if before is None:
        raise Refusal(
            "not_yours", _("The open seats of a rematch are kept for those who played before."), status=403
        )
    return (before.seat + 1) % match.seat_count


def leave(user: User, match: Match) -> None:
    """Gives the seat back; whoever opened the table takes it away with their own seat."""
    if match.created_by_id == user.pk:
        referee.cancel_open(match_id=match.pk, user=user)
    else:
        referee.stand(match_id=match.pk, user=user)


@transaction.atomic
def add_bot(user: User, match: Match, level: str) -> None:
    """The creator fills a seat, at last the whole table, with house bots."""
    if match.created_by_id != user.pk:
        raise Refusal("not_yours", _("Only whoever opened the table may seat bots at it."), status=403)
    [bot] = choose_bots(match, [level])
    referee.sit(match_id=match.pk, user=bot)


def choose_bots(match: Match, levels: Sequence[str]) -> list[User]:
    """House bots of these levels that do not sit at the table yet; the table's code turns the roster."""
    taken = set(Seat.objects.filter(match=match, user__isnull=False).values_list("user_id", flat=True))
    chosen: list[User] = []
    for level in levels:
        if level not in LEVELS:
            raise Refusal(
                "unknown_level",
                _("There is no bot level “%(level)s”; there are %(levels)s.")
                % {"level": level, "levels": ", ".join(LEVELS)},
                status=422,
            )
        roster = house_bots(level, match.seat_count + 8)
        turn = sum(map(ord, match.code)) % len(roster)
        bot = next(each for each in [*roster[turn:], *roster[:turn]] if each.pk not in taken)
        taken.add(bot.pk)
        chosen.append(bot)
    return chosen


def can_rematch(user: Any, match: Match, seats: Sequence[Seat]) -> bool:
    return (
        match.status == Match.Status.FINISHED
        and match.origin == Match.Origin.LOBBY
        and getattr(user, "is_authenticated", False)
        and any(seat.user_id == user.pk for seat in seats)
    )


@transaction.atomic
def rematch(user: User, match: Match, nonce: bytes | None = None) -> Match:
    """The same players and settings, everybody one seat further.

    The first who asks opens the table, with the bots seated; the others find it at the old match and sit
    down. Asking again leads to the same table.
    """
    old = Match.objects.select_for_update().get(pk=match.pk)
    seats = list(Seat.objects.filter(match=old).select_related("user"))
    if not can_rematch(user, old, seats):
        raise Refusal(
            "no_rematch",
            _("A rematch is for those who played, once the match is over; tournament matches have none."),
        )
    following = Match.objects.filter(rematch_of=old).first()
    if following is not None:
        join(user, following, nonce)
        return following
    following = referee.open_match(
        game=old.game,
        title=old.title,
        seats=old.seat_count,
        options=old.options,
        clock=control_of(old),
        on_time_out=old.on_time_out,
        absent_turns=old.absent_turns,
        rated=old.rated,
        private=True,
        created_by=user,
        origin=Match.Origin.LOBBY,
        rematch_of=old,
    )
    for seat in seats:
        further = (seat.seat + 1) % old.seat_count
        if seat.user_id == user.pk:
            referee.sit(match_id=following.pk, user=user, seat=further, nonce=nonce)
        elif seat.user is not None and seat.user.is_bot:
            referee.sit(match_id=following.pk, user=seat.user, seat=further)
    following.refresh_from_db()
    return following
