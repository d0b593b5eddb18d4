"""A person with a browser of their own."""

from __future__ import annotations

import re
from typing import Any, Protocol

from playwright.sync_api import Browser, Locator, Page, Request, Response

from tests.fault.site import Site

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 30_000
PASSWORD = "azulejo-1942-tejo"
USER_NAME = re.compile("user ?name|login", re.I)
MAIL = re.compile("e-?mail", re.I)
SECRET = re.compile("password", re.I)


class Visitor:
    """`faults` gathers what no visitor may ever meet: uncaught script errors, server errors, files that
    are missing, links to other hosts."""

    def __init__(self, site: Site, browser: Browser, *, phone: bool = False, scripts: bool = True) -> None:
        self.site = site
        self.faults: list[str] = []
        self.context = browser.new_context(
            base_url=site.url,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            java_script_enabled=scripts,
            color_scheme="light",
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.open_page()

    def open_page(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"script error on {page.url}: {error}"))
        page.on("request", self._look_at_request)
        page.on("response", self._look_at_response)
        return page

    def leave(self) -> None:
        self.context.close()

    @property
    def main(self) -> Locator:
        """The page without header and footer."""
        return self.page.get_by_role("main")

    def colour_of_the_ground(self) -> str:
        return str(self.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    # ------------------------------------------------------------------ accounts

    def sign_up(self, name: str) -> None:
        """With the address confirmed through the mail page, as a newcomer on a development site does."""
        self.fill_sign_up(name)
        self.confirm_address(f"{name}@example.org")
        if not self.signed_in:
            self.page.goto("/accounts/login/")
            self.fill_sign_in(name)
            self.page.wait_for_url("**/my/")

    def fill_sign_up(self, name: str) -> None:
        self.page.goto("/accounts/signup/")
        self.page.get_by_label(USER_NAME).first.fill(name)
        self.page.get_by_label(MAIL).first.fill(f"{name}@example.org")
        self.page.get_by_label(SECRET).first.fill(PASSWORD)
        self.main.get_by_role("button", name="Create the account").click()
        self.page.wait_for_url("**/confirm-email/")

    def fill_sign_in(self, name: str) -> None:
        self.page.get_by_label(USER_NAME).first.fill(name)
        self.page.get_by_label(SECRET).first.fill(PASSWORD)
        self.main.get_by_role("button", name="Sign in").click()

    def confirm_address(self, address: str) -> None:
        """Follows the link of the newest letter to that address; the reader has to press a button there."""
        self.page.goto("/dev/mail/")
        self.main.get_by_role("listitem").filter(has_text=address).get_by_role("link").first.click()
        self.main.locator("a[href*='/confirm-email/']").first.click()
        self.main.get_by_role("button", name="Yes, confirm it").click()
        self.page.wait_for_url(lambda url: "confirm-email" not in url)

    def sign_in_as(self, name: str) -> None:
        """A session from the server, where signing in is not what is looked at."""
        address = f"{name}@example.org"
        key = self.site.script(
            "from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY\n"
            "from django.contrib.sessions.backends.db import SessionStore\n"
            "from correio.accounts.models import User\n"
            f"user, _ = User.objects.get_or_create(username={name!r}, defaults={{'email': {address!r}}})\n"
            "session = SessionStore()\n"
            "session[SESSION_KEY] = str(user.pk)\n"
            "session[BACKEND_SESSION_KEY] = 'django.contrib.auth.backends.ModelBackend'\n"
            "session[HASH_SESSION_KEY] = user.get_session_auth_hash()\n"
            "session.save()\n"
            "print(session.session_key)\n"
        ).strip()
        self.context.add_cookies([{"name": "sessionid", "value": key, "url": self.site.url}])

    @property
    def signed_in(self) -> bool:
        return any(cookie["name"] == "sessionid" for cookie in self.context.cookies()) and bool(
            self.get("/api/me/").get("name")
        )

    # ------------------------------------------------------------------ the API with this browser's cookies

    def get(self, path: str) -> dict[str, Any]:
        answer = self.context.request.get(path)
        return dict(answer.json()) if answer.ok else {}

    def match(self) -> dict[str, Any]:
        """The match on this page as the server shows it to this visitor."""
        return self.get(f"/api/matches/{self.code}")

    @property
    def code(self) -> str:
        found = re.search(r"/m/(\w+)/", self.page.url)
        assert found, f"{self.page.url} is no match"
        return found[1]

    # ------------------------------------------------------------------ what nobody may meet

    def _look_at_request(self, request: Request) -> None:
        if not request.url.startswith((self.site.url, "data:", "blob:")):
            self.faults.append(f"asks another host: {request.url}")

    def _look_at_response(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.status} of {response.request.method} {response.url}")
        elif response.status == 404 and response.request.resource_type != "document":
            self.faults.append(f"missing: {response.url}")


def expect_no_sideways_scrolling(page: Page) -> None:
    wider = page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.querySelectorAll("body *")]
                .filter((each) => each.getBoundingClientRect().right > width + 1)
                .slice(0, 8).map((each) => each.outerHTML.slice(0, 160));
        }"""
    )
    assert wider == [], f"{page.url} is wider than the screen because of {wider}"


class Visit(Protocol):
    """Makes a visitor; the fixture sees them out."""

    def __call__(self, *, phone: bool = False, scripts: bool = True) -> Visitor: ...
