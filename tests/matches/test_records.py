from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from correio.accounts.models import User
from correio.matches import playback, referee
from correio.matches.models import Match, Move
from correio.matches.records import encoded, record
from engines import records
from engines.bots import BOT_VERSION, choose
from tests.matches.driving import NOON, again, at, legal, move, play_on, run_clocks, start

pytestmark = pytest.mark.django_db


def test_a_downloaded_record_proves_the_match(
    alice: User, bob: User, bot: Callable[..., User], client: Client
) -> None:
    match = play_on(start(alice, bot(), bob), seed=3)
    answer = client.get(f"/api/matches/{match.code}/record")
    assert answer.status_code == 200
    assert records.verify(records.decode(answer.content), choose, BOT_VERSION) == []


def test_a_record_with_another_die_is_caught(alice: User, bob: User) -> None:
    match = play_on(start(alice, bob), seed=3)
    told = json.loads(encoded(match))
    told["secret"] = "00" * 32
    assert records.verify(records.decode(json.dumps(told).encode())) != []


def test_the_acts_of_the_referee_replay(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    run_clocks(at(days=2))
    referee.resign(match_id=match.pk, user=bob, now=at(days=3))
    match = play_on(match, now=at(days=3))
    assert {"absent", "leave"} <= {each.notation for each in match.moves.filter(actor="referee")}
    playback.check(match)
    assert records.verify(record(match), choose, BOT_VERSION) == []


def test_there_is_no_record_of_a_running_match(alice: User, bob: User) -> None:
    with pytest.raises(referee.RefereeError) as refused:
        record(start(alice, bob))
    assert refused.value.code == "not_finished"


def test_there_is_no_record_of_a_match_that_was_called_off(alice: User, bob: User) -> None:
    match = start(alice, bob)
    referee.abort(match_id=match.pk, user=alice, now=NOON)
    with pytest.raises(referee.RefereeError):
        record(again(match))


def test_an_adjudicated_match_has_a_record_that_verifies(alice: User, bob: User) -> None:
    match = start(alice, bob)
    move(match, alice, legal(match, 0)[0], "surface")
    referee.adjudicate(match_id=match.pk, places=[1, 1], now=at(hours=1))
    assert records.verify(record(again(match))) == []


def test_every_stored_match_replays(
    alice: User, bob: User, bot: Callable[..., User], capsys: pytest.CaptureFixture[str]
) -> None:
    """Scenario 21."""
    play_on(start(alice, bob), seed=1)
    start(alice, bot(), game="estoril", title="estoril-1942")
    referee.open_match(seats=2, game="postcards", title="postcards", clock=referee.Control("per_turn", 10**8))
    call_command("check_matches")
    assert "2 matches replayed, 0 differ" in capsys.readouterr().out


@pytest.mark.parametrize("field", ["drawn", "notation", "snapshot"])
def test_a_stored_match_that_does_not_replay_is_named(alice: User, bob: User, field: str) -> None:
    match = play_on(start(alice, bob), seed=1)
    if field == "snapshot":
        Match.objects.filter(pk=match.pk).update(snapshot=bytes(match.snapshot)[:-1] + b"\x00")
    else:
        Move.objects.filter(match=match, seq=1).update(**{field: [7] if field == "drawn" else "airmail"})
    with pytest.raises(playback.Differs, match=match.code):
        playback.check(again(match))
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("check_matches")
