from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from correio.accounts.models import User
from correio.matches import playing, referee
from correio.matches.models import ClockEntry, Event, Match, Move, Receipt
from correio.matches.shown import match_json
from tests.matches.driving import NOON, again, at, legal, move, play_on, seats, start

pytestmark = pytest.mark.django_db


def test_a_move_is_numbered_told_and_passes_the_turn(alice: User, bob: User) -> None:
    match = start(alice, bob)
    post = legal(match, 0)[0]
    answer = move(match, alice, post, "surface", now=at(hours=3))
    assert answer == referee.Answer(match.code, 0, 2, False, "playing", match=match)
    stored = list(Move.objects.filter(match=match))
    assert [(each.seq, each.actor, each.seat, each.notation) for each in stored] == [
        (1, "seat", 0, post),
        (2, "seat", 0, "surface"),
    ]
    first, second = seats(match)
    assert (first.acting, first.deadline, second.acting) == (False, None, True)
    assert second.deadline == at(days=2, hours=3)
    assert again(match).deadline == second.deadline
    turn = match.events.filter(kind=Event.Kind.TURN).latest("id")
    assert turn.payload == {"seats": [1], "version": 2}


def test_the_clock_runs_on_while_a_turn_is_only_half_played(alice: User, bob: User) -> None:
    match = start(alice, bob)
    move(match, alice, legal(match, 0)[0], now=at(hours=1))
    first = seats(match)[0]
    assert first.acting
    assert first.deadline == at(days=2)
    assert not ClockEntry.objects.filter(match=match, kind=ClockEntry.Kind.MOVE).exists()


def _refusal(match: Match, user: User, moves: list[str], version: int | None = None) -> referee.RefereeError:
    before = _everything(match)
    version = again(match).version if version is None else version
    with pytest.raises(referee.RefereeError) as refused:
        referee.submit(match_id=match.pk, user=user, version=version, moves=moves, key="k", now=at(hours=1))
    assert _everything(match) == before
    return refused.value


def _everything(match: Match) -> list[object]:
    return [
        Match.objects.filter(pk=match.pk).values().get(),
        list(match.seats.order_by("pk").values()),
        list(match.moves.values()),
        list(match.clock_entries.values()),
        list(match.events.values()),
        list(match.sealed_moves.values()),
        list(Receipt.objects.values()),
    ]


def test_a_move_for_an_older_version_is_never_played(alice: User, bob: User) -> None:
    """Scenario 16."""
    match = start(alice, bob)
    post = legal(match, 0)[0]
    move(match, alice, post)
    refused = _refusal(match, alice, ["surface"], version=0)
    assert (refused.code, refused.status, refused.detail) == ("stale", 409, {"version": 1})


def test_a_move_for_a_version_that_does_not_exist_is_refused(alice: User, bob: User) -> None:
    assert _refusal(start(alice, bob), alice, ["surface"], version=7).code == "stale"


def test_a_move_out_of_turn_is_refused(alice: User, bob: User) -> None:
    match = start(alice, bob)
    assert (_refusal(match, bob, ["surface"]).code, _refusal(match, bob, ["surface"]).status) == (
        "not_your_turn",
        409,
    )


def test_a_stranger_cannot_move(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob)
    refused = _refusal(match, carol, legal(match, 0)[:1])
    assert (refused.code, refused.status) == ("not_seated", 403)


@pytest.mark.parametrize("text", ["fly L4", "post Z9", "", "post  L4", "x" * 81, "post\nL4", "\x00"])
def test_what_is_not_a_move_is_refused_in_words(alice: User, bob: User, text: str) -> None:
    refused = _refusal(start(alice, bob), alice, [text])
    assert (refused.code, refused.status) == ("not_a_move", 422)
    assert refused.message


def test_an_illegal_move_is_refused(alice: User, bob: User) -> None:
    match = start(alice, bob)
    assert (_refusal(match, alice, ["airmail"]).code, _refusal(match, alice, ["airmail"]).status) == (
        "illegal",
        422,
    )


def test_all_moves_of_a_command_are_played_or_none(alice: User, bob: User) -> None:
    match = start(alice, bob)
    assert _refusal(match, alice, [legal(match, 0)[0], "surface", "surface"]).code == "not_your_turn"


def test_no_moves_and_too_many_moves_are_refused(alice: User, bob: User) -> None:
    match = start(alice, bob)
    assert _refusal(match, alice, []).code == "no_moves"
    assert _refusal(match, alice, ["surface"] * (playing.MOST_MOVES + 1)).code == "too_many_moves"


def test_nothing_can_be_played_after_the_end(alice: User, bob: User) -> None:
    match = play_on(start(alice, bob))
    assert _refusal(match, alice, ["surface"]).code == "finished"


def test_a_repeated_key_gets_the_first_answer_and_plays_nothing(alice: User, bob: User) -> None:
    """Scenario 2: the reply was lost, the page sends again under the same key."""
    match = start(alice, bob)
    post = legal(match, 0)[0]
    command = {"match_id": match.pk, "user": alice, "version": 0, "moves": [post, "surface"], "key": "k1"}
    first = referee.submit(**command, now=at(hours=1))
    move(match, bob, now=at(hours=2))
    second = referee.submit(**command, now=at(hours=3))
    assert second.repeated
    assert (second.version, second.seat, second.sealed) == (first.version, first.seat, first.sealed)
    assert again(match).version == 3


def test_a_key_belongs_to_one_command(alice: User, bob: User) -> None:
    match, other = start(alice, bob), start(alice, bob)
    first, second = legal(match, 0)[:2]
    referee.submit(match_id=match.pk, user=alice, version=0, moves=[first], key="k1", now=NOON)
    for where, what in ((match, [second]), (other, [first])):
        with pytest.raises(referee.RefereeError) as refused:
            referee.submit(match_id=where.pk, user=alice, version=0, moves=what, key="k1", now=NOON)
        assert (refused.value.code, refused.value.status) == ("key_reused", 409)
    assert again(other).version == 0


def test_two_players_may_use_the_same_key(alice: User, bob: User) -> None:
    match = start(alice, bob)
    move(match, alice, legal(match, 0)[0], "surface", key="k1")
    move(match, bob, legal(match, 1)[0], "surface", key="k1")
    assert again(match).version == 4


def test_a_key_has_a_sane_length(alice: User, bob: User) -> None:
    match = start(alice, bob)
    with pytest.raises(referee.RefereeError) as refused:
        move(match, alice, key="k" * 81)
    assert refused.value.code == "bad_key"


def test_a_move_at_the_deadline_is_too_late(alice: User, bob: User) -> None:
    match = start(alice, bob)
    post = legal(match, 0)[0]
    with pytest.raises(referee.RefereeError) as refused:
        move(match, alice, post, now=at(days=2))
    assert (refused.value.code, refused.value.status) == ("time_over", 409)
    assert move(match, alice, post, now=at(days=2, microseconds=-1)).version == 1


def test_a_late_move_hurries_the_clocks(alice: User, bob: User, said: list[object]) -> None:
    match = start(alice, bob)
    with pytest.raises(referee.RefereeError):
        move(match, alice, now=at(days=3))
    assert ("time_out", None) in said


def test_the_number_of_queries_does_not_grow_with_the_moves(alice: User, bob: User) -> None:
    match = start(alice, bob)
    counts = []
    for number in range(10):
        user, seat = (alice, 0) if number % 2 == 0 else (bob, 1)
        moves = [legal(match, seat)[0], "surface"]
        version = again(match).version
        with CaptureQueriesContext(
            connection,
        ) as queries:
            referee.submit(
                match_id=match.pk, user=user, version=version, moves=moves, key=f"k{number}", now=NOON
            )
        counts.append(len(queries))
        if number == 4:
            break
    assert max(counts) == min(counts)
    # Three of ours (match, seats, everything written) and two savepoints of the test's transaction.
    assert max(counts) <= 5


def test_showing_a_match_costs_the_same_at_its_end_as_at_its_beginning(alice: User, bob: User) -> None:
    match = start(alice, bob)
    with CaptureQueriesContext(connection) as early:
        match_json(again(match), 0)
    match = play_on(match)
    with CaptureQueriesContext(connection) as late:
        match_json(again(match), 0)
    assert len(late) <= len(early)
