"""Rhythm, ends, and what is taken back; a director's day; nothing half done whatever dies."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import referee
from correio.matches.models import Event, Match, Move, SealedMove
from ratings.models import RatedResult, Rating
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
from tournaments.models import Entry, ForbiddenPair, Pairing, Round, Table, Tournament
from tournaments.ranking import lines

RULES = Tournament.Rule
PLAYING, OVER = Tournament.Status.RUNNING, Tournament.Status.FINISHED


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_user("boss")


def moved(table: Table) -> None:
    """A person has made a move there."""
    Move.objects.create(match=table.match, seq=1, actor="seat", seat=0, notation="x", at=NOW)


@pytest.mark.django_db
class TestRhythm:
    def test_the_next_round_begins_on_its_day_and_not_before(self) -> None:
        tournament = started(8, round_every_days=7)
        assert tournament.rounds.get().window_end == NOW + days(7)
        end_round(tournament, NOW + days(2))
        assert (tournament.rounds.count(), tournament.due_at) == (1, NOW + days(7))
        assert act(NOW + days(6)) == 0
        with pytest.raises(director.DirectorError, match="rhythm") as refused:
            director.pair_next(tournament_id=tournament.pk, number=2, by=None, now=NOW + days(6))
        assert refused.value.code == "too_early"
        assert act(NOW + days(7)) == 1
        assert tournament.rounds.get(number=2).paired_at == NOW + days(7)
        assert tournament.rounds.get(number=2).window_end == NOW + days(14)

    def test_a_shorter_window_closes_before_the_next_day_comes(self) -> None:
        tournament = started(8, round_every_days=7, window_days=5)
        assert act(NOW + days(5)) == 1
        deliver(NOW + days(5))
        tournament.refresh_from_db()
        assert (tournament.rounds.count(), tournament.due_at) == (1, NOW + days(7))
        assert act(NOW + days(7)) == 1
        assert tournament.rounds.count() == 2

    def test_what_is_still_open_on_that_day_is_adjudicated_first(self) -> None:
        tournament = started(8, round_every_days=7, rule=RULES.NOBODY)
        assert act(NOW + days(7)) == 1
        assert tournament.rounds.count() == 1
        deliver(NOW + days(7))
        assert tournament.rounds.count() == 2
        assert all(table.nobody for table in tournament.rounds.get(number=1).tables.all())

    def test_a_late_round_does_not_shift_the_days(self) -> None:
        tournament = started(4, round_every_days=7, rule=RULES.DIRECTOR)
        act(NOW + days(7))
        end_round(tournament, NOW + days(9))
        second = tournament.rounds.get(number=2)
        assert (second.paired_at, second.window_end) == (NOW + days(9), NOW + days(14))

    def test_clocks_are_clipped_to_the_end_of_the_round(self) -> None:
        tournament = started(4, round_every_days=7)
        assert Match.objects.get().window_end == tournament.rounds.get().window_end == NOW + days(7)


@pytest.mark.django_db
class TestFinishing:
    @pytest.mark.parametrize(("how", "points"), [("points", 2), ("nobody", 0)])
    def test_open_tables_are_decided_as_was_said(self, boss: User, how: Any, points: int) -> None:
        tournament = started(4, by=boss)
        with pytest.raises(director.DirectorError) as refused:
            director.finish(tournament_id=tournament.pk, by=boss, now=NOW)
        assert refused.value.code == "round_open"
        director.finish(tournament_id=tournament.pk, by=boss, open_tables=how, now=NOW)
        tournament.refresh_from_db()
        assert tournament.status == OVER
        assert sum(line.points for line in lines(tournament)) == points
        deliver()
        assert tournament.acts.filter(kind="adjudicated", by=boss).count() == 1
        assert (tournament.rounds.count(), Table.objects.filter(over_at=None).count()) == (1, 0)

    def test_a_match_that_ended_just_now_keeps_its_result(self, boss: User) -> None:
        tournament = started(4, by=boss)
        end_table(Table.objects.get())
        director.finish(tournament_id=tournament.pk, by=boss, open_tables="nobody", now=NOW)
        assert lines(tournament)[0].points == 1
        deliver()
        assert not tournament.acts.filter(kind="adjudicated").exists()


@pytest.mark.django_db
class TestUndoing:
    def test_a_round_nobody_has_played_in(self, boss: User) -> None:
        tournament = started(9, by=boss)
        end_round(tournament)
        before = [line.points for line in lines(tournament, through=1)]
        second = set(Match.objects.filter(tournament_table__round__number=2).values_list("pk", flat=True))
        for _ in range(2):
            director.undo(tournament_id=tournament.pk, number=2, by=boss, why="a mistake", now=NOW)
        assert tournament.acts.filter(kind="undone").count() == 1
        assert tournament.rounds.count() == 1
        called_off = Match.objects.filter(pk__in=second)
        assert set(called_off.values_list("status", "cancel_reason")) == {("cancelled", "undone")}
        assert [line.points for line in lines(tournament)] == before
        deliver()
        sweep_work("delivery:ratings", clock=lambda: NOW)
        assert not RatedResult.objects.filter(match__in=second, seq__isnull=False).exists()
        tournament.refresh_from_db()
        # The site does not pair again what a director has just taken back.
        assert (tournament.rounds.count(), tournament.due_at, act(NOW + days(9))) == (1, None, 0)
        director.pair_next(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        check_rows(tournament)

    def test_a_start(self, boss: User) -> None:
        tournament = started(8, by=boss)
        director.withdraw(tournament_id=tournament.pk, user=tournament.entries.get(rank=3).user, now=NOW)
        director.undo(tournament_id=tournament.pk, number=1, by=boss, now=NOW)
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.REGISTRATION
        assert tournament.started_at is None
        assert set(tournament.entries.values_list("rank", flat=True)) == {None}
        assert tournament.entries.count() == 7
        director.register(tournament_id=tournament.pk, user=people(1, "late")[0], now=NOW)
        director.start(tournament_id=tournament.pk, by=boss, now=NOW)
        assert tournament.rounds.get().pairings.count() == 8
        check_rows(tournament)

    def test_the_field_decides_the_rounds_anew(self, boss: User) -> None:
        tournament = started(4, by=boss, system="round_robin", seats=2, round_count=None)
        director.undo(tournament_id=tournament.pk, number=1, by=boss, now=NOW)
        director.register(tournament_id=tournament.pk, user=people(1, "late")[0], now=NOW)
        director.start(tournament_id=tournament.pk, by=boss, now=NOW)
        tournament.refresh_from_db()
        assert tournament.round_count == 5

    def test_not_once_somebody_has_moved(self, boss: User) -> None:
        tournament = started(8, by=boss)
        first = tournament.rounds.get().tables.order_by("number")[0]
        with transaction.atomic():
            moved(first)
            with pytest.raises(director.DirectorError) as refused:
                director.undo(tournament_id=tournament.pk, number=1, by=boss, now=NOW)
            transaction.set_rollback(True)
        assert refused.value.code == "has_moved"
        # A sealed answer is a move that others do not see yet.
        SealedMove.objects.create(match=first.match, seat=0, order=0, notation="x", at=NOW)
        with pytest.raises(director.DirectorError, match="has moved in round 1"):
            director.undo(tournament_id=tournament.pk, number=1, by=boss, now=NOW)

    def test_bots_may_have_moved(self, boss: User) -> None:
        tournament = started(4, by=boss)
        Move.objects.create(match=Match.objects.get(), seq=1, actor="bot", seat=0, notation="x", at=NOW)
        Match.objects.update(version=1)
        director.undo(tournament_id=tournament.pk, number=1, by=boss, now=NOW)
        assert not tournament.rounds.exists()

    def test_only_the_last_round(self, boss: User) -> None:
        tournament = started(8, by=boss)
        end_round(tournament)
        with pytest.raises(director.DirectorError, match="Only the last round"):
            director.undo(tournament_id=tournament.pk, number=1, by=boss, now=NOW)

    def test_pairing_again_is_a_draft_in_its_place(self, boss: User) -> None:
        tournament = started(8, by=boss)
        draft = director.pair_again(tournament_id=tournament.pk, number=1, by=boss, why="colours", now=NOW)
        assert draft.number == 1
        assert not tournament.rounds.exists()
        field = sorted(tournament.entries.values_list("pk", flat=True))
        change = {"tournament_id": tournament.pk, "number": 1, "by": boss, "why": "seniors", "now": NOW}
        director.change_draft(**change, tables=[field[:4]])
        director.pair_next(tournament_id=tournament.pk, number=1, by=boss, now=NOW)
        assert tournament.rounds.get().changed_why == "seniors"
        check_rows(tournament)

    def test_the_second_director_is_told(self, boss: User) -> None:
        tournament = started(8, by=boss)
        director.undo(tournament_id=tournament.pk, number=1, by=boss, now=NOW)
        other = User.objects.create_user("other", is_staff=True)
        with pytest.raises(director.DirectorError, match="boss did that before you"):
            director.undo(tournament_id=tournament.pk, number=1, by=other, now=NOW)

    def test_a_scripted_round_has_new_codes(self) -> None:
        bots = [User.objects.create_user(f"b{i}", kind=User.Kind.BOT, bot_level="novice") for i in range(4)]
        tournament = opened(None, bots, script="ab" * 32, rank_by="lot")
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        director.undo(tournament_id=tournament.pk, number=1, by=None, now=NOW)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        assert Match.objects.count() == 2


@pytest.mark.django_db
class TestAnnulling:
    def test_nobody_has_points_and_nothing_is_rated(self, boss: User) -> None:
        tournament = started(8, by=boss, rated=True)
        first = tournament.rounds.get().tables.order_by("number")[0]
        end_round(tournament)
        asked = {"tournament_id": tournament.pk, "round_number": 1, "table_number": 1, "by": boss, "now": NOW}
        with pytest.raises(director.DirectorError) as refused:
            director.annul(**asked, why="collusion")
        assert refused.value.code == "not_rated_yet"
        sweep_work("delivery:ratings", clock=lambda: NOW)
        for _ in range(2):
            director.annul(**asked, why="collusion")
        first.refresh_from_db()
        assert (first.annulled_at, first.decided_why) == (NOW, "collusion")
        there = set(first.pairings.values_list("entry_id", flat=True))
        assert {line.points for line in lines(tournament, through=1) if line.entry.pk in there} == {0}
        result = RatedResult.objects.get(match=first.match_id)
        assert result.void or result.seq is None
        assert tournament.acts.filter(kind="annulled").count() == 1
        users = first.match.seats.values("user")
        assert not Rating.objects.filter(user__in=users, games__gt=0).exists()

    def test_two_seats_have_not_met(self, boss: User) -> None:
        tournament = started(4, by=boss, system="dutch", seats=2, round_count=2, auto_pair=False)
        end_round(tournament)
        sweep_work("delivery:ratings", clock=lambda: NOW)
        director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        director.annul(tournament_id=tournament.pk, round_number=1, table_number=1, why="x", by=boss, now=NOW)
        assert sum(line.points for line in lines(tournament)) == 1
        assert not hasattr(Tournament.objects.get(), "draft")

    @pytest.mark.parametrize(
        ("table", "why", "code"), [(1, "x", "table_open"), (9, "x", "no_table"), (1, " ", "no_reason")]
    )
    def test_what_cannot_be_annulled(self, boss: User, table: int, why: str, code: str) -> None:
        tournament = started(4, by=boss)
        with pytest.raises(director.DirectorError) as refused:
            director.annul(
                tournament_id=tournament.pk, round_number=1, table_number=table, why=why, by=boss, now=NOW
            )
        assert refused.value.code == code


@pytest.mark.django_db
class TestAWindow:
    """Scenario of a round that closes while people are slow, absent or gone."""

    def test_clocks_adjudication_double_forfeit_and_withdrawal(self, boss: User) -> None:
        tournament = started(
            8, by=boss, system="dutch", seats=2, round_count=3, window_days=7, rule=RULES.NOBODY
        )
        tables = list(tournament.rounds.get().tables.order_by("number"))
        assert {table.match.window_end for table in tables} == {NOW + days(7)}
        end_table(tables[0])
        deliver()
        leaver = tables[1].pairings.get(seat=0).entry
        director.withdraw(tournament_id=tournament.pk, user=leaver.user, now=NOW + days(1))
        assert Match.objects.get(pk=tables[1].match_id).status == Match.Status.PLAYING
        director.remove(tournament_id=tournament.pk, user=leaver.user, by=boss, now=NOW + days(2))
        deliver(NOW + days(2))
        assert act(NOW + days(7)) == 1
        deliver(NOW + days(7))
        check_rows(tournament)
        after = {table.number: table for table in tournament.rounds.get(number=1).tables.all()}
        assert not after[1].decided_why
        assert after[2].unplayed
        assert [after[n].nobody for n in (3, 4)] == [True, True]
        points = Counter(line.points for line in lines(tournament, through=1))
        assert points == {1: 2, 0: 6}
        assert Pairing.objects.get(round__number=2, entry=leaver).bye == "zero"


@pytest.mark.django_db
class TestForbidden:
    def test_it_cannot_keep_anybody_from_a_table_where_there_is_no_other(self, boss: User) -> None:
        """Two who must not meet, and no round without: the director lays it, and the match is there."""
        tournament = opened(boss, people(4), auto_pair=False)
        one, other = tournament.entries.order_by("pk")[:2]
        ForbiddenPair.objects.create(tournament=tournament, one=one, other=other, why="blocked", at=NOW)
        with pytest.raises(director.DirectorError) as refused:
            director.start(tournament_id=tournament.pk, by=boss, now=NOW)
        assert refused.value.detail == {"relax": ["prohibited"]}
        assert not Match.objects.exists()
        director.allow_pair(tournament_id=tournament.pk, one=one.user, other=other.user, by=boss, now=NOW)
        director.start(tournament_id=tournament.pk, by=boss, now=NOW)
        assert Match.objects.get().seats.filter(user__in=[one.user_id, other.user_id]).count() == 2


@pytest.mark.django_db
class TestTheByeMatch:
    def test_is_unrated_and_one(self) -> None:
        tournament = started(9)
        entry = tournament.rounds.get().pairings.get(bye="pairing").entry
        matches = {
            director.bye_match(tournament_id=tournament.pk, user=entry.user, now=NOW).pk for _ in range(2)
        }
        match = Match.objects.get(pk=matches.pop())
        assert not matches
        assert (match.rated, match.origin, match.seat_count) == (False, "house", 4)
        assert match.seats.exclude(bot_level="").count() == 3
        end_round(tournament)
        assert tournament.rounds.count() == 2

    def test_is_for_nobody_else(self) -> None:
        tournament = started(9)
        entry = tournament.rounds.get().pairings.filter(bye="")[0].entry
        with pytest.raises(director.DirectorError) as refused:
            director.bye_match(tournament_id=tournament.pk, user=entry.user, now=NOW)
        assert refused.value.code == "no_bye"


@pytest.mark.django_db
def test_a_directors_day(boss: User) -> None:
    """One row for each player and round after every step."""
    tournament = opened(boss, people(9), late_until=2, half_byes=1, auto_pair=False)
    first = tournament.entries.all()[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(tournament=tournament, user=first.user, joined_at=NOW)
    director.register(tournament_id=tournament.pk, user=first.user, now=NOW)
    here = {"tournament_id": tournament.pk, "by": boss, "now": NOW}
    director.start(**here)
    check_rows(tournament)
    seated = tournament.rounds.get().pairings.filter(bye="").select_related("entry__user")
    removed = seated[0].entry
    director.remove(**here, user=removed.user)
    check_rows(tournament)
    late = people(1, "late")[0]
    director.register(tournament_id=tournament.pk, user=late, now=NOW)
    check_rows(tournament)
    end_round(tournament)
    entry = tournament.entries.get(user=late)
    assert Pairing.objects.get(entry=entry, round__number=1).bye == "zero"
    director.change_draft(**here, number=2, byes={entry.pk: "half"}, why="arrives tomorrow")
    director.pair_next(**here, number=2)
    check_rows(tournament)
    assert Pairing.objects.get(entry=entry, round__number=2).bye == "half"
    director.undo(**here, number=2)
    check_rows(tournament)
    director.pair_next(**here, number=2)
    check_rows(tournament)
    assert Pairing.objects.get(entry=entry, round__number=2).table is not None or (
        Pairing.objects.get(entry=entry, round__number=2).bye == "pairing"
    )
    director.pair_again(**here, number=2, why="forgot somebody")
    check_rows(tournament)
    director.pair_next(**here, number=2)
    check_rows(tournament)
    end_round(tournament)
    director.pair_next(**here, number=3)
    end_round(tournament)
    check_rows(tournament)
    assert Pairing.objects.get(entry=removed, round__number=3).bye == "zero"
    assert tournament.entries.count() == 10
    tournament.refresh_from_db()
    assert tournament.status == OVER


def one_match_per_pairing(tournament: Tournament, number: int) -> None:
    check_rows(tournament)
    live = Match.objects.exclude(status=Match.Status.CANCELLED)
    assert live.count() == Table.objects.filter(round__tournament=tournament).count()
    assert Round.objects.filter(tournament=tournament).count() == number
    begun = Counter(Event.objects.filter(kind=Event.Kind.STARTED).values_list("match_id", flat=True))
    assert begun == Counter(Match.objects.values_list("pk", flat=True))


@pytest.mark.django_db(transaction=True)
def test_published_by_three_at_once_there_is_one_match_per_pairing() -> None:
    boss = User.objects.create_user("boss")
    tournament = started(8, by=boss, auto_pair=False, system="dutch", seats=2)
    end_round(tournament)
    director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW)

    def worker(_: int) -> int:
        try:
            return director.pair_next(tournament_id=tournament.pk, number=2, by=boss, now=NOW).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert len(set(pool.map(worker, range(3)))) == 1
    one_match_per_pairing(tournament, 2)


@pytest.mark.django_db(transaction=True)
def test_undone_and_moved_at_once_only_one_of_both_happens() -> None:
    """The undo takes the matches' locks before it looks, so that no move slips in between."""
    boss = User.objects.create_user("boss")
    tournament = started(4, by=boss)
    match = Match.objects.get()
    seat = match.seats.filter(acting=True).select_related("user").first()
    assert seat is not None
    assert seat.user is not None

    def undo(_: int) -> str:
        try:
            director.undo(tournament_id=tournament.pk, number=1, by=boss, now=NOW)
        except director.DirectorError as error:
            return error.code
        finally:
            connection.close()
        return "undone"

    def resign(_: int) -> str:
        try:
            referee.resign(match_id=match.pk, user=seat.user, now=NOW)
        except referee.RefereeError as error:
            return error.code
        finally:
            connection.close()
        return "resigned"

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.submit(undo, 0), pool.submit(resign, 0)
        outcome = (first.result(), second.result())
    match.refresh_from_db()
    if outcome[0] == "undone":
        assert (match.status, tournament.rounds.count()) == (Match.Status.CANCELLED, 0)
    else:
        assert (outcome[1], tournament.rounds.count()) == ("resigned", 1)


@pytest.mark.django_db(transaction=True)
def test_a_death_at_any_statement_of_an_undo_leaves_everything_or_nothing() -> None:
    tournament = started(4)
    for statement in range(1, 200):
        try:
            with killed_at(statement):
                director.undo(tournament_id=tournament.pk, number=1, by=None, now=NOW)
            break
        except Killed:
            tournament.refresh_from_db()
            assert tournament.status == PLAYING
            assert Match.objects.get().status == Match.Status.PLAYING
            one_match_per_pairing(tournament, 1)
    assert statement > 10
    assert Match.objects.get().status == Match.Status.CANCELLED
    assert not Round.objects.exists()
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    one_match_per_pairing(tournament, 1)


@pytest.mark.django_db(transaction=True)
def test_a_death_at_any_statement_of_a_publication_keeps_the_draft() -> None:
    boss = User.objects.create_user("boss")
    tournament = started(4, by=boss, auto_pair=False, system="dutch", seats=2)
    end_round(tournament)
    laid = director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW).tables
    for statement in range(1, 300):
        try:
            with killed_at(statement):
                director.pair_next(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
            break
        except Killed:
            assert tournament.draft.tables == laid
            assert tournament.rounds.count() == 1
            assert Match.objects.count() == 2
    assert statement > 20
    one_match_per_pairing(tournament, 2)
