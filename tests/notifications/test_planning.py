"""From events to notices: to whom, what, when, and once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import referee
from correio.matches.clocks import FISCHER, HOUR, MINUTE, Control
from correio.notifications.models import Kind, Notice
from correio.notifications.planning import GRACE, reminder_due
from tests.matches.driving import NOON, acting, at, move, play_on, run_clocks, start, table

pytestmark = pytest.mark.django_db


def deliver(now: object = NOON) -> None:
    sweep_work("delivery:notifications", clock=lambda: now)  # type: ignore[arg-type,return-value]


def told(user: User) -> list[tuple[str, int]]:
    return list(Notice.objects.filter(user=user).order_by("id").values_list("kind", "turn"))


def test_a_turn_plans_a_mail_and_one_reminder(alice: User, bob: User) -> None:
    match = start(alice, bob)
    deliver()
    mail, reminder = Notice.objects.order_by("due_at")
    assert (mail.kind, mail.user, mail.due_at) == (Kind.YOUR_TURN, alice, NOON + GRACE)
    assert (reminder.kind, reminder.user) == (Kind.REMINDER, alice)
    assert reminder.due_at == acting(match)[0].deadline - timedelta(hours=12)
    assert not Notice.objects.filter(user=bob).exists()


def test_the_same_event_twice_plans_once(alice: User, bob: User) -> None:
    from correio.matches.models import Delivery

    start(alice, bob)
    deliver()
    Delivery.objects.update(done_at=None)
    deliver()
    assert Notice.objects.count() == 2


def test_every_turn_is_told(alice: User, bob: User) -> None:
    match = start(alice, bob)
    while acting(match)[0].user == alice:
        move(match, alice)
    deliver()
    assert [kind for kind, _turn in told(bob)] == [Kind.YOUR_TURN, Kind.REMINDER]


def test_bots_and_guests_get_no_mail(
    alice: User, bot: Callable[..., User], person: Callable[..., User]
) -> None:
    start(person("guest", kind=User.Kind.GUEST), bot())
    deliver()
    assert not Notice.objects.exists()


def test_quick_play_has_no_reminder(alice: User, bob: User) -> None:
    start(alice, bob, clock=Control(FISCHER, HOUR, 10 * MINUTE, 2 * HOUR))
    deliver()
    assert [kind for kind, _turn in told(alice)] == [Kind.YOUR_TURN]


@pytest.mark.parametrize(
    ("turn", "before"),
    [
        (timedelta(days=3), timedelta(hours=12)),
        (timedelta(hours=8), timedelta(hours=2)),
        (timedelta(hours=2), timedelta(minutes=30)),
    ],
)
def test_the_reminder_comes_a_quarter_of_the_turn_before(turn: timedelta, before: timedelta) -> None:
    assert reminder_due(NOON, NOON + turn) == NOON + turn - before


def test_no_reminder_within_a_turn_of_less_than_two_hours() -> None:
    assert reminder_due(NOON, NOON + timedelta(minutes=119)) is None


def test_the_end_is_told_to_everybody(alice: User, bob: User) -> None:
    play_on(start(alice, bob))
    deliver()
    assert Kind.FINISHED in dict(told(alice))
    assert Kind.FINISHED in dict(told(bob))


def test_leaving_is_told_to_those_who_stay(alice: User, bob: User, carol: User) -> None:
    match = start(alice, bob, carol)
    referee.resign(match_id=match.pk, user=alice, now=NOON)
    deliver()
    assert Kind.SEAT_LEFT not in dict(told(alice))
    assert Kind.SEAT_LEFT in dict(told(bob))
    assert Notice.objects.get(user=carol, kind=Kind.SEAT_LEFT).seat == 0


def test_a_table_that_nobody_joined_is_told_to_who_waited(alice: User) -> None:
    """Scenario 5: its expiry leaves a visible cancelled match and a notice."""
    match = referee.open_match(seats=2, now=NOON, **{**table(), "created_by": alice})
    referee.sit(match_id=match.pk, user=alice, now=NOON)
    sweep_work("open_table", clock=lambda: at(days=15))
    deliver(at(days=15))
    assert told(alice) == [(Kind.CANCELLED, 0)]


def test_a_time_out_is_told(alice: User, bob: User) -> None:
    """Scenario 3: nobody looked, and there are still the result and its notices."""
    start(alice, bob, on_time_out="loses")
    assert run_clocks(at(days=2, seconds=1)) == 1
    deliver(at(days=2, seconds=2))
    assert {Kind.FINISHED} <= set(dict(told(bob)))


def test_addresses_do_not_matter_for_planning(alice: User, bob: User) -> None:
    assert not EmailAddress.objects.exists()
    start(alice, bob)
    deliver()
    assert Notice.objects.exists()
