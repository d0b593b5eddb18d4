"""A site for all browser tests of a worker, and visitors with a browser each.

The fixtures live as long as this package: Playwright keeps an event loop in the main thread, which other
packages' database tests must not meet.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visiting import Visit, Visitor
from tests.fault.site import ROOT, Site, running

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One site serves them all: with `--dist loadgroup` they stay on one worker."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not (ROOT / "frontend" / "dist" / ".vite" / "manifest.json").exists():
        pytest.fail("the front end is not built, so there is nothing to look at; run `make install` first")
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.fail(
            f"none of {', '.join(BROWSERS)} was found; install Chromium (Debian: apt-get install chromium)"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(site: Site, browser: Browser) -> Iterator[Visit]:
    """Makes visitors, each with cookies of their own; at the end none may have met a fault of the site."""
    visitors: list[Visitor] = []

    def make(*, phone: bool = False, dark: bool = False) -> Visitor:
        visitors.append(Visitor(site, browser, phone=phone, dark=dark))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        assert visitor.faults == [], f"met by {visitor}:\n{site.told('web')}"
