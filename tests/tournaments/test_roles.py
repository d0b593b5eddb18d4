"""Several directors, observers who look on, invitations; a right ends when its row does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from correio.accounts.models import User
from correio.notifications.models import Kind, Notice
from tests.tournaments.running import NOW, act, days, opened, people
from tournaments import director
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("boss")


@pytest.fixture
def other() -> User:
    return User.objects.create_user("other")


def give(tournament: Tournament, user: User, kind: str, by: User | None) -> Role:
    return director.appoint(tournament_id=tournament.pk, user=user, kind=kind, by=by, now=NOW)


def take(tournament: Tournament, user: User, by: User | None) -> None:
    director.dismiss(tournament_id=tournament.pk, user=user, by=by, now=NOW)


def refusal(call: Callable[[], Any]) -> str:
    with pytest.raises(director.DirectorError) as refused:
        call()
    return refused.value.code


def test_a_second_director_may_all_and_an_observer_only_look(boss: User, other: User) -> None:
    tournament = opened(boss)
    stranger = User.objects.create_user("stranger")
    assert not director.may_observe(stranger, tournament)
    give(tournament, other, "observer", boss)
    assert (director.may_observe(other, tournament), director.may_direct(other, tournament)) == (True, False)
    assert refusal(lambda: give(tournament, stranger, "director", other)) == "not_director"
    give(tournament, other, "director", boss)
    assert director.may_direct(other, tournament)
    give(tournament, stranger, "director", other)
    assert tournament.roles.count() == 3


def test_a_right_ends_at_once_for_the_user_object_of_before(boss: User, other: User) -> None:
    tournament = opened(boss)
    give(tournament, other, "director", boss)
    take(tournament, other, boss)
    assert refusal(lambda: director.cancel(tournament_id=tournament.pk, by=other, now=NOW)) == "not_director"
    staff = User.objects.create_user("staff", is_staff=True)
    assert director.may_direct(staff, tournament)
    User.objects.filter(pk=staff.pk).update(is_staff=False)
    assert staff.is_staff
    assert refusal(lambda: director.cancel(tournament_id=tournament.pk, by=staff, now=NOW)) == "not_director"
    User.objects.filter(pk=boss.pk).update(is_active=False)
    assert not director.may_direct(boss, tournament)


def test_the_last_director_stays(boss: User, other: User) -> None:
    tournament = opened(boss)
    give(tournament, other, "observer", boss)
    assert refusal(lambda: take(tournament, boss, boss)) == "last_director"
    assert refusal(lambda: give(tournament, boss, "observer", boss)) == "last_director"
    give(tournament, other, "director", boss)
    take(tournament, boss, boss)
    assert not director.may_direct(boss, tournament)
    assert refusal(lambda: take(tournament, other, other)) == "last_director"
    take(tournament, other, User.objects.create_user("staff", is_staff=True))
    assert not tournament.roles.exists()


def test_observers_may_leave_by_themselves(boss: User, other: User) -> None:
    tournament = opened(boss)
    give(tournament, other, "observer", boss)
    assert refusal(lambda: take(tournament, boss, other)) == "not_director"
    take(tournament, other, other)
    assert tournament.roles.get().user == boss


def test_asking_twice_is_asking_once(boss: User, other: User) -> None:
    tournament = opened(boss)
    for _ in range(2):
        give(tournament, other, "observer", boss)
    for _ in range(2):
        take(tournament, other, boss)
    kinds = list(tournament.acts.values_list("kind", flat=True))
    assert kinds == ["created", "appointed", "dismissed"]


@pytest.mark.parametrize("kind", [User.Kind.GUEST, User.Kind.BOT])
def test_only_people_have_roles(boss: User, kind: str) -> None:
    level = "novice" if kind == User.Kind.BOT else ""
    user = User.objects.create_user("somebody", kind=kind, bot_level=level)
    assert refusal(lambda: give(opened(boss), user, "observer", boss)) == "no_person"
    assert refusal(lambda: give(opened(boss), boss, "king", boss)) == "bad_role"


class TestInvitations:
    def invite(self, tournament: Tournament, user: User, by: User | None = None) -> None:
        director.invite(tournament_id=tournament.pk, user=user, by=by, now=NOW)

    def told(self) -> list[str]:
        return sorted(Notice.objects.filter(kind=Kind.INVITED).values_list("user__username", flat=True))

    def test_the_invited_are_told_once(self) -> None:
        tournament, (ana, ivo) = opened(by_invitation=True), people(2)
        for user in (ana, ana, ivo):
            self.invite(tournament, user)
        assert self.told() == ["p00", "p01"]
        assert tournament.acts.filter(kind="invited").count() == 2

    def test_but_not_before_registration_opens(self) -> None:
        tournament, (ana, ivo) = opened(by_invitation=True, opens_at=NOW + days(2)), people(2)
        self.invite(tournament, ana)
        self.invite(tournament, ivo)
        director.register(tournament_id=tournament.pk, user=ivo, by=None, now=NOW + days(2))
        assert self.told() == []
        assert act(NOW + days(1)) == 0
        assert act(NOW + days(2)) == 1
        assert act(NOW + days(2)) == 0
        assert self.told() == ["p00"]

    def test_taken_back_it_opens_no_door(self) -> None:
        tournament, (ana, ivo) = opened(by_invitation=True), people(2)
        for user in (ana, ivo):
            self.invite(tournament, user)
        director.register(tournament_id=tournament.pk, user=ivo, now=NOW)
        for user in (ana, ana, ivo):
            director.uninvite(tournament_id=tournament.pk, user=user, by=None, now=NOW)
        assert tournament.acts.filter(kind="uninvited").count() == 2
        assert tournament.entries.get().user == ivo
        assert (
            refusal(lambda: director.register(tournament_id=tournament.pk, user=ana, now=NOW))
            == "not_invited"
        )

    def test_only_directors_invite(self) -> None:
        (ana,) = people(1)
        assert refusal(lambda: self.invite(opened(), ana, ana)) == "not_director"
        guest = User.objects.create_user("guest-1", kind=User.Kind.GUEST)
        assert refusal(lambda: self.invite(opened(), guest)) == "no_account"
