"""The only way to see a match: what one observer may know of it, as JSON.

Nothing else in the site turns a position, a log or a text of a match into output.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import afterwards, clocks, ending, playback, windows
from correio.matches.desk import control
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Move, Seat, Window
from correio.matches.orders import orders_json
from correio.matches.previewing import standing
from correio.matches.seating import seated
from correio.matches.wording import Wording, name
from engines import registry
from engines.protocol import State, ordered


def seat_of(match: Match, user: User | Any) -> int | None:
    """The seat whose secrets this user may see; None makes a spectator of leavers, too: they know what
    they knew, and a bot plays on."""
    if not getattr(user, "is_authenticated", False):
        return None
    # Asked anew each time: a seat that was left a moment ago shows its secrets no more.
    mine = match.seats.filter(user_id=user.pk, left_at__isnull=True)
    return mine.values_list("seat", flat=True).first()


def match_json(
    match: Match, observer: int | None, at: int | None = None, language: str | None = None
) -> dict[str, Any]:
    """`at`: the position after move `at` as this observer could see it then."""
    if language is not None:
        with translation.override(language):
            return match_json(match, observer, at)
    return _Showing(match, observer, at).json()


class _Showing:
    def __init__(self, match: Match, observer: int | None, at: int | None) -> None:
        if at is not None and not 0 <= at <= match.version:
            message = _("The match has moves 0 to %d: there is none with that number.") % match.version
            raise RefereeError("no_such_move", message, 404)
        self.match = match
        self.observer = observer
        self.at = at
        self.rules = registry.rules(match.game, match.rules_version)
        self.seats = seated(match)
        self.wording = Wording(self.rules, self.seats, observer)
        moves = match.moves.order_by("seq").defer("drawn")
        self.moves = list(moves if at is None else moves.filter(seq__lte=at))
        self.state = self._state()
        self.window = self._window()

    def _state(self) -> State | None:
        if self.match.snapshot is None:
            return None
        if self.at is not None and self.at < self.match.version:
            return playback.position(self.match, self.seats, self.moves)
        return standing(self.match, self.rules, self.observer)

    def _window(self) -> Window | None:
        """Asked for where there can be one only: other games are shown with as many queries as ever."""
        if ordered(self.rules) is None or self.match.status != Match.Status.PLAYING or self.at is not None:
            return None
        return windows.standing(self.match)

    def json(self) -> dict[str, Any]:
        match = self.match
        _rules, title = registry.title(match.title)
        may_move = self._may_move()
        return {
            "id": match.code,
            "game": match.game,
            "title": match.title,
            "title_name": title.name,
            "version": match.version,
            "status": match.status,
            "observer": self.observer,
            "at": self.at,
            "view": None if self.state is None else msgspec.to_builtins(self.state.view(self.observer)),
            "seats": [self._seat(seat) for seat in self.seats],
            "actors": self._actors(),
            "prompt": self._prompt(may_move),
            "text": [] if self.state is None else self.wording.lines(self.state.describe(self.observer)),
            "moves": self._choices() if may_move else [],
            "sealed": self.state is not None and self.state.sealed(),
            "waiting_until": None if self.window is None else iso(self.window.closes_at),
            "answered": self._answered(),
            "later": self._later(),
            "then": self._then(),
            "orders": self._orders(),
            "log": [self._entry(move) for move in self.moves],
            "result": self._result(),
            "commitment": match.commitment,
            "contributed": [seat.seat for seat in self.seats if seat.nonce],
            "clock": clock_json(match),
            "rated": match.rated,
            "options": match.options,
            "can": self._can(),
            "record_url": f"/api/matches/{match.code}/record" if match.status == "finished" else None,
            "cancel_reason": match.cancel_reason or None,
            "created_at": iso(match.created_at),
            "started_at": iso(match.started_at),
            "finished_at": iso(match.finished_at),
        }

    def _may_move(self) -> bool:
        if self.observer is None or self.state is None or self.at is not None:
            return False
        seat = self.seats[self.observer]
        if self.match.status != Match.Status.PLAYING or seat.bot_level or seat.sealed:
            return False
        return bool(self.state.moves(self.observer))

    def _choices(self) -> list[dict[str, Any]]:
        if self.observer is None or self.state is None:
            return []
        return self.wording.choices(self.state, self.observer)

    def _prompt(self, may_move: bool) -> str | None:
        if not may_move or self.state is None or self.observer is None:
            return None
        if self.observer not in self.state.actors():
            return None
        return self.wording.line(self.state.prompt(self.observer))

    def _actors(self) -> list[int]:
        if self.at is not None and self.state is not None:
            return list(self.state.actors())
        return [seat.seat for seat in self.seats if self._is_acting(seat)]

    def _is_acting(self, seat: Seat) -> bool:
        """Nobody but its own seat is shown that a sealed answer is in, or that a window waits for it."""
        if self.window is not None and seat.seat != self.observer:
            return False
        return seat.acting or (seat.sealed and seat.seat != self.observer)

    def _deadline(self, seat: Seat) -> datetime | None:
        own = seat.seat == self.observer
        return None if self.window is not None and not own else shown_deadline(self.match, seat, own=own)

    def _orders(self) -> list[dict[str, Any]]:
        """Of the observer's own seat."""
        if self.observer is None or not self._plays_now() or ordered(self.rules) is None:
            return []
        return orders_json(self.match, self.observer, self.wording)

    def _answered(self) -> list[str]:
        """The observer's own answer to what a window waits for, by itself or by its orders."""
        if self.window is None or self.observer is None or self.state is None:
            return []
        if not self.seats[self.observer].sealed:
            return []
        kept = self.match.sealed_moves.filter(seat=self.observer).order_by("order")
        moves = [self.rules.read(notation) for notation in kept.values_list("notation", flat=True)]
        return [choice["text"] for choice in self.wording.choices(self.state, self.observer, moves)]

    def _later(self) -> list[dict[str, Any]] | None:
        """Moves out of turn that the match does not take now; None where it does, or has none."""
        ruled = ordered(self.rules)
        if ruled is None or self.observer is None or self.state is None or not self._plays_now():
            return None
        moves = ruled.later(self.state, self.observer)
        return None if moves is None else self.wording.choices(self.state, self.observer, moves)

    def _then(self) -> dict[str, Any] | None:
        """The rest of the observer's turn, where it may be prepared while its agent waits for reactions."""
        if self.window is None or self.observer is None or self.state is None or not self._plays_now():
            return None
        return afterwards.shown(self.match, self.state, self.observer, self.wording)

    def _plays_now(self) -> bool:
        return (
            self.observer is not None
            and self.match.status == Match.Status.PLAYING
            and self.at is None
            and not self.seats[self.observer].bot_level
        )

    def _seat(self, seat: Seat) -> dict[str, Any]:
        return {
            "seat": seat.seat,
            "name": name(seat),
            "slug": seat.user.username if seat.user is not None else None,
            "kind": seat.user.kind if seat.user is not None else None,
            "bot": seat.bot_level or None,
            "status": "left" if seat.left_at is not None else "seated" if seat.user_id else "open",
            "left_reason": seat.left_reason or None,
            "acting": self._is_acting(seat),
            "deadline": iso(self._deadline(seat)),
            "bank_ms": seat.bank_ms,
            "clock_words": self._clock_words(seat),
            "missed": seat.missed,
            "place": seat.place,
            "points": seat.points,
        }

    def _clock_words(self, seat: Seat) -> str:
        if seat.bot_level:
            return _("A bot's clock does not run")
        if seat.bank_ms is not None:
            return _("%s in the bank") % clocks.span(seat.bank_ms)
        return clocks.words(control(self.match))

    def _entry(self, move: Move) -> dict[str, Any]:
        return {"seq": move.seq, "at": iso(move.at), "seat": move.seat, "lines": self.wording.of_move(move)}

    def _result(self) -> dict[str, Any] | None:
        return None if self.at is not None and self.at < self.match.version else self.match.result

    def _can(self) -> dict[str, bool]:
        playing = (
            self.observer is not None
            and self.match.status == Match.Status.PLAYING
            and not self.seats[self.observer].bot_level
        )
        return {"resign": playing, "abort": playing and ending.may_abort(self.match, self.seats)}


def iso(instant: datetime | None) -> str | None:
    """UTC, as JavaScript reads it."""
    return None if instant is None else instant.astimezone(UTC).isoformat().replace("+00:00", "Z")


def shown_deadline(match: Match, seat: Seat, *, own: bool) -> datetime | None:
    """When the seat's time runs out, as others see it: a sealed answer does not stop that clock for them."""
    if not seat.sealed or own or seat.turn_started_at is None or seat.bot_level:
        return seat.deadline
    return clocks.deadline(control(match), seat.bank_ms, seat.turn_started_at, match.window_end)


def clock_json(match: Match) -> dict[str, Any]:
    return {
        "kind": match.clock_kind,
        "base_ms": match.clock_base_ms,
        "increment_ms": match.clock_increment_ms,
        "cap_ms": match.clock_cap_ms,
        "words": clocks.words(control(match)),
        "on_time_out": match.on_time_out,
        "absent_turns": match.absent_turns,
        "window_end": iso(match.window_end),
    }


def log_json(match: Match, observer: int | None, moves: Sequence[Move]) -> list[dict[str, Any]]:
    """Some lines of the log, for feeds that page through it."""
    rules = registry.rules(match.game, match.rules_version)
    seats = seated(match)
    wording = Wording(rules, seats, observer)
    return [
        {"seq": move.seq, "at": iso(move.at), "seat": move.seat, "lines": wording.of_move(move)}
        for move in moves
    ]
