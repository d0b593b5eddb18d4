"""A site for all browser tests of a worker, and visitors with a browser each.

The fixtures live as long as this package: Playwright keeps an event loop in the main thread, which other
packages' database tests must not meet.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError

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
def visitors() -> list[Visitor]:
    return []


@pytest.fixture
def visit(site: Site, browser: Browser, visitors: list[Visitor]) -> Iterator[Visit]:
    """Makes visitors, each with cookies of their own; at the end none may have met a fault of the site."""

    def make(*, phone: bool = False, scripts: bool = True) -> Visitor:
        visitors.append(Visitor(site, browser, phone=phone, scripts=scripts))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.leave()
    faults = [fault for visitor in visitors for fault in visitor.faults]
    assert not faults, "\n".join([*faults, site.told("web")])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What each visitor saw when a test failed."""
    report = yield
    if call.when == "call" and report.failed:
        for number, visitor in enumerate(item.funcargs.get("visitors", [])):
            picture = item.config._tmp_path_factory.mktemp("seen") / f"{item.name}-{number}.png"
            with contextlib.suppress(PlaywrightError):
                visitor.page.screenshot(path=picture, full_page=True)
            report.sections.append((f"visitor {number}", f"{visitor.page.url}\n{picture}"))
    return report
