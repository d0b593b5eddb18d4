"""A Swiss from the form that creates it to the final standings, by its director and those who play."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.visiting import Visit, Visitor
from tests.fault.site import Site, eventually
from tournaments import tiebreaks, trf


def create_tournament(director: Visitor, name: str, *, seats: int, rounds: int) -> str:
    """Its slug; the director ends at the desk."""
    director.page.goto("/tournaments/new/")
    form = director.main.locator("form[data-plan]")
    form.get_by_label("Name").fill(name)
    form.get_by_label(str(seats), exact=True).check()
    form.locator("[name=round_count]").fill(str(rounds))
    return send_plan(director)


def send_plan(director: Visitor) -> str:
    director.main.get_by_role("button", name="Create the tournament").click()
    director.page.wait_for_url("**/desk/")
    found = re.search(r"/tournaments/([\w-]+)/desk/", director.page.url)
    assert found
    return found[1]


def enter_bots(director: Visitor, count: int) -> None:
    form = director.main.locator("form[action$='/desk/bots/']")
    form.get_by_label("Level").select_option("novice")
    form.get_by_role("spinbutton").fill(str(count))
    with director.page.expect_navigation(url="**/desk/players/"):
        form.get_by_role("button", name="Enter").click()


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
    enter_bots(director, 3)
    expect(director.main.get_by_role("button", name="Remove joaquim")).to_be_visible()
    director.main.get_by_role("link", name="Overview").click()
    director.main.get_by_role("button", name="Start now").click()
    expect(director.main.get_by_role("heading", name="Round 1 of 1")).to_be_visible()

    player.page.goto(f"/tournaments/{slug}/")
    own_table = player.main.locator(".my-table a[href*='/m/']").first
    own_table.click()
    expect(player.page.locator(".replay")).to_be_visible()
    expect(player.page.get_by_role("link", name="Cup of the Tagus")).to_be_visible()

    director.page.goto(f"/tournaments/{slug}/desk/")
    own = director.main.locator("#tables > ol > li", has_text="joaquim")
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
    director.main.get_by_role("link", name="Overview").click()
    with director.page.expect_navigation():
        director.main.get_by_role("button", name="Start now").click()
    director.page.goto(f"/tournaments/{slug}/")
    expect(director.main.locator("#standings")).not_to_contain_text("rosalina")


PEOPLE = ("joaquim", "rosalina", "baltasar", "leonor")


def test_a_day_of_a_director(visit: Visit, site: Site) -> None:
    """Planned with advice, drafted, changed with a reason, published, adjudicated, finished; the report file
    gives the standings of the page. With at most one bot at a table no match ends by itself."""
    director, player = visit(), visit(phone=True)
    director.sign_in_as("directora")
    player.sign_in_as("joaquim")
    site.script(
        "from correio.accounts.models import User\n"
        f"for name in {PEOPLE!r}:\n"
        "    User.objects.get_or_create(username=name, defaults={'email': name + '@example.org'})\n"
    )
    slug = plan_a_regatta(director)
    start_with_people(director)
    draft_and_publish(director)
    player.page.goto(f"/tournaments/{slug}/")
    expect(player.main.get_by_text("The tide.").first).to_be_visible()

    decide_all_tables(director)
    complete = (
        "SELECT 1 FROM correio_tournaments_tournament t"
        " JOIN correio_tournaments_round r ON r.tournament_id = t.id"
        " WHERE t.slug = %s AND NOT EXISTS (SELECT 1 FROM correio_tournaments_table b"
        " WHERE b.round_id = r.id AND b.over_at IS NULL)"
    )
    eventually(lambda: site.rows(complete, slug), "the end of the round", site.told)
    director.page.goto(f"/tournaments/{slug}/desk/")
    expect(director.main.get_by_text("Round 2 can be paired")).to_be_visible()
    director.main.get_by_text("Finish the tournament now").click()
    director.main.get_by_role("button", name="Finish the tournament").click()
    expect(director.page.get_by_text("The tournament is finished")).to_be_visible()

    director.page.goto(f"/tournaments/{slug}/")
    director.main.locator(".standings tbody tr").first.locator("a.opens").first.click()
    expect(director.main.locator(".opened-row").get_by_text("Buchholz").first).to_be_visible()
    report = trf.read(director.context.request.get(f"/tournaments/{slug}/report.trf").body())
    order = tiebreaks.standings(report, ["BH/C1", "BH", "SB", "DE", "WIN"], through=1, edition=2026)
    names = {each.number: each.name for each in report.players}
    shown = director.main.locator(".standings tbody .who-cell a").all_inner_texts()
    assert shown == [names[row.number] for row in order]


def plan_a_regatta(director: Visitor) -> str:
    director.page.goto("/tournaments/new/")
    form = director.main.locator("form[data-plan]")
    form.get_by_label("Name").fill("Regatta of Belém")
    form.get_by_label("Swiss for two").check()
    expect(form.locator("[name=third_place]")).to_be_hidden()
    expect(form.locator("[name=accelerated]")).to_be_visible()
    form.locator("[name=expected]").fill("5")
    form.locator("[name=round_count]").fill("6")
    expect(form.locator("[data-advice]")).to_contain_text("From round 6 on some must meet again")
    form.locator("[name=round_count]").fill("3")
    expect(form.locator("[data-advice]")).not_to_contain_text("must meet again")
    form.get_by_label("Pair the next round").uncheck()
    return send_plan(director)


def start_with_people(director: Visitor) -> None:
    director.main.get_by_role("link", name="Players", exact=True).click()
    add = director.main.locator("#add")
    add.get_by_label("Players").fill("\n".join([*PEOPLE, "nobody at all"]))
    add.get_by_role("button", name="Enter them").click()
    expect(add.get_by_text("There is no player")).to_be_visible()
    enter_bots(director, 1)
    director.main.get_by_role("link", name="Overview").click()
    director.main.get_by_role("button", name="Start now").click()
    expect(director.page.get_by_text("It has started")).to_be_visible()


def draft_and_publish(director: Visitor) -> None:
    director.main.get_by_text("Take the round back").click()
    director.main.get_by_role("button", name="Take it back and draw it up anew").click()
    expect(director.main.get_by_role("heading", name="Draft of round 1")).to_be_visible()
    rows = director.main.locator(".draft > li")
    one, other = (rows.nth(row).locator("b").first.inner_text() for row in (0, 1))
    swap = director.main.locator("#swap")
    swap.locator("summary").click()
    swap.get_by_label("Player", exact=True).select_option(label=one)
    swap.get_by_label("changes places with").select_option(label=other)
    swap.get_by_label("Why").fill("The tide.")
    swap.get_by_role("button", name="Change places").click()
    expect(director.main.get_by_text("Changed: The tide.")).to_be_visible()
    director.main.get_by_role("button", name="Publish round 1").click()
    expect(director.main.get_by_role("heading", name="Round 1 of 3")).to_be_visible()


def decide_all_tables(director: Visitor) -> None:
    tables = director.main.locator("#tables > ol > li")
    for left in (2, 1):
        expect(tables).to_have_count(left)
        first = tables.first
        first.get_by_text("Adjudicate").click()
        first.get_by_label("Why").fill("Agreed.")
        first.get_by_role("button", name="End this match").click()
        expect(director.page.get_by_text("The table is decided")).to_be_visible()
    expect(tables).to_have_count(0)
