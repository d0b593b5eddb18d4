"""Who may enter: the reason shown is the reason enforced, for every condition and combination."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from correio.accounts.models import User
from correio.matches.models import Match, Seat
from ratings.models import Rating
from ratings.pools import pool_of
from tests.tournaments.running import NOW, days, end_round, opened, people, started
from tournaments import director
from tournaments.acts import conditions
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def rate(user: User, tournament: Tournament, points: int, games: int) -> None:
    """In the pool the tournament's matches will belong to."""
    match = Match(title=tournament.title, game=tournament.game, clock_base_ms=tournament.clock_base_ms)
    Rating.objects.create(
        pool=pool_of(match), user=user, rating=points * 1000, games=games, deviation=50_000,
        peak=points * 1000, last_day=NOW.date(),
    )  # fmt: skip


def left_by_time(user: User, of: int, lost: int) -> None:
    """So many finished matches, so many of them left by letting the time run out."""
    template = started(4, rated=False, name="Played before")
    match = Match.objects.filter(tournament_table__round__tournament=template).get()
    for number in range(of):
        match.pk = None
        match.code, match.invitation = f"old{number}", f"old{number}"
        match.status, match.deadline = Match.Status.FINISHED, None
        match.result, match.finished_at = {"places": [1, 2, 3, 4]}, NOW
        match.save(force_insert=True)
        Seat.objects.create(match=match, seat=0, user=user, left_reason="timed_out" * (number < lost))


def codes(tournament: Tournament, user: User) -> list[str]:
    return [reason.code for reason in director.reasons_not_to_enter(tournament, user, NOW)]


def refused(tournament: Tournament, user: User, **more: Any) -> str:
    with pytest.raises(director.DirectorError) as error:
        director.register(tournament_id=tournament.pk, user=user, now=NOW, **more)
    return error.value.code


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana")


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"min_rating": 1501}, "rating_too_low"),
        ({"max_rating": 1499}, "rating_too_high"),
        ({"min_matches": 1}, "too_few_matches"),
        ({"by_invitation": True}, "not_invited"),
        ({"bots": "only"}, "bots_only"),
        ({"script": "ab" * 32}, "bots_only"),
        ({"opens_at": NOW + days(1)}, "not_open"),
    ],
)
def test_each_condition_is_shown_and_enforced(ana: User, plan: dict[str, Any], code: str) -> None:
    tournament = opened(**plan)
    assert codes(tournament, ana) == [code]
    assert refused(tournament, ana) == code
    assert not Entry.objects.exists()


def test_who_has_no_rating_counts_as_1500(ana: User) -> None:
    assert codes(opened(min_rating=1500, max_rating=1500), ana) == []


def test_rating_and_matches_are_those_of_the_pool(ana: User) -> None:
    tournament = opened(min_rating=1700, max_rating=1800, min_matches=20)
    assert codes(tournament, ana) == ["rating_too_low", "too_few_matches"]
    rate(ana, tournament, 1750, 20)
    assert codes(tournament, ana) == []
    director.register(tournament_id=tournament.pk, user=ana, now=NOW)


def test_reliability_is_the_share_of_matches_not_lost_by_time(ana: User) -> None:
    left_by_time(ana, of=3, lost=1)
    assert conditions.reliability([ana.pk]) == {ana.pk: 66}
    assert codes(opened(min_reliability=67), ana) == ["unreliable"]
    assert codes(opened(min_reliability=66), ana) == []
    newcomer = User.objects.create_user("newcomer")
    assert codes(opened(min_reliability=100), newcomer) == []


def test_bots_are_barred_where_people_play(ana: User) -> None:
    tournament = opened(bots="barred")
    robot = User.objects.create_user("robot", kind=User.Kind.BOT, bot_level="novice")
    assert codes(tournament, robot) == ["bots_barred"]
    with pytest.raises(director.DirectorError, match="people only"):
        director.enter_bots(tournament_id=tournament.pk, level="novice", count=1, by=None, now=NOW)
    assert codes(tournament, ana) == []


@pytest.mark.parametrize("how", ["invited", "entered"])
def test_an_invitation_or_a_director_lifts_what_is_asked_of_players(ana: User, how: str) -> None:
    boss = User.objects.create_user("boss")
    tournament = opened(boss, by_invitation=True, min_rating=2000, min_matches=50, min_reliability=100)
    left_by_time(ana, of=2, lost=2)
    assert codes(tournament, ana) == ["not_invited", "rating_too_low", "too_few_matches", "unreliable"]
    if how == "invited":
        director.invite(tournament_id=tournament.pk, user=ana, by=boss, now=NOW)
        director.register(tournament_id=tournament.pk, user=ana, now=NOW)
    else:
        director.register(tournament_id=tournament.pk, user=ana, by=boss, now=NOW)
    assert tournament.entries.get().user == ana


def test_but_not_what_a_tournament_is() -> None:
    boss = User.objects.create_user("boss")
    guest = User.objects.create_user("guest-1", kind=User.Kind.GUEST)
    gone = User.objects.create_user("gone", is_active=False)
    assert refused(opened(boss), guest, by=boss) == "guest"
    assert refused(opened(boss), gone, by=boss) == "closed_account"
    assert refused(opened(boss, bots="only"), boss) == "bots_only"


def test_registration_opens_at_its_time_and_directors_may_before(ana: User) -> None:
    boss = User.objects.create_user("boss")
    tournament = opened(boss, opens_at=NOW + days(1))
    director.register(tournament_id=tournament.pk, user=ana, by=boss, now=NOW)
    director.register(tournament_id=tournament.pk, user=boss, now=NOW + days(1))
    assert tournament.entries.count() == 2
    other = User.objects.create_user("other")
    with pytest.raises(director.DirectorError, match="Registration opens on"):
        director.register(tournament_id=tournament.pk, user=other, now=NOW + days(1) - timedelta(seconds=1))


def test_only_directors_enter_others(ana: User) -> None:
    assert refused(opened(), ana, by=User.objects.create_user("other")) == "not_director"


def test_late_entry_ends_with_its_round(ana: User) -> None:
    tournament = started(8, late_until=2)
    assert codes(tournament, ana) == []
    end_round(tournament)
    assert codes(tournament, ana) == ["too_late"]
    assert refused(tournament, ana) == "too_late"
    closed = opened(None, people(4, "q"), name="No late entry")
    director.start(tournament_id=closed.pk, by=None, now=NOW)
    closed.refresh_from_db()
    assert codes(closed, ana) == ["running"]


def test_full_after_the_start_is_full(ana: User) -> None:
    tournament = started(8, late_until=3, capacity=8)
    assert codes(tournament, ana) == ["full"]
    assert not director.would_wait(tournament)
    assert refused(tournament, ana) == "full"


def test_all_reasons_take_the_same_number_of_queries_for_one_and_for_many() -> None:
    tournament = opened(None, people(3), min_rating=1, min_reliability=1)
    few, many = people(1, "few"), people(30, "many")
    counts = []
    for users in (few, many):
        with CaptureQueriesContext(connection) as seen:
            conditions.records(tournament, [user.pk for user in users])
        counts.append(len(seen))
    assert counts[0] == counts[1] == 3


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("ratings_in_order", {"min_rating": 1800, "max_rating": 1700}),
        ("reliability_in_per_cent", {"min_reliability": 101}),
        ("dutch_is_for_two", {"system": "dutch"}),
        ("one_cycle_or_two", {"cycles": 3}),
        ("round_count_unless_the_field_decides", {"round_count": None}),
        ("table_sizes_in_order", {"min_seats": 5}),
    ],
)
def test_the_database_itself_refuses_it_too(name: str, change: dict[str, Any]) -> None:
    """What `plans` says in words is also a constraint of the table."""
    tournament = opened()
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(**change)
    with pytest.raises(director.DirectorError):
        opened(name="Another", **change)
