"""Double clicks on connections of their own, deaths in the middle, and long random stories."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from correio.accounts.models import User
from tests.killing import Killed, killed_at
from tests.tournaments.running import NOW, check_rows, days, end_round, opened, people
from tournaments import director
from tournaments.models import Entry, Role, Tournament


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Each in a thread with a connection of its own; results, or the code of the refusal."""

    def run(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except director.DirectorError as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
class TestTwoAtOnce:
    def test_one_player_enters_once(self) -> None:
        tournament, (ana,) = opened(), people(1)
        call = lambda: director.register(tournament_id=tournament.pk, user=ana, now=NOW).pk  # noqa: E731
        assert len(set(together(call, call, call))) == 1
        assert tournament.acts.filter(kind="entered").count() == 1

    def test_the_last_place_is_taken_once(self) -> None:
        users = people(8)
        tournament = opened(None, users[:3], capacity=4)
        together(
            *(
                lambda user=user: director.register(tournament_id=tournament.pk, user=user, now=NOW)
                for user in users[3:]
            )
        )
        assert tournament.entries.filter(place="field").count() == 4
        assert tournament.entries.filter(place="waiting").count() == 4

    def test_a_place_given_up_twice_is_filled_once(self) -> None:
        users = people(6)
        tournament = opened(None, users, capacity=4)
        call = lambda: director.withdraw(tournament_id=tournament.pk, user=users[0], now=NOW)  # noqa: E731
        answers = together(call, call)
        assert "not_entered" in answers
        assert tournament.acts.filter(kind="moved_up").count() == 1
        assert tournament.entries.filter(place="field").count() == 4

    def test_entering_while_it_starts_is_in_time_or_refused(self) -> None:
        users = people(5)
        tournament = opened(None, users[:4])
        together(
            lambda: director.start(tournament_id=tournament.pk, by=None, now=NOW),
            lambda: director.register(tournament_id=tournament.pk, user=users[4], now=NOW),
        )
        check_rows(tournament)

    def test_two_directors_dismiss_each_other_and_one_stays(self) -> None:
        boss, other = User.objects.create_user("boss"), User.objects.create_user("other")
        tournament = opened(boss)
        director.appoint(tournament_id=tournament.pk, user=other, kind="director", by=boss, now=NOW)
        answers = together(
            lambda: director.dismiss(tournament_id=tournament.pk, user=other, by=boss, now=NOW).pk,
            lambda: director.dismiss(tournament_id=tournament.pk, user=boss, by=other, now=NOW).pk,
        )
        assert sorted(map(str, answers)) == sorted([str(tournament.pk), "not_director"])
        assert tournament.roles.filter(kind=Role.Kind.DIRECTOR).count() == 1

    def test_a_copy_asked_for_twice_is_one(self) -> None:
        tournament = opened()
        call = lambda: director.clone(tournament_id=tournament.pk, by=None, now=NOW).pk  # noqa: E731
        assert len(set(together(call, call))) == 1
        assert Tournament.objects.count() == 2

    def test_the_next_of_a_series_is_one_however_often_it_is_started(self) -> None:
        tournament = opened(None, people(4), starts_at=NOW + days(1), repeat_every_days=7)
        call = lambda: director.start(tournament_id=tournament.pk, by=None, now=NOW).pk  # noqa: E731
        assert len(set(together(call, call, call))) == 1
        assert Tournament.objects.filter(repeats=tournament).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_death_at_any_statement_of_a_withdrawal_leaves_nothing_or_everything() -> None:
    users = people(5)
    tournament = opened(None, users, capacity=4)
    for statement in range(1, 60):
        try:
            with killed_at(statement):
                director.withdraw(tournament_id=tournament.pk, user=users[0], now=NOW)
            break
        except Killed:
            assert tournament.entries.filter(place="field").count() == 4
            assert tournament.entries.get(user=users[0]).place == "field"
    assert statement > 8
    assert set(tournament.entries.values_list("user", "place")) == {(user.pk, "field") for user in users[1:]}


PLAYERS = 8
CAPACITY = 5
STEPS = st.tuples(
    st.sampled_from(
        ["enter", "enter", "enter", "leave", "check", "back", "remove", "start", "round", "list", "bye"]
    ),
    st.integers(0, PLAYERS - 1),
)


class Story:
    """One tournament; every step is tried, and what is refused changes nothing."""

    def __init__(self) -> None:
        self.users = people(PLAYERS)
        self.tournament = opened(
            None, capacity=CAPACITY, min_seats=3, late_until=3, starts_at=NOW + days(1), check_in_minutes=60,
            half_byes=1, round_count=4,
        )  # fmt: skip
        self.now = NOW + days(1) - timedelta(minutes=30)
        self.queue: list[int] = []

    def step(self, kind: str, index: int) -> None:
        self.now += timedelta(seconds=1)
        where: dict[str, Any] = {"tournament_id": self.tournament.pk, "now": self.now}
        user = self.users[index]
        try:
            match kind:
                case "enter":
                    director.register(**where, user=user)
                case "leave":
                    director.withdraw(**where, user=user)
                case "check":
                    director.check_in(**where, user=user)
                case "back":
                    director.come_back(**where, user=user)
                case "remove":
                    director.remove(**where, user=user, by=None)
                case "list":
                    director.enter_many(**where, names=[user.username, self.users[-1].username], by=None)
                case "bye":
                    director.request_bye(**where, user=user, round_number=2, kind="half")
                case "start":
                    self._start(max(self.now, NOW + days(1)))
                case "round":
                    self._round()
        except director.DirectorError:
            pass
        self.tournament.refresh_from_db()

    def _start(self, now: datetime) -> None:
        self.now = now
        director.start(tournament_id=self.tournament.pk, by=None, now=now)

    def _round(self) -> None:
        if self.tournament.status == Tournament.Status.RUNNING:
            end_round(self.tournament, self.now)

    def check(self) -> None:
        tournament = self.tournament
        entries = list(tournament.entries.order_by("joined_at", "pk"))
        assert len({entry.user_id for entry in entries}) == len(entries)
        field = [e for e in entries if e.place == Entry.Place.FIELD and e.withdrawn_at is None]
        waiting = [e.pk for e in entries if e.place == Entry.Place.WAITING]
        assert len(field) <= CAPACITY
        if tournament.status == Tournament.Status.REGISTRATION:
            assert not waiting or len(field) == CAPACITY
            kept = [pk for pk in self.queue if pk in waiting]
            assert waiting[: len(kept)] == kept
        self.queue = waiting
        everybody = [e for e in entries if e.place == Entry.Place.FIELD]
        for round_ in tournament.rounds.all():
            rows = sorted(round_.pairings.values_list("entry_id", flat=True))
            assert rows == sorted(e.pk for e in everybody)
        if tournament.started_at is not None:
            ranks = [e.rank for e in everybody]
            assert sorted(rank or 0 for rank in ranks) == list(range(1, len(ranks) + 1))


@pytest.mark.django_db
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(STEPS, min_size=5, max_size=15), st.lists(STEPS, min_size=10, max_size=25))
def test_whatever_happens_there_is_one_entry_a_player_and_nobody_is_overtaken(
    before: list[tuple[str, int]], after: list[tuple[str, int]]
) -> None:
    everybody = [("enter", index) for index in range(PLAYERS)]
    with transaction.atomic():
        story = Story()
        for kind, index in [*everybody, *before, ("start", 0), *after]:
            story.step(kind, index)
            story.check()
        event(f"{story.tournament.status} after {story.tournament.rounds.count()} rounds")
        transaction.set_rollback(True)
