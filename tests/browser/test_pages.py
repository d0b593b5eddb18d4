"""Every page, for strangers and for members, by day and by night, on a desk and on a phone: axe finds
nothing, nothing scrolls sideways, nothing fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Browser, Page

from tests.browser import town
from tests.browser.visiting import DESKTOP, PHONE, Visitor, expect_no_sideways_scrolling
from tests.fault.site import ROOT, Site

VIOLATIONS = """async (options) => (await axe.run(document, options)).violations.map((each) => ({
    rule: each.id,
    where: each.nodes.slice(0, 4).map((node) => node.target + " " + node.failureSummary.split("\\n")[1]),
}))"""
AXE = (ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js").read_text()

EVERYBODY = {
    "home": "/",
    "lobby": "/lobby/",
    "new_table": "/lobby/new/",
    "invitation": "/invite/{invitation}/",
    "match": "/m/running/",
    "match over": "/m/over/",
    "match called off": "/m/gone/",
    "match waiting": "/m/waiting/",
    "match in the past": "/m/over/?at=0",
    "profile": "/u/{bot}/",
    "games": "/games/",
    "game": "/games/estoril/",
    "status": "/status/",
    "api_docs": "/api/docs/",
    "tournaments": "/tournaments/",
    "pairing_service": "/tournaments/pairing/",
    "tournament": "/tournaments/{playing}/",
    "tournament gathering": "/tournaments/{gathering}/",
    "tournaments narrowed": "/tournaments/?system=knockout&status=over",
    "tournament_crosstable": "/tournaments/{playing}/crosstable/",
    "tournament_player": "/tournaments/{playing}/players/maria/",
    "tournament_paper": "/tournaments/{done}/print/standings/",
    "tournament knocked out": "/tournaments/{cup}/",
    "tournament over": "/tournaments/{done}/",
    "ratings": "/ratings/",
    "rating_changes": "/ratings/match/over/",
    "rating_calculator": "/ratings/calculator/",
    "rating_gauge": "/ratings/gauge/",
    "choose_two": "/ratings/versus/",
    "choose_two mistyped": "/ratings/versus/?one=nobody&other=maria",
    "versus": "/ratings/versus/maria/{bot}/",
    "exports": "/exports/",
    "ladders": "/ladders/",
    "ladder": "/ladders/estoril-1942/",
    "ladder of tables": "/ladders/estoril-1942-tables/",
    "ladder that is empty": "/ladders/estoril-1942-tables-bots/",
    "ladder_member": "/ladders/estoril-1942/members/maria/",
    "ladder_month": "/ladders/estoril-1942/months/{month}/",
    "letters": "/dev/mail/",
    "letter": "/dev/mail/1/",
    "missing": "/nowhere/",
}
STRANGERS = {
    "account_login": "/accounts/login/",
    "account_signup": "/accounts/signup/",
    "account_email_verification_sent": "/accounts/confirm-email/",
    "account_confirm_email": "/accounts/confirm-email/{confirmation}/",
    "account_confirm_email too old": "/accounts/confirm-email/too-old/",
    "account_inactive": "/accounts/inactive/",
    "account_reset_password": "/accounts/password/reset/",
    "account_reset_password_done": "/accounts/password/reset/done/",
    "account_reset_password_from_key": "/accounts/password/reset/key/{reset}/",
    "account_reset_password_from_key too old": "/accounts/password/reset/key/1-too-old/",
    "account_reset_password_from_key_done": "/accounts/password/reset/key/done/",
}
MEMBERS = {
    "my_matches": "/my/",
    "profile of oneself": "/u/maria/",
    "settings": "/settings/",
    "sessions": "/settings/sessions/",
    "tokens": "/settings/tokens/",
    "mail_settings": "/settings/mail/",
    "delete_account": "/settings/delete/",
    "account_email": "/accounts/email/",
    "account_change_password": "/accounts/password/change/",
    "account_logout": "/accounts/logout/",
    "account_reauthenticate": "/accounts/reauthenticate/",
    "new_tournament": "/tournaments/new/",
    "tournament_desk": "/tournaments/{playing}/desk/",
    "tournament_desk gathering": "/tournaments/{gathering}/desk/",
    "edit_tournament": "/tournaments/{gathering}/edit/",
    "desk_players": "/tournaments/{gathering}/desk/players/",
    "desk_round": "/tournaments/{drafted}/desk/round/",
    "desk_log": "/tournaments/{playing}/desk/log/",
}
NO_PAGES = {
    "guest": "a button",
    "quick_preference": "a button",
    "quick_play": "a button",
    "join": "a button",
    "leave_table": "a button",
    "add_bot": "a button",
    "rematch": "a button",
    "plain_move": "a button",
    "plain_orders": "a button",
    "token_create": "a button",
    "token_revoke": "a button",
    "enter_tournament": "a button",
    "withdraw_tournament": "a button",
    "check_in_tournament": "a button",
    "come_back_tournament": "a button",
    "ask_for_bye": "a button",
    "take_back_bye": "a button",
    "bye_match": "a button",
    "clone_tournament": "a button",
    "desk_act": "a button",
    "adjudicate": "a button",
    "join_ladder": "a button",
    "leave_ladder": "a button",
    "ladder_settings": "a button",
    "ladder_vacation": "a button",
    "challenge": "a button",
    "answer_challenge": "a button",
    "ladder_desk": "a button",
    "next_match": "goes on to a match",
    "match_room": "a part of the match page",
    "tournament_event": "a file",
    "tournament_report": "a file",
    "tournament_standings_csv": "a file",
    "tournament_pairings_csv": "a file",
    "tournament_calendar": "a file",
    "tournament_advice": "for the script of new_tournament",
    "export_file": "a file",
    "game_examples": "for the script of game: test_rules_examples",
    "schema": "a file; api_docs shows it",
    "upgrade": "for guests: test_the_pages_of_a_guest",
    "leaderboard": "ratings shows one of them",
    "pool_gauge": "rating_gauge shows one of them",
    "rated_player": "for rated players: test_ratings",
    "account_set_password": "for accounts without a password, which sign up nowhere",
    "account_request_reauthentication_code": "switched off",
    "account_confirm_reauthentication_code": "switched off",
    "account_confirm_login_code": "switched off",
}


@pytest.fixture(scope="module")
def names(site: Site) -> dict[str, str]:
    return town.found(site)


@pytest.fixture(scope="module")
def stranger(site: Site, browser: Browser, names: dict[str, str]) -> Iterator[Visitor]:
    visitor = Visitor(site, browser)
    yield visitor
    visitor.leave()


@pytest.fixture(scope="module")
def member(site: Site, browser: Browser, names: dict[str, str]) -> Iterator[Visitor]:
    visitor = Visitor(site, browser)
    visitor.sign_in_as(town.MEMBER)
    yield visitor
    visitor.leave()


@pytest.mark.parametrize("page", EVERYBODY | STRANGERS)
def test_strangers_can_use_the_page(stranger: Visitor, names: dict[str, str], page: str) -> None:
    look_at(stranger, (EVERYBODY | STRANGERS)[page].format(**names))


@pytest.mark.parametrize("page", EVERYBODY | MEMBERS)
def test_members_can_use_the_page(member: Visitor, names: dict[str, str], page: str) -> None:
    look_at(member, (EVERYBODY | MEMBERS)[page].format(**names))


def test_the_pages_of_a_guest(site: Site, browser: Browser) -> None:
    guest = Visitor(site, browser)
    guest.page.goto("/lobby/new/")
    guest.main.get_by_role("button", name="Open the table").click()
    guest.page.wait_for_url("**/m/*/")
    look_at(guest, "/guest/keep/")
    look_at(guest, "/my/")
    guest.leave()


def test_no_page_is_forgotten() -> None:
    looked_at = {page.split(" ")[0] for page in EVERYBODY | STRANGERS | MEMBERS}
    routes = {name for name in route_names(get_resolver()) if not name.startswith("api_")} | {"api_docs"}
    assert routes - looked_at - NO_PAGES.keys() == set()
    assert not looked_at & NO_PAGES.keys()


def route_names(resolver: URLResolver) -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield each.name or ""
        elif each.namespace != "admin":
            yield from route_names(each)


def look_at(visitor: Visitor, path: str) -> None:
    page = visitor.page
    visitor.faults.clear()
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="light")
    answer = page.goto(path)
    assert answer
    assert answer.status == (404 if path == "/nowhere/" else 200)
    if page.locator("#match").count():
        page.wait_for_selector(".replay")
    found = violations(page)
    assert not found, "\n".join([path, *found])
    assert visitor.faults == []


def violations(page: Page) -> list[str]:
    """At a desk and on a phone, by day and by night; it begins and ends at a desk."""
    page.evaluate(AXE)
    found = {"desk, day": accessibility(page)}
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect_no_sideways_scrolling(page)
    found["phone, day"] = accessibility(page)
    page.emulate_media(color_scheme="dark")
    found["phone, night"] = accessibility(page, "color-contrast", "link-in-text-block")
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    found["desk, night"] = accessibility(page, "color-contrast", "link-in-text-block")
    return [f"{where}: {each}" for where, many in found.items() for each in many]


def accessibility(page: Page, *rules: str) -> list[dict[str, Any]]:
    """What axe finds with all that is not experimental, or by those rules alone."""
    options: dict[str, Any] = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
    if rules:
        options = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": rules}}
    found: list[dict[str, Any]] = page.evaluate(VIOLATIONS, options)
    return found
