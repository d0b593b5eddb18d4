"""Deleting an account (scenario 34): the person goes, what was played stays valid."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from knox.models import AuthToken

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match
from correio.matches.records import encoded
from engines.records import decode, verify
from tests.matches.driving import again, play_on, seats, start, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def own(client: Client, alice: User) -> Client:
    alice.name = "Alice Anderson"
    alice.save()
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    AuthToken.objects.create(user=alice)
    client.force_login(alice)
    return client


def delete(client: Client) -> None:
    answer = client.post("/settings/delete/", {"username": "alice"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_nothing_of_the_person_stays(own: Client, alice: User) -> None:
    delete(own)
    gone = User.objects.get(pk=alice.pk)
    row = " ".join(str(value) for value in vars(gone).values()).lower()
    assert "alice" not in row
    assert gone.anonymised_at is not None
    assert not gone.is_active
    assert not EmailAddress.objects.filter(user=gone).exists()
    assert not AuthToken.objects.filter(user=gone).exists()
    assert own.get("/my/").status_code == 302


def test_the_wrong_name_deletes_nothing(own: Client, alice: User) -> None:
    assert own.post("/settings/delete/", {"username": "alicia"}).context["form"].errors
    assert User.objects.get(pk=alice.pk).anonymised_at is None


def test_a_finished_match_stays_and_its_record_still_proves_itself(
    own: Client, alice: User, bob: User
) -> None:
    match = play_on(start(alice, bob))
    before = again(match)
    delete(own)
    after = again(match)
    assert (after.result, after.version, after.status) == (before.result, before.version, "finished")
    assert verify(decode(encoded(after))) == []
    page = own.get(f"/m/{match.code}/").content.decode()
    assert "Alice" not in page
    assert f"gone-{alice.pk}" in page


def test_running_matches_go_on_without_the_person(own: Client, alice: User, bob: User) -> None:
    match = start(alice, bob, person_count(alice))
    delete(own)
    seat = seats(again(match))[0]
    assert (seat.left_reason, seat.bot_level) == ("resigned", "steady")
    assert again(match).status == "playing"


def person_count(like: User) -> User:
    return User.objects.create_user("third", "third@example.org", "a long password")


def test_open_tables_close_with_their_owner_and_lose_a_guest(own: Client, alice: User, bob: User) -> None:
    mine = referee.open_match(seats=2, **{**table(), "created_by": alice, "secret": None})
    theirs = referee.open_match(seats=2, **{**table(), "created_by": bob, "secret": None})
    for match in (mine, theirs):
        referee.sit(match_id=match.pk, user=alice)
    delete(own)
    assert again(mine).status == Match.Status.CANCELLED
    assert again(theirs).status == Match.Status.OPEN
    assert all(seat.user is None for seat in seats(theirs))


def test_a_deletion_that_was_cut_off_can_be_done_again(
    own: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(alice, bob)
    monkeypatch.setattr("correio.pages.leaving.anonymise", lambda user: 1 / 0)
    own.raise_request_exception = False
    own.post("/settings/delete/", {"username": "alice"})
    assert User.objects.get(pk=alice.pk).username == "alice"
    monkeypatch.undo()
    own.force_login(alice)
    delete(own)
    assert again(match).status == "finished"
    assert User.objects.get(pk=alice.pk).anonymised_at is not None
