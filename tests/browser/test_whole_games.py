"""A whole game of City of Spies, by mouse on the board, and again by keyboard in the text mode."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.browser.playing import (
    LISTED,
    WHAT_NOW,
    confirm,
    play_by_mouse,
    point_until_a_move_is_made,
    sit_down_with_bots,
    tab_to,
    what_now,
)
from tests.browser.visiting import Visit, Visitor, expect_no_sideways_scrolling
from tests.fault.site import eventually


def test_a_guest_finishes_a_game_by_clicking_legal_moves_on_the_board(visit: Visit) -> None:
    guest = visit()
    sit_down_with_bots(guest)
    assert play_by_mouse(guest.page, random.Random(7)) > 10
    expect(guest.page.locator("#ending-head")).to_contain_text("won")
    shown = guest.match()
    assert shown["status"] == "finished"
    assert sorted(seat["place"] for seat in shown["seats"])[0] == 1
    assert sum(seat["bot"] is not None for seat in shown["seats"]) == 3
    with guest.page.expect_download() as record:
        guest.main.get_by_role("link", name="Download the record").first.click()
    assert shown["id"] in record.value.path().read_text()


def test_a_game_is_finished_by_keyboard_in_text_mode(visit: Visit) -> None:
    reader = visit()
    sit_down_with_bots(reader)
    page, choice = reader.page, random.Random(1942)
    page.wait_for_function(WHAT_NOW)
    page.keyboard.press("t")
    expect(page.get_by_role("tab", name="Text")).to_have_attribute("aria-selected", "true")
    while what_now(page) != "over":
        tab_to(page, LISTED)
        for _ in range(choice.randrange(page.locator(LISTED).count())):
            page.keyboard.press("Tab")
        assert page.evaluate(f"document.activeElement.matches({LISTED!r})")
        assert page.evaluate("document.activeElement.textContent.trim()")
        page.keyboard.press("Enter")
        page.wait_for_function("document.activeElement.matches('.text .btn.go')")
        with page.expect_response(lambda response: response.url.endswith("/moves")) as answered:
            page.keyboard.press("Enter")
        assert answered.value.ok, answered.value.text()
        page.wait_for_function("!document.querySelector('.text .btn.go')")
    expect(page.locator("#ending-head")).to_contain_text("won")
    assert reader.match()["status"] == "finished"


def test_a_phone_plays_by_touch_and_every_piece_can_be_hit(visit: Visit) -> None:
    guest = visit(phone=True)
    sit_down_with_bots(guest)
    page, choice = guest.page, random.Random(3)
    for _ in range(4):
        point_until_a_move_is_made(page, choice)
        assert small_targets(page) == []
        expect_no_sideways_scrolling(page)
        confirm(page)
        assert what_now(page) == "choose"
        assert small_targets(page) == []


def test_a_move_is_made_without_any_script(visit: Visit) -> None:
    guest = visit(scripts=False)
    sit_down_with_bots(guest, seats=2)
    wait_for_own_turn(guest)
    version = guest.match()["version"]
    guest.main.get_by_label("Your move").select_option(index=0)
    guest.main.get_by_role("button", name="Confirm").click()
    expect(guest.page.get_by_text("Your move is made.")).to_be_visible()
    assert guest.match()["version"] > version


def wait_for_own_turn(visitor: Visitor) -> None:
    """By reloading, as a page without scripts asks one to."""
    eventually(lambda: visitor.match()["moves"], "one's own turn", visitor.site.told)
    visitor.page.reload()


def small_targets(page: Page) -> list[str]:
    """What is to be touched for playing and cannot be hit all over a fingertip, 44 px."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".board button.legal, .dock button")].filter((each) => {
            each.scrollIntoView({block: "center"});
            const box = each.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            return box.width > 0 && [[0, -21], [0, 21], [-21, 0], [21, 0]].some(
                ([right, down]) => !each.contains(document.elementFromPoint(x + right, y + down)));
        }).map((each) => each.outerHTML.slice(0, 160))"""
    )
    return found
