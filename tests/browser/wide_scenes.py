"""A jackpot of several houses at both ends of the line, for the pictures of `screens.py`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from browser.scene_pages import Pictures, Scene, person_page
from pitboss.demo.wide_folders import HUB
from web.server_support import make_keys
from web.wide_support import NORTH, running_wide

PAGES = ("wide", "today", "meters", "system")


def shared(browser: Browser, camera: Pictures, folder: Path) -> None:
    """The office of the hub, and the office, the pit and a sign of a room whose line is cut."""
    if not camera.wants("shared"):
        return
    keys = (folder / "keys", make_keys(folder / "keys"))
    with running_wide(folder / "at-hub", keys, HUB) as hub:
        hub.stated(1, 100)
        hub.stated(2, 150, claims=(hub.claim("H1-1-9.w1"),))
        page = person_page(browser, hub.site, "A400")
        for name in PAGES:
            page.goto(f"{hub.site.address}/office/{name}")
            camera.shoot(page, f"shared-hub-{name}", whole=True)
        page.context.close()
    with running_wide(folder / "at-room", keys, NORTH) as room:
        room.heard(2_500_000)
        page = person_page(browser, room.site, "A400")
        for name in PAGES:
            page.goto(f"{room.site.address}/office/{name}")
            camera.shoot(page, f"shared-room-{name}", whole=True)
        page.goto(f"{room.site.address}/pit")
        page.locator("#tables .table").first.wait_for()
        camera.shoot(page, "shared-room-pit", whole=True)
        page.goto(f"{room.site.address}/sign/H1")
        page.locator(".sign[data-link=live]").wait_for()
        camera.shoot(page, "shared-room-sign", sign=True)
        page.context.close()


SHARED: tuple[Scene, ...] = (shared,)
