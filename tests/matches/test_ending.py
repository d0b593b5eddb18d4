from __future__ import annotations

from collections.abc import Callable

import pytest

from correio.accounts.models import User
from correio.matches import playback, referee
from correio.matches.models import Event, Match
from correio.matches.shown import match_json, seat_of
from tests.matches.driving import NOON, again, at, legal, move, play_on, run_bots, seats, start

pytestmark = pytest.mark.django_db


def test_a_match_ends_with_places_points_and_one_event(alice: User, bob: User, carol: User) -> None:
    match = play_on(start(alice, bob, carol), now=NOON)
    assert match.status == Match.Status.FINISHED
    assert [seat.place for seat in seats(match)] == match.result["places"]
    assert [seat.points for seat in seats(match)] == match.result["points"]
    assert match.finished_at is not None
    assert match.deadline is None
    assert not match.seats.filter(acting=True).exists()
    assert not match.seats.filter(deadline__isnull=False).exists()
    assert match.events.filter(kind=Event.Kind.FINISHED).count() == 1


def test_who_resigns_is_placed_below_all_who_stay(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    referee.resign(match_id=match.pk, user=carol, now=NOON)
    third = seats(match)[2]
    assert (third.left_reason, third.bot_level) == ("resigned", "steady")
    match = play_on(match)
    assert match.result["places"][2] == 3
    playback.check(match)


def test_leavers_are_placed_in_reverse_order_of_leaving(person: Callable[..., User]) -> None:
    people = [person(f"player{number}") for number in range(4)]
    match = start(*people)
    referee.resign(match_id=match.pk, user=people[2], now=NOON)
    referee.resign(match_id=match.pk, user=people[0], now=NOON)
    referee.resign(match_id=match.pk, user=people[3], now=NOON)
    match = again(match)
    assert match.status == Match.Status.FINISHED
    assert match.result["places"] == [3, 1, 4, 2]


def test_with_two_seats_resigning_ends_the_match(alice: User, bob: User) -> None:
    match = start(alice, bob)
    referee.resign(match_id=match.pk, user=alice, now=NOON)
    match = again(match)
    assert match.result["places"] == [2, 1]
    with pytest.raises(referee.RefereeError) as refused:
        referee.resign(match_id=match.pk, user=bob, now=NOON)
    assert refused.value.code == "finished"


def test_who_left_can_neither_move_nor_leave_again(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    referee.resign(match_id=match.pk, user=alice, now=NOON)
    for command in (
        lambda: referee.resign(match_id=match.pk, user=alice, now=NOON),
        lambda: referee.submit(match_id=match.pk, user=alice, version=1, moves=["surface"], now=NOON),
    ):
        with pytest.raises(referee.RefereeError) as refused:
            command()
        assert (refused.value.code, refused.value.status) == ("left", 403)


def test_who_left_is_shown_what_a_spectator_sees(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    assert seat_of(match, alice) == 0
    referee.resign(match_id=match.pk, user=alice, now=NOON)
    assert seat_of(match, alice) is None


def test_resigning_twice_under_one_key_is_one_resignation(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    for _ in range(2):
        referee.resign(match_id=match.pk, user=alice, key="bye", now=NOON)
    assert again(match).version == 1


def test_a_match_can_be_called_off_before_anybodys_second_turn(alice: User, bob: User) -> None:
    match = start(alice, bob)
    move(match, alice, legal(match, 0)[0], "surface")
    assert match_json(again(match), 1)["can"] == {"resign": True, "abort": True}
    referee.abort(match_id=match.pk, user=bob, now=at(hours=1))
    match = again(match)
    assert (match.status, match.cancel_reason, match.deadline) == (Match.Status.CANCELLED, "aborted", None)
    assert match.events.get(kind=Event.Kind.CANCELLED).payload == {"reason": "aborted"}
    shown = match_json(match, None)
    assert shown["log"][-1]["lines"] == ["bob called the match off."]
    assert not match.seats.filter(acting=True).exists()


def test_a_match_cannot_be_called_off_later(alice: User, bob: User) -> None:
    match = start(alice, bob)
    move(match, alice, legal(match, 0)[0], "surface")
    move(match, bob, legal(match, 1)[0], "surface")
    assert match_json(again(match), 1)["can"]["abort"] is False
    with pytest.raises(referee.RefereeError) as refused:
        referee.abort(match_id=match.pk, user=alice, now=NOON)
    assert refused.value.code == "too_late"


def test_a_tournament_match_cannot_be_called_off(alice: User, bob: User) -> None:
    match = start(alice, bob, origin="tournament")
    with pytest.raises(referee.RefereeError) as refused:
        referee.abort(match_id=match.pk, user=alice, now=NOON)
    assert refused.value.code == "too_late"


def test_an_arbiter_ends_a_match_with_places(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    referee.adjudicate(
        match_id=match.pk, places=[2, 1, 2], reason="the round is over", by=carol, now=at(hours=1)
    )
    match = again(match)
    assert match.result["places"] == [2, 1, 2]
    assert (match.result["reason"], match.result["why"], match.result["by"]) == (
        "adjudicated",
        "the round is over",
        "carol",
    )
    assert match_json(match, None)["log"][-1]["lines"] == ["The match was adjudicated."]
    playback.check(match)


@pytest.mark.parametrize("places", [[1, 2], [1, 1, 2], [0, 1, 2], [2, 3, 4], []])
def test_places_have_to_be_places(alice: User, bob: User, carol: User, places: list[int]) -> None:
    match = start(alice, bob, carol)
    with pytest.raises(referee.RefereeError) as refused:
        referee.adjudicate(match_id=match.pk, places=places, now=NOON)
    assert refused.value.code == "bad_places"
    assert again(match).status == Match.Status.PLAYING


def test_a_seat_can_be_removed_by_the_site(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    referee.remove(match_id=match.pk, seat=0, now=NOON)
    assert seats(match)[0].left_reason == "removed"
    run_bots()
    assert again(match).version > 1


def test_every_event_has_one_delivery_for_each_consumer(alice: User, bob: User, carol: User) -> None:
    match = play_on(start(alice, bob, carol))
    for event in match.events.all():
        names = list(event.deliveries.values_list("consumer", flat=True))
        assert len(names) == len(set(names))
