"""Pages of ladders: what they show, whom they obey, how many queries they take."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from correio.accounts.models import User
from correio.matches import broadcast
from correio.pages.leaving import delete_account
from tests.ladders.climbing import act, challenge, climbers, days, deliver, end, ladder, order, playing
from tournaments.ladders import steward
from tournaments.ladders.chart import chart
from tournaments.ladders.history import Step
from tournaments.ladders.models import Challenge, Ladder, LadderAct, Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def now() -> datetime:
    """Pages ask the clock themselves."""
    return timezone.now()


@pytest.fixture
def rungs(now: datetime) -> Ladder:
    return ladder()


@pytest.fixture
def people(rungs: Ladder, now: datetime) -> list[User]:
    return climbers(rungs, 8, now=now - days(15))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, answer.content.decode()[:2000]
    return answer.content.decode()


def press(client: Client, path: str, **data: Any) -> str:
    """A button; the page one lands on."""
    answer = client.post(path, data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_joining_from_the_page(client: Client, rungs: Ladder) -> None:
    path = rungs.get_absolute_url()
    assert "Sign in to join" in page(client, path)
    assert "Nobody has joined yet" in page(client, path)
    ana = User.objects.create_user("ana")
    client = signed_in(ana)
    assert "Join the ladder" in page(client, path)
    assert "You stand on place 1" in press(client, f"{path}join/")
    assert "Your rung: place 1 of 1" in press(client, f"{path}join/")
    assert "Postcards, two seats" in page(client, "/ladders/")
    assert "you: place 1" in page(client, "/ladders/")
    assert "You have left the ladder" in press(client, f"{path}leave/")
    assert order(rungs) == []


def test_from_the_challenge_to_the_match(rungs: Ladder, people: list[User]) -> None:
    path = rungs.get_absolute_url()
    low, high = signed_in(people[5]), signed_in(people[3])
    text = page(low, path)
    assert "Your rung: place 6 of 8" in text
    assert text.count('aria-label="Challenge p04"') == 2
    assert "Too far up: you reach 3 places." in text
    assert "stands below you" in text
    assert "The challenge is out" in press(low, f"{path}challenge/", player="p04")
    text = page(low, path)
    assert "Withdraw" in text
    assert "it waits for its answer" in text
    live = Challenge.objects.get()
    text = page(high, path)
    assert "Declining is free this time" in text
    answer = high.post(f"{path}challenge/{live.pk}/accept/")
    live.refresh_from_db()
    assert live.match is not None
    assert answer.headers["Location"] == f"/m/{live.match.code}/"
    assert "The match is running" in page(low, path)
    assert "finish it first" in page(low, path)
    assert "Noted: the match ends without a result" in press(low, f"{path}challenge/{live.pk}/call_off/")
    assert "Would end the match without a result: p06" in page(high, path)


def test_what_is_refused_is_said_on_the_page(rungs: Ladder, people: list[User]) -> None:
    path = rungs.get_absolute_url()
    client = signed_in(people[5])
    assert "Too far up" in press(client, f"{path}challenge/", player="p01")
    assert "Choose somebody who stands" in press(client, f"{path}challenge/", player="nobody")
    assert "On this ladder two play" in press(client, f"{path}challenge/", player="p04", open_seats="x")
    assert "Stands below you" in press(client, f"{path}challenge/", player="p08")
    assert not Challenge.objects.exists()
    live = challenge(rungs, people[5], people[4], now=timezone.now())
    assert "This challenge is not to you" in press(client, f"{path}challenge/{live.pk}/accept/")
    assert client.post(f"{path}challenge/{live.pk}/dance/").status_code == 404
    assert client.post(f"/ladders/estoril-1942/challenge/{live.pk}/accept/").status_code == 404
    assert Client().post(f"{path}join/").status_code == 302


def test_a_table_of_more(now: datetime) -> None:
    rungs = ladder(tables=True)
    people = climbers(rungs, 8, now=now - days(15))
    path = rungs.get_absolute_url()
    client = signed_in(people[6])
    assert "Open the table" in page(client, path)
    assert "can be invited" in page(client, path)
    answer = client.post(f"{path}challenge/", {"player": ["p05", "p06"], "open_seats": "1"}, follow=True)
    assert "The challenge is out" in answer.content.decode()
    live = Challenge.objects.get()
    guest = signed_in(people[7])
    assert "Sit down" in page(guest, path)
    assert "at most 3 places from its host" in page(signed_in(people[0]), path)
    press(guest, f"{path}challenge/{live.pk}/sit/")
    assert "Give the seat back" in page(guest, path)


def test_settings_and_vacation(rungs: Ladder, people: list[User], now: datetime) -> None:
    path = rungs.get_absolute_url()
    client = signed_in(people[2])
    assert "Saved" in press(client, f"{path}settings/", auto_accept="on")
    assert Member.objects.get(user=people[2]).auto_accept
    press(client, f"{path}settings/")
    assert not Member.objects.get(user=people[2]).auto_accept
    today = now.date()
    answer = client.post(f"{path}vacation/", {"first": today, "last": today - days(1)})
    assert answer.status_code == 422
    assert "The last day lies before the first" in answer.content.decode()
    answer = client.post(f"{path}vacation/", {"first": today, "last": today + days(40)})
    assert answer.status_code == 422
    assert re.search(r"errorlist[^<]*<li>A year has 30 days of vacation", answer.content.decode())
    assert not Member.objects.exclude(vacation_from=None).exists()
    last = today + days(9)
    assert "Your vacation is noted" in press(client, f"{path}vacation/", first=today, last=last)
    assert "You are on vacation until" in page(client, path)
    assert "On vacation." in page(signed_in(people[4]), path)
    assert "You are on vacation: end it first." in page(client, path)
    assert "Welcome back" in press(client, f"{path}vacation/", end="1")
    assert not Member.objects.get(user=people[2]).away


def test_the_history_of_a_member_and_the_staffs_tools(
    rungs: Ladder, people: list[User], now: datetime
) -> None:
    path = rungs.get_absolute_url()
    end(playing(rungs, people[5], people[3], now=now), people[5], people[3], now=now)
    deliver(now)
    mine = f"{path}members/p06/"
    text = page(Client(), mine)
    assert "Place 4 of 8." in text
    assert "<polyline" in text
    assert "result of a match" in text
    assert "somebody passed or made room" in page(Client(), f"{path}members/p05/")
    assert "For the staff" not in text
    assert signed_in(people[0]).post(f"{mine}move/", {"to": 1, "why": "x"}).status_code == 403
    staff = signed_in(User.objects.create_user("staff", is_staff=True))
    assert "For the staff" in page(staff, mine)
    assert staff.post(f"{mine}move/", {"to": "", "why": ""}).status_code == 422
    assert staff.post(f"{mine}remove/", {}).status_code == 422
    assert staff.post(f"{mine}dance/", {}).status_code == 404
    wrong = staff.post(f"{mine}move/", {"to": 99, "why": "x"})
    assert wrong.status_code == 422
    assert re.search(r"errorlist[^<]*<li>There is no place 99", wrong.content.decode())
    press(staff, f"{mine}move/", to=1, why="a <mistake>")
    assert order(rungs)[0] == "p06"
    press(staff, f"{mine}remove/", **{"remove-why": "a second account"})
    assert "On the ladder no more" in page(staff, mine)
    assert LadderAct.objects.count() == 2
    assert "a &lt;mistake&gt;" in page(Client(), path)
    page(Client(), f"{path}members/nobody/", 404)


def test_a_month(client: Client, rungs: Ladder, people: list[User]) -> None:
    rungs.refresh_from_db()
    assert rungs.snapshot_at is not None
    month = rungs.snapshot_at.astimezone(UTC)
    act(month)
    path = f"{rungs.get_absolute_url()}months/{month.year}-{month.month}/"
    assert "p08" in page(client, path)
    assert month.strftime("%B %Y") in page(client, rungs.get_absolute_url())
    page(client, f"{rungs.get_absolute_url()}months/2020-13/", 404)
    page(client, f"{rungs.get_absolute_url()}months/2020-1/", 404)


def test_a_crown_is_shown(client: Client, rungs: Ladder, people: list[User], now: datetime) -> None:
    assert "p01 may get it" in page(client, rungs.get_absolute_url())
    playing(rungs, people[1], people[0], now=now)
    act(now + days(16))
    assert "At the top since" in page(client, rungs.get_absolute_url())
    steward.move(ladder_id=rungs.pk, user=people[1], to=1, by=None, why="test")
    assert "Nobody wears it" in page(client, rungs.get_absolute_url())


def test_who_deletes_the_account_is_off_the_ladder(rungs: Ladder, people: list[User], now: datetime) -> None:
    live = playing(rungs, people[5], people[3], now=now)
    challenge(rungs, people[4], people[3], now=now)
    delete_account(people[3])
    assert "p04" not in order(rungs)
    deliver(now)
    assert set(Challenge.objects.values_list("status", "outcome")) == {("over", "played"), ("over", "left")}
    live.refresh_from_db()
    assert live.status == "finished"
    assert steward.compare(rungs).same


def queries(client: Client, path: str) -> int:
    page(client, path)
    with CaptureQueriesContext(connection) as captured:
        page(client, path)
    return len(captured)


@pytest.mark.parametrize("tables", [False, True])
def test_queries_do_not_grow_with_the_ladder(tables: bool, now: datetime) -> None:
    rungs = ladder(tables=tables)
    counts = []
    people: list[User] = []
    for size, prefix in ((6, "p"), (34, "q")):
        people += climbers(rungs, size, now=now - days(15), prefix=prefix)
        for i in range(len(people) - size + 3, len(people), 2):
            challenge(rungs, people[i], people[i - 1], open_seats=1 if tables else 0, now=now)
        reader = signed_in(people[3])
        first = Member.objects.get(user=people[0])
        paths = ["/ladders/", rungs.get_absolute_url(), f"{rungs.get_absolute_url()}members/{first.user}/"]
        paths += [f"/api{path}" for path in ("/ladders/", f"/ladders/{rungs.slug}/rungs/?limit=200")]
        counts.append([queries(reader, path) for path in paths])
    assert counts[0] == counts[1]
    assert max(counts[1]) < 30


def test_the_chart_is_level_between_moves() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    steps = [Step(start, 4, None), Step(start + days(5), 2, None), Step(start + days(8), None, None)]
    drawn = chart(steps, start + days(10))
    assert drawn is not None
    assert drawn.line == "40.0,188.0 335.0,188.0 335.0,12.0"
    assert [position for _y, position in drawn.rules] == [2, 3, 4]
    assert chart(steps[:1], start + days(10)) is None


def test_an_open_page_asks_and_is_answered_only_with_something_new(
    rungs: Ladder, people: list[User], now: datetime
) -> None:
    path = rungs.get_absolute_url()
    client = signed_in(people[3])

    def shown() -> str:
        found = re.search(r'"Correio-Seen": "([0-9-]+)"', page(client, path))
        assert found
        return found[1]

    def looks_again(seen: str) -> int:
        return client.get(path, headers={"Correio-Seen": seen}).status_code

    seen = shown()
    assert looks_again(seen) == 204
    live = challenge(rungs, people[5], people[3], now=now)
    assert looks_again(seen) == 200
    acts = [
        lambda: steward.accept(challenge_id=live.pk, user=people[3], now=now),
        lambda: steward.call_off(challenge_id=live.pk, user=people[3], now=now),
        lambda: steward.plan_vacation(
            ladder_id=rungs.pk, user=people[7], begins=now, ends=now + days(2), now=now
        ),
        lambda: steward.end_vacation(ladder_id=rungs.pk, user=people[7], now=now),
        lambda: steward.leave(ladder_id=rungs.pk, user=people[7], now=now),
    ]
    for act_ in acts:
        seen = shown()
        act_()
        assert looks_again(seen) == 200


def test_those_concerned_are_told_at_once(
    rungs: Ladder,
    people: list[User],
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    told: list[set[int]] = []
    monkeypatch.setattr(broadcast, "users_changed", lambda users: told.append(set(users)))
    with django_capture_on_commit_callbacks(execute=True):
        live = challenge(rungs, people[5], people[3], now=now)
    assert {people[5].pk, people[3].pk} in told
    told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        steward.withdraw(challenge_id=live.pk, user=people[5], now=now)
    assert {people[5].pk, people[3].pk} in told


def test_the_profile_says_where_a_player_stands(client: Client, rungs: Ladder, people: list[User]) -> None:
    assert "place 4 of 8" in page(client, "/u/p04/")
    steward.leave(ladder_id=rungs.pk, user=people[3])
    assert "of 8" not in page(client, "/u/p04/")


def test_who_cannot_join_is_led_to_the_ladder_that_fits(rungs: Ladder, people: list[User]) -> None:
    robots = ladder(bots=True)
    text = page(signed_in(people[0]), robots.get_absolute_url())
    assert f'href="{rungs.get_absolute_url()}"' in text


def test_ladders_that_somebody_stands_on_come_before_empty_ones(
    client: Client, rungs: Ladder, people: list[User]
) -> None:
    ladder(tables=True)
    lines = client.get("/ladders/").context["lines"]
    assert [line.ladder.size > 0 for line in lines] == sorted(
        (line.ladder.size > 0 for line in lines), reverse=True
    )
    assert lines[0].ladder == rungs
