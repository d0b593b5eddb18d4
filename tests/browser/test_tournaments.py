"""A Swiss from the form that creates it to the final standings, by its director and those who play."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.visiting import Visit, Visitor


def create_tournament(director: Visitor, name: str, *, seats: int, rounds: int) -> str:
    """Its slug; the director ends at the desk."""
    director.page.goto("/tournaments/new/")
    form = director.main.locator("form")
    form.get_by_label("Name").fill(name)
    form.get_by_label(str(seats), exact=True).check()
    form.get_by_label("Rounds").fill(str(rounds))
    form.get_by_role("button", name="Open registration").click()
    director.page.wait_for_url("**/desk/")
    found = re.search(r"/tournaments/([\w-]+)/desk/", director.page.url)
    assert found
    return found[1]


def enter_bots(director: Visitor, count: int) -> None:
    form = director.main.locator("form[action$='/desk/bots/']")
    form.get_by_label("Level").select_option("novice")
    form.get_by_role("spinbutton").fill(str(count))
    form.get_by_role("button", name="Enter").click()
    expect(director.main.get_by_text("novice").first).to_be_attached()


def test_a_swiss_is_created_entered_started_and_played_to_its_final_standings(visit: Visit) -> None:
    director, player = visit(), visit(phone=True)
    director.sign_in_as("directora")
    player.sign_in_as("joaquim")
    slug = create_tournament(director, "Cup of the Tagus", seats=2, rounds=1)

    player.page.goto("/tournaments/")
    player.main.get_by_role("link", name="Cup of the Tagus").click()
    player.main.get_by_role("button", name="Enter the tournament").click()
    expect(player.main.get_by_role("heading", name="You are in")).to_be_visible()

    director.page.reload()
    expect(director.main.get_by_role("button", name="Remove joaquim")).to_be_visible()
    enter_bots(director, 3)
    director.main.get_by_role("button", name="Start now").click()
    expect(director.main.get_by_role("heading", name="Round 1 of 1")).to_be_visible()

    player.page.goto(f"/tournaments/{slug}/")
    own_table = player.main.locator(".my-table a[href*='/m/']").first
    own_table.click()
    expect(player.page.locator(".replay")).to_be_visible()
    expect(player.page.get_by_role("link", name="Cup of the Tagus")).to_be_visible()

    director.page.goto(f"/tournaments/{slug}/desk/")
    own = director.main.locator("section", has_text="joaquim").filter(has=director.page.locator("details"))
    own.first.get_by_text("Adjudicate").click()
    own.first.get_by_label("Why").fill("The ferry leaves.")
    own.first.get_by_role("button", name="End this match").click()
    expect(director.page.get_by_text("The table is decided")).to_be_visible()

    player.page.reload()
    expect(player.page.locator(".ending")).to_be_visible()
    director.page.goto(f"/tournaments/{slug}/")
    expect(director.main.get_by_role("heading", name="Final standings")).to_be_visible(timeout=90_000)
    expect(director.main.locator("#standings")).to_contain_text("joaquim")


def test_who_withdraws_is_not_paired_and_a_guest_cannot_enter(visit: Visit) -> None:
    director, player, guest = visit(), visit(), visit()
    director.sign_in_as("directora")
    player.sign_in_as("rosalina")
    slug = create_tournament(director, "Night of the Lighthouse", seats=2, rounds=2)
    player.page.goto(f"/tournaments/{slug}/")
    player.main.get_by_role("button", name="Enter the tournament").click()
    player.main.get_by_role("button", name="Withdraw").click()
    expect(player.main.get_by_role("heading", name="You are in")).to_have_count(0)

    guest.page.goto(f"/tournaments/{slug}/")
    expect(guest.main.get_by_role("link", name="Sign in to enter")).to_be_visible()
    assert guest.page.goto(f"/tournaments/{slug}/desk/").url.endswith(f"?next=/tournaments/{slug}/desk/")  # type: ignore[union-attr]
    assert player.page.goto(f"/tournaments/{slug}/desk/").status == 403  # type: ignore[union-attr]

    director.page.reload()
    enter_bots(director, 2)
    director.main.get_by_role("button", name="Start now").click()
    director.page.goto(f"/tournaments/{slug}/")
    expect(director.main.locator("#standings")).not_to_contain_text("rosalina")
