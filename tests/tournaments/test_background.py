"""Rounds of large fields, paired by a worker: what those who asked see, and that it happens once whatever
dies, comes or leaves in between."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from correio.accounts.models import User
from correio.due.models import Parked
from correio.due.sweep import sweep_work
from correio.matches.models import Event, Match
from tests.killing import Killed, killed_at
from tests.tournaments.calling import Caller
from tests.tournaments.running import NOW, act, check_rows, days, end_round, opened, people
from tests.tournaments.test_pages import page, signed_in
from tournaments import director
from tournaments.acts import background, jobs
from tournaments.acts.proposals import CannotPair
from tournaments.models import Act, Draft, PairingJob, Round, Tournament

LATER = NOW + timedelta(seconds=background.LEASE_SECONDS)


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight players are many."""
    monkeypatch.setattr(jobs, "AT_ONCE", 7)


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_user("boss")


def work(now: Any = NOW) -> int:
    return sweep_work(jobs.WORK, clock=lambda: now)


def by_hand(by: User | None = None, count: int = 8, **more: Any) -> Tournament:
    """Of which no round follows by itself; round 1 is paired, and over."""
    tournament = opened(by, people(count), auto_pair=False, **more)
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    end_round(tournament)
    return tournament


def ask(tournament: Tournament, by: User | None = None, number: int = 2) -> Round | None:
    return director.pair_next_soon(tournament_id=tournament.pk, number=number, by=by, now=NOW)


def once_paired(tournament: Tournament, number: int) -> None:
    """So many rounds, each once, a started match for every table, and nothing left to do."""
    tournament.refresh_from_db()
    check_rows(tournament)
    assert tournament.rounds.count() == number
    assert tournament.acts.filter(kind=Act.Kind.PAIRED).count() == number
    begun = Event.objects.filter(kind=Event.Kind.STARTED).values_list("match_id", flat=True)
    assert sorted(begun) == sorted(Match.objects.values_list("pk", flat=True))
    assert not PairingJob.objects.exists()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Has something happen while a round is being worked out."""
    propose = background.propose

    def happens(what: Callable[[], object]) -> None:
        def proposing(*args: Any) -> Any:
            found = propose(*args)
            what()
            return found

        monkeypatch.setattr(background, "propose", proposing)

    return happens


@pytest.mark.django_db
class TestAsking:
    def test_a_small_field_is_paired_while_one_waits(self, boss: User) -> None:
        tournament = opened(boss, people(7), min_seats=3)
        round_ = director.start_soon(tournament_id=tournament.pk, by=boss, now=NOW)
        assert round_ is not None
        once_paired(tournament, 1)

    def test_a_large_one_is_left_to_a_worker(self, boss: User) -> None:
        tournament = opened(boss, people(8))
        for _ in range(2):
            assert director.start_soon(tournament_id=tournament.pk, by=boss, now=NOW) is None
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.RUNNING
        assert not Match.objects.exists()
        assert PairingJob.objects.get().by == boss
        assert work() == 1
        assert work() == 0
        once_paired(tournament, 1)
        assert tournament.acts.get(kind=Act.Kind.PAIRED).by == boss

    def test_its_next_round_follows_by_itself(self) -> None:
        tournament = opened(None, people(8))
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        end_round(tournament)
        assert tournament.rounds.count() == 1
        assert work() == 1
        once_paired(tournament, 2)

    def test_so_does_its_start_at_its_time(self) -> None:
        tournament = opened(None, people(8), starts_at=NOW + days(1))
        assert act(NOW + days(1)) == 1
        assert work(NOW + days(1)) == 1
        once_paired(tournament, 1)

    def test_a_second_director_is_told_to_wait_and_then_who_did_it(self, boss: User) -> None:
        tournament = by_hand(boss)
        other = User.objects.create_user("other", is_staff=True)
        ask(tournament, boss)
        with pytest.raises(director.DirectorError) as refused:
            ask(tournament, other)
        assert refused.value.code == "being_paired"
        work()
        with pytest.raises(director.DirectorError, match="boss did that"):
            ask(tournament, other)
        assert ask(tournament, boss) == tournament.rounds.get(number=2)

    def test_a_draft_is_published_while_one_waits(self, boss: User) -> None:
        tournament = by_hand(boss)
        director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        assert ask(tournament, boss) is not None
        once_paired(tournament, 2)

    def test_a_draft_may_be_wanted_too(self, boss: User) -> None:
        tournament = by_hand(boss)
        for _ in range(2):
            assert director.draft_soon(tournament_id=tournament.pk, number=2, by=boss, now=NOW) is None
        for call in (director.draft, director.pair_next_soon, director.pair_next):
            with pytest.raises(director.DirectorError, match="is being paired"):
                call(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        assert work() == 1
        assert (tournament.rounds.count(), Draft.objects.get().by) == (1, boss)
        assert not PairingJob.objects.exists()

    def test_what_was_laid_by_hand_stays_in_a_draft_drawn_up_again(self, boss: User) -> None:
        tournament = by_hand(boss)
        four = [entry.pk for entry in tournament.entries.order_by("-rank")[:4]]
        director.change_draft(
            tournament_id=tournament.pk, number=2, by=boss, why="friends", tables=[four], now=NOW
        )
        director.draft_soon(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        work()
        draft = Draft.objects.get()
        assert [row["seats"] for row in draft.tables if row["fixed"]] == [four]
        assert draft.changed_why == "friends"

    def test_the_time_of_the_round_turns_a_draft_into_a_round(self, boss: User) -> None:
        tournament = by_hand(boss)
        director.draft_soon(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        ask(tournament, None)
        work()
        once_paired(tournament, 2)


@pytest.mark.django_db
class TestMeanwhile:
    def test_who_left_while_it_was_worked_out_is_not_paired(
        self, meanwhile: Callable[[Callable[[], object]], None]
    ) -> None:
        tournament = by_hand(min_seats=3)
        gone = tournament.entries.get(rank=1)
        meanwhile(lambda: director.withdraw(tournament_id=tournament.pk, user=gone.user, now=NOW))
        ask(tournament)
        work()
        assert (tournament.rounds.count(), PairingJob.objects.get().attempts) == (1, 1)
        work()
        once_paired(tournament, 2)
        assert tournament.rounds.get(number=2).pairings.get(entry=gone).bye == "zero"

    def test_where_somebody_always_comes_or_goes_it_is_paired_under_the_lock(
        self, meanwhile: Callable[[Callable[[], object]], None]
    ) -> None:
        tournament = by_hand(min_seats=3)
        users = iter([entry.user for entry in tournament.entries.order_by("rank")])
        meanwhile(lambda: director.withdraw(tournament_id=tournament.pk, user=next(users), now=NOW))
        ask(tournament)
        for _ in range(background.TRIES):
            assert tournament.rounds.count() == 1
            work()
        assert tournament.rounds.count() == 2
        assert not PairingJob.objects.exists()

    def test_what_does_not_fit_together_because_of_it_is_worked_out_anew(
        self, meanwhile: Callable[[Callable[[], object]], None]
    ) -> None:
        tournament = by_hand(min_seats=3)
        gone = tournament.entries.get(rank=1)
        fails = iter([True, False])

        def happens() -> None:
            if next(fails):
                director.withdraw(tournament_id=tournament.pk, user=gone.user, now=NOW)
                raise KeyError(gone.pk)

        meanwhile(happens)
        ask(tournament)
        work()
        assert not Parked.objects.exists()
        work()
        once_paired(tournament, 2)

    def test_it_is_not_paired_after_the_end(self, boss: User) -> None:
        tournament = by_hand(boss)
        ask(tournament, boss)
        job = PairingJob.objects.get()
        director.finish(tournament_id=tournament.pk, by=boss, now=NOW)
        assert work() == 0
        background.pair_in_background(job, NOW)
        once_paired(tournament, 1)


@pytest.mark.django_db
class TestWithout:
    def test_a_director_is_told_why_there_is_no_round(
        self, boss: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tournament = by_hand(boss)

        def refusing(*args: Any) -> Any:
            raise CannotPair("two must not meet", relax=["prohibited"])

        monkeypatch.setattr(background, "propose", refusing)
        ask(tournament, boss)
        work()
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.RUNNING
        client = signed_in(boss)
        text = page(client, f"{tournament.get_absolute_url()}desk/round/")
        assert "two must not meet" in text
        assert "Allow a pair again" in text

    def test_the_site_ends_what_cannot_go_on(self) -> None:
        tournament = opened(None, people(8), seats=8 // 2)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        end_round(tournament)
        for entry in tournament.entries.order_by("rank")[:5]:
            director.withdraw(tournament_id=tournament.pk, user=entry.user, now=NOW)
        work()
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.FINISHED
        assert not PairingJob.objects.exists()

    def test_a_fault_of_ours_is_parked_and_asking_anew_tries_again(
        self, boss: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tournament = by_hand(boss)

        def failing(*args: Any) -> Any:
            raise RuntimeError("a bug")

        with monkeypatch.context() as broken:
            broken.setattr(background, "propose", failing)
            ask(tournament, boss)
            assert work() == 0
        assert Parked.objects.get().work == jobs.WORK
        client = signed_in(boss)
        assert "failed" in page(client, f"{tournament.get_absolute_url()}desk/")
        assert "failed" in page(client, tournament.get_absolute_url())
        assert work(LATER) == 0
        ask(tournament, boss)
        assert work() == 1
        once_paired(tournament, 2)


@pytest.mark.django_db
class TestPages:
    def test_they_say_that_it_is_being_paired_and_show_the_round_when_it_is(self, boss: User) -> None:
        tournament = opened(boss, people(8))
        client, path = signed_in(boss), tournament.get_absolute_url()
        said = client.post(f"{path}desk/start/", follow=True).content.decode()
        assert "round 1 is being paired" in said
        job = PairingJob.objects.get()
        for address in (path, f"{path}desk/", f"{path}desk/round/", f"{path}desk/players/"):
            text = page(client, address)
            assert "Round 1 is being paired" in text
            assert "was taken back" not in text
            assert "Pair round 1 at once" not in text
        waiting = {"Correio-Pairing": str(job.pk)}
        addresses = (path, f"{path}desk/", f"{path}desk/round/")
        for address in addresses:
            again = client.get(address, headers=waiting)
            assert (again.status_code, again.has_header("HX-Refresh")) == (204, False)
        work()
        for address in addresses:
            again = client.get(address, headers=waiting)
            assert (again.status_code, again["HX-Refresh"]) == (204, "true")
            assert "being paired" not in page(client, address)

    def test_programs_are_told_too(self, boss: User) -> None:
        tournament = opened(boss, people(8), auto_pair=False)
        program = Caller(boss)
        told = program.post(f"{tournament.slug}/start/")
        assert (told["pairing"], told["rounds_paired"]) == (1, 0)
        work()
        told = program.get(f"{tournament.slug}/")
        assert (told["pairing"], told["rounds_paired"]) == (None, 1)
        end_round(tournament)
        assert program.post(f"{tournament.slug}/pair/", number=2)["pairing"] == 2


@pytest.mark.django_db(transaction=True)
def test_a_death_at_any_statement_of_the_worker_pairs_the_round_once() -> None:
    tournament = by_hand(count=8)
    ask(tournament)
    for statement in range(1, 200):
        job = PairingJob.objects.get()
        try:
            with killed_at(statement):
                background.pair_in_background(job, NOW)
            break
        except Killed:
            assert tournament.rounds.count() == 1
            assert Match.objects.count() == 2
            assert not Match.objects.filter(status=Match.Status.PLAYING).exists()
            assert PairingJob.objects.get().attempts == 0
    assert statement > 20
    once_paired(tournament, 2)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_died_gives_the_round_back() -> None:
    tournament = by_hand(count=8)
    ask(tournament)
    job = PairingJob.objects.get()
    job.leased_until = LATER
    job.save()
    assert work() == 0
    assert work(LATER) == 1
    once_paired(tournament, 2)


@pytest.mark.django_db(transaction=True)
def test_workers_who_think_it_theirs_pair_it_once() -> None:
    tournament = by_hand(count=8)
    ask(tournament)
    job = PairingJob.objects.get()

    def worker(_: int) -> None:
        try:
            background.pair_in_background(job, NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(worker, range(3)))
    once_paired(tournament, 2)
