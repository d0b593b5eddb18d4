"""Finding each other: an open table, an invitation, a full table, a rematch."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.playing import open_private_table, open_table_for_two
from tests.browser.visiting import Visit, Visitor

SIT_DOWN = re.compile("^Sit down")


def open_public_table(host: Visitor, **others: str) -> str:
    """Code of an unrated table of three; `others` are the levels of bots by the label of their seat."""
    host.page.goto("/lobby/new/")
    form = host.main.locator("form")
    form.get_by_label("3", exact=True).check()
    for seat, level in others.items():
        form.get_by_label(seat.replace("_", " ")).select_option(level)
    form.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/m/*/")
    return host.code


def sit_down(visitor: Visitor, code: str) -> None:
    visitor.page.goto("/lobby/")
    row = visitor.main.get_by_role("listitem").filter(has=visitor.page.locator(f"a[href='/m/{code}/']"))
    row.get_by_role("button", name=SIT_DOWN).click()
    visitor.page.wait_for_url(f"**/m/{code}/")


def test_a_stranger_finds_an_open_seat_and_the_match_begins_for_both(visit: Visit) -> None:
    host, stranger = visit(), visit(phone=True)
    code = open_public_table(host, Seat_2="novice")
    expect(host.main.get_by_text("open seat")).to_have_count(1)
    sit_down(stranger, code)
    expect(stranger.page.locator(".replay")).to_be_visible()
    expect(host.page.locator(".replay")).to_be_visible()
    host.page.goto("/lobby/")
    expect(host.main.locator(f"a[href='/m/{code}/']")).to_have_count(0)


def test_the_creator_fills_the_table_with_bots(visit: Visit) -> None:
    host = visit()
    open_public_table(host)
    for left in (2, 1):
        expect(host.main.get_by_text("open seat")).to_have_count(left)
        host.main.locator("form.seat-bot").first.get_by_role("button").first.click()
    expect(host.page.locator(".replay")).to_be_visible()


def test_an_invitation_is_accepted_by_its_button_only_and_a_full_table_says_so(visit: Visit) -> None:
    host, friend, late = visit(), visit(), visit()
    link = open_private_table(host, seats=2)
    late.page.goto(link)
    friend.page.goto(link)
    assert len([seat for seat in host.match()["seats"] if seat["slug"]]) == 1, "looking takes no seat"
    friend.main.get_by_role("button", name=SIT_DOWN).dblclick()
    expect(friend.page.locator(".replay")).to_be_visible()
    assert len({seat["slug"] for seat in friend.match()["seats"]}) == 2
    late.main.get_by_role("button", name=SIT_DOWN).click()
    expect(late.page.locator("body")).to_contain_text(re.compile("started|taken|full", re.I))
    assert late.get(f"/api/matches/{friend.code}")["observer"] is None


def test_the_creator_takes_the_table_away(visit: Visit) -> None:
    host, friend = visit(), visit()
    link = open_private_table(host, seats=2)
    friend.page.goto(link)
    host.main.get_by_role("button", name="Take the table away").click()
    host.page.wait_for_url("**/lobby/")
    friend.main.get_by_role("button", name=SIT_DOWN).click()
    expect(friend.page.locator("body")).to_contain_text(re.compile("closed|away", re.I))


def test_both_ask_for_a_rematch_and_meet_at_one_table_a_seat_further(visit: Visit) -> None:
    host, friend = visit(), visit()
    open_table_for_two(host, friend)
    old = host.match()
    host.site.script(
        "from correio.matches import referee\n"
        "from correio.matches.models import Match\n"
        f"match = Match.objects.get(code={host.code!r})\n"
        "referee.adjudicate(match_id=match.pk, places=[1, 2], reason='arbiter', by=None)\n"
    )
    for visitor in (host, friend):
        visitor.page.reload()
        visitor.page.get_by_role("button", name="Play again").click()
        visitor.page.wait_for_url(lambda url: old["id"] not in url)
    assert host.code == friend.code
    new = friend.match()
    assert [seat["slug"] for seat in new["seats"]] == [old["seats"][1]["slug"], old["seats"][0]["slug"]]
    expect(host.page.locator(".replay")).to_be_visible()
