"""Ratings with something to see: the curve by keyboard and pointer, the duels of a match, the public dump."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ratings import verify
from tests.browser.test_pages import look_at
from tests.browser.visiting import PHONE, Visitor
from tests.fault.site import Site, eventually

POOL = "estoril-1942/base/days"
MATCHES = 12

PLAYED = """
import json
from datetime import timedelta
from django.utils import timezone
from correio.accounts.house import house_bots
from correio.accounts.models import User
from correio.matches import referee
from correio.matches.clocks import DAY, PER_TURN, Control
from correio.matches.models import Seat

people = [User.objects.create_user(name) for name in ("rated-ana", "rated-bento")]
bots = house_bots("steady", 16)[12:14]
codes = []
for i in range(12):
    at = timezone.now() - timedelta(days=3 * (12 - i))
    match = referee.start_match(
        players=[*people, *bots][: 2 + i % 3], game="estoril", title="estoril-1942",
        clock=Control(PER_TURN, DAY), origin="tournament", now=at - timedelta(days=1),
    )
    Seat.objects.filter(match=match).update(turns=3)
    places = list(range(1, match.seat_count + 1))
    referee.adjudicate(match_id=match.pk, places=places[:: 1 if i % 2 else -1], reason="test", now=at)
    codes.append(match.code)
print(json.dumps(codes))
"""


@pytest.fixture(scope="module")
def codes(site: Site) -> list[str]:
    found: list[str] = json.loads(site.script(PLAYED))
    rated = (
        "SELECT 1 FROM correio_ratings_ratedresult r "
        "JOIN correio_matches_match m ON m.id = r.match_id WHERE m.code = %s"
    )
    for code in found:
        eventually(lambda code=code: site.rows(rated, code), "a rating", site.told)  # type: ignore[misc]
    return found


@pytest.fixture(scope="module")
def reader(site: Site, browser: Browser, codes: list[str]) -> Iterator[Visitor]:
    visitor = Visitor(site, browser)
    visitor.sign_in_as("rated-ana")
    yield visitor
    visitor.leave()


@pytest.mark.parametrize(
    "path",
    [
        f"/ratings/{POOL}/?show=all",
        f"/ratings/players/rated-ana/{POOL}/",
        "/ratings/match/{code}/",
        "/ratings/versus/rated-ana/rated-bento/",
        f"/ratings/gauge/{POOL}/",
        "/ratings/calculator/?seats=5&rating_1=1500&rating_2=x",
        "/u/rated-ana/",
    ],
)
def test_the_page_is_usable_by_everybody(reader: Visitor, codes: list[str], path: str) -> None:
    look_at(reader, path.format(code=codes[-1]))


def test_the_curve_goes_from_match_to_match_by_keys(reader: Visitor, codes: list[str]) -> None:
    page = reader.page
    page.goto(f"/ratings/players/rated-ana/{POOL}/")
    curve = page.get_by_role("slider")
    expect(curve).to_have_attribute("aria-valuenow", str(MATCHES))
    curve.focus()
    page.keyboard.press("ArrowLeft")
    expect(curve).to_have_attribute("aria-valuenow", str(MATCHES - 1))
    expect(curve).to_have_attribute("aria-valuetext", re.compile(rf"match {MATCHES - 1}: 1\d\d\d, "))
    page.keyboard.press("Home")
    expect(page.locator(".curve-says")).to_contain_text("match 1: ")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/ratings/match/{codes[0]}/")


def test_the_curve_follows_the_pointer(reader: Visitor) -> None:
    page = reader.page
    page.goto("/u/rated-ana/")
    curve = page.get_by_role("slider")
    curve.scroll_into_view_if_needed()
    box = curve.locator("svg").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    expect(curve).to_have_attribute("aria-valuenow", str(MATCHES))
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(curve).to_have_attribute("aria-valuenow", "1")


def test_without_a_script_the_curve_has_a_table_and_the_calculator_works(
    site: Site, browser: Browser
) -> None:
    visitor = Visitor(site, browser, scripts=False)
    page = visitor.page
    page.goto(f"/ratings/players/rated-ana/{POOL}/")
    assert page.get_by_role("slider").count() == 0
    page.get_by_text("The curve as a table").click()
    assert page.locator(".curve-table tbody tr").count() == MATCHES
    page.goto("/ratings/calculator/?seats=2")
    page.locator("#id_rating_1").fill("1600")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("main")).to_contain_text("+8.638")
    visitor.leave()


def test_two_names_lead_to_their_page(reader: Visitor) -> None:
    page = reader.page
    page.goto("/ratings/versus/")
    page.get_by_label("Player", exact=True).fill("rated-ana")
    page.get_by_label("And player").fill("rated-bento")
    reader.main.get_by_role("button", name="Compare").click()
    page.wait_for_url("**/ratings/versus/rated-ana/rated-bento/")
    expect(page.get_by_role("row", name=re.compile(r"1942.* 12 6 6 0"))).to_be_visible()


def test_the_public_dump_is_made_for_whoever_asks_and_proves_itself(
    reader: Visitor, site: Site, tmp_path: Path
) -> None:
    page = reader.page
    page.goto("/exports/")
    eventually(lambda: site.rows("SELECT 1 FROM correio_ratings_dumpfile"), "a dump", site.told)
    look_at(reader, "/exports/")
    with page.expect_download() as taken:
        reader.main.get_by_role("link", name=re.compile(r"correio-ratings-.*\.zst")).first.click()
    path = tmp_path / "dump.zst"
    taken.value.save_as(path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() in page.content()
    assert verify.verify(path) == verify.SAME


def test_a_phone_shows_the_duels_without_sideways_scrolling(
    site: Site, browser: Browser, codes: list[str]
) -> None:
    visitor = Visitor(site, browser, phone=True)
    page = visitor.page
    page.goto(f"/ratings/match/{codes[-1]}/")
    for summary in page.locator(".how summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    visitor.leave()
