"""Commands that meet: threads on connections of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import referee
from correio.matches.models import Event, Match
from engines import registry
from tests.matches.driving import NOON, again, at, legal, seats, start, table

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 500


def together(*commands: Callable[[], Any]) -> list[Any]:
    """Releases all at once; returns results and exceptions in order."""
    outcomes: list[Any] = [None] * len(commands)
    barrier = threading.Barrier(len(commands))

    def run(index: int) -> None:
        try:
            barrier.wait()
            outcomes[index] = commands[index]()
        except Exception as error:
            outcomes[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(commands))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_a_move_and_the_time_out_of_the_same_turn(alice: User, bob: User) -> None:
    """Scenario 1: exactly one of them happens, and nothing is numbered after a result."""
    flag = at(days=2)
    with transaction.atomic():
        matches = [start(alice, bob, on_time_out="loses") for _ in range(ROUNDS)]
    posts = [_first_move(match) for match in matches]
    gate = threading.Barrier(2)

    def play() -> list[Any]:
        answers: list[Any] = []
        for match, post in zip(matches, posts, strict=True):
            gate.wait()
            try:
                answers.append(_play(match, alice, post, flag - timedelta(microseconds=1)))
            except referee.RefereeError as error:
                answers.append(error)
        return answers

    def fall() -> None:
        ids = [match.seats.get(seat=0).pk for match in matches]
        for seat_id in ids:
            gate.wait()
            referee.time_out(seat_id=seat_id, now=flag)

    answers, _ = together(play, fall)
    for match, post, answer in zip(matches, posts, answers, strict=True):
        _assert_one_of_both(again(match), post, answer)
    assert sum(isinstance(answer, referee.Answer) for answer in answers) > 0, "the move is faster sometimes"


def _first_move(match: Match) -> str:
    rules = registry.rules("postcards")
    state = rules.load(bytes(match.snapshot))
    return rules.write(state.moves(0)[0])


def _play(match: Match, user: User, post: str, now: datetime) -> referee.Answer:
    moves = [post, "surface"]
    return referee.submit(match_id=match.pk, user=user, version=0, moves=moves, key=f"k{match.pk}", now=now)


def _assert_one_of_both(match: Match, post: str, answer: Any) -> None:
    notations = [each.notation for each in match.moves.all()]
    ends = match.events.filter(kind=Event.Kind.FINISHED).count()
    if isinstance(answer, referee.Answer):
        assert (answer.version, match.version, ends) == (2, 2, 0)
        assert notations == [post, "surface"]
        assert match.status == Match.Status.PLAYING
    else:
        assert isinstance(answer, referee.RefereeError)
        assert answer.code == "finished"
        assert (match.version, ends) == (1, 1)
        assert notations == ["leave"]
        assert match.status == Match.Status.FINISHED


def test_many_sweeps_at_once_miss_and_double_nothing(alice: User, bob: User) -> None:
    matches = [start(alice, bob) for _ in range(30)]
    handled = together(*[lambda: sweep_work("time_out", clock=lambda: at(days=2))] * 4)
    assert sum(handled) == len(matches)
    assert [again(match).version for match in matches] == [1] * len(matches)


def test_the_last_seat_is_taken_once(person: Callable[..., User]) -> None:
    """Scenario 34, and a crowd: one gets the seat, the others are told."""
    people = [person(f"player{number}") for number in range(6)]
    match = referee.open_match(seats=2, now=NOON, **table())
    referee.sit(match_id=match.pk, user=people[0], now=NOON)
    outcomes = together(
        *[lambda user=user: referee.sit(match_id=match.pk, user=user, now=NOON) for user in people[1:]]
    )
    refused = [each for each in outcomes if isinstance(each, referee.RefereeError)]
    assert [each.code for each in refused] == ["full"] * 4
    assert again(match).events.filter(kind=Event.Kind.STARTED).count() == 1
    assert all(seat.user_id for seat in seats(match))


def test_the_same_command_sent_at_once_is_carried_out_once(alice: User, bob: User) -> None:
    match = start(alice, bob)
    post = legal(match, 0)[0]

    def play() -> referee.Answer:
        return referee.submit(
            match_id=match.pk, user=alice, version=0, moves=[post, "surface"], key="same", now=NOON
        )

    answers = together(play, play, play)
    assert [each.version for each in answers] == [2, 2, 2]
    assert sorted(each.repeated for each in answers) == [False, True, True]
    assert again(match).version == 2


def test_two_tabs_play_one_move(alice: User, bob: User) -> None:
    match = start(alice, bob)
    first, second = legal(match, 0)[:2]
    outcomes = together(
        *[
            lambda post=post: referee.submit(
                match_id=match.pk, user=alice, version=0, moves=[post], key=post, now=NOON
            )
            for post in (first, second)
        ]
    )
    assert sum(isinstance(each, referee.Answer) for each in outcomes) == 1
    assert again(match).version == 1
