"""A whole game of City of Spies, by mouse on the board, and again by keyboard in the text mode."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.playing import LISTED, WHAT_NOW, play_by_mouse, sit_down_with_bots, tab_to, what_now
from tests.browser.visiting import Visit


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
