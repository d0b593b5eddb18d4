"""Sealed decisions: in the tiny game everybody keeps a card at the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from correio.accounts.models import User
from correio.matches import playback, referee
from correio.matches.models import ClockEntry, Match, SealedMove
from correio.matches.previewing import preview
from correio.matches.shown import match_json
from tests.matches.driving import (
    FISCHER,
    NOON,
    again,
    at,
    is_sealed,
    legal,
    move,
    play_on,
    run_bots,
    run_clocks,
    seats,
    start,
)

pytestmark = pytest.mark.django_db


def _to_the_sealed_decision(match: Match) -> Match:
    """Without airmail no die is thrown, so that no strike ends the match before."""
    return play_on(match, until=is_sealed, without="airmail", step=timedelta())


@pytest.fixture
def sealed(alice: User, bob: User, carol: User) -> Match:
    return _to_the_sealed_decision(start(alice, bob, carol, code="sealed22"))


def test_nothing_public_changes_before_all_answers_are_in(
    sealed: Match, alice: User, bob: User, carol: User
) -> None:
    version = sealed.version
    before = {observer: match_json(again(sealed), observer) for observer in (None, 1, 2)}
    answer = move(sealed, alice, now=at(hours=5))
    assert answer.sealed
    assert answer.version == version
    for observer, shown in before.items():
        assert match_json(again(sealed), observer) == shown
    assert sealed.moves.count() == version
    assert again(sealed).status == Match.Status.PLAYING


def test_nobody_is_told_that_an_answer_is_in(
    sealed: Match, alice: User, said: list[tuple[str, object]], django_capture_on_commit_callbacks: Callable
) -> None:
    said.clear()
    with django_capture_on_commit_callbacks(execute=True):
        move(sealed, alice)
    groups = {name for name, _ in said}
    assert groups == {f"user.{alice.pk}"}


def test_the_answers_are_played_in_seat_order_whoever_was_first(
    sealed: Match, alice: User, bob: User, carol: User
) -> None:
    version = sealed.version
    for user, hours in ((carol, 1), (alice, 2), (bob, 3)):
        move(sealed, user, now=at(hours=hours))
    played = list(sealed.moves.filter(seq__gt=version))
    assert [(each.seat, each.at) for each in played] == [(0, at(hours=3)), (1, at(hours=3)), (2, at(hours=3))]
    assert again(sealed).status == Match.Status.FINISHED
    assert not SealedMove.objects.exists()
    playback.check(again(sealed))


def test_the_order_of_answers_does_not_matter(alice: User, bob: User, carol: User) -> None:
    ends = []
    for order in ((alice, bob, carol), (carol, bob, alice), (bob, carol, alice)):
        match = _to_the_sealed_decision(start(alice, bob, carol, code="sealed22"))
        for user in order:
            move(match, user)
        ends.append((bytes(again(match).snapshot), again(match).result))
        match.delete()
    assert ends[0] == ends[1] == ends[2]


def test_an_answer_cannot_be_changed(sealed: Match, alice: User) -> None:
    first, second = legal(sealed, 0)[:2]
    move(sealed, alice, first)
    with pytest.raises(referee.RefereeError) as refused:
        move(sealed, alice, second)
    assert refused.value.code == "answered"


def test_an_answer_holds_no_more_than_was_asked(sealed: Match, alice: User) -> None:
    with pytest.raises(referee.RefereeError) as refused:
        move(sealed, alice, *legal(sealed, 0)[:2])
    assert refused.value.code == "too_many_moves"
    assert not SealedMove.objects.exists()


def test_a_seat_sees_its_own_answer(sealed: Match, alice: User) -> None:
    choice = legal(sealed, 0)[0]
    move(sealed, alice, choice)
    mine = match_json(again(sealed), 0)
    assert mine["view"]["seats"][0]["keepsake"] == f"card:{choice.removeprefix('keep ')}"
    assert mine["moves"] == []
    assert mine["seats"][0]["acting"] is False
    assert mine["seats"][0]["deadline"] is None


def test_others_see_the_clock_run_on(alice: User, bob: User, carol: User) -> None:
    match = _to_the_sealed_decision(start(alice, bob, carol, clock=FISCHER))
    seat = seats(match)[0]
    shown = match_json(again(match), 1)["seats"][0]
    move(match, alice, now=at(hours=4))
    assert match_json(again(match), 1)["seats"][0] == shown
    assert seats(match)[0].deadline is None
    assert seats(match)[0].bank_ms == seat.bank_ms
    entry = ClockEntry.objects.filter(match=match, seat=0).latest("id")
    move(match, bob, now=at(hours=5))
    move(match, carol, now=at(hours=6))
    assert seats(match)[0].bank_ms == entry.bank_ms


def test_a_bot_answers_like_everybody(alice: User, bot: Callable[..., User]) -> None:
    """The code is part of every draw: with one of its own the bot might win the match before it answers."""
    match = _to_the_sealed_decision(start(alice, bot(), code="sealed22"))
    version = match.version
    run_bots()
    assert SealedMove.objects.get(match=match).actor == "bot"
    assert again(match).version == version
    assert match_json(again(match), 0)["seats"][1]["acting"] is True
    move(match, alice)
    assert again(match).status == Match.Status.FINISHED
    playback.check(again(match))


def test_time_that_runs_out_answers_for_the_seat(sealed: Match, alice: User, bob: User, carol: User) -> None:
    version = sealed.version
    move(sealed, alice, now=at(hours=1))
    move(sealed, bob, now=at(hours=1))
    late = seats(sealed)[2].deadline
    assert late is not None
    run_clocks(late)
    match = again(sealed)
    assert match.status == Match.Status.FINISHED
    assert [(each.actor, each.notation) for each in match.moves.filter(seq__gt=version)][2] == (
        "referee",
        "absent",
    )
    assert seats(match)[2].missed == 1
    playback.check(match)


def test_a_missed_answer_stays_secret_too(sealed: Match) -> None:
    version = sealed.version
    deadline = again(sealed).deadline
    assert deadline is not None
    run_clocks(deadline)
    match = again(sealed)
    assert match.status == Match.Status.FINISHED, "all three were late at the same instant"
    assert [each.notation for each in match.moves.filter(seq__gt=version)] == ["absent"] * 3


def test_leaving_does_not_spoil_the_answers_of_others(
    sealed: Match, alice: User, bob: User, carol: User
) -> None:
    version = sealed.version
    move(sealed, alice)
    referee.resign(match_id=sealed.pk, user=bob, now=NOON)
    assert again(sealed).version == version + 1
    assert seats(sealed)[0].sealed
    run_bots()
    assert again(sealed).version == version + 1
    move(sealed, carol)
    match = again(sealed)
    assert match.status == Match.Status.FINISHED
    assert match.result["places"][1] == 3
    playback.check(match)


def test_the_last_missing_answer_may_be_that_of_a_leaver(
    sealed: Match, alice: User, bob: User, carol: User
) -> None:
    move(sealed, alice)
    move(sealed, carol)
    referee.resign(match_id=sealed.pk, user=bob, now=NOON)
    run_bots()
    assert again(sealed).status == Match.Status.FINISHED
    playback.check(again(sealed))


def test_a_preview_of_an_answer_is_about_the_own_answer_only(sealed: Match, alice: User, bob: User) -> None:
    move(sealed, bob)
    seen = preview(match_id=sealed.pk, user=alice, version=sealed.version, moves=[])
    assert [each["notation"] for each in seen.moves] == legal(sealed, 0)
    assert seen.prompt
