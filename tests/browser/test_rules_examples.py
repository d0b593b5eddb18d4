"""A worked example on a rules page: stepped through on the real board by mouse and by keyboard, by day and by
night, on a desk and on a phone; without a script the drawing stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import violations
from tests.browser.visiting import Visit, Visitor

FIGURE = "figure[data-example='tunnel']"


def come_near(visitor: Visitor, game: str = "spy-ring", figure: str = FIGURE) -> Page:
    page = visitor.page
    page.on("console", lambda said: visitor.faults.append(f"console: {said.text}"))
    page.goto(f"/games/{game}/")
    page.locator(figure).scroll_into_view_if_needed()
    page.wait_for_selector(f"{figure} .stepper")
    return page


def place_of(page: Page, piece: str) -> str:
    return page.locator(f"{FIGURE} [data-flip='{piece}']").evaluate("piece => piece.style.cssText")


def test_the_reader_steps_through_the_example(visit: Visit) -> None:
    page = come_near(visit())
    figure = page.locator(FIGURE)
    said = figure.locator("[aria-live='polite']")
    expect(said).to_contain_text("Position 1 of 7")
    expect(figure.locator(".map .legal")).not_to_have_count(0)
    before = place_of(page, "spy:red")
    figure.get_by_role("button", name="Step forward").click()
    expect(said).to_contain_text("Position 2 of 7")
    expect(said).to_contain_text("Down at J15")
    expect(figure.locator("path.tunnel")).to_have_count(2)
    assert place_of(page, "spy:red") == before
    figure.get_by_role("button", name="Step forward").click()
    assert place_of(page, "spy:red") != before
    expect(figure.locator(".claim .card")).to_have_count(2)
    figure.get_by_role("button", name="Last position").click()
    expect(said).to_contain_text("Position 7 of 7")
    figure.get_by_role("button", name="First position").click()
    expect(said).to_contain_text("Position 1 of 7")
    assert place_of(page, "spy:red") == before


def test_arrow_keys_step_where_the_buttons_have_the_focus_and_walk_on_the_map(visit: Visit) -> None:
    page = come_near(visit())
    said = page.locator(f"{FIGURE} [aria-live='polite']")
    forward = page.locator(FIGURE).get_by_role("button", name="Step forward")
    forward.focus()
    for key, position in [("Right", 2), ("Right", 3), ("Left", 2)]:
        page.keyboard.press(f"Arrow{key}")
        expect(said).to_contain_text(f"Position {position} of 7")
    page.keyboard.press("End")
    expect(said).to_contain_text("Position 7 of 7")
    expect(forward).to_be_focused()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Position 7 of 7")
    page.keyboard.press("Home")
    expect(said).to_contain_text("Position 1 of 7")
    page.locator(f"{FIGURE} [data-place='space:H15']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"{FIGURE} [data-place='space:I15']")).to_be_focused()
    expect(said).to_contain_text("Position 1 of 7")


@pytest.mark.parametrize(
    ("game", "example"), [("spy-ring", "strip"), ("estoril", "nationalism"), ("ace-of-spies", "agent")]
)
def test_every_game_has_one_that_can_be_used_on_a_phone_and_at_night(
    visit: Visit, game: str, example: str
) -> None:
    figure = f"figure[data-example='{example}']"
    page = come_near(visit(), game, figure)
    said = page.locator(f"{figure} [aria-live='polite']")
    last = int(said.locator(".count").inner_text().split(" of ")[1])
    for position in range(2, last + 1):
        page.locator(figure).get_by_role("button", name="Step forward").click()
        expect(said).to_contain_text(f"Position {position} of {last}")
    assert violations(page) == []


def test_both_spies_and_the_names_of_their_spaces_are_in_view_on_a_phone(visit: Visit) -> None:
    page = come_near(visit(phone=True))
    frame = page.locator(f"{FIGURE} .frame").bounding_box()
    assert frame
    for shown in (
        page.locator(f"{FIGURE} [data-flip='spy:red']"),
        page.locator(f"{FIGURE} [data-flip='spy:blue']"),
        *(page.locator(f"{FIGURE} .ruler").get_by_text(name, exact=True) for name in ("H", "15", "M", "6")),
    ):
        box = shown.bounding_box()
        assert box
        assert frame["x"] <= box["x"] <= frame["x"] + frame["width"] - box["width"]
        assert frame["y"] <= box["y"] <= frame["y"] + frame["height"] - box["height"]


def test_without_a_script_the_drawing_and_the_text_stay(visit: Visit) -> None:
    page = visit(scripts=False).page
    page.goto("/games/spy-ring/")
    drawing = page.locator(f"{FIGURE} > svg")
    expect(drawing).to_be_visible()
    expect(drawing).to_have_attribute("aria-label", re.compile("a throw of 6"))
    expect(page.locator(FIGURE)).to_contain_text("A throw of 4")
    expect(page.get_by_text("Spy a, red, stands on H15")).to_be_visible()


def test_without_an_answer_they_stay_as_well(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/examples/", lambda route: route.abort())
    visitor.page.goto("/games/spy-ring/")
    with visitor.page.expect_event("requestfailed"):
        visitor.page.locator(FIGURE).scroll_into_view_if_needed()
    expect(visitor.page.locator(f"{FIGURE} > svg")).to_be_visible()
