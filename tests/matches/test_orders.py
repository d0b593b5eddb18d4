"""Standing orders: whose they are, what they answer, and what becomes of lines that no longer apply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import playback, records, referee
from correio.matches.models import Event, Match, Order
from correio.matches.shown import match_json
from tests.conftest import Said
from tests.matches.driving import NOON, acting, again, at, play_on, run_clocks, seats, start
from tests.matches.reacting import ace, announce, dealt, hand, open_window, window
from tests.matches.test_crashes import crash_everywhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, carol: User) -> Match:
    return dealt(ace(alice, bob, carol), 1)


def order(match: Match, user: User, *lines: str, form: str = "react", **more: Any) -> Match:
    return referee.set_order(
        match_id=match.pk, user=user, form=form, lines=list(lines), **{"now": NOON, **more}
    )


def lines_of(match: Match, seat: int, form: str = "react") -> list[str]:
    shown = match_json(again(match), seat)["orders"]
    return next(each["lines"] for each in shown if each["form"] == form)


def test_an_order_answers_and_nobody_is_asked(match: Match, alice: User, bob: User) -> None:
    order(match, bob, "stop by:0")
    announce(match, alice)
    assert acting(match) == []
    assert open_window(match).due_at == open_window(match).earliest_at
    run_due(match)
    assert len(hand(match, 1)) == 5
    assert any("Not So Fast!" in line for line in log(match))


def test_an_order_to_stop_without_the_card_does_nothing_and_nobody_hears(
    match: Match, alice: User, carol: User
) -> None:
    order(match, carol, "stop")
    announce(match, alice, target=2)
    run_due(match)
    assert not any("Not So Fast!" in line for line in log(match))


def test_asked_because_of_an_order(match: Match, alice: User, carol: User) -> None:
    order(match, carol, "ask ability:cutpurse")
    announce(match, alice)
    assert [seat.seat for seat in acting(match)] == [1, 2]


def test_an_order_changes_nothing_that_others_see(match: Match, bob: User, said: Said) -> None:
    before = {observer: match_json(again(match), observer) for observer in (None, 0, 2)}
    events = Event.objects.count()
    said.clear()
    order(match, bob, "stop target score:40", "pass")
    assert {observer: match_json(again(match), observer) for observer in (None, 0, 2)} == before
    assert lines_of(match, 1) == ["stop target score:40", "pass"]
    assert (Event.objects.count(), said, again(match).version) == (events, [], match.version)


def test_an_order_is_written_over_not_added(match: Match, bob: User) -> None:
    order(match, bob, "stop")
    order(match, bob, "ask")
    order(match, bob, "lose L03", form="sacrifice")
    assert Order.objects.filter(match=match, seat=1).count() == 2
    assert (lines_of(match, 1), lines_of(match, 1, "sacrifice")) == (["ask"], ["lose L03"])
    order(match, bob)
    assert lines_of(match, 1) == []


@pytest.mark.parametrize(
    ("form", "lines", "code"),
    [
        ("react", ["jump"], "bad_order"),
        ("react", ["stop by:1"], "bad_order"),
        ("react", ["stop "], "bad_order"),
        ("react", ["stop\n"], "bad_order"),
        ("react", ["stop"] * 13, "bad_order"),
        ("react", ["stop score:" + "9" * 300], "bad_order"),
        ("dance", ["stop"], "bad_order"),
    ],
)
def test_nonsense_is_refused_with_what_is_expected(
    match: Match, bob: User, form: str, lines: list[str], code: str
) -> None:
    order(match, bob, "ask")
    with pytest.raises(referee.RefereeError) as refused:
        order(match, bob, *lines, form=form)
    assert (refused.value.code, refused.value.status) == (code, 422)
    assert lines_of(match, 1) == ["ask"]


def test_strangers_leavers_and_other_games_give_no_orders(
    match: Match, alice: User, bob: User, carol: User, person: Callable[..., User]
) -> None:
    referee.resign(match_id=match.pk, user=carol, now=NOON)
    other = start(alice, bob)
    for which, user, code in [
        (match, person("dora"), "not_seated"),
        (match, carol, "left"),
        (other, bob, "no_orders"),
    ]:
        with pytest.raises(referee.RefereeError) as refused:
            order(which, user, "stop")
        assert refused.value.code == code
    assert match_json(again(other), 0)["orders"] == []


def test_the_same_key_writes_once(match: Match, bob: User) -> None:
    order(match, bob, "stop", key="a")
    order(match, bob, "ask", key="b")
    order(match, bob, "stop", key="a")
    assert lines_of(match, 1) == ["ask"]
    with pytest.raises(referee.RefereeError) as refused:
        order(match, bob, "pass", key="a")
    assert refused.value.code == "key_reused"


def test_a_power_cut_leaves_the_old_order(match: Match, bob: User) -> None:
    order(match, bob, "stop")

    def change() -> None:
        order(match, bob, "ask", key="k")

    assert crash_everywhere(change) >= 3
    assert lines_of(match, 1) == ["stop"]


def test_edited_within_a_window_it_counts_at_the_end_for_who_stays_silent(
    match: Match, alice: User, bob: User
) -> None:
    announce(match, alice)
    before = match_json(again(match), 0)
    order(match, bob, "stop", now=at(hours=1))
    assert match_json(again(match), 0) == before
    assert [seat.seat for seat in acting(match)] == [1]
    run_clocks(at(hours=12))
    assert any("Not So Fast!" in line for line in log(match))


def test_a_line_about_a_seat_that_left_is_taken_out_and_its_owner_reads_why(
    match: Match, alice: User, bob: User, carol: User
) -> None:
    order(match, bob, "stop by:2 target", "ask by:0", "pass by:2")
    referee.resign(match_id=match.pk, user=carol, now=NOON)
    form = match_json(again(match), 1)["orders"][0]
    assert form["lines"] == ["ask by:0"]
    assert [each["line"] for each in form["dropped"]] == ["stop by:2 target", "pass by:2"]
    assert all("left" in each["reason"] for each in form["dropped"])
    assert match_json(again(match), 0)["orders"][0]["dropped"] == []
    order(match, bob, "ask by:0")
    assert match_json(again(match), 1)["orders"][0]["dropped"] == []


def test_orders_work_while_their_owner_is_absent(match: Match, alice: User, bob: User) -> None:
    """Everybody lets a turn run out; then Bob, still away, stops what Alice announces."""
    order(match, bob, "stop")
    for days in (2, 4, 6):
        run_clocks(at(days=days))
    assert [seat.missed for seat in seats(match)] == [1, 1, 1]
    announce(dealt(match, 1), alice, now=at(days=6))
    assert acting(match) == []
    run_due(match)
    assert any("Not So Fast!" in line for line in log(match))
    assert [seat.missed for seat in seats(match)] == [1, 1, 1]


def test_orders_are_in_no_record(alice: User, bob: User) -> None:
    match = ace(alice, bob, reactions="orders")
    order(match, alice, "ask ability:listener lead:77")
    referee.resign(match_id=match.pk, user=bob, now=NOON)
    record = records.encoded(again(match))
    assert b"lead:77" not in record
    playback.check(again(match))


def test_a_whole_match_with_orders_plays_again(alice: User, bob: User, carol: User) -> None:
    match = ace(alice, bob, carol, reactions="orders")
    order(match, bob, "stop")
    match = play_on(match, seed=3)
    assert match.status == Match.Status.FINISHED
    playback.check(match)


def test_the_api_of_orders(match: Match, bob: User, client: Client) -> None:
    path = f"/api/matches/{match.code}/orders"
    assert client.get(path).status_code == 401
    client.force_login(bob)
    body = {"form": "react", "lines": ["stop target"]}
    answer = client.put(path, body, content_type="application/json", headers={"Idempotency-Key": "x"})
    assert answer.status_code == 200
    assert answer.json() == client.get(path).json()
    react = answer.json()["orders"][0]
    assert (react["form"], react["lines"], react["default"]) == (
        "react",
        ["stop target"],
        ["ask target", "pass"],
    )
    refused = client.put(path, {"form": "react", "lines": ["hop"]}, content_type="application/json")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_order")
    assert "hop" in refused.json()["error"]["message"]


def test_orders_are_written_without_a_script(match: Match, bob: User, client: Client) -> None:
    client.force_login(bob)
    page = client.get(f"/m/{match.code}/").content.decode()
    assert f'action="/m/{match.code}/orders/"' in page
    client.post(f"/m/{match.code}/orders/", {"form": "react", "lines": "stop  target\r\n\r\nask by:0\r\n"})
    assert lines_of(match, 1) == ["stop target", "ask by:0"]
    page = client.get(f"/m/{match.code}/").content.decode()
    assert "stop target\nask by:0\n</textarea>" in page
    answer = client.post(f"/m/{match.code}/orders/", {"form": "react", "lines": "fly"}, follow=True)
    assert "a line begins with stop, pass, ask" in answer.content.decode()


def run_due(match: Match) -> None:
    due = open_window(match).due_at
    assert sweep_work("window", clock=lambda: due) == 1
    assert window(match) is None


def log(match: Match) -> list[str]:
    return [line for entry in match_json(again(match), None)["log"] for line in entry["lines"]]
