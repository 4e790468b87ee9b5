"""A real site with its real server on loopback, for a real browser."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import EVERY_TABLE
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.middleware import DEVICE, SESSION
from pitboss.web.shell.server import create_app, server_of
from pitboss.web.shell.telling import BOARD_WORDS
from web.server_support import ANSWER_S, PINS, Visitor, starter_with_key

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--renderer-process-limit=1",  # pages share a process: starting one takes longer than a page
)  # fmt: skip
STARTED_S = 20.0
CRAZY_4 = """
[[table]]
id = "{table}"
game = "crazy4"
title = "Crazy 4 Poker"
seats = {seats}
jackpots = [{jackpots}]

[table.paytables]
base = "crazy4/base/c4p"

[table.limits]
ante = ["$5", "$100"]

[table.equipment]
controller = {{ name = "simulated controller", version = "1.0" }}
manager = {{ name = "pitboss", version = "0.1.0" }}
display = {{ name = "monitor", version = "1.0" }}
shuffler = {{ name = "simulated shuffler", version = "1.0" }}
"""
# A line that holds messages back while `heldBack` is a list, and then brings all of them.
HOLDS_BACK = """
window.EventSource = class extends EventSource {
  addEventListener(kind, heard) {
    super.addEventListener(kind, (message) => {
      if (window.heldBack) window.heldBack.push(() => heard(message));
      else heard(message);
    });
  }
};
"""


@contextmanager
def closed_after(browser: Browser) -> Iterator[None]:
    """Close all pages at the end of the block, before what they look at stops."""
    try:
        yield
    finally:
        for context in browser.contexts:
            context.close()


def launched(playwright: Playwright) -> Browser:
    """The machine's own Chromium; the one without windows takes half the time."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))


def starter_text() -> str:
    """The site file that a house starts with, and a layout with two wagers."""
    return starter_with_key() + crazy4_table("C3", "fours", "rooms", seats=7)


def crazy4_table(table: str, *jackpots: str, seats: int) -> str:
    """A table of a site file, one sensor for each jackpot."""
    named = ", ".join(f'"{jackpot}"' for jackpot in jackpots)
    return CRAZY_4.format(table=table, seats=seats, jackpots=named)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The PINs and cards of everybody, in a file to copy: their hashes take a while."""

    file: Path
    tracks: dict[str, str]


def make_keys(folder: Path) -> Keys:
    """Cards, and PINs that are known."""
    folder.mkdir(parents=True, exist_ok=True)
    access = Access(folder)
    tracks = {badge: access.issue(badge).track for badge in PINS}
    for badge, pin in PINS.items():
        access.set_pin(badge, pin)
    access.close()
    return Keys(file=folder / "access.db", tracks=tracks)


class LiveSite:
    """A running site: its address, its house, and what its badges carry. `before` may write a past
    into its folder."""

    def __init__(
        self,
        folder: Path,
        keys: Keys,
        *,
        text: str = "",
        before: Callable[[Path], None] = lambda _: None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "site.toml").write_text(text or starter_text(), "utf-8")
        shutil.copy(keys.file, folder)
        before(folder)
        self.running_site: RunningSite = open_running_site(folder, words=BOARD_WORDS)
        self.access = Access(folder)
        self.tracks = keys.tracks
        self._contexts: list[BrowserContext] = []
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen()
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._client = httpx.Client(base_url=self.address, timeout=ANSWER_S)

    @contextmanager
    def serving(self, handover: Handover | None = None) -> Iterator[LiveSite]:
        """Serve until the end of the block; its pages are closed before, so that none misses it.
        `handover` says what may follow in its place."""
        server = server_of(create_app(self.running_site, self.access, handover=handover))
        thread = threading.Thread(target=server.run, args=([self._listener],), daemon=True)
        thread.start()
        waiting = threading.Event()
        for _ in range(int(STARTED_S / 0.05)):
            if server.started or not thread.is_alive():
                break
            waiting.wait(0.05)
        assert server.started, "the server did not start"
        try:
            yield self
        finally:
            for context in self._contexts:
                context.close()
            self._client.close()
            server.should_exit = True
            thread.join(STARTED_S)

    def metrics(self) -> str:
        """What the server counts about itself."""
        _, token = self.access.add_device(
            kind="system", table="", enrolled_by="E300", now_ms=self.running_site.now_ms()
        )
        return self._client.get("/metrics", headers={"Authorization": f"Bearer {token}"}).text

    # ---- without a page -----------------------------------------------------------------------

    def console_token(self, table: str = EVERY_TABLE) -> str:
        """The secret of a new console."""
        _, token = self.access.add_device(
            kind="console", table=table, enrolled_by="E300", now_ms=self.running_site.now_ms()
        )
        return token

    def hands(self) -> Hands:
        """Somebody who presses at every table without looking at a screen."""
        return Hands(self, Visitor(self._client, self.access))

    def person(self, badge: str) -> Visitor:
        """Somebody signed on, without a screen."""
        visitor = Visitor(self._client, self.access).sign_on(badge)
        visitor.load("/pin")
        return visitor

    # ---- pages --------------------------------------------------------------------------------

    def context(
        self, browser: Browser, *, width: int = 1280, height: int = 800, still: bool = True
    ) -> BrowserContext:
        """A browser of its own."""
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if still else "no-preference",
        )
        self._contexts.append(context)
        return context

    def console(
        self, browser: Browser, table: str, *, width: int = 1280, height: int = 800
    ) -> Page:
        """A browser that is the console of a table, with its page open and live."""
        context = self.context(browser, width=width, height=height)
        token = self.console_token(table)
        context.add_cookies([{"name": DEVICE, "value": token, "url": self.address}])
        page = context.new_page()
        page.clock.install()
        page.goto(f"{self.address}/table/{table}")
        page.wait_for_selector("main[data-link=live]")
        return page

    def sign(self, browser: Browser, table: str, *, width: int = 1920, height: int = 1080) -> Page:
        """The sign of a table, live."""
        context = self.context(browser, width=width, height=height)
        context.add_cookies([{"name": DEVICE, "value": self.console_token(), "url": self.address}])
        page = context.new_page()
        page.goto(f"{self.address}/sign/{table}")
        page.wait_for_selector(".sign[data-link=live] .jackpot:not([data-state=waiting])")
        return page

    def signed_on(
        self, browser: Browser, badge: str, path: str = "", *, width: int = 1280, height: int = 844
    ) -> Page:
        """A page of a person who has signed on, opened at a path; test_by_keyboard types a PIN."""
        context = self.context(browser, width=width, height=height)
        session = self.access.sign_on(badge, now_ms=self.running_site.steady_ms())
        context.add_cookies([{"name": SESSION, "value": session, "url": self.address}])
        page = context.new_page()
        if path:
            page.goto(f"{self.address}{path}")
        return page


class Hands:
    """Presses of every kind, at the console of any table."""

    def __init__(self, site: LiveSite, visitor: Visitor) -> None:
        visitor.cookies[DEVICE] = site.console_token()
        self._visitor = visitor

    def press(self, name: str, **body: Any) -> None:
        """Ask for a command, which is accepted."""
        answer = self._visitor.press(name, **body)
        assert answer.status_code == 200, answer.text

    def refused(self, name: str, **body: Any) -> None:
        """Ask for a command, which is refused."""
        assert not self._visitor.press(name, **body).json()["accepted"]

    def swipe(self, name: str, badge: str, **body: Any) -> None:
        """A command that takes a badge."""
        self.press(name, swipe={"badge": badge, "pin": PINS[badge]}, **body)

    def start(self, table: str, *seats: int, dealer: str = "D100", sensor: int = 1) -> None:
        """Sign a dealer in and start a round with these seats."""
        self.swipe("sign-in", dealer, table=table)
        spots = [{"seat": seat, "sensor": sensor} for seat in seats]
        self.press("start-round", table=table, spots=spots)

    def mark(self, table: str, seat: int, outcome: str, *, sensor: int = 1) -> None:
        """Press a seat and a hand."""
        spot = {"seat": seat, "sensor": sensor}
        self.press("press-hand", table=table, spot=spot, outcome=outcome)
