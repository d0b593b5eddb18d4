"""Sockets through the real channel layer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers, get_channel_layer
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from knox.models import AuthToken

from correio.accounts.models import User
from correio.matches import live, referee
from correio.matches.broadcast import broadcaster, match_group
from correio.matches.models import Match
from tests.matches.driving import NOON, again, is_sealed, legal, move, play_on, start
from tests.matches.sockets import Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.publishes]

ORIGIN = (b"origin", b"http://localhost")


@pytest.fixture(autouse=True)
def clean_layers() -> None:
    """A layer keeps connections of the event loop that is gone."""
    channel_layers.backends.clear()


def run(test: Callable[[], Awaitable[None]]) -> None:
    assert broadcaster.flush(5), "what the set-up had to say is said before anybody listens"
    asyncio.run(asyncio.wait_for(test(), 30))


def session_of(user: User) -> tuple[bytes, bytes]:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session.session_key}".encode())


async def opened(path: str, *headers: tuple[bytes, bytes]) -> Socket:
    socket = Socket(path, ORIGIN, *headers)
    assert await socket.open()
    return socket


def test_everybody_who_watches_learns_the_version(alice: User, bob: User) -> None:
    match = start(alice, bob)

    async def test() -> None:
        watchers = [await opened(f"/ws/matches/{match.code}/") for _ in range(3)]
        for watcher in watchers:
            assert await watcher.hear() == {"version": 0, "status": "playing"}
        await sync_to_async(move)(match, alice)
        for watcher in watchers:
            assert await watcher.hear() == {"version": 1, "status": "playing"}
            await watcher.close()

    run(test)


def test_who_comes_back_is_told_what_was_missed(alice: User, bob: User) -> None:
    """Scenario 13: the network was away while others moved."""
    match = start(alice, bob)

    async def test() -> None:
        first = await opened(f"/ws/matches/{match.code}/")
        await first.hear()
        await first.close()
        await sync_to_async(move)(match, alice)
        second = await opened(f"/ws/matches/{match.code}/")
        assert (await second.hear())["version"] == 1
        await second.say('{"have": 0}')
        assert (await second.hear())["version"] == 1
        await second.close()

    run(test)


def test_a_message_that_got_lost_is_noticed(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 14: the layer drops the broadcast; the socket looks again by itself."""
    match = start(alice, bob)
    monkeypatch.setattr(live, "RECHECK", 0.05)
    monkeypatch.setattr(broadcaster, "send", lambda what: None)

    async def test() -> None:
        watcher = await opened(f"/ws/matches/{match.code}/")
        assert (await watcher.hear())["version"] == 0
        await sync_to_async(move)(match, alice)
        assert (await watcher.hear())["version"] == 1
        await watcher.close()

    run(test)


def test_many_watchers_end_at_the_newest_version_whatever_is_dropped(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 14 with a crowd: every other broadcast reaches nobody."""
    match = start(alice, bob)
    send, count = broadcaster.send, [0]

    def lossy(what: Any) -> None:
        count[0] += 1
        if count[0] % 2:
            send(what)

    monkeypatch.setattr(broadcaster, "send", lossy)
    monkeypatch.setattr(live, "RECHECK", 0.2)

    async def test() -> None:
        watchers = [await opened(f"/ws/matches/{match.code}/") for _ in range(40)]
        for user, seat in ((alice, 0), (bob, 1)):
            post = (await sync_to_async(legal)(match, seat))[0]
            await sync_to_async(move)(match, user, post)
            await sync_to_async(move)(match, user, "surface")
        for watcher in watchers:
            while (await watcher.hear())["version"] != 4:
                pass
            await watcher.close()

    run(test)


def test_nothing_is_broadcast_before_the_commit_or_without_one(alice: User, bob: User) -> None:
    """Scenario 12."""
    match = start(alice, bob)

    def refused_move() -> None:
        with pytest.raises(referee.RefereeError):
            move(match, alice, legal(match, 0)[0], "airmail", "airmail")

    async def test() -> None:
        watcher = await opened(f"/ws/matches/{match.code}/")
        await watcher.hear()
        await sync_to_async(refused_move)()
        assert await watcher.silent(0.3)
        await watcher.close()

    run(test)


def test_a_sealed_answer_is_broadcast_to_nobody(alice: User, bob: User) -> None:
    match = play_on(start(alice, bob), until=is_sealed, without="airmail")
    cookie = session_of(bob)

    async def test() -> None:
        watcher = await opened(f"/ws/matches/{match.code}/")
        feed = await opened("/ws/me/", cookie)
        await watcher.hear()
        await feed.hear()
        await sync_to_async(move)(match, alice)
        assert await watcher.silent(0.3)
        assert await feed.silent(0.3)
        await watcher.close()
        await feed.close()

    run(test)


def test_the_feed_of_a_user_counts_what_waits(alice: User, bob: User) -> None:
    """Scenario 15 for the socket."""
    match = start(alice, bob)
    cookies = {user: session_of(user) for user in (alice, bob)}

    async def test() -> None:
        feeds = {user: await opened("/ws/me/", cookie) for user, cookie in cookies.items()}
        assert await feeds[alice].hear() == {"yours": 1, "match": match.code}
        assert await feeds[bob].hear() == {"yours": 0, "match": None}
        post = (await sync_to_async(legal)(match, 0))[0]
        await sync_to_async(move)(match, alice, post, "surface")
        assert await feeds[alice].hear() == {"yours": 0, "match": None}
        assert await feeds[bob].hear() == {"yours": 1, "match": match.code}
        await sync_to_async(referee.resign)(match_id=match.pk, user=alice, now=NOON)
        assert await feeds[bob].hear() == {"yours": 0, "match": None}
        for feed in feeds.values():
            await feed.close()

    run(test)


def test_a_feed_needs_somebody(db: None) -> None:
    async def test() -> None:
        feed = await opened("/ws/me/")
        assert await feed.closed_with() == live.NOT_SIGNED_IN

    run(test)


def test_a_match_that_does_not_exist(db: None) -> None:
    async def test() -> None:
        feed = await opened("/ws/matches/nothing9/")
        assert await feed.closed_with() == live.NOT_FOUND

    run(test)


def test_another_site_cannot_listen_with_my_cookies(alice: User, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    cookie = session_of(alice)

    async def test() -> None:
        for headers in ([(b"origin", b"https://evil.example")], []):
            assert not await Socket("/ws/me/", cookie, *headers).open()

    run(test)


def test_a_program_listens_with_its_token_until_it_is_revoked(alice: User) -> None:
    row, token = AuthToken.objects.create(alice)
    header = (b"authorization", f"Token {token}".encode())

    async def test() -> None:
        assert not await Socket("/ws/me/", (b"authorization", b"Token nonsense")).open()
        feed = Socket("/ws/me/", header)
        assert await feed.open()
        assert await feed.hear() == {"yours": 0, "match": None}
        await sync_to_async(row.delete)()
        assert await feed.closed_with() == live.RIGHT_ENDED

    run(test)


def test_a_socket_ends_with_its_session(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    cookie = (b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())

    async def test() -> None:
        feed = await opened("/ws/me/", cookie)
        await feed.hear()
        await sync_to_async(client.logout)()
        assert await feed.closed_with() == live.RIGHT_ENDED

    run(test)


def test_a_socket_ends_with_its_account(alice: User) -> None:
    cookie = session_of(alice)

    def ban() -> None:
        alice.is_active = False
        alice.save()

    async def test() -> None:
        feed = await opened("/ws/me/", cookie)
        await feed.hear()
        await sync_to_async(ban)()
        assert await feed.closed_with() == live.RIGHT_ENDED

    run(test)


def test_nonsense_on_a_socket_is_a_question_like_any_other(alice: User, bob: User) -> None:
    match = start(alice, bob)

    async def test() -> None:
        watcher = await opened(f"/ws/matches/{match.code}/")
        await watcher.hear()
        for text in ("{", "[]", '{"have": "many"}', "null"):
            await watcher.say(text)
            assert await watcher.hear() == {"version": 0, "status": "playing"}
        await watcher.close()

    run(test)


def test_a_version_is_all_that_is_said(alice: User, bob: User) -> None:
    match = start(alice, bob)

    async def test() -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(match_group(match.pk), channel)
        await sync_to_async(move)(match, alice)
        message = await asyncio.wait_for(layer.receive(channel), 5)
        assert set(message) == {"type", "version", "status"}

    run(test)
    assert isinstance(again(match), Match)
