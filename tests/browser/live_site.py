"""A real site with its real server on loopback, for a real browser."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import uvicorn
from playwright.sync_api import Browser, Page, Playwright

from pitboss.live.house import House, open_house
from pitboss.web.access import Access
from pitboss.web.edge import DEVICE
from pitboss.web.server import create_app
from web.server_support import PINS, make_site

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
STARTED_S = 20.0
# A layout with two wagers, which the starter's site file has not.
TWO_WAGERS = """
[[table]]
id = "C3"
game = "crazy4"
title = "Crazy 4 Poker"
seats = 7
jackpots = ["fours", "rooms"]

[table.paytables]
base = "crazy4/base/c4p"

[table.limits]
ante = ["$5", "$100"]
super_bonus = ["$5", "$100"]

[table.equipment]
controller = { name = "simulated controller", version = "1.0" }
manager = { name = "pitboss", version = "0.1.0" }
display = { name = "plain monitor", version = "1.0" }
shuffler = { name = "single-deck shuffler", version = "1.0" }
"""


def launched(playwright: Playwright) -> Browser:
    """The machine's own Chromium."""
    return playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=list(ARGUMENTS)
    )


class _Server(uvicorn.Server):
    """uvicorn, but open streams do not hold up its end."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        self._house.hub.close()
        await super().shutdown(sockets)


class LiveSite:
    """A running site: its address, its house, and what its badges carry."""

    def __init__(self, folder: Path) -> None:
        make_site(folder)
        file = folder / "site.toml"
        file.write_text(file.read_text("utf-8") + TWO_WAGERS, "utf-8")
        self.house: House = open_house(folder)
        self.access = Access(folder)
        self.tracks = {badge: self.access.issue(badge).track for badge in PINS}
        for badge, pin in PINS.items():
            self.access.set_pin(badge, pin)
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    @contextmanager
    def serving(self) -> Iterator[LiveSite]:
        """Serve until the end of the block."""
        config = uvicorn.Config(
            create_app(self.house, self.access), log_config=None, timeout_graceful_shutdown=1
        )
        server = _Server(config, self.house)
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
            server.should_exit = True
            thread.join(STARTED_S)

    def metrics(self) -> str:
        """What the server counts about itself."""
        return httpx.get(f"{self.address}/metrics").text

    def console(
        self, browser: Browser, table: str, *, width: int = 1280, height: int = 800
    ) -> Page:
        """A browser that is the console of a table, with its page open and live."""
        _, token = self.access.add_device(
            kind="console", table=table, enrolled_by="E300", now_ms=self.house.now_ms()
        )
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.add_cookies([{"name": DEVICE, "value": token, "url": self.address}])
        page = context.new_page()
        page.clock.install()
        page.goto(f"{self.address}/table/{table}")
        page.wait_for_selector("main[data-link=live]")
        return page
