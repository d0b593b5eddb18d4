"""A challenge from the click to the new rung, by the two whom it concerns."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.visiting import Visit, Visitor
from tests.fault.site import Site, eventually

LADDER = "/ladders/estoril-1942/"


def join(visitor: Visitor, name: str) -> int:
    """The place where the visitor stands now."""
    visitor.sign_in_as(name)
    visitor.page.goto(LADDER)
    visitor.main.get_by_role("button", name="Join the ladder").click()
    return place(visitor)


def place(visitor: Visitor) -> int:
    heading = visitor.main.get_by_role("heading", name="Your rung")
    found = re.search(r"place (\d+)", heading.inner_text())
    assert found
    return int(found[1])


def test_from_the_challenge_to_the_new_rung(site: Site, visit: Visit) -> None:
    high, low = visit(), visit(phone=True)
    upper = join(high, "ofelia")
    assert join(low, "quiterio") == upper + 1
    low.main.locator("#near").get_by_role("button", name="Challenge ofelia").click()
    expect(low.page.get_by_text("The challenge is out")).to_be_visible()
    expect(low.main.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(low.main.locator("#near")).to_contain_text("it waits for its answer")

    high.page.reload()
    expect(high.main.locator("#my-challenges")).to_contain_text("Declining is free this time")
    high.main.get_by_role("button", name="Accept").click()
    high.page.wait_for_url("**/m/*/")
    expect(high.page.locator(".replay")).to_be_visible()

    site.script(
        "from correio.accounts.models import User\n"
        "from correio.matches import referee\n"
        "from correio.matches.models import Match\n"
        f"match = Match.objects.get(code={high.code!r})\n"
        "referee.resign(match_id=match.pk, user=User.objects.get(username='ofelia'))\n"
    )
    over = (
        "SELECT 1 FROM correio_ladders_challenge c JOIN correio_matches_match m ON m.id = c.match_id "
        "WHERE m.code = %s AND c.outcome = 'played'"
    )
    code = high.code
    eventually(lambda: site.rows(over, code), "the result of a ladder match", site.told)
    low.page.reload()
    assert place(low) == upper
    low.main.locator("#ladder").get_by_role("link", name="History of quiterio").click()
    expect(low.main.get_by_role("cell", name="result of a match")).to_be_visible()
    expect(low.main.locator("svg.chart polyline")).to_be_attached()
