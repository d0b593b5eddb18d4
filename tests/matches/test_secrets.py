"""Scenario 19 where matches are concerned: nothing that leaves the referee tells anybody what he may not
know. The site's outputs are held to the same tables of secrets as the engines.
"""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from correio.accounts.models import User
from correio.matches import fairness, previewing, referee
from correio.matches.models import Event, Match
from correio.matches.previewing import preview
from correio.matches.shown import log_json, match_json
from engines import registry
from engines.conformance import Secret
from tests.engines.ace_of_spies.secrets import SECRETS as ACE_OF_SPIES
from tests.engines.estoril.secrets import SECRETS as ESTORIL
from tests.engines.spy_ring.secrets import SECRETS as SPY_RING
from tests.engines.template.secrets import SECRETS as POSTCARDS
from tests.matches.driving import NOON, acting, again, legal, move, play_on, seats, start

pytestmark = pytest.mark.django_db

GAMES = {
    "postcards": (POSTCARDS, 2, 120),
    "estoril": (ESTORIL, 15, 900),
    "ace-of-spies": (ACE_OF_SPIES, 9, 120),
    "spy-ring": (SPY_RING, 9, 90),
}
"""Secrets, after how many moves each they are swapped, and how many moves are made at most."""
TABLES: dict[str, dict[str, Any]] = {
    "postcards": {},
    "estoril": {"title": "estoril-1942"},
    "spy-ring": {},
    "ace-of-spies": {"options": {"reactions": "orders"}},
}
"""Every game, at a table where nobody is waited for outside turns."""


@pytest.fixture
def people(alice: User, bob: User, carol: User) -> list[User]:
    return [alice, bob, carol]


def _outputs(match: Match, observer: int | None, user: User | None) -> dict[str, Any]:
    """Everything the referee's side of the site says to that observer, but for instants of its own."""
    outputs: dict[str, Any] = {"match": match_json(match, observer)}
    outputs["log"] = log_json(match, observer, list(match.moves.order_by("seq")))
    if user is not None and outputs["match"]["moves"]:
        for choice in [[], [outputs["match"]["moves"][0]["notation"]]]:
            seen = preview(match_id=match.pk, user=user, version=match.version, moves=choice)
            outputs[f"preview {choice}"] = seen.__dict__
    return outputs


@pytest.mark.parametrize("game", GAMES)
def test_no_output_tells_two_positions_apart_that_the_observer_cannot(
    game: str, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a match is played, every hidden thing is swapped in turn, and every observer who may
    not know is shown the same bytes."""
    monkeypatch.setattr(previewing, "random", SimpleNamespace(Random=lambda: random.Random(0)))
    secrets, every, most = GAMES[game]
    match = start(*people, **{"game": game, "title": game, **TABLES[game]})
    chance = random.Random(11)
    compared = 0
    for number in range(most):
        match = again(match)
        if match.status != Match.Status.PLAYING:
            break
        if number % every == 0:
            compared += sum(_compare(match, secret, people) for secret in chance.sample(secrets, 8))
        seat = acting(match)[0]
        move(match, seat.user, chance.choice(legal(match, seat.seat)))
    assert compared > 50


def _compare(match: Match, secret: Secret, people: list[User]) -> int:
    rules = registry.rules(match.game)
    state = rules.load(bytes(match.snapshot))
    other = secret.swap(state)
    if other is None or match.sealed_moves.exists():
        return 0
    observers = [(None, None), *((seat.seat, people[seat.seat]) for seat in seats(match))]
    unknowing = [(observer, user) for observer, user in observers if not secret.may_know(state, observer)]
    before = [json.dumps(_outputs(match, observer, user), default=str) for observer, user in unknowing]
    snapshot = match.snapshot
    try:
        _store(match, rules.save(other))
        after = [json.dumps(_outputs(match, observer, user), default=str) for observer, user in unknowing]
    finally:
        _store(match, snapshot)
    assert before == after, secret.name
    return len(unknowing)


def _store(match: Match, snapshot: bytes) -> None:
    match.snapshot = snapshot
    Match.objects.filter(pk=match.pk).update(snapshot=snapshot)


def _spellings(data: bytes) -> Iterator[bytes]:
    yield data.hex().encode()
    yield data.hex().upper().encode()
    yield base64.b64encode(data)
    yield base64.urlsafe_b64encode(data)


@pytest.mark.parametrize("game", TABLES)
def test_secret_and_key_are_in_no_answer_before_the_end(
    game: str, people: list[User], client: Client
) -> None:
    match = start(*people, **{"game": game, "title": game, **TABLES[game]})
    match = play_on(match, until=lambda match: match.version >= 8)
    secret = bytes(match.secret)
    key = fairness.key(secret, match.code, [seat.nonce for seat in seats(match)])
    forbidden = [spelling for data in (secret, key) for spelling in _spellings(data)]
    for user in [None, *people]:
        if user is not None:
            client.force_login(user)
        for body in _bodies(client, match):
            assert not any(word in body for word in forbidden)


def _bodies(client: Client, match: Match) -> Iterator[bytes]:
    base = f"/api/matches/{match.code}"
    for path in [
        base,
        *(f"{base}?at={at}" for at in range(match.version + 1)),
        f"{base}/log",
        "/api/matches/",
    ]:
        answer = client.get(path)
        assert answer.status_code == 200
        yield answer.content
    refused = client.get(f"{base}/record")
    assert refused.status_code == 409
    yield refused.content
    for moves in (["nonsense"], [], ["surface"]):
        body = {"version": match.version, "moves": moves}
        yield client.post(f"{base}/preview", body, content_type="application/json").content


def test_the_secret_is_published_at_the_end(alice: User, bob: User, client: Client) -> None:
    match = play_on(start(alice, bob))
    record = client.get(f"/api/matches/{match.code}/record").json()
    assert record["secret"] == bytes(match.secret).hex()
    assert record["commitment"] == match.commitment


def test_hidden_cards_are_in_no_answer_and_no_event(people: list[User], client: Client) -> None:
    """Every card of the tiny game exists once: what an observer may not see may be nowhere in his bytes."""
    match = start(*people)
    chance = random.Random(4)
    for _ in range(14):
        match = again(match)
        if match.status != Match.Status.PLAYING:
            break
        rules = registry.rules("postcards")
        state = rules.load(bytes(match.snapshot))
        for observer, user in [(None, None), *enumerate(people)]:
            client.logout()
            if user is not None:
                client.force_login(user)
            body = client.get(f"/api/matches/{match.code}").content.decode()
            for card in _hidden(state, observer):
                assert f'"{card}"' not in body
                assert f"{rules.noun(card)}." not in body
        for event in Event.objects.filter(match=match):
            assert "card:" not in json.dumps(event.payload)
        seat = acting(match)[0]
        move(match, seat.user, chance.choice(legal(match, seat.seat)))


def _hidden(state: Any, observer: int | None) -> list[str]:
    from engines.template.components import REFS

    cards = list(state.deck)
    for seat, hand in enumerate(state.hands):
        if seat != observer:
            cards += [*hand, *state.surface[seat]]
    if state.posted >= 0 and state.seat != observer:
        cards.append(state.posted)
    return [REFS[card] for card in cards]


def test_a_forgotten_mark_shows_a_guess_and_never_the_truth(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Preview on a game that forgot its points of no return: the card drawn is guessed, not the real one."""
    from engines.template.state import PostcardsState

    match = start(*people)
    monkeypatch.setattr(PostcardsState, "reveals", lambda self, seat, move: False)
    real = registry.rules("postcards").load(bytes(match.snapshot)).deck[-1]
    drawn = set()
    post = legal(match, 0)[0]
    for _ in range(40):
        seen = preview(match_id=match.pk, user=people[0], version=0, moves=[post, "surface"])
        drawn.add(tuple(seen.view["seats"][0]["hand"]))
    assert len(drawn) > 3, f"the real card is {real}, and a preview must not know it"


def test_preview_stops_before_a_point_of_no_return(people: list[User]) -> None:
    match = start(*people)
    post = legal(match, 0)[0]
    half = preview(match_id=match.pk, user=people[0], version=0, moves=[post])
    assert (half.stopped, half.complete) == (False, False)
    assert {choice["notation"] for choice in half.moves} == {"surface", "airmail"}
    stopped = preview(match_id=match.pk, user=people[0], version=0, moves=[post, "airmail"])
    assert (stopped.stopped, stopped.moves, stopped.prompt) == (True, [], None)
    with pytest.raises(referee.RefereeError) as refused:
        preview(match_id=match.pk, user=people[0], version=0, moves=[post, "airmail", post])
    assert (refused.value.code, refused.value.status) == ("past_no_return", 422)
    assert again(match).version == 0


@pytest.mark.parametrize(
    ("moves", "version", "code"),
    [(["surface"], 0, "illegal"), (["fly"], 0, "not_a_move"), ([], 1, "stale")],
)
def test_a_preview_refuses_what_the_referee_would(
    people: list[User], moves: list[str], version: int, code: str
) -> None:
    match = start(*people)
    with pytest.raises(referee.RefereeError) as refused:
        preview(match_id=match.pk, user=people[0], version=version, moves=moves)
    assert refused.value.code == code


def test_strangers_get_no_preview(people: list[User], person: Callable[..., User]) -> None:
    match = start(*people)
    with pytest.raises(referee.RefereeError) as refused:
        preview(match_id=match.pk, user=person("dora"), version=0, moves=[])
    assert refused.value.code == "not_seated"


def test_the_past_shows_what_could_be_seen_then(people: list[User]) -> None:
    """`?at=n` equals what was shown when the match was at n, for everybody."""
    match = start(*people)
    chance = random.Random(8)
    seen: dict[tuple[int, int | None], Any] = {}
    while True:
        match = again(match)
        for observer in (None, 0, 1, 2):
            shown = match_json(match, observer)
            seen[match.version, observer] = (shown["view"], shown["text"], shown["log"])
        if match.status != Match.Status.PLAYING or match.sealed_moves.exists():
            break
        seat = acting(match)[0]
        move(match, seat.user, chance.choice(legal(match, seat.seat)), now=NOON)
    for (version, observer), then in seen.items():
        shown = match_json(match, observer, at=version)
        assert (shown["view"], shown["text"], shown["log"]) == then
