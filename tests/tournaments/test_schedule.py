"""What happens at its time before the first round: opening, check-in, the start, the next of a series."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.notifications.models import Kind, Notice
from tests.tournaments.running import NOW, act, check_rows, days, end_round, opened, people
from tournaments import director
from tournaments.acts import schedule
from tournaments.acts.closing import create_next
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
PLAN: dict[str, Any] = {"starts_at": NOW + days(2), "check_in_minutes": 60}
OPEN = NOW + days(2) - HOUR


def check(tournament: Tournament, user: User, **more: Any) -> Entry:
    return director.check_in(tournament_id=tournament.pk, user=user, **({"now": OPEN} | more))


def field(tournament: Tournament) -> list[str]:
    rows = tournament.entries.filter(place=Entry.Place.FIELD)
    return sorted(rows.values_list("user__username", flat=True))


def told(kind: str) -> list[str]:
    return sorted(Notice.objects.filter(kind=kind).values_list("user__username", flat=True))


class TestWhenItIsDue:
    def test_the_next_instant_that_is_still_to_come(self) -> None:
        tournament = opened(opens_at=NOW + HOUR, **PLAN)
        assert tournament.due_at == NOW + HOUR
        for after, expected in (
            (NOW + HOUR, OPEN),
            (OPEN, NOW + days(2)),
            (NOW + days(2), None),
        ):
            assert schedule.next_due(tournament, after) == expected
        assert opened().due_at is None

    def test_each_instant_is_acted_on_once(self) -> None:
        tournament = opened(None, people(4), opens_at=None, **PLAN)
        assert act(OPEN - HOUR) == 0
        assert (act(OPEN), act(OPEN)) == (1, 0)
        for entry in tournament.entries.all():
            check(tournament, entry.user)
        assert (act(NOW + days(2)), act(NOW + days(2))) == (1, 0)
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.RUNNING

    def test_after_a_standstill_all_that_passed_is_made_up_for(self) -> None:
        tournament = opened(opens_at=NOW + HOUR, **PLAN)
        ana, ivo = people(2)
        director.invite(tournament_id=tournament.pk, user=ana, by=None, now=NOW)
        director.enter_many(tournament_id=tournament.pk, names=[ivo.username], by=None, now=NOW)
        assert act(OPEN + HOUR / 2) == 1
        assert (told(Kind.INVITED), told(Kind.CHECK_IN)) == (["p00"], ["p01"])
        tournament.refresh_from_db()
        assert tournament.due_at == NOW + days(2)


class TestCheckIn:
    def test_it_is_refused_before_it_opens_and_where_there_is_none(self) -> None:
        (ana,) = people(1)
        tournament = opened(None, [ana], **PLAN)
        with pytest.raises(director.DirectorError, match="not open yet"):
            check(tournament, ana, now=OPEN - timedelta(seconds=1))
        assert check(tournament, ana).checked_in_at == OPEN
        assert check(tournament, ana, now=OPEN + HOUR / 2).checked_in_at == OPEN
        assert tournament.acts.filter(kind="checked_in").count() == 1
        with pytest.raises(director.DirectorError, match="Nobody has to"):
            check(opened(None, [ana], name="Other"), ana)
        with pytest.raises(director.DirectorError, match="not entered"):
            check(tournament, User.objects.create_user("stranger"))

    def test_who_is_absent_makes_room_for_who_waited_and_is_there(self) -> None:
        users = people(7)
        tournament = opened(None, users, capacity=4, **PLAN)
        for index in (0, 1, 2, 5, 6):  # 3 is absent; 4 to 6 wait, 4 is absent
            check(tournament, users[index])
        act(OPEN)
        act(NOW + days(2))
        assert field(tournament) == ["p00", "p01", "p02", "p05"]
        rows = tournament.entries.filter(place="waiting").order_by("joined_at", "pk")
        assert list(rows.values_list("user__username", flat=True)) == ["p04", "p06", "p03"]
        removed = tournament.acts.get(kind="removed")
        assert removed.detail == {"user": users[3].pk, "why": "not_checked_in"}
        assert tournament.acts.get(kind="moved_up").detail == {"user": users[5].pk}
        assert told(Kind.REMOVED) == ["p03", "p04", "p06"]
        assert sorted(
            tournament.rounds.get().pairings.values_list("entry__user__username", flat=True)
        ) == field(tournament)

    def test_bots_are_always_there(self) -> None:
        tournament = opened(**PLAN)
        director.enter_bots(tournament_id=tournament.pk, level="novice", count=4, by=None, now=NOW)
        act(OPEN)
        act(NOW + days(2))
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.RUNNING
        check_rows(tournament)

    def test_too_few_who_are_there_cancel_it(self) -> None:
        users = people(8)
        tournament = opened(None, users, **PLAN)
        for user in users[:3]:
            check(tournament, user)
        act(OPEN)
        act(NOW + days(2))
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.CANCELLED

    def test_after_a_standstill_nobody_is_out_who_was_not_asked(self) -> None:
        users = people(4)
        tournament = opened(None, users, **PLAN)
        late = NOW + days(2) + 5 * HOUR
        assert (act(late), act(late)) == (1, 0)
        tournament.refresh_from_db()
        assert (tournament.status, tournament.starts_at) == (Tournament.Status.REGISTRATION, late + HOUR)
        assert told(Kind.CHECK_IN) == ["p00", "p01", "p02", "p03"]
        for user in users:
            check(tournament, user, now=late)
        assert act(late + HOUR) == 1
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.RUNNING

    def test_entering_while_it_is_open_is_checking_in(self) -> None:
        boss = User.objects.create_user("boss")
        tournament, (ana, ivo) = opened(boss, **PLAN), people(2)
        assert director.register(tournament_id=tournament.pk, user=ana, now=OPEN).checked_in_at == OPEN
        by_boss = director.register(tournament_id=tournament.pk, user=ivo, by=boss, now=OPEN)
        assert by_boss.checked_in_at is None

    def test_a_director_who_starts_early_puts_nobody_out(self) -> None:
        users = people(4)
        tournament = opened(None, users, **PLAN)
        with pytest.raises(director.DirectorError, match="4 players have not checked in"):
            director.start(tournament_id=tournament.pk, by=None, now=OPEN)
        for user in users:
            check(tournament, user)
        director.start(tournament_id=tournament.pk, by=None, now=OPEN)
        assert len(field(tournament)) == 4

    def test_before_it_opens_a_director_may_start_without_it(self) -> None:
        tournament = opened(None, people(4), **PLAN)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        assert len(field(tournament)) == 4

    def test_a_start_that_moves_asks_everybody_again(self) -> None:
        (ana,) = people(1)
        tournament = opened(None, [ana], **PLAN)
        act(OPEN)
        check(tournament, ana)
        later = NOW + days(3)
        director.edit(tournament_id=tournament.pk, changes={"starts_at": later}, by=None, now=OPEN)
        assert tournament.entries.get().checked_in_at is None
        act(later - HOUR)
        assert told(Kind.CHECK_IN) == ["p00", "p00"]


def sent(*users: User) -> None:
    for user in users:
        EmailAddress.objects.create(
            user=user, email=f"{user.username}@example.org", verified=True, primary=True
        )
    sweep_work("mail", clock=lambda: OPEN)


class TestMails:
    def test_the_call_to_check_in(self) -> None:
        (ana,) = people(1)
        ana.time_zone = "Europe/Lisbon"
        ana.save()
        opened(None, [ana], **PLAN)
        act(OPEN)
        sent(ana)
        (letter,) = mail.outbox
        assert letter.subject == "Check in: Lisbon Open"
        assert "starts on Tue 3 Mar 2026, 12:00 Europe/Lisbon" in letter.body
        assert "/tournaments/lisbon-open/" in letter.body
        assert "<p>" in letter.alternatives[0][0]  # type: ignore[attr-defined]

    def test_is_not_sent_to_who_has_checked_in_or_left_meanwhile(self) -> None:
        ana, ivo = people(2)
        tournament = opened(None, [ana, ivo], **PLAN)
        act(OPEN)
        check(tournament, ana)
        director.withdraw(tournament_id=tournament.pk, user=ivo, now=OPEN)
        sent(ana, ivo)
        assert mail.outbox == []
        assert set(Notice.objects.values_list("dropped", flat=True)) == {"over"}

    def test_every_kind_has_words(self) -> None:
        users = people(5)
        tournament = opened(None, users, capacity=4, **PLAN)
        invited = User.objects.create_user("invited")
        director.invite(tournament_id=tournament.pk, user=invited, by=None, now=NOW)
        director.withdraw(tournament_id=tournament.pk, user=users[0], now=NOW)
        sent(invited, users[4])
        assert sorted(letter.subject for letter in mail.outbox) == [
            "You are in: Lisbon Open",
            "You are invited: Lisbon Open",
        ]

    @pytest.mark.parametrize("running", [False, True])
    def test_removed(self, running: bool) -> None:
        users = people(5)
        tournament = opened(None, users)
        if running:
            director.start(tournament_id=tournament.pk, by=None, now=NOW)
        for _ in range(1 + running):
            director.remove(tournament_id=tournament.pk, user=users[0], by=None, now=NOW)
        sent(users[0])
        told = [letter.body for letter in mail.outbox if "The director took you out" in str(letter.body)]
        assert len(told) == 1

    def test_a_round_is_told_to_all_who_play_while_it_is_the_last(self) -> None:
        users = people(4)
        tournament = opened(None, users)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        end_round(tournament)
        director.withdraw(tournament_id=tournament.pk, user=users[1], now=NOW)
        sent(*users[:2])
        paired = [letter for letter in mail.outbox if "is paired" in letter.subject]
        assert [letter.subject for letter in paired] == ["Round 2 is paired: Lisbon Open"]
        assert paired[0].to == ["p00@example.org"]


class TestASeries:
    PLAN: dict[str, Any] = {"starts_at": NOW + days(2), "repeat_every_days": 7}

    def test_the_next_one_is_created_once_when_one_starts(self) -> None:
        boss, helper, guest = (User.objects.create_user(name) for name in ("boss", "helper", "guest"))
        tournament = opened(boss, people(4), opens_at=NOW - days(1), by_invitation=False, **self.PLAN)
        director.appoint(tournament_id=tournament.pk, user=helper, kind="observer", by=boss, now=NOW)
        director.invite(tournament_id=tournament.pk, user=guest, by=boss, now=NOW)
        act(NOW + days(2))
        fresh = Tournament.objects.get(repeats=tournament)
        assert (fresh.name, fresh.status) == (tournament.name, Tournament.Status.REGISTRATION)
        assert fresh.slug != tournament.slug
        assert fresh.seed != tournament.seed
        assert (fresh.starts_at, fresh.opens_at) == (NOW + days(9), NOW + days(6))
        assert fresh.due_at == NOW + days(6)
        assert not fresh.entries.exists()
        assert {(role.user, role.kind) for role in fresh.roles.all()} == {
            (boss, "director"),
            (helper, "observer"),
        }
        assert fresh.invitations.get().user == guest
        assert tournament.acts.get(kind="repeated").detail == {"slug": fresh.slug}

    def test_not_again_after_a_start_that_was_taken_back(self) -> None:
        tournament = opened(None, people(4), **self.PLAN)
        act(NOW + days(2))
        director.undo(tournament_id=tournament.pk, number=1, by=None, now=NOW + days(2))
        tournament.refresh_from_db()
        assert tournament.due_at is None
        director.start(tournament_id=tournament.pk, by=None, now=NOW + days(2))
        assert Tournament.objects.count() == 2

    def test_it_goes_on_when_one_finds_too_few_players(self) -> None:
        tournament = opened(None, people(3), **self.PLAN)
        act(NOW + days(2))
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.CANCELLED
        assert Tournament.objects.get(repeats=tournament).starts_at == NOW + days(9)

    def test_days_that_have_passed_are_left_out(self) -> None:
        tournament = opened(None, people(4), **self.PLAN)
        act(NOW + days(20))
        assert Tournament.objects.get(repeats=tournament).starts_at == NOW + days(23)

    def test_one_that_cannot_be_created_stops_no_start(self) -> None:
        tournament = opened(None, people(4), **self.PLAN)
        Tournament.objects.filter(pk=tournament.pk).update(options={"gone": 1})
        tournament.refresh_from_db()
        assert schedule.next_due(tournament, NOW) == NOW + days(2)
        assert create_next(tournament, NOW + days(2)) is None
        assert "refused" in tournament.acts.get(kind="repeated").detail
