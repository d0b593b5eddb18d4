"""Annulling matches and accounts: what is left is a fresh run, from whichever checkpoint it was rated."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches.models import Match
from ratings import checkpoints, elo, ledger
from ratings.models import Act, Annulment, Checkpoint, Pool, RatedResult, Rating, RatingChange
from tests.killing import Killed, killed_at
from tests.ratings.played import NOW, finished, people

NAMES = ("ana", "bento", "clara", "duarte", "elsa", "filipa")


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 4)


def history(seed: int, length: int) -> list[Match]:
    """Tables of two to four among six people, some places shared; all of it rated."""
    source = random.Random(seed)
    group = people(*NAMES) if not User.objects.exists() else list(User.objects.order_by("pk"))
    matches = []
    for i in range(length):
        table = source.sample(group, source.randint(2, 4))
        points = [source.randint(1, len(table)) for _ in table]
        places = [1 + sum(other > own for other in points) for own in points]
        at = NOW + timedelta(days=3 * i)
        matches.append(finished(table, places, at=at, origin="tournament"))
    sweep_work("delivery:ratings")
    return matches


def everything() -> dict[str, list[tuple[object, ...]]]:
    """Every row that follows from results, to the last byte."""
    numbers = ("before", "change", "games_before", "deviation_before", "deviation")
    return {
        "changes": list(
            RatingChange.objects.order_by("result__seq", "seat").values_list("user", "result__seq", *numbers)
        ),
        "ratings": list(
            Rating.objects.order_by("user").values_list(
                "user", "rating", "games", "deviation", "peak", "last_day"
            )
        ),
        "checkpoints": [
            (seq, bytes(state))
            for seq, state in Checkpoint.objects.order_by("seq").values_list("seq", "state")
        ],
    }


def from_the_beginning() -> dict[str, list[tuple[object, ...]]]:
    """What a full rebuild says, checkpoints thrown away."""
    Checkpoint.objects.all().delete()
    pool = Pool.objects.get()
    ledger.compare(pool, replace=True)
    assert ledger.compare(pool).same
    return everything()


@pytest.mark.django_db
def test_checkpoints_come_at_round_numbers_and_say_where_everybody_stood() -> None:
    history(1, 9)
    assert [row.seq for row in Checkpoint.objects.order_by("seq")] == [4, 8]
    seq, state = checkpoints.before(Pool.objects.get(), 8)
    assert seq == 4
    assert sum(row.rating for row in state.values()) == len(state) * elo.START
    assert everything() == from_the_beginning()


@pytest.mark.django_db
def test_voiding_rates_from_the_checkpoint_before_and_not_from_the_beginning() -> None:
    matches = history(2, 10)
    early = RatingChange.objects.filter(result__seq__lte=8)
    untouched = set(early.values_list("pk", flat=True))
    ledger.void(match_id=matches[9].pk, by=None, why="x", now=NOW)
    assert set(early.values_list("pk", flat=True)) == untouched
    assert everything() == from_the_beginning()


@pytest.mark.django_db
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), acts=st.lists(st.integers(0, 17), max_size=8))
def test_live_equals_a_rebuild_after_any_history_with_voids(seed: int, acts: list[int]) -> None:
    """Numbers up to 11 void that match, or restore it if it is void; from 12 on they are accounts."""
    with transaction.atomic():
        run_history(seed, acts)
        transaction.set_rollback(True)


def run_history(seed: int, acts: list[int]) -> None:
    matches = history(seed, 12)
    group = list(User.objects.order_by("pk"))
    for act in acts:
        if act < 12:
            result = RatedResult.objects.get(match=matches[act])
            barred = Annulment.objects.filter(account__in=result.players, lifted_at=None).exists()
            if result.void and barred:
                with pytest.raises(ledger.LedgerRefusal, match="lift that annulment"):
                    ledger.restore(match_id=matches[act].pk, by=None, now=NOW)
            elif result.void:
                ledger.restore(match_id=matches[act].pk, by=None, now=NOW)
            else:
                ledger.void(match_id=matches[act].pk, by=None, why="x", now=NOW)
        elif found := Annulment.objects.filter(account=group[act - 12], lifted_at=None).first():
            ledger.lift_annulment(annulment_id=found.pk, by=None, now=NOW)
        else:
            ledger.annul_account(account=group[act - 12], by=None, why="x", now=NOW)
    live = everything()
    assert live == from_the_beginning()
    total = sum(rating for _user, rating, *_rest in live["ratings"])  # type: ignore[misc]
    assert total == len(live["ratings"]) * elo.START
    barred = set(Annulment.objects.filter(lifted_at=None).values_list("account", flat=True))
    assert not barred & set(RatingChange.objects.values_list("user", flat=True))


@pytest.mark.django_db
def test_an_account_is_annulled_in_one_act_and_lifted_in_one() -> None:
    matches = history(3, 12)
    ana = User.objects.get(username="ana")
    own_void = next(m for m in matches if ana in [seat.user for seat in m.seats.all()])
    before_void = everything()
    ledger.void(match_id=own_void.pk, by=None, why="a slip", now=NOW)
    before = everything()
    annulment = ledger.annul_account(account=ana, by=ana, why="two accounts", now=NOW)
    assert not Rating.objects.filter(user=ana).exists()
    assert everything() == from_the_beginning()
    lifted = ledger.lift_annulment(annulment_id=annulment.pk, by=ana, why="was a mistake", now=NOW)
    assert everything() == before
    assert lifted.lifted_by == ana
    acts = Act.objects.order_by("pk")
    assert [(act.kind, act.why) for act in acts] == [
        ("void", "a slip"), ("annul", "two accounts"), ("lift", "was a mistake"),
    ]  # fmt: skip
    assert acts[1].results == acts[2].results > 0
    ledger.restore(match_id=own_void.pk, by=None, now=NOW)
    assert everything() == before_void


@pytest.mark.django_db
def test_a_match_of_two_annulled_accounts_stays_void_until_both_are_lifted() -> None:
    two = people("ana", "bento")
    match = finished(two, [1, 2])
    sweep_work("delivery:ratings")
    first = ledger.annul_account(account=two[0], by=None, why="x", now=NOW)
    second = ledger.annul_account(account=two[1], by=None, why="y", now=NOW)
    ledger.lift_annulment(annulment_id=first.pk, by=None, now=NOW)
    result = RatedResult.objects.get(match=match)
    assert (result.void, result.void_why, result.annulment) == (True, "y", second)
    ledger.lift_annulment(annulment_id=second.pk, by=None, now=NOW)
    assert Rating.objects.get(user=two[0]).games == 1


@pytest.mark.django_db
def test_what_cannot_be_annulled_is_refused_and_nothing_changes() -> None:
    two = people("ana", "bento")
    match = finished(two, [1, 2])
    unrated = finished(two, [1, 2], rated=False)
    with pytest.raises(ledger.LedgerRefusal, match="not recorded yet"):
        ledger.void(match_id=match.pk, by=None, why="x", now=NOW)
    sweep_work("delivery:ratings")
    with pytest.raises(ledger.LedgerRefusal, match="never rated"):
        ledger.void(match_id=unrated.pk, by=None, why="x", now=NOW)
    with pytest.raises(ledger.LedgerRefusal, match="counts already"):
        ledger.restore(match_id=match.pk, by=None, now=NOW)
    ledger.void(match_id=match.pk, by=None, why="x", now=NOW)
    with pytest.raises(ledger.LedgerRefusal, match="annulled already"):
        ledger.void(match_id=match.pk, by=None, why="x", now=NOW)
    annulment = ledger.annul_account(account=two[0], by=None, why="x", now=NOW)
    with pytest.raises(ledger.LedgerRefusal, match="annulled already"):
        ledger.annul_account(account=two[0], by=None, why="x", now=NOW)
    ledger.lift_annulment(annulment_id=annulment.pk, by=None, now=NOW)
    with pytest.raises(ledger.LedgerRefusal, match="lifted already"):
        ledger.lift_annulment(annulment_id=annulment.pk, by=None, now=NOW)
    assert Act.objects.count() == 3


@pytest.mark.django_db
def test_a_match_void_with_its_account_is_not_restored_alone() -> None:
    two = people("ana", "bento")
    match = finished(two, [1, 2])
    sweep_work("delivery:ratings")
    ledger.annul_account(account=two[0], by=None, why="x", now=NOW)
    with pytest.raises(ledger.LedgerRefusal, match="account ana is annulled"):
        ledger.restore(match_id=match.pk, by=None, now=NOW)


@pytest.mark.django_db(transaction=True)
def test_a_death_at_any_statement_of_an_annulment_leaves_all_as_it_was() -> None:
    history(4, 9)
    ana = User.objects.get(username="ana")
    before = everything()
    for statement in range(1, 200):
        try:
            with killed_at(statement):
                ledger.annul_account(account=ana, by=None, why="x", now=NOW)
            break
        except Killed:
            assert everything() == before
            assert not Annulment.objects.exists()
    else:
        pytest.fail("it never got through")
    assert statement > 8
    assert everything() == from_the_beginning()
