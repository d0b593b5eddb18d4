"""The quarter of Spy Ring in a browser: a whole game by keyboard on the map, zoom and pan on a phone, axe."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import CONFIRM, RINGED, confirm, what_now
from tests.browser.test_pages import look_at
from tests.browser.visiting import Visit, Visitor, expect_no_sideways_scrolling
from tests.fault.site import Site

LAID = """
import json
import random
from correio.accounts.house import house_bots
from correio.accounts.models import User
from correio.matches import referee
from correio.matches.clocks import DAY, PER_TURN, Control
from correio.matches.models import Match
from engines import registry
from engines.spy_ring.position import CLAIMING, MOVING, OVER

RULES = registry.games()["spy-ring"]
names = ("ana", "bento", "clara", "duarte")
people = [User.objects.get_or_create(username=f"spy-{name}")[0] for name in names]


def played(seats, until, seed):
    source = random.Random(seed)
    match = referee.start_match(
        players=people[:seats], game="spy-ring", title="spy-ring", clock=Control(PER_TURN, 2 * DAY),
        created_by=None, options={"rounds": 30}, secret=bytes([seed]) * 32, rated=False,
    )
    while True:
        match = Match.objects.get(pk=match.pk)
        state = RULES.load(bytes(match.snapshot))
        if until(state):
            return match.code
        seat = state.actors()[0]
        move = RULES.judge.rollout(state, seat, source)
        referee.submit(
            match_id=match.pk, user=people[seat], version=match.version, moves=[RULES.write(move)], key=None
        )


def quick():
    return referee.start_match(
        players=[people[0], *house_bots("novice", 16)[9:11]], game="spy-ring", title="spy-ring",
        clock=Control(PER_TURN, 2 * DAY), created_by=None, options={"rounds": 30}, rated=False,
        secret=bytes(32), code="keyboard",
    ).code


mine = lambda state: state.phase == MOVING and state.actors()[0] == 0
print(json.dumps({
    "early": played(4, lambda state: mine(state) and state.round >= 1 and state.throw > 2, 2),
    "claiming": played(2, lambda state: state.phase == CLAIMING and state.actors()[0] == 0, 3),
    "late": played(3, lambda state: mine(state) and sum(state.owns) > 4 or state.phase == OVER, 5),
    "quick": quick(),
}))
"""
PLACE = ".map .place"
LEGAL = f"{PLACE}.legal"


@pytest.fixture(scope="module")
def codes(site: Site) -> dict[str, str]:
    found: dict[str, str] = json.loads(site.script(LAID))
    return found


def sit(visitor: Visitor, code: str) -> Page:
    visitor.sign_in_as("spy-ana")
    visitor.page.goto(f"/m/{code}/")
    visitor.page.wait_for_selector(".replay")
    return visitor.page


def back_to(page: Page, selector: str, most: int = 400) -> None:
    """From the confirm button the board lies backwards."""
    for _ in range(most):
        page.keyboard.press("Shift+Tab")
        if page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"{selector} is not reached by {most} presses of Shift and Tab")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.place ?? ''"))


def focused_name(page: Page) -> str:
    return str(
        page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
        )
    )


def test_a_whole_game_is_played_by_keyboard_on_the_board(visit: Visit, codes: dict[str, str]) -> None:
    player = visit()
    page, choice = sit(player, codes["quick"]), random.Random(1965)
    turns = 0
    while (now := what_now(page)) != "over":
        if now == "choose":
            for _ in range(1 + choice.randrange(2)):
                back_to(page, RINGED)
            assert focused_name(page).strip()
            page.keyboard.press("Enter")
        else:
            page.wait_for_function(f"document.activeElement.matches('{CONFIRM}')")
            with page.expect_response(lambda response: response.url.endswith("/moves")) as answered:
                page.keyboard.press("Enter")
            assert answered.value.ok, answered.value.text()
            page.wait_for_function(f"!document.querySelector('{CONFIRM}')")
            turns += 1
    assert turns > 10
    expect(page.locator("#ending-head")).to_contain_text("won")
    assert player.match()["status"] == "finished"


def test_the_arrow_keys_walk_over_spaces_that_say_their_names(visit: Visit, codes: dict[str, str]) -> None:
    page = sit(visit(), codes["early"])
    page.locator("[data-place='space:A1']").focus()
    walked = []
    for key in ("Right", "Down", "Right", "Right", "Left", "Up", "Left"):
        page.keyboard.press(f"Arrow{key}")
        walked.append(focused(page))
    assert walked == [
        "space:B1", "embassy:GB", "space:E3", "space:F3", "space:E3", "space:E2", "embassy:GB",
    ]  # fmt: skip
    expect(
        page.get_by_role("button", name=re.compile("^embassy of Great Britain, GB, a token"))
    ).to_be_focused()
    assert page.locator(f"{PLACE}[tabindex='0']:not(.legal)").count() <= 1
    names = page.locator(LEGAL).evaluate_all("each => each.map((one) => one.getAttribute('aria-label'))")
    assert names
    assert all(
        re.match(r"([A-T]\d+|embassy of .*), .*?legal, \d steps?|[A-T]\d+, legal, \d steps?", each)
        for each in names
    )
    page.locator(f"{PLACE}:not(.legal)").first.focus()
    expect(page.locator(".way")).to_have_count(0)
    page.locator(LEGAL).first.focus()
    expect(page.locator(".way")).to_have_count(2)


def test_sight_lines_of_any_piece_are_lit_on_demand(visit: Visit, codes: dict[str, str]) -> None:
    visitor = visit()
    page = sit(visitor, codes["early"])
    shown = visitor.match()["view"]
    catalog = json.loads(page.locator("#match-catalog").text_content() or "{}")
    sees = {space["ref"]: len(space["sees"]) for space in catalog["spaces"]}
    assert page.locator(".seen").count() == 0
    for spy in shown["spies"]:
        page.get_by_label("Show sight lines of").select_option(spy["spy"])
        expect(page.locator(".seen")).to_have_count(sees.get(spy["at"], 0))
    page.get_by_label("Show sight lines of").select_option("")
    expect(page.locator(".seen")).to_have_count(0)


def test_a_card_is_claimed_from_the_open_cards_of_a_rival(visit: Visit, codes: dict[str, str]) -> None:
    visitor = visit()
    page = sit(visitor, codes["claiming"])
    claim = visitor.match()["view"]["claims"][0]
    page.locator(f".claim [data-ref='{claim['cards'][0]}']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(CONFIRM)).to_be_focused()
    expect(page.locator(".dock .bar")).to_contain_text("Take")
    confirm(page)
    held = [spy["cards"] for spy in visitor.match()["view"]["spies"] if spy["seat"] == 0]
    assert any(claim["cards"][0] in cards for cards in held)


def test_zoom_and_pan_on_a_phone_keep_the_hand_in_view(visit: Visit, codes: dict[str, str]) -> None:
    page = sit(visit(phone=True), codes["early"])
    frame = page.locator(".spy-ring .frame")
    first = width(page)
    assert first >= 44
    hand_is_in_view(page)
    page.get_by_role("button", name="Zoom in").tap()
    assert width(page) > first
    hand_is_in_view(page)
    fingers = page.context.new_cdp_session(page)
    box = frame.bounding_box()
    assert box
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    before = frame.evaluate("(frame) => [frame.scrollLeft, frame.scrollTop]")
    fingers.send(
        "Input.synthesizeScrollGesture", {**middle, "xDistance": -90, "yDistance": -70, "speed": 3000}
    )
    after = frame.evaluate("(frame) => [frame.scrollLeft, frame.scrollTop]")
    assert after[0] > before[0]
    assert after[1] > before[1]
    hand_is_in_view(page)
    wide = width(page)
    fingers.send("Input.synthesizePinchGesture", {**middle, "scaleFactor": 0.6, "relativeSpeed": 3000})
    assert width(page) < wide
    assert page.evaluate("visualViewport.scale") == 1
    page.get_by_role("button", name=re.compile("^All")).tap()
    assert frame.evaluate("(frame) => frame.scrollWidth <= frame.clientWidth + 1")
    hand_is_in_view(page)
    page.get_by_role("button", name=re.compile("^Spy")).tap()
    assert width(page) >= 44
    hand_is_in_view(page)
    expect_no_sideways_scrolling(page)
    ringed = page.locator(LEGAL)
    ringed.first.scroll_into_view_if_needed()
    ringed.first.tap()
    assert what_now(page) == "confirm"
    hand_is_in_view(page)


def width(page: Page) -> float:
    """Of one space on the screen, in px."""
    return float(
        page.locator(f"{PLACE}:not(.big)").first.evaluate("(place) => place.getBoundingClientRect().width")
    )


def hand_is_in_view(page: Page) -> None:
    outside = page.locator(".hand .card").evaluate_all(
        """(cards) => cards.map((card) => card.getBoundingClientRect()).filter((box) =>
            box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.left > innerWidth)"""
    )
    assert page.locator(".hand .card").count() > 0
    assert outside == []


@pytest.mark.parametrize("position", ["early", "claiming", "late"])
def test_axe_finds_nothing_by_day_and_by_night(visit: Visit, codes: dict[str, str], position: str) -> None:
    visitor = visit()
    visitor.sign_in_as("spy-ana")
    look_at(visitor, f"/m/{codes[position]}/")
