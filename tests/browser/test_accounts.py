"""Coming in: an account with a confirmed address, a guest who keeps their matches, the theme one chose."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.visiting import PASSWORD, Visit


def test_a_newcomer_signs_up_and_confirms_through_the_mail_page(visit: Visit) -> None:
    newcomer = visit()
    newcomer.sign_up("leonor")
    newcomer.page.goto("/my/")
    expect(newcomer.page.get_by_role("heading", level=1)).to_be_visible()
    assert newcomer.get("/api/me/")["slug"] == "leonor"


def test_an_unconfirmed_address_does_not_sign_in(visit: Visit) -> None:
    newcomer = visit()
    newcomer.fill_sign_up("afonso")
    newcomer.page.goto("/accounts/login/")
    newcomer.fill_sign_in("afonso")
    newcomer.page.wait_for_url("**/confirm-email/")
    assert not newcomer.signed_in


def test_a_guest_becomes_an_account_and_keeps_the_match(visit: Visit) -> None:
    guest = visit()
    guest.page.goto("/")
    guest.main.get_by_role("button", name="Play a bot now").click()
    guest.page.wait_for_url("**/m/*/")
    code = guest.code
    guest.page.goto("/guest/keep/")
    guest.page.get_by_label(re.compile("name", re.I)).first.fill("inês-de-lisboa")
    guest.page.get_by_label(re.compile("e-?mail", re.I)).fill("ines@example.org")
    guest.page.get_by_label(re.compile("password", re.I)).first.fill(PASSWORD)
    guest.main.locator("form").get_by_role("button").last.click()
    guest.page.wait_for_url(lambda url: "/guest/keep/" not in url)
    guest.page.goto("/my/")
    expect(guest.main.locator(f"a[href*='/m/{code}/']").first).to_be_visible()
    guest.confirm_address("ines@example.org")
    assert guest.get("/api/me/")["slug"] == "inês-de-lisboa"
    guest.page.goto(f"/m/{code}/")
    assert guest.match()["observer"] is not None


def test_the_theme_one_chooses_stays(visit: Visit) -> None:
    reader = visit()
    reader.page.goto("/")
    ground = reader.colour_of_the_ground()
    reader.page.get_by_role("contentinfo").get_by_role("button", name="Night").click()
    expect(reader.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = reader.colour_of_the_ground()
    assert dark != ground
    reader.page.goto("/games/")
    assert reader.colour_of_the_ground() == dark
    reader.page.get_by_role("contentinfo").get_by_role("button", name="System").click()
    expect(reader.page.locator("html")).not_to_have_attribute("data-theme", "dark")
    assert reader.colour_of_the_ground() == ground


def test_a_page_opened_before_the_choice_of_a_theme_has_reached_the_server_wears_it(visit: Visit) -> None:
    reader = visit()
    reader.page.goto("/")
    reader.page.route("**/preferences/", lambda route: route.abort())
    reader.page.get_by_role("contentinfo").get_by_role("button", name="Night").click()
    dark = reader.colour_of_the_ground()
    reader.page.goto("/games/")
    expect(reader.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert reader.colour_of_the_ground() == dark


def test_settings_hold_for_the_account_not_for_the_browser(visit: Visit) -> None:
    owner, elsewhere = visit(), visit()
    owner.sign_in_as("benedita")
    owner.page.goto("/settings/")
    owner.main.get_by_label("Theme").select_option("dark")
    owner.main.get_by_label("Language").select_option("pt")
    owner.main.get_by_label("Time zone").select_option("Europe/Lisbon")
    owner.main.locator("form").get_by_role("button").last.click()
    expect(owner.page.locator("html")).to_have_attribute("data-theme", "dark")
    elsewhere.sign_in_as("benedita")
    elsewhere.page.goto("/my/")
    expect(elsewhere.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(elsewhere.page.locator("html")).to_have_attribute("lang", "pt")
