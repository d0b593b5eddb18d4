"""Who holds Not So Fast! shows nowhere: on every number of seats, however reactions are asked for, until the
answers are in and after that. The same for who orders a stop without having one.

`test_windows_quiet` looks closer at one table; here every table is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

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
from correio.matches.models import ClockEntry, Event, Match, Window
from engines.ace_of_spies.position import MODES
from tests.conftest import Said
from tests.matches.driving import NOON, again, at, move, seats
from tests.matches.reacting import ace, announce, dealt, window

pytestmark = pytest.mark.django_db

TARGET = 1
THIEF = 0
SEATS = (2, 3, 4, 5)


@pytest.fixture
def people(person: Callable[..., User]) -> list[User]:
    found = [person(name) for name in ("alice", "bob", "carol", "dora", "emil")]
    for user in found:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return found


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    # Names of built scripts change when somebody builds them meanwhile.
    monkeypatch.setattr(settings, "VITE_MANIFEST", tmp_path / "not_built.json")


class Seen(NamedTuple):
    reader: int | None
    """Whose eyes only; None: a spectator's, or what is told to all or kept of the match."""
    is_after: bool
    """The answers are in: the reader sees what came of it."""
    what: Any


class Table:
    """One match, and everything that reached anybody while the Cutpurse was aimed at the target's hand."""

    def __init__(self, match: Match, people: Sequence[User], said: Said, capture: Any) -> None:
        self.match = match
        self.people = people
        self.said = said
        self.capture = capture
        self.now = NOON
        self.is_after = False
        self.seen: list[Seen] = []
        self.clients: dict[int | None, Client] = {reader: Client() for reader in (None, *range(len(people)))}
        for seat, user in enumerate(people):
            self.clients[seat].force_login(user)

    def play(self, answer: str, *, orders: bool) -> None:
        """The target answers, by an order beforehand or in the second minute; then the match goes on."""
        if orders:
            with self.capture(execute=True):
                referee.set_order(
                    match_id=self.match.pk, user=self.people[TARGET], form="react", lines=[answer], now=NOON
                )
        with self.capture(execute=True):
            announce(self.match, self.people[THIEF])
        self.is_after = window(self.match) is None
        self.look(pages=True)
        if not orders:
            self.sweep_until(at(minutes=2))
            with self.capture(execute=True):
                move(self.match, self.people[TARGET], answer, now=self.now)
            self.is_after = window(self.match) is None
            self.look()
        self.sweep_until(at(hours=12))
        assert window(self.match) is None
        self.look()

    def sweep_until(self, until: datetime) -> None:
        """At every instant at which anything could happen."""
        while self.now < until:
            instants = {at(seconds=1), at(minutes=2), at(minutes=3), at(hours=9), until}
            if opened := window(self.match):
                instants |= {opened.earliest_at, opened.closes_at}
            self.now = min(instant for instant in instants if self.now < instant <= until)
            waited = window(self.match) is not None
            with self.capture(execute=True):
                for queue in ("default", "mail"):
                    sweep(queue, clock=lambda: self.now)
            if waited and window(self.match) is None:
                self.is_after = True
                self.note(("closed", self.now - NOON))

    def look(self, pages: bool = False) -> None:
        """Pages are slow to make: they are asked for while people wait."""
        match = again(self.match)
        self.note([f"{what} {told}".replace(f"match.{match.pk}", "match") for what, told in self.said])
        self.said.clear()
        for letter in mail.outbox:
            reader = next(seat for seat, user in enumerate(self.people) if letter.to == [user.email])
            self.note((letter.subject, letter.body), reader)
        mail.outbox.clear()
        self.note([(seat.missed, seat.turns, seat.bank_ms, seat.held_ms) for seat in seats(match)])
        self.note(list(Window.objects.values_list("opened_at", "earliest_at", "closes_at", "due_at")))
        self.note(list(rows(Event, match).values_list("kind", "payload", "at")))
        self.note(list(rows(ClockEntry, match).values_list("seat", "kind", "at", "bank_ms", "deadline")))
        for reader, client in self.clients.items():
            paths = [f"/api/matches/{match.code}"]
            if pages:
                paths += [f"/m/{match.code}/", "/my/" if reader is not None else "/"]
            for path in paths:
                answer = client.get(path)
                assert answer.status_code == 200, path
                self.note(re.sub(rb"[\w-]{32,}", b"*", answer.content), reader)

    def note(self, what: Any, reader: int | None = None) -> None:
        self.seen.append(Seen(reader, self.is_after, what))

    def without(self, *readers: int) -> list[Any]:
        return [seen.what for seen in self.seen if seen.reader not in readers]

    def seen_by(self, reader: int) -> list[Any]:
        """While the answers were awaited."""
        return [seen.what for seen in self.seen if seen.reader == reader and not seen.is_after]


def rows(model: type[Event] | type[ClockEntry], match: Match) -> Any:
    return model.objects.filter(match=match).order_by("id")


def played(
    people: Sequence[User], said: Said, capture: Any, *, mode: str, holders: Sequence[int], **how: Any
) -> Table:
    """Everything is undone afterwards, so that the next table has the same numbers and the same dice."""
    with transaction.atomic():
        match = dealt(ace(*people, reactions=mode), *holders)
        said.clear()
        mail.outbox.clear()
        table = Table(match, people, said, capture)
        table.play(**how)
        transaction.set_rollback(True)
    return table


def assert_equal(one: list[Any], other: list[Any]) -> None:
    assert len(one) == len(other) > 10, (len(one), len(other))
    for number, (this, that) in enumerate(zip(one, other, strict=True)):
        assert this == that, (number, _around(this, that))


def _around(one: Any, other: Any) -> Any:
    """Where two pages begin to differ."""
    if not isinstance(one, bytes) or not isinstance(other, bytes):
        return None
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 80) : at + 80], other[max(0, at - 80) : at + 80]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", SEATS)
def test_the_card_in_a_hand_shows_nowhere(
    mode: str,
    count: int,
    people: list[User],
    said: Said,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    """The target has it, or the last seat, or nobody; whoever has it lets the agent pass. What the target
    sees is its own, and the thief sees the card that it takes: of that hand."""
    how = {"mode": mode, "answer": "pass", "orders": mode == "orders"}
    capture = django_capture_on_commit_callbacks
    nobody = played(people[:count], said, capture, holders=(), **how)
    target = played(people[:count], said, capture, holders=(TARGET,), **how)
    assert_equal(target.without(TARGET, THIEF), nobody.without(TARGET, THIEF))
    assert target.seen_by(THIEF) == nobody.seen_by(THIEF)
    assert bool(nobody.seen_by(THIEF)) == (mode != "orders")
    if count > 2:
        last = played(people[:count], said, capture, holders=(count - 1,), **how)
        assert_equal(last.without(count - 1), nobody.without(count - 1))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", [2, 4])
def test_a_stop_without_the_card_shows_nowhere(
    mode: str,
    count: int,
    people: list[User],
    said: Said,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    """Neither while answers are awaited nor after that, by order or by answer."""
    capture = django_capture_on_commit_callbacks
    for orders in (True,) if mode == "orders" else (True, False):
        how = {"mode": mode, "holders": (), "orders": orders}
        bluff = played(people[:count], said, capture, answer="stop", **how)
        honest = played(people[:count], said, capture, answer="pass", **how)
        assert_equal(bluff.without(TARGET), honest.without(TARGET))
