"""The director: rounds follow by themselves, once, whoever asks how often and whatever dies in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from correio.accounts.models import User
from correio.matches.models import Event, Match
from tests.killing import Killed, killed_at
from tests.tournaments.running import (
    NOW,
    act,
    check_rows,
    days,
    deliver,
    end_round,
    end_table,
    opened,
    people,
    started,
)
from tournaments import director
from tournaments.models import Act, Entry, Pairing, Round, Table, Tournament
from tournaments.ranking import lines

RULES = Tournament.Rule


@pytest.mark.django_db
class TestARun:
    def test_it_pairs_itself_to_its_end(self) -> None:
        tournament = started(9)
        for number in (1, 2, 3):
            assert end_round(tournament).number == number
            check_rows(tournament)
        assert tournament.status == Tournament.Status.FINISHED
        assert tournament.rounds.count() == 3
        byes = Counter(Pairing.objects.exclude(bye="").values_list("entry_id", flat=True))
        assert sorted(byes.values()) == [1, 1, 1]
        board = lines(tournament)
        assert board[0].entry.rank == 1
        assert sum(line.standing.units for line in board) == 3 * (4 + 4 + 1) * 12
        assert [kind for kind in tournament.acts.values_list("kind", flat=True) if kind != "entered"] == [
            "created", "started", "paired", "paired", "paired", "finished",
        ]  # fmt: skip

    def test_a_round_waits_for_its_last_table(self) -> None:
        tournament = started(8)
        first, second = tournament.rounds.get().tables.all()
        end_table(first)
        deliver()
        assert tournament.rounds.count() == 1
        end_table(second)
        deliver()
        assert tournament.rounds.count() == 2

    def test_matches_are_those_of_the_tournament(self) -> None:
        tournament = started(8, window_days=10, rated=False)
        for table in tournament.rounds.get().tables.select_related("match"):
            assert table.match.origin == Match.Origin.TOURNAMENT
            assert table.match.window_end == NOW + days(10)
            assert not table.match.rated
            assert table.match.status == Match.Status.PLAYING
            assert {row["entry"] for row in table.reason["seats"]} == set(
                table.pairings.values_list("entry_id", flat=True)
            )

    def test_the_nonce_of_an_entry_goes_into_every_match(self) -> None:
        tournament = opened()
        users = people(4)
        for user in users:
            director.register(tournament_id=tournament.pk, user=user, nonce=user.username, now=NOW)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        match = Match.objects.get()
        assert all(seat.nonce is not None for seat in match.seats.all())

    def test_notices_carry_the_matches_of_the_new_round_only(self) -> None:
        tournament = started(8)
        end_round(tournament)
        fresh = set(Match.objects.filter(tournament_table__round__number=2).values_list("pk", flat=True))
        begun = Event.objects.filter(kind=Event.Kind.STARTED).values_list("match_id", flat=True)
        assert Counter(begun).keys() >= fresh
        assert set(Counter(begun).values()) == {1}

    def test_by_hand_the_next_round_waits_for_the_director(self) -> None:
        boss = User.objects.create_user("boss")
        tournament = started(8, by=boss, auto_pair=False)
        with pytest.raises(director.DirectorError, match="not complete"):
            director.pair_next(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        end_round(tournament)
        assert tournament.rounds.count() == 1
        assert director.pair_next(tournament_id=tournament.pk, number=2, by=boss, now=NOW).number == 2
        again = director.pair_next(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        assert again == tournament.rounds.get(number=2)
        with pytest.raises(director.DirectorError, match="not the next one"):
            director.pair_next(tournament_id=tournament.pk, number=4, by=boss, now=NOW)
        check_rows(tournament)

    def test_too_few_who_stay_end_it(self) -> None:
        tournament = started(5)
        for entry in tournament.entries.all()[:2]:
            director.withdraw(tournament_id=tournament.pk, user=entry.user, now=NOW)
        end_round(tournament)
        assert tournament.status == Tournament.Status.FINISHED
        assert "needs at least 4" in tournament.acts.get(kind="finished").detail["why"]

    def test_scripted_runs_deal_the_same_cards(self) -> None:
        bots = [User.objects.create_user(f"b{i}", kind=User.Kind.BOT, bot_level="novice") for i in range(8)]
        secrets = []
        for _ in range(2):
            with transaction.atomic():
                tournament = opened(None, bots, script="ab" * 32, rank_by="lot")
                director.start(tournament_id=tournament.pk, by=None, now=NOW)
                matches = Match.objects.order_by("tournament_table__number")
                secrets.append([(m.code, bytes(m.secret), bytes(m.snapshot or b"")) for m in matches])
                transaction.set_rollback(True)
        assert secrets[0] == secrets[1]
        assert len({code for code, *_ in secrets[0]}) == 2


@pytest.mark.django_db
class TestEntering:
    def test_entering_twice_is_entering_once(self) -> None:
        tournament, (ana,) = opened(), people(1)
        for _ in range(2):
            director.register(tournament_id=tournament.pk, user=ana, now=NOW)
        assert tournament.entries.count() == 1
        assert tournament.acts.filter(kind="entered").count() == 1

    def test_withdrawn_before_the_start_is_gone(self) -> None:
        users = people(5)
        tournament = opened(None, users)
        director.withdraw(tournament_id=tournament.pk, user=users[0], now=NOW)
        assert not Entry.objects.filter(user=users[0]).exists()
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        assert tournament.rounds.get().pairings.count() == 4

    def test_withdrawn_later_has_a_row_without_a_table(self) -> None:
        tournament = started(9)
        entry = tournament.entries.filter(pairings__table__isnull=False).first()
        assert entry is not None
        director.withdraw(tournament_id=tournament.pk, user=entry.user, now=NOW)
        director.withdraw(tournament_id=tournament.pk, user=entry.user, now=NOW)
        end_round(tournament)
        assert Pairing.objects.get(round__number=2, entry=entry).bye == "zero"
        assert tournament.acts.filter(kind="withdrew").count() == 1
        check_rows(tournament)

    @pytest.mark.parametrize(
        ("code", "make"),
        [
            ("running", lambda: (started(4), User.objects.create_user("late"))),
            ("guest", lambda: (opened(), User.objects.create_user("guest-1", kind=User.Kind.GUEST))),
            ("bots_only", lambda: (opened(script="ab" * 32), User.objects.create_user("late"))),
        ],
    )
    def test_the_reason_shown_is_the_reason_enforced(
        self, code: str, make: Callable[[], tuple[Tournament, User]]
    ) -> None:
        tournament, user = make()
        shown = director.reason_not_to_enter(tournament, user)
        assert shown is not None
        with pytest.raises(director.DirectorError) as refused:
            director.register(tournament_id=tournament.pk, user=user, now=NOW)
        assert (refused.value.code, refused.value.message) == (shown.code, shown.message)
        assert refused.value.code == code

    def test_the_director_enters_bots(self) -> None:
        boss = User.objects.create_user("boss")
        tournament = opened(boss)
        director.enter_bots(tournament_id=tournament.pk, level="novice", count=3, by=boss, now=NOW)
        director.enter_bots(tournament_id=tournament.pk, level="novice", count=2, by=boss, now=NOW)
        assert tournament.entries.filter(user__bot_level="novice").count() == 5
        with pytest.raises(director.DirectorError, match="no bot level"):
            director.enter_bots(tournament_id=tournament.pk, level="genius", count=1, by=boss, now=NOW)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"title": "chess"}, "unknown_title"),
            ({"seats": 5}, "wrong_seats"),
            ({"min_seats": 1}, "wrong_seats"),
            ({"round_count": 0}, "bad_rounds"),
            ({"name": "  "}, "bad_name"),
            ({"capacity": 2}, "bad_capacity"),
            ({"window_days": 0}, "bad_window"),
            ({"starts_at": NOW}, "bad_start"),
            ({"rule": "dice"}, "bad_rule"),
            ({"options": {"no": 1}}, "bad_options"),
        ],
    )
    def test_what_cannot_work_is_refused_at_once(self, change: dict[str, Any], code: str) -> None:
        with pytest.raises(director.DirectorError) as refused:
            opened(**change)
        assert refused.value.code == code
        assert not Tournament.objects.exists()


@pytest.mark.django_db
class TestTheDesk:
    def test_only_the_director_and_the_staff_may(self) -> None:
        boss, other = User.objects.create_user("boss"), User.objects.create_user("other")
        staff = User.objects.create_user("staff", is_staff=True)
        tournament = started(8, by=boss)
        where = {"tournament_id": tournament.pk, "now": NOW}
        table = {"round_number": 1, "places": [1, 2, 3, 4], "why": "x"}
        for call in (
            lambda by: director.adjudicate(**where, **table, table_number=1, by=by),
            lambda by: director.finish(**where, by=by),
            lambda by: director.pair_next(**where, number=2, by=by),
            lambda by: director.remove(**where, user=boss, by=by),
            lambda by: director.start(**where, by=by),
        ):
            with pytest.raises(director.DirectorError) as refused:
                call(other)
            assert refused.value.code == "not_director"
        director.adjudicate(**where, **table, table_number=1, by=boss)
        director.adjudicate(**where, **table, table_number=2, by=staff)
        assert set(tournament.acts.filter(kind="adjudicated").values_list("by", flat=True)) == {
            boss.pk,
            staff.pk,
        }
        deliver()
        assert tournament.rounds.count() == 2

    def test_a_removed_player_blocks_nobody(self) -> None:
        tournament = started(8)
        table = tournament.rounds.get().tables.all()[0]
        victim = table.pairings.get(seat=2).entry
        director.remove(tournament_id=tournament.pk, user=victim.user, by=None, now=NOW)
        seat = table.match.seats.get(seat=2)
        assert (seat.left_reason, bool(seat.bot_level)) == ("removed", True)
        end_round(tournament)
        assert Pairing.objects.get(round__number=2, entry=victim).bye == "zero"
        check_rows(tournament)

    def test_a_table_against_everybody_gives_no_points(self) -> None:
        tournament = started(4)
        director.adjudicate(
            tournament_id=tournament.pk, round_number=1, table_number=1, places=None, nobody=True,
            why="nobody came", by=None, now=NOW,
        )  # fmt: skip
        deliver()
        assert [line.standing.units for line in lines(tournament)] == [0] * 4
        with pytest.raises(director.DirectorError, match="result stands"):
            director.adjudicate(
                tournament_id=tournament.pk, round_number=1, table_number=1, places=None, why="again",
                by=None, now=NOW,
            )  # fmt: skip

    def test_finishing_early_needs_a_complete_round(self) -> None:
        tournament = started(8, auto_pair=False)
        with pytest.raises(director.DirectorError, match="not complete"):
            director.finish(tournament_id=tournament.pk, by=None, now=NOW)
        end_round(tournament)
        for _ in range(2):
            director.finish(tournament_id=tournament.pk, by=None, now=NOW)
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.FINISHED
        assert tournament.acts.filter(kind="finished").count() == 1

    def test_cancelling_is_for_registration_only(self) -> None:
        tournament = opened(starts_at=NOW + days(1))
        director.cancel(tournament_id=tournament.pk, by=None, now=NOW)
        tournament.refresh_from_db()
        assert (tournament.status, tournament.due_at) == (Tournament.Status.CANCELLED, None)
        with pytest.raises(director.DirectorError, match="was cancelled"):
            director.start(tournament_id=tournament.pk, by=None, now=NOW)


@pytest.mark.django_db
class TestDueWork:
    def test_it_starts_at_its_time(self) -> None:
        tournament = opened(None, people(8), starts_at=NOW + days(2))
        assert act(NOW + days(1)) == 0
        assert act(NOW + days(2)) == 1
        assert act(NOW + days(2)) == 0
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.RUNNING
        assert tournament.started_at == NOW + days(2)

    def test_with_too_few_players_it_is_cancelled(self) -> None:
        tournament = opened(None, people(3), starts_at=NOW + days(2))
        assert act(NOW + days(2)) == 1
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.CANCELLED

    def test_the_end_of_a_window_adjudicates_what_is_open_and_goes_on(self) -> None:
        tournament = started(8, window_days=7)
        first, second = tournament.rounds.get().tables.all()
        end_table(first)
        deliver()
        assert act(NOW + days(6)) == 0
        assert act(NOW + days(7)) == 1
        deliver(NOW + days(7))
        second.refresh_from_db()
        assert second.decided_why
        assert second.places == [1, 1, 1, 1]
        assert tournament.rounds.get(number=2).window_end == NOW + days(14)
        assert act(NOW + days(7)) == 0

    def test_nobody_gets_points_if_that_was_the_rule(self) -> None:
        tournament = started(4, window_days=7, rule=RULES.NOBODY)
        act(NOW + days(7))
        deliver(NOW + days(7))
        assert Table.objects.get(round__number=1).nobody
        assert tournament.rounds.count() == 2

    def test_or_the_director_is_waited_for(self) -> None:
        tournament = started(4, window_days=7, rule=RULES.DIRECTOR)
        assert act(NOW + days(7)) == 1
        assert act(NOW + days(8)) == 0
        assert tournament.rounds.count() == 1
        assert Match.objects.get().status == Match.Status.PLAYING
        end_round(tournament, NOW + days(9))
        assert tournament.rounds.count() == 2


def one_match_per_pairing(tournament: Tournament, number: int) -> None:
    check_rows(tournament)
    tables = Table.objects.filter(round__tournament=tournament)
    assert Match.objects.count() == tables.count()
    assert Round.objects.filter(tournament=tournament).count() == number
    begun = Event.objects.filter(kind=Event.Kind.STARTED).values_list("match_id", flat=True)
    assert sorted(begun) == sorted(Match.objects.values_list("pk", flat=True))
    assert tournament.acts.filter(kind=Act.Kind.PAIRED).count() == number


@pytest.mark.django_db(transaction=True)
def test_started_by_three_at_once_has_one_match_per_pairing() -> None:
    tournament = opened(None, people(8))

    def worker(_: int) -> int:
        try:
            return director.start(tournament_id=tournament.pk, by=None, now=NOW).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert len(set(pool.map(worker, range(3)))) == 1
    one_match_per_pairing(tournament, 1)


@pytest.mark.django_db(transaction=True)
def test_results_delivered_by_three_at_once_pair_one_next_round() -> None:
    tournament = started(12)
    for table in tournament.rounds.get().tables.all():
        end_table(table)

    def worker(_: int) -> int:
        try:
            return deliver()
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(worker, range(3)))
    deliver()
    one_match_per_pairing(tournament, 2)


@pytest.mark.django_db(transaction=True)
def test_a_death_at_any_statement_of_a_start_leaves_nothing_or_everything() -> None:
    tournament = opened(None, people(4))
    for statement in range(1, 200):
        try:
            with killed_at(statement):
                director.start(tournament_id=tournament.pk, by=None, now=NOW)
            break
        except Killed:
            assert not Match.objects.exists()
            assert not Round.objects.exists()
            tournament.refresh_from_db()
            assert tournament.status == Tournament.Status.REGISTRATION
    assert statement > 15
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    one_match_per_pairing(tournament, 1)


@pytest.mark.django_db(transaction=True)
def test_a_death_at_any_statement_of_a_delivery_pairs_the_next_round_once() -> None:
    tournament = started(4)
    table = tournament.rounds.get().tables.get()
    end_table(table)
    event = Event.objects.get(kind=Event.Kind.FINISHED)
    for statement in range(1, 200):
        try:
            with killed_at(statement), transaction.atomic():
                director.record_event(event, NOW)
            break
        except Killed:
            table.refresh_from_db()
            assert table.places is None
            assert Match.objects.count() == 1
    assert statement > 15
    director.record_event(event, NOW)
    deliver()
    one_match_per_pairing(tournament, 2)


@pytest.mark.django_db
def test_the_database_itself_refuses_a_second_row_for_an_entry_in_a_round() -> None:
    tournament = started(5)
    row = Pairing.objects.filter(round__tournament=tournament).first()
    assert row is not None
    with pytest.raises(IntegrityError, match="one_pairing_per_round_and_entry"):
        Pairing.objects.create(round=row.round, entry=row.entry, bye="zero")
