"""Two people at one board: what one does the other sees, whatever the network does in between."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.playing import (
    CONFIRM,
    WHAT_NOW,
    confirm,
    open_table_for_two,
    point_until_a_move_is_made,
    what_now,
)
from tests.browser.visiting import Visit, Visitor

PLAY = re.compile(r"/api/matches/\w+/moves$")
READ = re.compile(r"/api/matches/\w+$")


@pytest.fixture
def table(visit: Visit) -> Iterator[tuple[Visitor, Visitor]]:
    """A match of two in which both look at the board: first whoever is to move, then the other."""
    host, friend = visit(), visit()
    open_table_for_two(host, friend)
    host.page.wait_for_selector(".replay")
    friend.page.wait_for_selector(".replay")
    return (host, friend) if host.page.evaluate(WHAT_NOW) else (friend, host)


def shown_move(page: Page) -> int:
    """Number of the last move in what the page shows."""
    return int(page.locator(".replay input").get_attribute("max") or 0)


def expect_move(page: Page, number: int) -> None:
    expect(page.locator(".replay input")).to_have_attribute("max", str(number), timeout=60_000)


def make_a_move(visitor: Visitor, choice: random.Random) -> int:
    point_until_a_move_is_made(visitor.page, choice)
    confirm(visitor.page)
    return shown_move(visitor.page)


def test_each_sees_the_moves_of_the_other_at_once(table: tuple[Visitor, Visitor]) -> None:
    mover, other = table
    choice = random.Random(1)
    for _ in range(3):
        made = make_a_move(mover, choice)
        expect_move(other.page, made)
        if other.page.evaluate(WHAT_NOW) == "choose":
            mover, other = other, mover


def test_after_a_cut_connection_what_was_missed_comes(table: tuple[Visitor, Visitor]) -> None:
    mover, other = table
    line = Line(other.page)
    other.page.reload()
    other.page.wait_for_selector(".replay")
    before = shown_move(other.page)
    line.cut()
    other.context.set_offline(True)
    made = make_a_move(mover, random.Random(2))
    expect(other.page.get_by_text("No live connection").first).to_be_visible()
    assert shown_move(other.page) == before
    other.context.set_offline(False)
    line.mend()
    expect_move(other.page, made)


def test_an_answer_that_is_lost_after_a_message_is_asked_for_again(table: tuple[Visitor, Visitor]) -> None:
    """The socket says that the match has moved on, and just then the request for it fails."""
    mover, other = table
    other.page.route(READ, lambda route: route.abort(), times=1)
    with other.page.expect_event("requestfailed"):
        made = make_a_move(mover, random.Random(3))
    expect_move(other.page, made)


def test_a_reload_keeps_the_unconfirmed_turn_and_undo_leaves_a_clean_board(
    table: tuple[Visitor, Visitor],
) -> None:
    mover, _ = table
    page = mover.page
    point_until_a_move_is_made(page, random.Random(4))
    turn = page.locator(".dock .bar b").inner_text()
    before = shown_move(page)
    page.reload()
    expect(page.locator(CONFIRM)).to_be_enabled()
    assert page.locator(".dock .bar b").inner_text() == turn
    while page.locator(CONFIRM).count():
        page.get_by_role("button", name="Undo").first.click()
    page.reload()
    assert what_now(page) == "choose"
    expect(page.locator(CONFIRM)).to_have_count(0)
    assert shown_move(page) == before
    assert mover.match()["version"] == before


def test_a_lost_reply_is_retried_under_the_same_key_and_played_once(table: tuple[Visitor, Visitor]) -> None:
    mover, other = table
    page = mover.page
    keys: list[str] = []
    page.on(
        "request",
        lambda sent: keys.append(sent.headers["idempotency-key"]) if PLAY.search(sent.url) else None,
    )
    before = shown_move(page)
    point_until_a_move_is_made(page, random.Random(5))
    steps = len(
        page.evaluate(
            "JSON.parse(Object.values({...localStorage}).find((kept) => kept.includes('steps'))).steps"
        )
    )
    page.route(PLAY, lose_the_reply, times=1)
    page.locator(CONFIRM).click()
    expect(page.get_by_text("Not confirmed").first).to_be_visible()
    expect_move(other.page, before + steps)
    expect_move(page, before + steps)
    expect(page.get_by_text("Not confirmed")).to_have_count(0)
    assert len(keys) >= 2
    assert len(set(keys)) == 1
    assert mover.match()["version"] == before + steps


def test_a_turn_composed_against_an_old_version_is_never_played(table: tuple[Visitor, Visitor]) -> None:
    mover, _ = table
    late = mover.open_page()
    late.route_web_socket(re.compile("/ws/"), lambda silent: None)
    late.goto(mover.page.url)
    point_until_a_move_is_made(late, random.Random(6))
    made = make_a_move(mover, random.Random(7))
    with late.expect_response(lambda answer: bool(PLAY.search(answer.url))) as answered:
        late.locator(CONFIRM).click()
    assert answered.value.status == 409
    expect(late.locator(".dock [role=alert]")).to_contain_text("Not played")
    expect_move(late, made)
    expect(late.locator(CONFIRM)).to_have_count(0)
    assert mover.match()["version"] == made


def lose_the_reply(route: Route) -> None:
    """The server has got the request and answered; nobody hears it."""
    route.fetch()
    route.abort("connectionreset")


class Line:
    """The live connection of a page, which can be cut: a browser that is offline keeps its open sockets."""

    def __init__(self, page: Page) -> None:
        self._whole = True
        self._open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def cut(self) -> None:
        self._whole = False
        for socket in self._open:
            socket.close()
        self._open.clear()

    def mend(self) -> None:
        self._whole = True

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._whole:
            socket.connect_to_server()
            self._open.append(socket)
        else:
            socket.close()
