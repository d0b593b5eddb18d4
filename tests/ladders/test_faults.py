"""Nothing half done: deaths at every statement, double clicks from two connections, results in parallel."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from correio.due.sweep import sweep_work
from correio.matches.models import Event, Match
from tests.killing import Killed, killed_at
from tests.ladders.climbing import NOW, challenge, climbers, days, deliver, end, ladder, order, playing
from tournaments.ladders import results, steward
from tournaments.ladders.models import Answer, Challenge, Ladder, LadderMove, Member
from tournaments.ladders.steward import LadderError

pytestmark = pytest.mark.django_db(transaction=True)


def everything() -> list[Any]:
    models = (Ladder, Member, Challenge, Answer, LadderMove, Match)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def dying_everywhere(command: Callable[[], Any]) -> int:
    """Kills it at each of its statements in turn, then lets it through; returns how many there were."""
    before = everything()
    for statement in range(1, 400):
        try:
            with killed_at(statement), transaction.atomic():
                command()
            return statement - 1
        except Killed:
            assert everything() == before
    raise AssertionError("it never got through")


def test_a_death_at_any_statement_of_a_result_moves_once() -> None:
    rungs = ladder(tables=True)
    people = climbers(rungs, 6)
    match = playing(rungs, people[5], people[3], people[4])
    end(match, people[5], people[4], people[3], now=NOW + days(1))
    event = Event.objects.get(match=match, kind=Event.Kind.FINISHED)
    assert dying_everywhere(lambda: results.record_event(event, NOW)) > 10
    assert deliver() == 1
    assert order(rungs) == ["p01", "p02", "p03", "p06", "p05", "p04"]
    assert LadderMove.objects.filter(match=match).count() == 2
    assert steward.compare(rungs).same


def test_a_death_at_any_statement_of_accepting_leaves_no_half_match() -> None:
    rungs = ladder()
    people = climbers(rungs, 3)
    live = challenge(rungs, people[2], people[1])
    accept = lambda: steward.accept(challenge_id=live.pk, user=people[1], now=NOW)  # noqa: E731
    assert dying_everywhere(accept) > 10
    assert Match.objects.count() == 1


def test_a_death_at_any_statement_of_a_forfeit_forfeits_once() -> None:
    rungs = ladder()
    people = climbers(rungs, 3)
    live = challenge(rungs, people[2], people[1])
    dying_everywhere(lambda: steward.withdraw(challenge_id=live.pk, user=people[2], now=NOW + days(4)))
    assert sweep_work("ladder_challenge", clock=lambda: NOW + days(4)) == 0
    assert order(rungs) == ["p01", "p03", "p02"]


def in_parallel(*commands: Callable[[], Any]) -> list[Any]:
    """Each on a connection of its own; what a command refuses is its answer."""

    def run(command: Callable[[], Any]) -> Any:
        try:
            return command()
        except LadderError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(commands)) as pool:
        return list(pool.map(run, commands))


def test_a_double_click_from_two_browsers_is_one_challenge() -> None:
    rungs = ladder()
    people = climbers(rungs, 5)
    found = in_parallel(*[lambda: challenge(rungs, people[4], people[3]).pk] * 4)
    assert len(set(found)) == 1
    assert Challenge.objects.count() == Answer.objects.count() == 1
    live = Challenge.objects.get()
    in_parallel(*[lambda: steward.accept(challenge_id=live.pk, user=people[3], now=NOW)] * 4)
    assert Match.objects.count() == 1


def test_three_challenges_at_once_do_not_pass_a_cap_of_two() -> None:
    rungs = ladder()
    people = climbers(rungs, 5)
    found = in_parallel(*[lambda other=other: challenge(rungs, people[4], other).pk for other in people[1:4]])
    assert sorted(str(each) for each in found)[-1] == "outgoing_cap"
    assert Challenge.objects.count() == 2


def test_accepting_and_declining_at_once_is_one_of_them() -> None:
    rungs = ladder()
    people = climbers(rungs, 3)
    for _round in range(3):
        live = challenge(rungs, people[2], people[1])
        found = in_parallel(
            lambda: steward.accept(challenge_id=live.pk, user=people[1], now=NOW).status,  # noqa: B023
            lambda: steward.decline(challenge_id=live.pk, user=people[1], now=NOW).status,  # noqa: B023
        )
        live.refresh_from_db()
        assert (live.status == "playing") == (Match.objects.count() == 1)
        assert any(each in ("started", "over") for each in found)
        Challenge.objects.all().delete()
        Match.objects.all().delete()
        Member.objects.update(free_decline_at=None)


def test_joining_at_once_gives_each_a_rung() -> None:
    rungs = ladder()
    people = climbers(rungs, 1)
    from correio.accounts.models import User

    more = [User.objects.create_user(f"q{i}") for i in range(6)]
    in_parallel(*[lambda user=user: steward.join(ladder_id=rungs.pk, user=user) for user in [*more, *more]])
    assert len(order(rungs)) == 7
    assert people
    assert steward.compare(rungs).same


def test_bringing_a_ladder_to_life_is_one_transaction() -> None:
    robots = ladder(bots=True)
    assert dying_everywhere(lambda: steward.enliven(robots, NOW)) > 20
    steward.enliven(robots, NOW)
    assert len(order(robots)) == 10


def test_results_swept_by_four_workers_are_those_of_the_order_of_finish() -> None:
    rungs = ladder()
    people = climbers(rungs, 12)
    matches = [playing(rungs, people[i], people[i - 1]) for i in range(1, 12)]
    for number, match in enumerate(matches):
        end(match, people[number + 1], people[number], now=NOW + days(1 + number % 3))
    work = f"delivery:{steward.CONSUMER}"
    in_parallel(*[lambda: sweep_work(work, clock=lambda: NOW + days(5))] * 4)
    deliver()
    at = list(LadderMove.objects.filter(cause="result").order_by("seq").values_list("at", "match"))
    assert at == sorted(at)
    assert Challenge.objects.filter(outcome="played").count() == 11
    assert steward.compare(rungs).same
    order(rungs)


def test_a_result_that_cannot_be_applied_stops_nobody() -> None:
    rungs = ladder()
    people = climbers(rungs, 5)
    broken = playing(rungs, people[1], people[0])
    sound = playing(rungs, people[4], people[3])
    end(broken, people[1], people[0], now=NOW)
    end(sound, people[4], people[3], now=NOW + days(1))
    Match.objects.filter(pk=broken.pk).update(result={"places": [1]})
    deliver()
    assert order(rungs) == ["p01", "p02", "p03", "p05", "p04"]
    assert Challenge.objects.get(match=broken).status == Challenge.Status.PLAYING
