"""A match on the referee's desk: read under its lock, changed in memory, written once.

Every change of a match goes through one desk in one transaction. The number of queries does not depend
on the number of moves played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from correio.due.nudge import nudge
from correio.matches import broadcast, clocks, events, receipts
from correio.matches.errors import RefereeError
from correio.matches.models import ClockEntry, Event, Match, Move, Receipt, SealedMove, Seat, Window
from correio.matches.seating import seated
from correio.matches.storing import Statement, differing
from engines import registry
from engines.chance import KeyedChance
from engines.protocol import OrderedRules, Rules, State, Told, ordered

ABSENT = "absent"
LEAVE = "leave"
ADJUDICATE = "adjudicate"
ABORT = "abort"
NOT_PLAYED = frozenset({ADJUDICATE, ABORT})
"""Acts of the referee that end a match from outside: numbered and told, but no move of the game."""


class Desk:
    def __init__(self, match: Match, seats: list[Seat], now: datetime) -> None:
        self.match = match
        self.seats = seats
        self.now = now
        self.moves: list[Move] = []
        self.entries: list[ClockEntry] = []
        self.events: list[Event] = []
        self.fed: set[int] = set()
        """Users whose feed has to say something new."""
        self.receipts: list[Receipt] = []
        self._match_before = _columns(match, _MATCH_COLUMNS)
        self._seats_before = {seat.pk: _columns(seat, _SEAT_COLUMNS) for seat in seats}
        self._state: State | None = None
        self._answers: list[SealedMove] | None = None
        self._new_answers: list[SealedMove] = []
        self._drop_answers: set[int] = set()
        self._window: Window | None = None
        self._window_before: dict[str, Any] | None = None
        self._window_read = False
        self._seen = (match.version, match.status)

    @classmethod
    def take(cls, now: datetime, which: int | str, *, to_show: bool = False) -> Desk:
        """Locks the match with that primary key or public code; raises RefereeError if there is none.

        `to_show`: the match will be shown afterwards, so that its seats are read with their users."""
        match = found(which, locked=True)
        return cls(match, seated(match), now) if to_show else cls.of(match, now)

    @classmethod
    def of(cls, match: Match, now: datetime) -> Desk:
        """For a match that the caller has locked."""
        return cls(match, sorted(match.seats.order_by(), key=lambda seat: seat.seat), now)

    @classmethod
    def fresh(cls, match: Match, seats: list[Seat], now: datetime) -> Desk:
        """For a match that has just been stored: there is nothing else of it to be read."""
        desk = cls(match, seats, now)
        desk._window_read = True
        desk._answers = []
        return desk

    # What is there

    @cached_property
    def rules(self) -> Rules:
        return registry.rules(self.match.game, self.match.rules_version)

    @cached_property
    def ordered(self) -> OrderedRules | None:
        return ordered(self.rules)

    @cached_property
    def control(self) -> clocks.Control:
        return control(self.match)

    @property
    def state(self) -> State:
        """The public position: sealed answers are not in it."""
        if self._state is None:
            self._state = self.rules.load(bytes(self.match.snapshot or b""))
            self.was_sealed = self._state.sealed()
            self.turn_before = self.turn()
        return self._state

    was_sealed = False
    turn_before: tuple[int, int] | None = None
    """Whose turn it was, and which, when the match was taken; None in games that interrupt no turns."""

    def turn(self) -> tuple[int, int] | None:
        return None if self.ordered is None else self.ordered.turn(self.state)

    def begin(self, state: State) -> None:
        """The first position of a match."""
        self._state = state

    def seat_of(self, user_id: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    @property
    def answers(self) -> list[SealedMove]:
        """Sealed answers of all seats, in seat order and in their order."""
        if self._answers is None:
            self._answers = list(self.match.sealed_moves.order_by("seat", "order"))
        return self._answers

    @property
    def window(self) -> Window | None:
        """Open now. Games without orders have none, and nobody looks for it."""
        if not self._window_read and self.ordered is not None:
            self._window = Window.objects.filter(match=self.match).first()
            self._window_before = _window_columns(self._window)
        self._window_read = True
        return self._window

    @window.setter
    def window(self, window: Window | None) -> None:
        assert self.window is None or window is None
        self._window = window

    @property
    def window_closed(self) -> bool:
        """Whether one was open when the match was taken and is no more."""
        return self._window is None and self._window_before is not None

    def standing(self, seat: int) -> State:
        """The position as that seat sees it: with its own sealed answers, nobody else's."""
        return replay_answers(self.rules, self.state.fork(), self.answers, seat)

    # What changes

    def act(
        self,
        actor: str,
        seat: int | None,
        notation: str,
        do: Callable[[State, list[Told]], None] | None,
        *,
        bot_level: str = "",
        bot_version: int | None = None,
    ) -> None:
        """Does something public and records it with what chance drew and what was told."""
        drawn: list[int] = []
        told: list[Told] = []
        if do is not None:
            listen(self.state, drawn)
            do(self.state, told)
        self.match.version += 1
        self.moves.append(
            Move(
                match=self.match,
                seq=self.match.version,
                actor=actor,
                seat=seat,
                notation=notation,
                drawn=drawn,
                told=msgspec.to_builtins(told),
                bot_level=bot_level,
                bot_version=bot_version,
                at=self.now,
            )
        )

    def keep(self, answer: SealedMove) -> None:
        self.answers.append(answer)
        self.answers.sort(key=lambda each: (each.seat, each.order))
        self._new_answers.append(answer)

    def drop_answers(self, seats: Sequence[int]) -> None:
        if gone := {answer.seat for answer in self.answers} & set(seats):
            self._answers = [answer for answer in self.answers if answer.seat not in gone]
            self._new_answers = [answer for answer in self._new_answers if answer.seat not in gone]
            self._drop_answers |= gone

    def enter(self, seat: Seat, kind: str, *, spent_ms: int = 0, bank_ms: int | None = None) -> None:
        """A line of the clock ledger; the seat's deadline is already as it is after it."""
        self.entries.append(
            ClockEntry(
                match=self.match,
                seat=seat.seat,
                kind=kind,
                at=self.now,
                spent_ms=spent_ms,
                bank_ms=seat.bank_ms if bank_ms is None else bank_ms,
                deadline=seat.deadline,
            )
        )

    def tell(self, kind: str, **payload: Any) -> None:
        self.events.append(Event(match=self.match, kind=kind, payload=payload, at=self.now))

    def feed(self, seat: Seat) -> None:
        if seat.user_id is not None and not seat.bot_level:
            self.fed.add(seat.user_id)

    # Out

    def write(self) -> None:
        """Stores everything and registers who is told once it is committed."""
        write_together([self])

    def conclude(self) -> None:
        """What follows from everything that was done; windows and answers that are over go."""
        match = self.match
        if self._state is not None:
            match.snapshot = self.rules.save(self._state)
        self._write_window()
        deadlines = [seat.deadline for seat in self.seats if seat.deadline is not None]
        # While a window is open its end is everybody's: whether anybody is asked does not show.
        match.deadline = self._window.closes_at if self._window else min(deadlines, default=None)
        if self._drop_answers:
            match.sealed_moves.filter(seat__in=self._drop_answers).delete()

    def _write_window(self) -> None:
        if self.match.status != Match.Status.PLAYING:
            self.window = None
        window = self.window
        if _window_columns(window) == self._window_before:
            return
        if window is None:
            Window.objects.filter(match=self.match).delete()
        else:
            Window.objects.bulk_create(
                [window], update_conflicts=True, unique_fields=["match"], update_fields=_WINDOW_COLUMNS
            )

    def changes(self) -> tuple[list[str], list[Seat], list[str]]:
        """Columns of the match, seats, columns of seats that are not as they were."""
        rows: list[Seat] = []
        names: dict[str, None] = {}
        for seat in self.seats:
            if changed := differing(self._seats_before[seat.pk], seat):
                rows.append(seat)
                names.update(dict.fromkeys(changed))
        return differing(self._match_before, self.match), rows, list(names)

    @property
    def added(self) -> tuple[Sequence[Model], ...]:
        """New rows, by table."""
        return self.moves, self._new_answers, self.entries, self.receipts

    @property
    def news(self) -> tuple[int, int, str] | None:
        """Key, version and status of the match, if whoever watches it has to look again."""
        match = self.match
        if (match.version, match.status) == self._seen and match.status != Match.Status.OPEN:
            return None
        return match.pk, match.version, match.status

    @property
    def wakes_bots(self) -> bool:
        return any(seat.bot_due and seat.leased_until is None for seat in self.seats)


def write_together(desks: Sequence[Desk]) -> None:
    """Stores everything that was done on these desks in one statement, and registers who is told once it
    is committed."""
    for desk in desks:
        desk.conclude()
    statement = Statement()
    _update(statement, desks)
    for rows in zip(*(desk.added for desk in desks), strict=True):
        if added := [row for of_one in rows for row in of_one]:
            statement.insert(added)
    names = events.store(statement, [event for desk in desks for event in desk.events])
    try:
        statement.run()
    except IntegrityError as error:
        raise receipts.as_refusal(error) from error
    if any(desk.wakes_bots for desk in desks):
        names.append("bot_turn")
    if names:
        nudge(*names)
    _tell_after_commit(desks)


def _update(statement: Statement, desks: Sequence[Desk]) -> None:
    """Of several desks every row is written in each column that changed in one of them."""
    matches: dict[str, None] = {}
    rows: list[Seat] = []
    seats: dict[str, None] = {}
    for desk in desks:
        of_match, changed, of_seats = desk.changes()
        matches.update(dict.fromkeys(of_match))
        rows += changed
        seats.update(dict.fromkeys(of_seats))
    statement.update([desk.match for desk in desks], list(matches))
    statement.update(rows, list(seats))


def _tell_after_commit(desks: Sequence[Desk]) -> None:
    changed = [news for desk in desks if (news := desk.news) is not None]
    fed = sorted({user for desk in desks for user in desk.fed})

    def say() -> None:
        for match, version, status in changed:
            broadcast.match_changed(match, version, status)
        if fed:
            broadcast.users_changed(fed)

    transaction.on_commit(say, robust=True)


_MATCH_COLUMNS = (
    "version", "snapshot", "status", "deadline", "started_at", "finished_at", "open_until", "result",
    "cancel_reason",
)  # fmt: skip
_SEAT_COLUMNS = (
    "seat", "user_id", "drawn_from", "nonce", "bot_level", "left_at", "left_reason", "missed", "turns",
    "acting", "sealed", "answered_at", "turn_started_at", "held_ms", "bank_ms", "deadline", "bot_due",
    "leased_until", "lease_token", "place", "points",
)  # fmt: skip


_WINDOW_COLUMNS = ("opened_at", "earliest_at", "closes_at", "due_at")


def _window_columns(window: Window | None) -> dict[str, Any] | None:
    return None if window is None else {name: getattr(window, name) for name in _WINDOW_COLUMNS}


def _columns(row: Match | Seat, names: Sequence[str]) -> dict[str, Any]:
    return {name: row.__dict__[name] for name in names}


def found(which: int | str, *, locked: bool = False) -> Match:
    """By primary key or public code; raises RefereeError if there is none."""
    rows = Match.objects.filter(code=which) if isinstance(which, str) else Match.objects.filter(pk=which)
    match = (rows.select_for_update() if locked else rows).order_by().first()
    if match is None:
        raise RefereeError("no_match", _("There is no such match: the link may be mistyped."), 404)
    return match


def control(match: Match) -> clocks.Control:
    return clocks.Control(match.clock_kind, match.clock_base_ms, match.clock_increment_ms, match.clock_cap_ms)


def listen(state: State, drawn: list[int]) -> None:
    """What chance draws from now on goes to that list."""
    chance = state.chance
    assert isinstance(chance, KeyedChance)
    chance.drawn = drawn


def replay_answers(rules: Rules, state: State, answers: Sequence[SealedMove], seat: int) -> State:
    """Plays the sealed answers of that seat on a state of its own."""
    for answer in answers:
        if answer.seat == seat:
            if answer.notation == ABSENT:
                state.absent(seat)
            else:
                state.play(seat, rules.read(answer.notation))
    return state
