"""What the scenes of `screens.py` share: where pictures go, and pages that are live."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from fastapi import FastAPI
from playwright.sync_api import Browser, Page

from browser.live_site import HOLDS_BACK, LiveSite
from pitboss.web.shell.middleware import DEVICE
from web.server_support import PINS, Site

WAIT_MS = 120_000  # on a busy machine the books take a while to begin


class Pictures(Protocol):
    """Where a picture goes."""

    def wants(self, name: str) -> bool:
        """Whether a picture was asked for."""

    def shoot(self, page: Page, name: str, *, whole: bool = False, sign: bool = False) -> None:
        """Take the page at each size."""

    def print(self, page: Page, name: str) -> None:
        """Take the page as paper has it."""

    def pdf(self, document: bytes, name: str) -> None:
        """Take the pages of a document."""

    def expect_pages(self, app: FastAPI) -> None:
        """Every page of this application is to have a picture."""


Scene = Callable[[Browser, Pictures, Path], None]


# ---- what does not last ------------------------------------------------------------------------


def hold_still(page: Page) -> None:
    """Stop the clock that a hit is over by: it stands for as long as pictures take."""
    page.evaluate("{ const now = performance.now(); performance.now = () => now }")


def keep_messages(page: Page) -> None:
    """From now on a message stays until `drop_messages`, however long pictures take."""
    page.evaluate(
        "window.usual = setTimeout; window.setTimeout = (act, ms) => usual(act, ms * 1000); null"
    )


def drop_messages(page: Page) -> None:
    """Messages go, and later ones as usual."""
    page.evaluate("window.setTimeout = usual; document.querySelector('.toast').remove()")


# ---- pages --------------------------------------------------------------------------------------


def device_page(browser: Browser, site: LiveSite, path: str) -> Page:
    """A page of a browser that is a console of every table."""
    context = site.context(browser)
    context.add_cookies([{"name": DEVICE, "value": site.console_token(), "url": site.address}])
    page = context.new_page()
    page.emulate_media(color_scheme="dark")  # as a pit is
    page.add_init_script(HOLDS_BACK)
    page.goto(f"{site.address}{path}")
    return page


def console(browser: Browser, site: LiveSite, table: str, language: str = "en") -> Page:
    """A console that is live."""
    page = device_page(browser, site, f"/table/{table}?language={language}")
    page.wait_for_selector("main[data-link=live]")
    return page


def sign(browser: Browser, site: LiveSite, table: str) -> Page:
    """A sign that is live."""
    page = device_page(browser, site, f"/sign/{table}")
    page.wait_for_selector(".sign[data-link=live] .jackpot:not([data-state=waiting])")
    return page


def step(page: Page, name: str) -> None:
    """Wait until the one big button stands for this step."""
    page.locator(f'#next[data-step="{name}"]:enabled').wait_for()


def touch(page: Page, seat: int, sensor: int = 1) -> None:
    """Press a spot."""
    page.locator(f'.spot[data-seat="{seat}"][data-sensor="{sensor}"]').click()


def person_page(browser: Browser, site: Site, badge: str, pin: str = "") -> Page:
    """A page of somebody who has signed on."""
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.set_default_timeout(WAIT_MS)
    page.goto(f"{site.address}/sign-on")
    page.fill("[name=badge]", badge)
    page.fill("[name=pin]", pin or PINS[badge])
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "sign-on" not in url)
    return page
