"""When a notice is due it is looked at again (scenarios 9 and 32): true and wanted, or not sent."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import translation
from django.utils.translation import gettext

from correio.accounts.models import User
from correio.due import retention
from correio.due.models import Parked
from correio.due.sweep import sweep_work
from correio.matches import referee
from correio.matches.models import Match, Seat
from correio.notifications.models import Kind, Notice
from correio.notifications.preferences import choose, wanted
from correio.notifications.sending import WAITS
from tests.matches.driving import NOON, acting, at, move, play_on, start

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def confirmed(alice: User, bob: User) -> None:
    for user in (alice, bob):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def deliver(now: datetime) -> None:
    sweep_work("delivery:notifications", clock=lambda: now)


def post(now: datetime) -> list[str]:
    """Everything due is handled; subjects of what was sent."""
    mail.outbox.clear()
    sweep_work("mail", clock=lambda: now)
    return [letter.subject for letter in mail.outbox]


def planned(alice: User, bob: User, **more: Any) -> Match:
    match = start(alice, bob, **more)
    deliver(NOON)
    return match


def end_turn(match: Match, user: User, now: datetime) -> None:
    while acting(match)[0].user == user:
        move(match, user, now=now)


def test_it_waits_for_the_grace(alice: User, bob: User) -> None:
    planned(alice, bob)
    assert post(at(minutes=1)) == []
    assert post(at(minutes=2)) == ["Your turn: Postcards with bob"]
    assert post(at(minutes=3)) == []


def test_an_idle_tab_still_gets_its_mail(alice: User, bob: User) -> None:
    """Nothing about sockets or visits is asked: only whether the turn is still open."""
    match = planned(alice, bob)
    assert Seat.objects.get(match=match, user=alice).acting
    assert post(at(minutes=2))


def test_a_move_in_between_cancels_it(alice: User, bob: User) -> None:
    match = planned(alice, bob)
    end_turn(match, alice, at(minutes=1))
    assert post(at(minutes=2)) == []
    assert set(Notice.objects.filter(user=alice).values_list("dropped", flat=True)) == {"", "moved"}


def test_a_move_cancels_the_reminder_although_it_is_the_turn_again(alice: User, bob: User) -> None:
    match = planned(alice, bob)
    end_turn(match, alice, at(minutes=1))
    end_turn(match, bob, at(minutes=2))
    assert acting(match)[0].user == alice
    deliver(at(minutes=2))
    assert post(at(hours=36, seconds=1)) == ["Your turn: Postcards with bob"]
    assert Notice.objects.get(user=alice, kind=Kind.REMINDER, turn=0).dropped == "moved"


def test_the_reminder_tells_how_much_is_left(alice: User, bob: User) -> None:
    planned(alice, bob)
    post(at(minutes=2))
    assert post(at(hours=36)) == ["12 h 0 min left: Postcards with bob"]


def test_a_deadline_that_moved_takes_the_reminder_along(alice: User, bob: User) -> None:
    match = planned(alice, bob)
    post(at(minutes=2))
    later = Seat.objects.get(match=match, user=alice).deadline + timedelta(days=1)
    Seat.objects.filter(match=match, user=alice).update(deadline=later)
    assert post(at(hours=36)) == []
    assert post(at(hours=59)) == []
    assert post(at(hours=60)) == ["12 h 0 min left: Postcards with bob"]


def test_a_match_that_ended_needs_no_move(alice: User, bob: User) -> None:
    match = planned(alice, bob)
    referee.resign(match_id=match.pk, user=bob, now=at(minutes=1))
    assert post(at(minutes=2)) == []
    assert Notice.objects.get(user=alice, kind=Kind.YOUR_TURN).dropped == "over"


def test_what_is_unwanted_is_not_sent(alice: User, bob: User) -> None:
    planned(alice, bob)
    choose(alice, {Kind.FINISHED})
    assert post(at(minutes=2)) == []
    assert wanted(alice) == {Kind.FINISHED}
    assert Notice.objects.get(user=alice, kind=Kind.YOUR_TURN).dropped == "unwanted"


@pytest.mark.parametrize("change", [{"verified": False}, {"primary": False}])
def test_only_confirmed_addresses_get_mail(alice: User, bob: User, change: dict[str, bool]) -> None:
    EmailAddress.objects.filter(user=alice).update(**change)
    planned(alice, bob)
    assert post(at(minutes=2)) == []
    assert Notice.objects.get(user=alice, kind=Kind.YOUR_TURN).dropped == "no_address"


def test_times_are_absolute_with_their_zone(alice: User, bob: User) -> None:
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    planned(alice, bob)
    post(at(minutes=2))
    assert "Wed 7 Jan 2026, 21:00 Asia/Tokyo (UTC+09:00)" in mail.outbox[0].body


def test_the_mail_links_to_the_match_and_to_the_settings(alice: User, bob: User, settings: Any) -> None:
    settings.SITE_URL = "https://correio.example"
    match = planned(alice, bob)
    post(at(minutes=2))
    text, html = mail.outbox[0].body, mail.outbox[0].alternatives[0][0]
    for body in (text, html):
        assert f"https://correio.example/m/{match.code}/" in body
        assert "https://correio.example/settings/mail/" in body


def test_the_end_is_told_with_places(alice: User, bob: User) -> None:
    play_on(start(alice, bob))
    deliver(at(days=1))
    assert post(at(days=1)).count("Finished: Postcards with bob") == 1
    body = next(letter.body for letter in mail.outbox if letter.to == ["alice@example.org"])
    assert "1. " in body


def test_leaving_and_its_reason_are_told(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    referee.resign(match_id=match.pk, user=carol, now=NOON)
    deliver(NOON)
    assert "A player left: Postcards with bob, carol" in post(NOON)
    assert "carol has left" in mail.outbox[0].body
    assert "They resigned." in mail.outbox[0].body


def test_lines_of_orders_that_fell_with_a_seat_are_in_the_same_mail_and_in_no_other(
    alice: User, bob: User, carol: User
) -> None:
    """However many lines fall, their owner gets one mail; others read nothing of his orders."""
    User.objects.filter(pk=bob.pk).update(language="pt")
    match = start(alice, bob, carol, game="ace-of-spies", title="ace-of-spies")
    lines = ["stop by:2 target", "ask by:0", "pass by:2"]
    referee.set_order(match_id=match.pk, user=bob, form="react", lines=lines, now=NOON)
    referee.resign(match_id=match.pk, user=carol, now=NOON)
    with translation.override("pt"):
        why = gettext("That seat has left the match.")
    deliver(NOON)
    post(NOON)
    told = {letter.to[0]: letter.body for letter in mail.outbox}
    assert len(mail.outbox) == len(told) == 2
    assert "stop by:2 target" in told[bob.email]
    assert f"pass by:2. {why}" in told[bob.email]
    assert "ask by:0" not in told[bob.email]
    assert "by:2" not in told[alice.email]


def test_what_was_settled_long_ago_is_forgotten_and_nothing_else(alice: User, bob: User) -> None:
    planned(alice, bob)
    post(at(minutes=2))
    assert retention.apply(at(days=100))["notices"] == 0
    assert retention.apply(at(days=190))["notices"] == 1
    assert Notice.objects.get().kind == Kind.REMINDER


class TestAMailServerThatDoesNotAnswer:
    @pytest.fixture(autouse=True)
    def down(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*args: object, **kwargs: object) -> None:
            raise smtplib.SMTPServerDisconnected("gone")

        monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", fail)

    def test_puts_the_notice_off(self, alice: User, bob: User) -> None:
        planned(alice, bob)
        post(at(minutes=2))
        notice = Notice.objects.get(kind=Kind.YOUR_TURN)
        assert (notice.attempts, notice.due_at, notice.sent_at) == (1, at(minutes=2) + WAITS[0], None)

    def test_parks_it_in_the_end(self, alice: User, bob: User) -> None:
        planned(alice, bob)
        for _attempt in range(len(WAITS) + 1):
            now = Notice.objects.get(kind=Kind.YOUR_TURN).due_at
            post(now)
        assert "SMTPServerDisconnected" in Parked.objects.get().traceback
        assert post(now + timedelta(hours=1)) == []


def test_a_switched_language_is_the_reader_s(alice: User, bob: User, person: Callable[..., User]) -> None:
    """Written for the reader, whoever's request or worker sends it."""
    from django.utils import translation

    planned(alice, bob)
    with translation.override("pt"):
        assert post(at(minutes=2)) == ["Your turn: Postcards with bob"]


def test_no_mail_tells_what_its_reader_may_not_know(alice: User, bob: User) -> None:
    """Scenario 19: two positions that differ only in what bob hides give alice the same mails."""
    from engines import registry
    from tests.engines.template.secrets import SECRETS

    match = planned(alice, bob)
    move(match, alice)
    match.refresh_from_db()
    rules = registry.rules(match.game)
    compared = 0
    for secret in SECRETS:
        state = rules.load(bytes(match.snapshot))
        other = secret.swap(state)
        if other is None:
            continue
        for reader in (alice, bob):
            seat = Seat.objects.get(match=match, user=reader).seat
            if secret.may_know(state, seat):
                continue
            bodies = []
            for snapshot in (rules.save(state), rules.save(other)):
                Match.objects.filter(pk=match.pk).update(snapshot=snapshot)
                bodies.append(_letter(reader, match))
            assert bodies[0] == bodies[1]
            compared += 1
        Match.objects.filter(pk=match.pk).update(snapshot=rules.save(state))
    assert compared


def _letter(reader: User, match: Match) -> tuple[str, str]:
    from correio.notifications.letters import write

    notice = Notice(
        user=reader,
        kind=Kind.YOUR_TURN,
        subject=f"match:{match.code}",
        match=Match.objects.get(pk=match.pk),
        seat=Seat.objects.get(match=match, user=reader).seat,
        happened_at=NOON,
        due_at=NOON,
    )
    letter = write(notice, at(minutes=5))
    return letter.text, letter.html
