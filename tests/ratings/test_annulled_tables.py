"""A tournament takes a result away: the ledger takes it out too, and rates anew what came after."""

from __future__ import annotations

from datetime import timedelta

import pytest

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from ratings import ledger
from ratings.models import Act, Pool, RatedResult, Rating
from tests.ratings.played import finished
from tests.tournaments.running import NOW, deliver, end_table, started
from tournaments import director
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("boss", is_staff=True)


def first_table(tournament: Tournament) -> Table:
    """Over, rated if it can be, and known to the tournament."""
    table: Table = tournament.rounds.get().tables.order_by("number")[0]
    end_table(table)
    sweep_work("delivery:ratings", clock=lambda: NOW)
    deliver()
    table.refresh_from_db()
    return table


def annul(tournament: Tournament, boss: User) -> Table:
    return director.annul(
        tournament_id=tournament.pk, round_number=1, table_number=1, by=boss, why="agreed", now=NOW
    )


def test_the_rating_is_void_and_what_came_after_is_rated_without_it(boss: User) -> None:
    tournament = started(4, by=boss, system="dutch", seats=2, round_count=2, auto_pair=False)
    table = first_table(tournament)
    result = RatedResult.objects.get(match=table.match_id)
    assert result.seq == 1
    winner, loser = (
        seat.user for seat in table.match.seats.select_related("user").order_by("place") if seat.user
    )
    finished([winner, loser], [1, 2], at=NOW + timedelta(days=2))
    sweep_work("delivery:ratings", clock=lambda: NOW + timedelta(days=2))
    assert Rating.objects.get(user=winner).games == 2
    annul(tournament, boss)
    result.refresh_from_db()
    assert (result.void, result.void_why, result.voided_by) == (True, "agreed", boss)
    assert Act.objects.get().kind == Act.Kind.VOID
    after = Rating.objects.get(user=winner)
    assert (after.games, after.rating) == (1, 1_560_000)
    assert ledger.compare(Pool.objects.get()).same


def test_a_table_that_was_not_rated_is_annulled_all_the_same(boss: User) -> None:
    tournament = started(4, by=boss, system="dutch", seats=2, round_count=2, auto_pair=False, rated=False)
    table = first_table(tournament)
    assert RatedResult.objects.get(match=table.match_id).reason == "not_rated"
    assert annul(tournament, boss).annulled_at == NOW
    assert not Act.objects.exists()


def test_a_table_that_arbiters_voided_before_is_annulled_all_the_same(boss: User) -> None:
    tournament = started(4, by=boss, system="dutch", seats=2, round_count=2, auto_pair=False)
    table = first_table(tournament)
    assert table.match_id is not None
    ledger.void(match_id=table.match_id, by=boss, why="a second account", now=NOW)
    assert annul(tournament, boss).annulled_at == NOW
    assert RatedResult.objects.get(match=table.match_id).void_why == "a second account"
    assert Act.objects.count() == 1
