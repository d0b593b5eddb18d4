"""What a window tells: with and without Not So Fast! in a hand, under one clock and with the same answers,
every byte to other seats and spectators, every mail, message and instant is the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from correio.due.sweep import sweep
from correio.matches import referee
from correio.matches.models import ClockEntry, Event, Match
from tests.conftest import Said
from tests.matches.driving import NOON, again, at, move, seats
from tests.matches.reacting import ace, announce, dealt, window

pytestmark = pytest.mark.django_db

Step = tuple[float, int, str]
"""Minutes after the announcement, seat, and its answer; `order: ...` writes an order instead."""

# Everybody is asked unless the first steps are orders, written before.
SCRIPTS: dict[str, list[Step]] = {
    "silent": [],
    "passes at once": [(1, 1, "pass"), (2, 2, "pass")],
    "passes late": [(60, 1, "pass"), (100, 2, "pass")],
    "stops at once": [(1, 1, "stop"), (2, 2, "pass")],
    "stops late": [(60, 2, "stop"), (61, 1, "pass")],
    "by order": [(-1, 1, "order: stop"), (-1, 2, "order: stop")],
    "order to pass": [(-1, 1, "order: pass"), (-1, 2, "order: pass")],
    "edited meanwhile": [(3, 2, "order: stop"), (30, 1, "order: stop")],
    "leaves": [(2, 1, "leave")],
}


@pytest.fixture
def people(alice: User, bob: User, carol: User) -> list[User]:
    for user in (alice, bob, carol):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return [alice, bob, carol]


class Watch:
    """Everything that reaches anybody, step by step."""

    def __init__(self, people: list[User], said: Said, capture: Any) -> None:
        self.people = people
        self.clients = {reader: _client(user) for reader, user in [(None, None), *enumerate(people)]}
        self.said = said
        self.capture = capture
        self.now = NOON
        self.seen: list[tuple[int | None, Any]] = []
        """Whose eyes only, and what; None: a spectator's, or what is told to all or kept of the match."""

    def without(self, holder: int) -> list[Any]:
        return [what for reader, what in self.seen if reader != holder]

    def play(self, match: Match, script: list[Step]) -> None:
        """To the end of the window; what is opened then is public and may differ."""
        if not any(minutes < 0 for minutes, _, _ in script):
            for seat in (1, 2):
                self._do(match, seat, "order: ask")
        for minutes, seat, what in [step for step in script if step[0] < 0]:
            assert minutes < 0
            self._do(match, seat, what)
        with self.capture(execute=True):
            announce(match, self.people[0])
        self._look(match)
        for minutes, seat, what in [step for step in script if step[0] >= 0]:
            self._sweep_until(match, at(minutes=minutes))
            if window(match) is None:
                return
            self._do(match, seat, what)
            if window(match) is None:
                self._see(("closed", self.now))
                return
            self._look(match)
        self._sweep_until(match, at(hours=12))
        assert window(match) is None

    def _do(self, match: Match, seat: int, what: str) -> None:
        user = self.people[seat]
        word, _, rest = what.partition(": ")
        with self.capture(execute=True):
            if word == "order":
                referee.set_order(match_id=match.pk, user=user, form="react", lines=[rest], now=self.now)
            elif word == "leave":
                referee.resign(match_id=match.pk, user=user, now=self.now)
            else:
                move(match, user, what, now=self.now)

    def _sweep_until(self, match: Match, until: datetime) -> None:
        """At each instant before that at which anything could happen: mails, reminders, the window's end."""
        while self.now < until and (opened := window(match)) is not None:
            second = timedelta(seconds=1)
            instants = {at(minutes=2), at(minutes=3), opened.earliest_at - second, opened.earliest_at}
            instants |= {at(hours=9), opened.closes_at - second, opened.closes_at, until}
            self.now = min(instant for instant in instants if self.now < instant <= until)
            with self.capture(execute=True):
                for queue in ("default", "mail"):
                    sweep(queue, clock=lambda: self.now)
            if window(match) is None:
                self._see(("closed", self.now))
            else:
                self._look(match, pages=False)

    def _look(self, match: Match, pages: bool = True) -> None:
        match = again(match)
        self._see([(self.now, text) for text in self._said(match)])
        self._see([(self.now, letter.to, letter.subject, letter.body) for letter in mail.outbox])
        mail.outbox.clear()
        self._see([(seat.missed, seat.turns, seat.bank_ms, seat.held_ms) for seat in seats(match)])
        self._see(list(Event.objects.filter(match=match).order_by("id").values_list("kind", "payload", "at")))
        self._see(
            list(
                ClockEntry.objects.filter(match=match)
                .order_by("id")
                .values_list("seat", "kind", "at", "bank_ms", "deadline")
            )
        )
        for reader, client in self.clients.items():
            for sent in _bytes(match, client, reader is not None, pages):
                self._see(sent, reader)

    def _see(self, what: Any, reader: int | None = None) -> None:
        self.seen.append((reader, what))

    def _said(self, match: Match) -> Iterator[str]:
        for what, message in self.said:
            yield f"{what} {message}".replace(f"match.{match.pk}", "match")
        self.said.clear()


def _client(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def _bytes(match: Match, client: Client, plays: bool, pages: bool) -> Iterator[bytes]:
    """What the reader is sent; pages only after something was done, for they are slow to make."""
    paths = [f"/api/matches/{match.code}", "/api/matches/"]
    if plays:
        paths.append("/api/matches/?waiting=true")
    if pages:
        paths += ["/my/" if plays else "/", f"/m/{match.code}/", f"/api/matches/{match.code}/log"]
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, path
        yield re.sub(rb"[\w-]{32,}", b"*", answer.content)


@pytest.mark.parametrize("script", SCRIPTS)
def test_nobody_can_tell_who_holds_the_card(
    script: str,
    people: list[User],
    said: Said,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    # Names of built scripts change when somebody builds them meanwhile.
    monkeypatch.setattr(settings, "VITE_MANIFEST", tmp_path / "not_built.json")
    watches = []
    for holders in ((), (1,), (2,)):
        with transaction.atomic():
            said.clear()
            mail.outbox.clear()
            watch = Watch(people, said, django_capture_on_commit_callbacks)
            watch.play(dealt(ace(*people), *holders), SCRIPTS[script])
            watches.append(watch)
            transaction.set_rollback(True)
    nobody, *holding = watches
    for holder, watch in enumerate(holding, 1):
        without, with_ = nobody.without(holder), watch.without(holder)
        assert len(without) > 10
        for number, (one, other) in enumerate(zip(without, with_, strict=True)):
            assert one == other, (holder, number, _around(one, other))


def _around(one: Any, other: Any) -> Any:
    """Where two pages begin to differ."""
    if not isinstance(one, bytes) or not isinstance(other, bytes):
        return None
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 80) : at + 80], other[max(0, at - 80) : at + 80]
