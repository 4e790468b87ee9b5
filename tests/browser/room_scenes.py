"""The lab in the office, and tables that are added to a floor, for the pictures of `screens.py`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from browser.played_floor import opened
from browser.scene_pages import Pictures, Scene

WAGER = "crazy4/progressive/pays-3"
LAB = {
    "games": "",
    "wager": f"/wager/{WAGER}",
    "law": f"/law/main/{WAGER}",
    "design": f"/design/{WAGER}",
    "link": "/link",
}


def lab_in_the_office(browser: Browser, camera: Pictures, folder: Path) -> None:
    """Games and wagers with their figures, and what may share a meter."""
    if not camera.wants("lab-"):
        return
    with opened(folder) as site:
        page = site.signed_on(browser, "A400")
        for name, path in LAB.items():
            page.goto(f"{site.address}/office/lab{path}")
            camera.shoot(page, f"lab-{name}", whole=True)


def tables_added(browser: Browser, camera: Pictures, folder: Path) -> None:
    """New tables, from the first form to what two people open."""
    if not camera.wants("added-"):
        return
    with opened(folder) as site:
        page = site.signed_on(browser, "A400")
        page.goto(f"{site.address}/office/open/tables")
        page.fill("[name=count-crazy4]", "1")
        camera.shoot(page, "added-tables", whole=True)
        page.locator("button.go").click()
        page.wait_for_url("**/open/jackpots")
        camera.shoot(page, "added-jackpots", whole=True)
        for name, path in (
            ("approvals", "/approvals"), ("review", ""), ("paytable", f"/paytables/{WAGER}"),
        ):  # fmt: skip
            page.goto(f"{site.address}/office/open{path}")
            camera.shoot(page, f"added-{name}", whole=True)


ROOMS: tuple[Scene, ...] = (lab_in_the_office, tables_added)
