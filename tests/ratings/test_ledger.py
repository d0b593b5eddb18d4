"""The ledger: once, in order of finish, and equal to a fresh run whatever happened before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import referee
from correio.matches.clocks import DAY, HOUR, PER_TURN, Control
from correio.matches.models import Delivery, Match
from ratings import checkpoints, eligibility, elo, leaderboards, ledger, pools, queries
from ratings.models import Checkpoint, LinkedAccounts, Pool, RatedResult, Rating, RatingChange
from ratings.replay import Replay
from tests.killing import Killed, killed_at
from tests.ratings.played import NOW, ending, finished, people

WORK = "delivery:ratings"


def deliver() -> int:
    return sweep_work(WORK)


def live(pool: Pool) -> dict[str, tuple[int, int]]:
    return {row.user.username: (row.rating, row.games) for row in Rating.objects.filter(pool=pool)}


def result_of(match: Match) -> RatedResult:
    return RatedResult.objects.get(match=match)


@pytest.mark.django_db
def test_a_finished_match_is_rated_once_with_one_change_per_seat() -> None:
    four = people("ana", "bento", "clara", "duarte")
    match = finished(four, [1, 2, 3, 4])
    assert deliver() == 1
    ledger.record_event(ending(match), NOW)
    assert deliver() == 0
    result = result_of(match)
    assert (result.seq, result.reason, result.half) == (1, "", False)
    assert [row.change for row in result.changes.all()] == [60_000, 20_000, -20_000, -60_000]
    assert live(result.pool)["ana"] == (1_560_000, 1)
    assert Delivery.objects.get(consumer="ratings").done_at is not None


@pytest.mark.django_db
def test_the_order_is_that_of_finish_whatever_order_deliveries_come_in() -> None:
    two = people("ana", "bento")
    early = finished(two, [1, 2], at=NOW)
    late = finished(two, [2, 1], at=NOW + timedelta(minutes=1))
    last = finished(two, [1, 2], at=NOW + timedelta(minutes=2))
    with transaction.atomic():
        ledger.record_event(ending(late), NOW)
    assert (result_of(early).seq, result_of(late).seq) == (1, 2)
    assert not RatedResult.objects.filter(match=last).exists()
    deliver()
    assert result_of(last).seq == 3


@pytest.mark.django_db
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(6)))
def test_any_order_of_deliveries_gives_the_same_ratings(order: list[int]) -> None:
    with transaction.atomic():
        group = people("ana", "bento", "clara")
        tables = [group[i % 3 :] + group[: i % 3] for i in range(6)]
        matches = [finished(t, [1, 2, 2], at=NOW + timedelta(days=i)) for i, t in enumerate(tables)]
        for i in order:
            with transaction.atomic():
                ledger.record_event(ending(matches[i]), NOW)
        assert [result_of(match).seq for match in matches] == [1, 2, 3, 4, 5, 6]
        fresh: Replay[str] = Replay()
        for match, table in zip(matches, tables, strict=True):
            day = match.finished_at.date().toordinal()
            fresh.apply([user.username for user in table], [1, 2, 2], day, half=result_of(match).half)
        assert live(result_of(matches[0]).pool) == {
            player: (row.rating, row.games) for player, row in fresh.players.items()
        }
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_a_match_that_cannot_be_rated_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    two = people("ana", "bento")
    broken = finished(two, [1, 2], at=NOW)
    sound = finished(two, [2, 1], at=NOW + timedelta(minutes=1))
    Match.objects.filter(pk=broken.pk).update(result={"places": [1]})
    deliver()
    assert result_of(sound).seq == 1
    assert not RatedResult.objects.filter(match=broken).exists()


@pytest.mark.django_db
def test_pools_are_apart_by_speed() -> None:
    two = people("ana", "bento")
    slow = finished(two, [1, 2], clock=Control(PER_TURN, 2 * DAY))
    quick = finished(two, [1, 2], clock=Control(PER_TURN, HOUR))
    deliver()
    assert result_of(slow).pool.speed == "days"
    assert result_of(quick).pool.speed == "live"
    assert result_of(slow).seq == result_of(quick).seq == 1


class TestWhyNot:
    @pytest.fixture(autouse=True)
    def _database(self, db: None) -> None: ...

    def reason(self, match: Match) -> str:
        deliver()
        result = result_of(match)
        assert result.seq is None
        assert not result.changes.exists()
        assert queries.of_match(match).reason == queries.why_unrated(match) != ""
        return result.reason

    def test_agreed(self) -> None:
        assert self.reason(finished(people("ana", "bento"), [1, 2], rated=False)) == "not_rated"

    def test_guest(self) -> None:
        ana, guest = *people("ana"), *people("guest-1", kind=User.Kind.GUEST)
        assert self.reason(finished([ana, guest], [1, 2])) == "guest"

    def test_own_bot(self) -> None:
        (ana,) = people("ana")
        (bot,) = people("bot", kind=User.Kind.BOT, bot_level="novice", owner=ana)
        assert self.reason(finished([ana, bot], [1, 2])) == "own_bot"

    def test_two_bots_of_one_owner(self) -> None:
        (ana,) = people("ana")
        bots = people("bot-1", "bot-2", kind=User.Kind.BOT, bot_level="novice", owner=ana)
        assert self.reason(finished(bots, [1, 2])) == "own_bot"

    def test_linked_accounts(self) -> None:
        ana, bento, clara = people("ana", "bento", "clara")
        LinkedAccounts.objects.create(one=ana, other=clara)
        assert self.reason(finished([clara, bento, ana], [1, 2, 3])) == "linked"

    def test_the_bot_of_a_linked_account(self) -> None:
        ana, bento = people("ana", "bento")
        LinkedAccounts.objects.create(one=ana, other=bento)
        (bot,) = people("bot", kind=User.Kind.BOT, bot_level="novice", owner=bento)
        assert self.reason(finished([ana, bot], [1, 2])) == "linked"

    def test_an_annulled_account(self) -> None:
        two = people("ana", "bento")
        ledger.annul_account(account=two[0], by=None, why="x", now=NOW)
        assert self.reason(finished(two, [1, 2])) == "annulled"

    def test_too_short(self) -> None:
        assert self.reason(finished(people("ana", "bento"), [1, 2], turns=1)) == "too_short"

    def test_aborted(self) -> None:
        two = people("ana", "bento")
        match = referee.start_match(
            players=two, game="postcards", title="postcards", clock=Control(PER_TURN, DAY), now=NOW
        )
        referee.abort(match_id=match.pk, user=two[0], now=NOW)
        assert self.reason(match) == "aborted"

    def test_house_bots_are_rated(self) -> None:
        bots = people("bot-1", "bot-2", kind=User.Kind.BOT, bot_level="novice")
        match = finished(bots, [1, 2])
        deliver()
        assert result_of(match).seq == 1


@pytest.mark.django_db
def test_the_same_players_again_and_again_count_half_and_then_not_at_all() -> None:
    two = people("ana", "bento")
    matches = [finished(two[:: 1 - 2 * (i % 2)], [1, 2], at=NOW + timedelta(hours=i)) for i in range(12)]
    deliver()
    results = [result_of(match) for match in matches]
    assert [result.half for result in results] == [False] * 5 + [True] * 5 + [False] * 2
    assert [result.reason for result in results] == [""] * 10 + ["same_again"] * 2
    later = finished(two, [1, 2], at=NOW + timedelta(days=40))
    deliver()
    assert (result_of(later).half, result_of(later).reason) == (False, "")


@pytest.mark.django_db
@pytest.mark.parametrize("origin", sorted(eligibility.PAIRED))
def test_pairings_of_the_site_are_exempt_from_the_repetition_rule(origin: str) -> None:
    two = people("ana", "bento")
    matches = [finished(two, [1, 2], at=NOW + timedelta(hours=i), origin=origin) for i in range(8)]
    deliver()
    assert not any(result_of(match).half for match in matches)
    free = finished(two, [1, 2], at=NOW + timedelta(hours=9))
    deliver()
    assert not result_of(free).half


@pytest.mark.django_db
def test_voiding_the_oldest_of_fifty_equals_a_fresh_run_without_it() -> None:
    group = people("ana", "bento", "clara", "duarte", "elsa")
    tables = [[group[i % 5], group[(i + 1 + i // 7) % 5 or (i + 2) % 5]] for i in range(50)]
    tables = [t if t[0] != t[1] else [t[0], group[(i + 3) % 5]] for i, t in enumerate(tables)]
    matches = [
        finished(t, [1 + i % 2, 2 - i % 2], at=NOW + timedelta(days=i), origin="tournament")
        for i, t in enumerate(tables)
    ]
    deliver()
    pool = result_of(matches[0]).pool
    before = live(pool)
    ledger.void(match_id=matches[0].pk, by=group[0], why="an arbiter's mistake", now=NOW)
    after = live(pool)
    assert ledger.compare(pool).same
    fresh: Replay[str] = Replay()
    for match, table in zip(matches[1:], tables[1:], strict=True):
        day = match.finished_at.date().toordinal()
        fresh.apply([user.username for user in table], match.result["places"], day)
    assert after == {player: (row.rating, row.games) for player, row in fresh.players.items()}
    assert queries.of_match(matches[0]).void
    ledger.restore(match_id=matches[0].pk, by=group[0], now=NOW)
    assert live(pool) == before


@pytest.mark.django_db
def test_rebuild_finds_and_mends_what_was_tampered_with() -> None:
    two = people("ana", "bento")
    match = finished(two, [1, 2])
    deliver()
    call_command("ratings", "verify", stdout=StringIO())
    RatingChange.objects.filter(seat=0).update(change=1)
    Rating.objects.filter(user=two[1]).update(rating=9)
    with pytest.raises(CommandError, match="differ"):
        call_command("ratings", "verify", stdout=StringIO())
    out = StringIO()
    call_command("ratings", "rebuild", "--apply", stdout=out)
    assert "replaced" in out.getvalue()
    assert ledger.compare(result_of(match).pool).same
    assert live(result_of(match).pool) == {"ana": (1_560_000, 1), "bento": (1_440_000, 1)}


@pytest.mark.django_db
def test_a_forged_checkpoint_is_found_and_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 2)
    two = people("ana", "bento")
    matches = [finished(two, [1, 2], at=NOW + timedelta(days=i)) for i in range(5)]
    deliver()
    pool = result_of(matches[0]).pool
    assert ledger.compare(pool).same
    first, second = Checkpoint.objects.order_by("seq")
    Checkpoint.objects.filter(pk=first.pk).update(state=bytes(second.state))
    assert ledger.compare(pool).differing == ["checkpoint after result 2"]
    Checkpoint.objects.create(pool=pool, seq=3, state=bytes(second.state))
    assert "checkpoint after result 3: not wanted" in ledger.compare(pool).differing
    ledger.compare(pool, replace=True)
    assert ledger.compare(pool).same
    assert [row.seq for row in Checkpoint.objects.order_by("seq")] == [2, 4]


@pytest.mark.django_db
def test_rd_of_changes_from_before_it_was_kept_is_worked_out() -> None:
    two = people("ana", "bento")
    matches = [finished(two, [1, 2], at=NOW + timedelta(days=50 * i)) for i in range(5)]
    deliver()
    ledger.void(match_id=matches[1].pk, by=None, why="x", now=NOW)
    RatingChange.objects.update(deviation_before=1, deviation=1)
    Rating.objects.update(deviation=1)
    import_module("ratings.migrations.0002_audit").fill_deviations(apps, None)
    assert ledger.compare(result_of(matches[0]).pool).same


@pytest.mark.django_db(transaction=True)
def test_a_death_at_any_statement_rates_once() -> None:
    match = finished(people("ana", "bento"), [1, 2])
    event = ending(match)
    for statement in range(1, 100):
        try:
            with killed_at(statement), transaction.atomic():
                ledger.record_event(event, NOW)
            break
        except Killed:
            assert not RatingChange.objects.exists()
            assert not Rating.objects.exists()
    else:
        pytest.fail("it never got through")
    assert statement > 8
    deliver()
    assert [row.change for row in RatingChange.objects.order_by("seat")] == [60_000, -60_000]
    assert Pool.objects.get().last_seq == 1


@pytest.mark.django_db(transaction=True)
def test_ten_matches_of_one_player_finishing_in_parallel_equal_the_serial_order() -> None:
    ana, *others = people("ana", *(f"p{i}" for i in range(10)))
    for i, other in enumerate(others):
        finished([ana, other], [1 + i % 2, 2 - i % 2], at=NOW + timedelta(seconds=i % 4))

    def worker(_: int) -> int:
        try:
            return deliver()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(worker, range(4)))
    deliver()
    rated = RatedResult.objects.order_by("seq")
    assert [result.seq for result in rated] == list(range(1, 11))
    assert Rating.objects.get(user=ana).games == 10
    assert ledger.compare(rated[0].pool).same
    assert sum(Rating.objects.values_list("rating", flat=True)) == 11 * elo.START


@pytest.mark.django_db
def test_reading_takes_the_same_number_of_queries_for_three_and_for_thirty(
    django_assert_num_queries: Any,
) -> None:
    ana, *others = people("ana", *(f"p{i:02}" for i in range(30)))
    match = finished([ana, others[0]], [1, 2])
    for i, other in enumerate(others[1:], 1):
        finished([ana, other], [1, 2], at=NOW + timedelta(days=i))
    deliver()
    pool = pools.find("postcards/base/days") or Pool.objects.get()
    with django_assert_num_queries(1):
        rows = leaderboards.standing(pool, NOW, provisional=True, inactive=True)
        board = list(leaderboards.ranked(rows, NOW))
        assert board[0].user == ana
        assert str(board[0].points)
    assert len(board) == 31
    with django_assert_num_queries(3):
        (row,) = queries.profile(ana)
    assert len(row.curve) == 30
    assert [(r.seats, r.played, r.won) for r in row.records] == [(2, 30, 30)]
    assert row.curve[-1].rating == row.rating.points
    with django_assert_num_queries(2):
        assert queries.of_match(match).changes[0].change == 60_000
    with django_assert_num_queries(1):
        assert set(queries.of_players(match, [ana.pk, others[3].pk])) == {ana.pk, others[3].pk}
