"""Playing a match as its page offers it: what is ringed is clicked, or what the text mode lists is chosen by
key. Knows no rules and asks the server for no moves."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page

from tests.browser.visiting import PATIENCE_MS, Visitor

RINGED = "[data-board] button.legal:not(.picked), .dock .choices button"
CONFIRM = ".dock .btn.go"
LISTED = ".text .moves button"

WHAT_NOW = f"""() => {{
    if (document.querySelector('.ending')) return 'over';
    const go = document.querySelector('{CONFIRM}');
    if (go) return go.disabled ? null : 'confirm';
    return document.querySelector('{RINGED}') && 'choose';
}}"""
"""`choose`, `confirm` or `over`; nothing while the page waits for the server or for other players."""

BOTS_MS = 3 * PATIENCE_MS
"""How long the bots may think, on a machine that does other things too."""


def sit_down_with_bots(visitor: Visitor, seats: int = 4, level: str = "novice") -> None:
    visitor.page.goto("/lobby/")
    form = visitor.main.locator("form.quick.with-choices")
    form.get_by_label("Seats").select_option(str(seats))
    form.get_by_label("Bots").select_option(level)
    form.get_by_role("button", name="Play bots now").click()
    visitor.page.wait_for_url("**/m/*/")


def what_now(page: Page) -> str:
    return str(page.wait_for_function(WHAT_NOW, timeout=BOTS_MS).json_value())


def point_until_a_move_is_made(page: Page, choice: random.Random) -> None:
    """Clicks ringed things until they make one move, which stays unconfirmed."""
    while what_now(page) == "choose":
        ringed = page.locator(RINGED)
        ringed.nth(choice.randrange(ringed.count())).click()


def confirm(page: Page) -> None:
    """And waits until the server has taken it."""
    version = page.evaluate("document.querySelector('.replay input').max")
    with page.expect_response(lambda response: response.url.endswith("/moves")) as answered:
        page.locator(CONFIRM).click()
    assert answered.value.ok, f"version {version}: {answered.value.text()}"
    page.wait_for_function(f"!document.querySelector('{CONFIRM}')")


def play_by_mouse(page: Page, choice: random.Random) -> int:
    """To the end of the game; how many moves were confirmed."""
    confirmed = 0
    while (now := what_now(page)) != "over":
        if now == "choose":
            point_until_a_move_is_made(page, choice)
        else:
            confirm(page)
            confirmed += 1
    return confirmed


def tab_to(page: Page, selector: str, most: int = 300) -> None:
    """Moves the focus there by the Tab key alone."""
    for _ in range(most):
        if page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by {most} presses of Tab")


def open_table_for_two(host: Visitor, friend: Visitor) -> None:
    """By the link that one sends to the other; both end at the board."""
    link = open_private_table(host, seats=2)
    friend.page.goto(link)
    friend.main.get_by_role("button", name=re.compile("Sit down")).click()
    friend.page.wait_for_url("**/m/*/")
    host.page.wait_for_selector("#match")


def open_private_table(host: Visitor, seats: int) -> str:
    """The link to it."""
    host.page.goto("/lobby/new/")
    form = host.main.locator("form")
    form.get_by_label(str(seats), exact=True).check()
    form.get_by_label("Only by invitation link").check()
    form.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/m/*/")
    return host.page.get_by_label("Invitation link").input_value()
