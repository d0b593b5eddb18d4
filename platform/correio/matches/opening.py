"""From an open table to the first position: publish the commitment, take seats, draw them, deal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import clocks, fairness, turns
from correio.matches.desk import Desk
from correio.matches.errors import RefereeError
from correio.matches.models import ClockEntry, Event, Match, Seat
from engines import registry
from engines.chance import KeyedChance, commitment
from engines.protocol import BadOptions, Rules, Title

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
OPEN_FOR = timedelta(days=14)


@dataclass(frozen=True)
class Player:
    """Somebody who takes a seat, with what he adds to the chance of the match."""

    user: User
    nonce: bytes | str | None = None
    bot_level: str = ""
    """Empty for people; house bots play at the level of their account unless another is named."""


def open_match(*, now: datetime | None = None, **table: Any) -> Match:
    """Publishes the commitment; nobody sits yet. `table` as for `draw_up`, which says what is refused."""
    match = draw_up(now=now or timezone.now(), **table)
    store([match])
    return match


def draw_up(
    *,
    game: str,
    title: str,
    seats: int,
    clock: clocks.Control,
    options: Mapping[str, Any] | None = None,
    on_time_out: str = Match.OnTimeOut.ABSENT,
    absent_turns: int | None = None,
    rated: bool = True,
    private: bool = False,
    created_by: User | None = None,
    origin: str = Match.Origin.LOBBY,
    rematch_of: Match | None = None,
    window_end: datetime | None = None,
    secret: bytes | None = None,
    code: str | None = None,
    open_for: timedelta = OPEN_FOR,
    now: datetime,
) -> Match:
    """A table as it will be stored. Unknown games, titles, options, seat counts and clocks are refused with
    what is offered."""
    rules, chosen = _title(game, title)
    complete = _check(rules, chosen, seats, options or {})
    _check_clock(clock)
    secret = secret or secrets.token_bytes(32)
    return Match(
        code=code or "".join(secrets.choice(ALPHABET) for _each in range(8)),
        game=game,
        title=title,
        rules_version=rules.info.rules_version,
        components=rules.info.components,
        seat_count=seats,
        options=complete,
        origin=origin,
        secret=secret,
        commitment=commitment(secret),
        clock_kind=clock.kind,
        clock_base_ms=clock.base_ms,
        clock_increment_ms=clock.increment_ms,
        clock_cap_ms=clock.cap_ms,
        on_time_out=on_time_out,
        absent_turns=_absent_turns(rules, on_time_out, absent_turns),
        window_end=window_end,
        rated=rated,
        private=private,
        invitation=secrets.token_urlsafe(15),
        rematch_of=rematch_of,
        created_by=created_by,
        created_at=now,
        open_until=now + open_for,
    )


def store(matches: Sequence[Match]) -> list[list[Seat]]:
    """New tables with their empty seats, which are returned; in two statements, however many."""
    try:
        with transaction.atomic():
            Match.objects.bulk_create(matches)
            seats = [[Seat(match=match, seat=seat) for seat in range(match.seat_count)] for match in matches]
            Seat.objects.bulk_create([seat for row in seats for seat in row])
    except IntegrityError as error:
        if "rematch_of" in str(error):
            raise RefereeError("rematch_exists", _("There is a rematch of this match already.")) from error
        raise
    return seats


def _title(game: str, title: str) -> tuple[Rules, Title]:
    try:
        rules, chosen = registry.title(title)
    except registry.UnknownGame as error:
        raise RefereeError("unknown_title", str(error), 422) from error
    if rules.info.key != game:
        message = _("The title “%(title)s” is not one of the game “%(game)s”.") % {
            "title": title,
            "game": game,
        }
        raise RefereeError("unknown_title", message, 422)
    return rules, chosen


def _check(rules: Rules, title: Title, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    if seats not in title.seats:
        offered = ", ".join(map(str, title.seats))
        message = _("%(title)s is played by %(offered)s, not by %(seats)d: choose another number of seats.")
        raise RefereeError(
            "wrong_seats", message % {"title": title.name, "offered": offered, "seats": seats}, 422
        )
    try:
        return dict(rules.check(seats, options))
    except BadOptions as error:
        raise RefereeError("bad_options", str(error), 422) from error


def _check_clock(clock: clocks.Control) -> None:
    try:
        clock.check()
    except clocks.BadClock as error:
        raise RefereeError("bad_clock", str(error), 422) from error


def _absent_turns(rules: Rules, on_time_out: str, wanted: int | None) -> int:
    if on_time_out == Match.OnTimeOut.LOSES:
        return 0
    if on_time_out != Match.OnTimeOut.ABSENT:
        raise RefereeError("bad_time_out", _("When time runs out: choose absent or loses."), 422)
    turns_ = rules.info.absent_turns if wanted is None else wanted
    if not 0 <= turns_ <= 20:
        raise RefereeError("bad_time_out", _("A seat may miss between 0 and 20 turns."), 422)
    return turns_


@transaction.atomic
def sit(
    *,
    match_id: int | str,
    user: User,
    seat: int | None = None,
    nonce: bytes | str | None = None,
    bot_level: str = "",
    now: datetime | None = None,
) -> Match:
    """Takes an open seat; who sits already stays where he is. The last seat taken starts the match, with
    the seats drawn; in a rematch everybody sits where the lobby put them."""
    desk = Desk.take(now or timezone.now(), match_id)
    if desk.seat_of(user.pk) is not None and desk.match.status in (Match.Status.OPEN, Match.Status.PLAYING):
        return desk.match
    _must_be_open(desk)
    free = [each for each in desk.seats if each.user_id is None and (seat is None or each.seat == seat)]
    if not free:
        raise RefereeError("seat_taken", _("That seat is taken: choose another one."))
    take(free[0], Player(user, nonce, bot_level))
    if all(each.user_id is not None for each in desk.seats):
        if desk.match.rematch_of_id is None:
            draw(desk)
        begin(desk)
    desk.write()
    return desk.match


@transaction.atomic
def stand(*, match_id: int | str, user: User, now: datetime | None = None) -> Match:
    """Gives the seat back while the match is open."""
    desk = Desk.take(now or timezone.now(), match_id)
    _must_be_open(desk)
    seat = desk.seat_of(user.pk)
    if seat is None:
        raise RefereeError("not_seated", _("You do not sit at this table."), 403)
    seat.user_id, seat.nonce, seat.bot_level = None, None, ""
    desk.write()
    return desk.match


def _must_be_open(desk: Desk) -> None:
    if desk.match.status == Match.Status.PLAYING:
        raise RefereeError(
            "full", _("All seats are taken and the match has started: look for another table.")
        )
    if desk.match.status != Match.Status.OPEN:
        raise RefereeError("closed", _("This table is closed: look for another one in the lobby."))


def take(row: Seat, player: Player) -> None:
    row.user_id = player.user.pk
    row.nonce = fairness.normal_nonce(player.nonce)
    row.bot_level = player.bot_level or player.user.bot_level


def draw(desk: Desk) -> None:
    """Who sits where, by the secret and what everybody added."""
    match = desk.match
    order = fairness.draw_seats(match.secret, match.code, [seat.nonce for seat in desk.seats])
    rows = desk.seats
    for drawn, before in enumerate(order):
        rows[before].seat, rows[before].drawn_from = drawn, before
    desk.seats = sorted(rows, key=lambda row: row.seat)


def begin(desk: Desk) -> None:
    """All sit: the cards are dealt and the first turn begins."""
    match = desk.match
    key = fairness.key(match.secret, match.code, [seat.nonce for seat in desk.seats])
    desk.begin(desk.rules.start(match.seat_count, match.options, KeyedChance(key)))
    match.status, match.started_at, match.open_until = Match.Status.PLAYING, desk.now, None
    for seat in desk.seats:
        desk.feed(seat)
        if not seat.bot_level:
            seat.bank_ms = clocks.first_bank(desk.control)
            desk.enter(seat, ClockEntry.Kind.START)
    desk.tell(Event.Kind.STARTED, seats=[seat.seat for seat in desk.seats if not seat.bot_level])
    turns.settle(desk)


@transaction.atomic
def cancel_open(*, match_id: int | str, user: User | None, now: datetime | None = None) -> Match:
    """Withdraws a table nobody has started on; only who opened it, or the site (None), may."""
    desk = Desk.take(now or timezone.now(), match_id)
    _must_be_open(desk)
    if user is not None and desk.match.created_by_id != user.pk:
        raise RefereeError("not_yours", _("Only who opened a table may withdraw it."), 403)
    call_off(desk, "withdrawn")
    desk.write()
    return desk.match


def expire(match: Match, now: datetime) -> None:
    """Due work: the table stayed open too long. The caller holds the lock."""
    desk = Desk.of(match, now)
    call_off(desk, "expired")
    desk.write()


def call_off(desk: Desk, reason: str) -> None:
    """The match will not be played; it stays visible, with the reason."""
    match = desk.match
    match.status, match.cancel_reason = Match.Status.CANCELLED, reason
    match.open_until = None
    for seat in desk.seats:
        if seat.deadline is not None or seat.held_ms is not None:
            turns.end_all(desk, seat, ClockEntry.Kind.ARBITER)
        turns.rest(seat)
        desk.feed(seat)
    desk.tell(Event.Kind.CANCELLED, reason=reason)
